// Point caches: round trip, bytes, bad files.
// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif

#include "io/pc2.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static char s_path[64];

static int MakePath( void** state )
{
	(void)state;
	snprintf( s_path, sizeof s_path, "/tmp/tulle-pc2-XXXXXX" );
	int descriptor = mkstemp( s_path );
	return descriptor < 0 ? 1 : close( descriptor );
}

static int RemovePath( void** state )
{
	(void)state;
	return remove( s_path );
}

static void WriteBytes( const uint8_t* bytes, size_t count )
{
	FILE* file = fopen( s_path, "wb" );
	assert_non_null( file );
	assert_int_equal( fwrite( bytes, 1, count, file ), count );
	fclose( file );
}

enum
{
	tl_points = 700, // more than one block of the writer
	tl_frames = 5
};

static float Value( int frame, int i )
{
	return 0.25f * (float)i - 3.0f * (float)frame;
}

static void TestRoundTrip( void** state )
{
	(void)state;
	static float xyz[3 * tl_points];
	tlError error;
	tlOutputFile* file;
	tlPc2Writer writer;
	assert_int_equal( tlOpenOutputFile( s_path, &file, &error ), tl_success );
	assert_true( tlPc2Writer_Begin( &writer, file, tl_points, 0.0f, 1.0f ) );
	for ( int frame = 0; frame < tl_frames; ++frame )
	{
		for ( int i = 0; i < 3 * tl_points; ++i )
		{
			xyz[i] = Value( frame, i );
		}
		assert_true( tlPc2Writer_Frame( &writer, xyz ) );
		// Reading back does not disturb the writing.
		assert_true( tlPc2Writer_Read( &writer, frame / 2, xyz ) );
		assert_true( xyz[5] == Value( frame / 2, 5 ) );
		assert_false( tlPc2Writer_Read( &writer, frame + 1, xyz ) );
	}
	assert_true( tlPc2Writer_End( &writer ) );
	assert_int_equal( tlCloseOutputFile( file, &error ), tl_success );

	tlPc2Reader reader;
	assert_int_equal( tlPc2Reader_Open( &reader, s_path, &error ), tl_success );
	assert_int_equal( reader.vertexCount, tl_points );
	assert_int_equal( reader.frameCount, tl_frames );
	assert_true( reader.startFrame == 0.0f && reader.sampleRate == 1.0f );
	for ( int frame = tl_frames - 1; frame >= 0; --frame )
	{
		assert_true( tlPc2Reader_Read( &reader, frame, xyz ) );
		for ( int i = 0; i < 3 * tl_points; ++i )
		{
			assert_true( xyz[i] == Value( frame, i ) );
		}
	}
	assert_false( tlPc2Reader_Read( &reader, tl_frames, xyz ) );
	assert_false( tlPc2Reader_Read( &reader, -1, xyz ) );
	tlPc2Reader_Close( &reader );
	assert_int_equal( tlGetByteCount(), 0 );
}

// The bytes themselves, as other programs read them.
static void TestBytes( void** state )
{
	(void)state;
	const uint8_t expected[44] = { 'P', 'O', 'I', 'N', 'T', 'C', 'A', 'C', 'H', 'E', '2', 0,   1,  0, 0,
		                           0,   1,   0,   0,   0,   0,   0,   0,   0,   0,   0,   128, 63, 1, 0,
		                           0,   0,   0,   0,   128, 63,  0,   0,   0,   192, 0,   0,   0,  63 };
	const float xyz[3] = { 1.0f, -2.0f, 0.5f };
	tlOutputFile* file;
	tlPc2Writer writer;
	assert_int_equal( tlOpenOutputFile( s_path, &file, NULL ), tl_success );
	assert_true( tlPc2Writer_Begin( &writer, file, 1, 0.0f, 1.0f ) );
	assert_true( tlPc2Writer_Frame( &writer, xyz ) );
	assert_true( tlPc2Writer_End( &writer ) );
	uint8_t bytes[44];
	assert_true( tlOutputFile_Read( file, 0, bytes, sizeof bytes ) );
	assert_memory_equal( bytes, expected, sizeof bytes );
	assert_int_equal( tlOutputFile_GetSize( file ), sizeof bytes );
	assert_int_equal( tlCloseOutputFile( file, NULL ), tl_success );
}

static void TestBadFiles( void** state )
{
	(void)state;
	uint8_t header[44] = "POINTCACHE2";
	tlPc2Reader reader;
	tlError error;
	header[12] = 1; // version
	header[16] = 1; // points
	header[28] = 1; // frames
	WriteBytes( header, 44 );
	assert_int_equal( tlPc2Reader_Open( &reader, s_path, &error ), tl_success );
	tlPc2Reader_Close( &reader );
	WriteBytes( header, 43 );
	assert_int_equal( tlPc2Reader_Open( &reader, s_path, &error ), tl_invalidFile );
	assert_non_null( strstr( error.message, "shorter" ) );
	WriteBytes( header, 20 );
	assert_int_equal( tlPc2Reader_Open( &reader, s_path, &error ), tl_invalidFile );
	memset( header + 16, 0xFF, 4 );
	WriteBytes( header, 44 );
	assert_int_equal( tlPc2Reader_Open( &reader, s_path, &error ), tl_invalidFile );
	memset( header + 16, 0x7F, 4 );
	memset( header + 28, 0x7F, 4 );
	WriteBytes( header, 44 );
	assert_int_equal( tlPc2Reader_Open( &reader, s_path, &error ), tl_invalidFile );
	header[0] = 'Q';
	WriteBytes( header, 44 );
	assert_int_equal( tlPc2Reader_Open( &reader, s_path, &error ), tl_invalidFile );
	assert_int_equal( tlPc2Reader_Open( &reader, "/no/such/file", &error ), tl_fileError );
	assert_string_equal( error.message, "/no/such/file: No such file or directory" );
	tlPc2Reader_Close( &reader );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test( TestRoundTrip ),
		cmocka_unit_test( TestBytes ),
		cmocka_unit_test( TestBadFiles ),
	};
	return cmocka_run_group_tests( tests, MakePath, RemovePath );
}
