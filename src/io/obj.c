// OBJ, by our own reader. assimp numbers vertices by face corner, splits them by material and leaves out those that no
// face uses, so that vertex 17 of its result is not the file's; a pin list or a painted map needs the file's. Read are
// v (with colours), vt, f, l and continued lines; everything else is passed over. A texture coordinate that is damaged or
// missing is no fault of the mesh: its corners have none.
// SPDX-License-Identifier: MIT
#include "mesh_file.h"

#include "base/core.h"

#include <math.h>

typedef struct ObjReader
{
	const char* at;
	const char* end;
	int line; // of `at`
	const char* name;
	tlError* error;
	tlMeshFile* mesh;
	size_t positionCapacity, colorCapacity, sizeCapacity, cornerCapacity, lineCapacity, uvCapacity, uvIndexCapacity;
	float* uvs; // [2 * uvCount]
	int32_t uvCount;
	int32_t* uvIndices; // [cornerCount] -1: none
	int32_t* faceLines; // [faceCount] for the sentences about corners, which may refer to later vertices
} ObjReader;

typedef struct Word
{
	const char* text;
	size_t length;
} Word;

// Bytes of the line break at p, 0 for none.
static size_t MeasureBreak( const ObjReader* reader, const char* p )
{
	if ( p < reader->end && *p == '\n' )
	{
		return 1;
	}
	if ( p < reader->end && *p == '\r' )
	{
		return p + 1 < reader->end && p[1] == '\n' ? 2 : 1;
	}
	return 0;
}

// A backslash at the end of a line joins it with the next.
static size_t MeasureContinuation( const ObjReader* reader, const char* p )
{
	size_t length = p < reader->end && *p == '\\' ? MeasureBreak( reader, p + 1 ) : 0;
	return length > 0 ? length + 1 : 0;
}

static bool IsBlank( char c )
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

// The next word of the statement; false at its end.
static bool ReadWord( ObjReader* reader, Word* word )
{
	for ( ;; )
	{
		size_t continuation = MeasureContinuation( reader, reader->at );
		if ( continuation > 0 )
		{
			reader->at += continuation;
			reader->line += 1;
		}
		else if ( reader->at < reader->end && IsBlank( *reader->at ) )
		{
			reader->at += 1;
		}
		else
		{
			break;
		}
	}
	word->text = reader->at;
	while ( reader->at < reader->end && !IsBlank( *reader->at ) && MeasureBreak( reader, reader->at ) == 0 &&
	        MeasureContinuation( reader, reader->at ) == 0 && !( *reader->at == '#' ) )
	{
		reader->at += 1;
	}
	word->length = (size_t)( reader->at - word->text );
	return word->length > 0;
}

static void SkipStatement( ObjReader* reader )
{
	bool comment = false;
	while ( reader->at < reader->end )
	{
		size_t length = MeasureBreak( reader, reader->at );
		size_t continuation = comment ? 0 : MeasureContinuation( reader, reader->at );
		comment = comment || *reader->at == '#';
		reader->at += length > 0 ? length : ( continuation > 0 ? continuation : 1 );
		reader->line += length > 0 || continuation > 0 ? 1 : 0;
		if ( length > 0 )
		{
			return;
		}
	}
}

static bool IsWord( Word word, const char* text )
{
	return word.length == strlen( text ) && memcmp( word.text, text, word.length ) == 0;
}

static tlResult FailAtWord( ObjReader* reader, Word word, const char* sentence )
{
	char shown[32];
	size_t count = word.length < sizeof shown - 1 ? word.length : sizeof shown - 1;
	for ( size_t i = 0; i < count; ++i )
	{
		shown[i] = word.text[i] >= ' ' && word.text[i] < 127 ? word.text[i] : '?';
	}
	shown[count] = 0;
	return tlFail( reader->error, tl_invalidFile, "%s:%d: '%s' %s", reader->name, reader->line, shown, sentence );
}

// 10 to the power of a count, exact up to 22.
static double PowerOfTen( int count )
{
	double power = 1, square = 10;
	for ( ; count > 0; count /= 2 )
	{
		power *= count % 2 != 0 ? square : 1;
		square *= square;
	}
	return power;
}

// A decimal number, whatever the locale of the program. Exact where 15 digits and powers up to 22 are enough, else within
// a few units in the last place of a double.
static bool ParseNumber( Word word, double* value )
{
	const char* p = word.text;
	const char* end = word.text + word.length;
	bool negative = p < end && *p == '-';
	p += p < end && ( *p == '-' || *p == '+' ) ? 1 : 0;
	uint64_t digits = 0;
	int exponent = 0;
	bool any = false, point = false;
	for ( ; p < end && ( ( *p >= '0' && *p <= '9' ) || ( *p == '.' && !point ) ); ++p )
	{
		if ( *p == '.' )
		{
			point = true;
			continue;
		}
		any = true;
		bool room = digits < 1000000000000000000ull;
		digits = room ? 10 * digits + (uint64_t)( *p - '0' ) : digits;
		int shift = ( room ? 0 : 1 ) - ( point ? 1 : 0 );
		exponent += exponent < 100000 && exponent > -100000 ? shift : 0;
	}
	if ( any && p < end && ( *p == 'e' || *p == 'E' ) )
	{
		p += 1;
		bool less = p < end && *p == '-';
		p += p < end && ( *p == '-' || *p == '+' ) ? 1 : 0;
		int written = 0;
		any = false;
		for ( ; p < end && *p >= '0' && *p <= '9'; ++p )
		{
			any = true;
			written = written < 100000 ? 10 * written + ( *p - '0' ) : written;
		}
		exponent += less ? -written : written;
	}
	if ( !any || p != end )
	{
		return false;
	}
	double number = (double)digits;
	if ( digits == 0 || exponent < -400 )
	{
		number = 0;
	}
	else if ( exponent >= 0 )
	{
		number *= PowerOfTen( exponent < 400 ? exponent : 400 );
	}
	else
	{
		int half = exponent < -300 ? 300 : -exponent; // in two steps, since 1e-320 is a number and 1e320 is not
		number = number / PowerOfTen( half ) / PowerOfTen( -exponent - half );
	}
	*value = negative ? -number : number;
	return true;
}

// array: the address of a pointer.
static bool Reserve( void* array, size_t* capacity, size_t count, size_t elementSize )
{
	void* memory;
	memcpy( &memory, array, sizeof memory );
	bool enough = tlReserve( &memory, capacity, count, elementSize );
	memcpy( array, &memory, sizeof memory );
	return enough;
}

static bool AddColor( ObjReader* reader, const float color[4] )
{
	tlMeshFile* mesh = reader->mesh;
	size_t count = (size_t)mesh->vertexCount;
	size_t before = reader->colorCapacity;
	if ( !Reserve( &mesh->colors, &reader->colorCapacity, count + 1, 4 * sizeof( float ) ) )
	{
		return false;
	}
	for ( size_t i = 0; i < 4 * count && before == 0; ++i )
	{
		mesh->colors[i] = 1; // vertices before the first colour are white
	}
	memcpy( mesh->colors + 4 * count, color, 4 * sizeof( float ) );
	return true;
}

static tlResult ReadVertex( ObjReader* reader )
{
	// x y z, x y z w, x y z r g b, or x y z r g b a
	double values[8];
	int count = 0;
	Word word;
	while ( ReadWord( reader, &word ) )
	{
		if ( count == 8 )
		{
			return FailAtWord( reader, word, "is one number too many for a vertex" );
		}
		if ( !ParseNumber( word, values + count ) )
		{
			return FailAtWord( reader, word, "is not a number" );
		}
		if ( !tlIsFinite( (double)(tlReal)values[count] ) )
		{
			return FailAtWord( reader, word, "is too large" );
		}
		count += 1;
	}
	tlMeshFile* mesh = reader->mesh;
	if ( count < 3 )
	{
		return tlFail( reader->error, tl_invalidFile, "%s:%d: a vertex has 3 coordinates, not %d", reader->name,
		               reader->line, count );
	}
	if ( mesh->vertexCount >= tl_maxFileVertices )
	{
		return tlFail( reader->error, tl_invalidFile, "%s:%d: there are more than %d vertices", reader->name, reader->line,
		               (int)tl_maxFileVertices );
	}
	if ( !Reserve( &mesh->positions, &reader->positionCapacity, (size_t)mesh->vertexCount + 1, sizeof( tlVec3 ) ) )
	{
		return tlFailMemory( reader->error );
	}
	mesh->positions[mesh->vertexCount].x = (tlReal)values[0];
	mesh->positions[mesh->vertexCount].y = (tlReal)values[1];
	mesh->positions[mesh->vertexCount].z = (tlReal)values[2];
	float color[4] = { 1, 1, 1, 1 };
	for ( int i = 3; i < count && i < 7 && count >= 6; ++i )
	{
		color[i - 3] = (float)values[i];
	}
	if ( ( count >= 6 || mesh->colors != NULL ) && !AddColor( reader, color ) )
	{
		return tlFailMemory( reader->error );
	}
	mesh->vertexCount += 1;
	return tl_success;
}

static tlResult ReadUv( ObjReader* reader )
{
	float uv[2] = { NAN, NAN };
	Word word;
	for ( int i = 0; i < 2 && ReadWord( reader, &word ); ++i )
	{
		double value;
		uv[i] = ParseNumber( word, &value ) ? (float)value : NAN;
	}
	size_t count = (size_t)reader->uvCount;
	if ( reader->uvCount >= tl_maxFileVertices )
	{
		return tl_success; // no corner can mean it
	}
	if ( !Reserve( &reader->uvs, &reader->uvCapacity, 2 * ( count + 1 ), sizeof( float ) ) )
	{
		return tlFailMemory( reader->error );
	}
	memcpy( reader->uvs + 2 * count, uv, sizeof uv );
	reader->uvCount += 1;
	return tl_success;
}

// The texture coordinate of a corner, from 0 on; -1 for none.
static int32_t ParseUvIndex( const ObjReader* reader, Word word )
{
	size_t i = 0;
	while ( i < word.length && word.text[i] != '/' )
	{
		i += 1;
	}
	i += 1;
	bool negative = i < word.length && word.text[i] == '-';
	i += negative ? 1 : 0;
	int64_t number = 0;
	for ( ; i < word.length && word.text[i] >= '0' && word.text[i] <= '9'; ++i )
	{
		number = number <= INT32_MAX ? 10 * number + ( word.text[i] - '0' ) : number;
	}
	int64_t index = negative ? reader->uvCount - number : number - 1;
	return number > 0 && index >= 0 && index < INT32_MAX ? (int32_t)index : -1;
}

// A corner: v, v/t, v//n or v/t/n, each a number, the first from 1 on or, from the last vertex back, from -1 on.
static tlResult ParseCorner( ObjReader* reader, Word word, int64_t* corner )
{
	size_t i = 0;
	bool negative = word.text[0] == '-';
	i += negative || word.text[0] == '+' ? 1 : 0;
	size_t first = i;
	int64_t number = 0;
	for ( ; i < word.length && word.text[i] >= '0' && word.text[i] <= '9'; ++i )
	{
		number = number <= INT32_MAX ? 10 * number + ( word.text[i] - '0' ) : number;
	}
	bool good = i > first;
	for ( size_t k = i; k < word.length; ++k )
	{
		char c = word.text[k];
		good = good && ( c == '/' || ( k > i && ( c == '-' || ( c >= '0' && c <= '9' ) ) ) );
	}
	if ( !good )
	{
		return FailAtWord( reader, word, "is not a corner: v, v/vt, v//vn or v/vt/vn" );
	}
	if ( number == 0 )
	{
		return FailAtWord( reader, word, "refers to vertex 0, but vertices are numbered from 1" );
	}
	*corner = negative ? reader->mesh->vertexCount - number : number - 1;
	if ( *corner < 0 )
	{
		return FailAtWord( reader, word, "refers to a vertex before the first" );
	}
	return tl_success;
}

static tlResult AddCorner( ObjReader* reader, int64_t corner, int32_t uv )
{
	tlMeshFile* mesh = reader->mesh;
	if ( mesh->cornerCount >= tl_maxFileCorners )
	{
		return tlFail( reader->error, tl_invalidFile, "%s:%d: there are more than %d corners", reader->name, reader->line,
		               (int)tl_maxFileCorners );
	}
	size_t count = (size_t)mesh->cornerCount + 1;
	if ( !Reserve( &mesh->faceCorners, &reader->cornerCapacity, count, sizeof( int32_t ) ) ||
	     !Reserve( &reader->uvIndices, &reader->uvIndexCapacity, count, sizeof( int32_t ) ) )
	{
		return tlFailMemory( reader->error );
	}
	reader->uvIndices[mesh->cornerCount] = uv;
	mesh->faceCorners[mesh->cornerCount++] = corner > INT32_MAX ? INT32_MAX : (int32_t)corner;
	return tl_success;
}

static tlResult AddFace( ObjReader* reader, int32_t size, int line )
{
	tlMeshFile* mesh = reader->mesh;
	size_t count = (size_t)mesh->faceCount + 1;
	if ( !Reserve( &mesh->faceSizes, &reader->sizeCapacity, count, sizeof( int32_t ) ) ||
	     !Reserve( &reader->faceLines, &reader->lineCapacity, count, sizeof( int32_t ) ) )
	{
		return tlFailMemory( reader->error );
	}
	mesh->faceSizes[mesh->faceCount] = size;
	reader->faceLines[mesh->faceCount] = line;
	mesh->faceCount += 1;
	return tl_success;
}

// A face, or a chain of segments.
static tlResult ReadFace( ObjReader* reader, bool chain )
{
	int line = reader->line;
	int32_t count = 0;
	int64_t previous = 0;
	int32_t previousUv = -1;
	tlResult result = tl_success;
	Word word;
	while ( result == tl_success && ReadWord( reader, &word ) )
	{
		int64_t corner = 0;
		int32_t uv = ParseUvIndex( reader, word );
		result = ParseCorner( reader, word, &corner );
		if ( result == tl_success && chain && count > 0 )
		{
			result = AddCorner( reader, previous, previousUv );
			result = result == tl_success ? AddCorner( reader, corner, uv ) : result;
			result = result == tl_success ? AddFace( reader, 2, line ) : result;
		}
		else if ( result == tl_success && !chain )
		{
			result = AddCorner( reader, corner, uv );
		}
		previous = corner;
		previousUv = uv;
		count += 1;
	}
	if ( result == tl_success && count < 2 )
	{
		return tlFail( reader->error, tl_invalidFile, "%s:%d: a %s has at least 2 corners, not %d", reader->name, line,
		               chain ? "line" : "face", (int)count );
	}
	return result == tl_success && !chain ? AddFace( reader, count, line ) : result;
}

static tlResult CheckCorners( const ObjReader* reader )
{
	const tlMeshFile* mesh = reader->mesh;
	const int32_t* corners = mesh->faceCorners;
	for ( int32_t i = 0; i < mesh->faceCount; corners += mesh->faceSizes[i], ++i )
	{
		for ( int32_t k = 0; k < mesh->faceSizes[i]; ++k )
		{
			if ( corners[k] >= mesh->vertexCount )
			{
				return tlFail( reader->error, tl_invalidFile, "%s:%d: a corner refers to vertex %lld, but there are %d",
				               reader->name, (int)reader->faceLines[i], (long long)corners[k] + 1, (int)mesh->vertexCount );
			}
		}
	}
	return tl_success;
}

// Texture coordinates of the corners, once all are known.
static tlResult PlaceUvs( const ObjReader* reader )
{
	tlMeshFile* mesh = reader->mesh;
	mesh->cornerUvs = reader->uvCount > 0 ? TL_ALLOC( float, 2 * (size_t)mesh->cornerCount ) : NULL;
	if ( reader->uvCount > 0 && mesh->cornerUvs == NULL )
	{
		return tlFailMemory( reader->error );
	}
	for ( int32_t i = 0; i < mesh->cornerCount && mesh->cornerUvs != NULL; ++i )
	{
		int32_t index = reader->uvIndices[i];
		bool known = index >= 0 && index < reader->uvCount;
		mesh->cornerUvs[2 * (size_t)i] = known ? reader->uvs[2 * (size_t)index] : NAN;
		mesh->cornerUvs[2 * (size_t)i + 1] = known ? reader->uvs[2 * (size_t)index + 1] : NAN;
	}
	return tl_success;
}

static tlResult ReadStatement( ObjReader* reader )
{
	Word word;
	tlResult result = tl_success;
	if ( ReadWord( reader, &word ) )
	{
		if ( IsWord( word, "v" ) )
		{
			result = ReadVertex( reader );
		}
		else if ( IsWord( word, "vt" ) )
		{
			result = ReadUv( reader );
		}
		else if ( IsWord( word, "f" ) || IsWord( word, "fo" ) || IsWord( word, "l" ) )
		{
			result = ReadFace( reader, word.text[0] == 'l' );
		}
	}
	SkipStatement( reader );
	return result;
}

tlResult tlParseObj( const char* text, size_t size, const char* name, tlMeshFile* mesh, tlError* error )
{
	memset( mesh, 0, sizeof *mesh );
	ObjReader reader = { 0 };
	reader.at = text;
	reader.end = text + size;
	reader.line = 1;
	reader.name = name;
	reader.error = error;
	reader.mesh = mesh;
	if ( size >= 3 && memcmp( text, "\xEF\xBB\xBF", 3 ) == 0 )
	{
		reader.at += 3;
	}
	tlResult result = tl_success;
	while ( result == tl_success && reader.at < reader.end )
	{
		result = ReadStatement( &reader );
	}
	result = result == tl_success ? CheckCorners( &reader ) : result;
	if ( result == tl_success && mesh->faceCount == 0 )
	{
		result = tlFail( error, tl_invalidFile, "%s: holds no faces", name );
	}
	result = result == tl_success ? PlaceUvs( &reader ) : result;
	tlFree( reader.faceLines );
	tlFree( reader.uvs );
	tlFree( reader.uvIndices );
	if ( result != tl_success )
	{
		tlFreeMeshFile( mesh );
		return result;
	}
	memcpy( mesh->format, "obj", 4 );
	return tl_success;
}
