// Files appear together or not at all.
// SPDX-License-Identifier: MIT
#if !defined( _POSIX_C_SOURCE )
#define _POSIX_C_SOURCE 200809L
#endif

#include "io/output.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

// A folder of its own for every test.
static char s_root[64];
static char s_path[256];

static int MakeRoot( void** state )
{
	(void)state;
	snprintf( s_root, sizeof s_root, "/tmp/tulle-output-XXXXXX" );
	return mkdtemp( s_root ) != NULL ? 0 : 1;
}

static const char* InRoot( const char* name )
{
	snprintf( s_path, sizeof s_path, "%s/%s", s_root, name );
	return s_path;
}

static bool Exists( const char* name )
{
	struct stat status;
	return stat( InRoot( name ), &status ) == 0;
}

static void Remove( const char* name )
{
	assert_int_equal( remove( InRoot( name ) ), 0 );
}

static int RemoveRoot( void** state )
{
	(void)state;
	return rmdir( s_root ); // fails if a test left something
}

static void AssertContent( const char* name, const char* content )
{
	char buffer[64] = { 0 };
	FILE* file = fopen( InRoot( name ), "rb" );
	assert_non_null( file );
	size_t count = fread( buffer, 1, sizeof buffer - 1, file );
	fclose( file );
	assert_int_equal( count, strlen( content ) );
	assert_string_equal( buffer, content );
}

static void TestCommit( void** state )
{
	(void)state;
	tlError error;
	tlOutputDir* dir;
	tlOutputFile *a, *b;
	assert_int_equal( tlOpenOutputDir( InRoot( "one/two/" ), &dir, &error ), tl_success );
	assert_int_equal( tlOutputDir_Open( dir, "a.txt", &a, &error ), tl_success );
	assert_int_equal( tlOutputDir_Open( dir, "frames/b.txt", &b, &error ), tl_success );
	assert_true( tlOutputFile_Print( a, "%d frames", 12 ) );
	assert_true( tlOutputFile_Write( b, "abcdef", 6 ) );
	assert_true( Exists( "one/two/a.txt.part" ) );
	assert_false( Exists( "one/two/a.txt" ) );

	char back[4] = { 0 };
	assert_true( tlOutputFile_Read( b, 2, back, 3 ) );
	assert_string_equal( back, "cde" );
	assert_true( tlOutputFile_Patch( b, 0, "AB", 2 ) );
	assert_true( tlOutputFile_Write( b, "g", 1 ) );
	assert_false( tlOutputFile_Read( b, 6, back, 2 ) ); // more than there is
	assert_int_equal( tlOutputFile_GetResult( b, NULL ), tl_success );
	assert_int_equal( tlOutputFile_Finish( b, &error ), tl_success );
	assert_true( tlOutputFile_Read( b, 0, back, 3 ) );
	assert_string_equal( back, "ABc" );

	assert_int_equal( tlOutputDir_GetFileCount( dir ), 2 );
	assert_string_equal( tlOutputDir_GetFileName( dir, 1 ), "frames/b.txt" );
	assert_int_equal( tlOutputDir_GetFileSize( dir, 1 ), 7 );
	assert_int_equal( tlOutputDir_Commit( dir, &error ), tl_success );
	tlDestroyOutputDir( dir );
	AssertContent( "one/two/a.txt", "12 frames" );
	AssertContent( "one/two/frames/b.txt", "ABcdefg" );
	assert_false( Exists( "one/two/a.txt.part" ) );
	Remove( "one/two/a.txt" );
	Remove( "one/two/frames/b.txt" );
	Remove( "one/two/frames" );
	Remove( "one/two" );
	Remove( "one" );
	assert_int_equal( tlGetByteCount(), 0 );
}

static void TestAbortLeavesNothing( void** state )
{
	(void)state;
	tlOutputDir* dir;
	tlOutputFile* file;
	assert_int_equal( tlOpenOutputDir( InRoot( "new/deep" ), &dir, NULL ), tl_success );
	assert_int_equal( tlOutputDir_Open( dir, "x/y/a.txt", &file, NULL ), tl_success );
	assert_true( tlOutputFile_Print( file, "half" ) );
	tlDestroyOutputDir( dir );
	assert_false( Exists( "new" ) );
	tlDestroyOutputDir( NULL );
	assert_int_equal( tlGetByteCount(), 0 );
}

// A run that fails leaves the results of the last one as they were.
static void TestEarlierResultsSurvive( void** state )
{
	(void)state;
	tlError error;
	for ( int run = 0; run < 3; ++run )
	{
		tlOutputDir* dir;
		tlOutputFile *a, *b;
		assert_int_equal( tlOpenOutputDir( s_root, &dir, &error ), tl_success );
		assert_int_equal( tlOutputDir_Open( dir, "a.txt", &a, &error ), tl_success );
		assert_int_equal( tlOutputDir_Open( dir, "b.txt", &b, &error ), tl_success );
		tlOutputFile_Print( a, "run %d", run );
		tlOutputFile_Print( b, "run %d", run );
		if ( run == 1 )
		{
			// A folder in the way of the second file: the first must not be renamed either.
			Remove( "b.txt" );
			assert_int_equal( mkdir( InRoot( "b.txt" ), 0777 ), 0 );
			assert_int_equal( tlOutputDir_Commit( dir, &error ), tl_fileError );
			assert_non_null( strstr( error.message, "b.txt: " ) );
			AssertContent( "a.txt", "run 0" );
			Remove( "b.txt" );
		}
		else
		{
			assert_int_equal( tlOutputDir_Commit( dir, &error ), tl_success );
		}
		tlDestroyOutputDir( dir );
		assert_false( Exists( "a.txt.part" ) || Exists( "b.txt.part" ) );
	}
	AssertContent( "a.txt", "run 2" );
	Remove( "a.txt" );
	Remove( "b.txt" );
}

static void TestFullDevice( void** state )
{
	(void)state;
	tlError error;
	tlOutputFile* file;
	if ( access( "/dev/full", W_OK ) != 0 )
	{
		skip();
	}
	assert_int_equal( tlOpenOutputFile( "/dev/full", &file, &error ), tl_success );
	char block[4096];
	memset( block, 'x', sizeof block );
	for ( int i = 0; i < 64; ++i )
	{
		tlOutputFile_Write( file, block, sizeof block );
	}
	assert_false( tlOutputFile_Print( file, "more" ) ); // the error stays
	assert_int_equal( tlCloseOutputFile( file, &error ), tl_fileError );
	assert_string_equal( error.message, "/dev/full: No space left on device" );

	// A small file fails only when it is flushed.
	assert_int_equal( tlOpenOutputFile( "/dev/full", &file, &error ), tl_success );
	assert_true( tlOutputFile_Print( file, "little" ) );
	assert_int_equal( tlCloseOutputFile( file, &error ), tl_fileError );
	assert_string_equal( error.message, "/dev/full: No space left on device" );
}

// A full disk during a run: no file of it gets its name.
static void TestFullPart( void** state )
{
	(void)state;
	tlError error;
	tlOutputDir* dir;
	tlOutputFile *good, *bad;
	char message[256];
	if ( access( "/dev/full", W_OK ) != 0 || symlink( "/dev/full", InRoot( "bad.part" ) ) != 0 )
	{
		skip();
	}
	assert_int_equal( tlOpenOutputDir( s_root, &dir, &error ), tl_success );
	assert_int_equal( tlOutputDir_Open( dir, "good", &good, &error ), tl_success );
	assert_int_equal( tlOutputDir_Open( dir, "bad", &bad, &error ), tl_success );
	tlOutputFile_Print( good, "good" );
	tlOutputFile_Print( bad, "bad" );
	assert_int_equal( tlOutputDir_Commit( dir, &error ), tl_fileError );
	snprintf( message, sizeof message, "%s/bad: No space left on device", s_root );
	assert_string_equal( error.message, message );
	tlDestroyOutputDir( dir );
	assert_false( Exists( "good" ) || Exists( "good.part" ) || Exists( "bad" ) || Exists( "bad.part" ) );
}

static void TestRefusals( void** state )
{
	(void)state;
	tlError error;
	tlOutputDir* dir = NULL;
	tlOutputFile* file;
	assert_int_not_equal( tlOpenOutputDir( "/proc/tulle/out", &dir, &error ), tl_success );
	assert_null( dir );
	assert_non_null( strstr( error.message, "/proc/tulle: " ) );
	assert_int_equal( tlOpenOutputDir( "", &dir, &error ), tl_invalidArgument );
	assert_int_equal( tlOpenOutputDir( "/dev/null", &dir, &error ), tl_fileError );
	assert_string_equal( error.message, "/dev/null: is a device, a pipe or a socket, not a folder" );
	assert_int_equal( tlOpenOutputFile( InRoot( "no/such/file" ), &file, &error ), tl_fileError );
	if ( geteuid() != 0 ) // nothing is closed to root
	{
		assert_int_equal( mkdir( InRoot( "locked" ), 0555 ), 0 );
		assert_int_equal( tlOpenOutputDir( InRoot( "locked" ), &dir, &error ), tl_fileError );
		assert_non_null( strstr( error.message, "locked: Permission denied" ) );
		Remove( "locked" );
	}

	assert_int_equal( tlOpenOutputDir( s_root, &dir, &error ), tl_success );
	const char* const names[] = { "", "/a", "../a", "a/../b", "./a", "a//b", "a/" };
	for ( size_t i = 0; i < sizeof names / sizeof names[0]; ++i )
	{
		assert_int_equal( tlOutputDir_Open( dir, names[i], &file, &error ), tl_invalidArgument );
		assert_null( file );
	}
	assert_int_equal( tlOutputDir_Open( dir, "..a", &file, &error ), tl_success );
	assert_int_equal( tlOutputDir_Open( dir, "..a", &file, &error ), tl_invalidArgument );
	tlDestroyOutputDir( dir );
	assert_int_equal( tlGetByteCount(), 0 );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown( TestCommit, MakeRoot, RemoveRoot ),
		cmocka_unit_test_setup_teardown( TestAbortLeavesNothing, MakeRoot, RemoveRoot ),
		cmocka_unit_test_setup_teardown( TestEarlierResultsSurvive, MakeRoot, RemoveRoot ),
		cmocka_unit_test( TestFullDevice ),
		cmocka_unit_test_setup_teardown( TestFullPart, MakeRoot, RemoveRoot ),
		cmocka_unit_test_setup_teardown( TestRefusals, MakeRoot, RemoveRoot ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
