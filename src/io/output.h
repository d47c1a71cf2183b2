// Safe output: the files of a run appear together when all of them are complete, or not at all.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/core.h"

// A folder that a run writes into. Every file grows as NAME.part beside its final name; a commit flushes, syncs and closes
// all of them and only then renames them, so that earlier results survive a run that fails, and nothing half-written
// carries a final name.
typedef struct tlOutputDir tlOutputDir;

// A buffered file with a sticky error: after the first failure every call does nothing and answers false, so that a writer
// may check once at the end.
typedef struct tlOutputFile tlOutputFile;

// Makes the folder, with its parents, if it is missing.
tlResult tlOpenOutputDir( const char* path, tlOutputDir** dir, tlError* error );

// Starts NAME.part. A name may hold folders ("frames/0001.png"), which are made; it may not leave the folder, and each
// name is used once. The file belongs to the folder: commit and destroy close it.
tlResult tlOutputDir_Open( tlOutputDir* dir, const char* name, tlOutputFile** file, tlError* error );

// The files so far, in the order of their opening: for the list at the end of a report.
int32_t tlOutputDir_GetFileCount( const tlOutputDir* dir );
const char* tlOutputDir_GetFileName( const tlOutputDir* dir, int32_t index );
int64_t tlOutputDir_GetFileSize( const tlOutputDir* dir, int32_t index );

// Closes and removes a file that is not wanted after all.
void tlOutputDir_Drop( tlOutputDir* dir, tlOutputFile* file );

// Completes every file, then renames all. On failure the parts are removed, and so are the folders that were made for them.
tlResult tlOutputDir_Commit( tlOutputDir* dir, tlError* error );

// Removes what was not committed. Takes null.
void tlDestroyOutputDir( tlOutputDir* dir );

// A file on its own, written in place: for devices, pipes and tests. "-" is the standard output.
tlResult tlOpenOutputFile( const char* path, tlOutputFile** file, tlError* error );

// Ends a file on its own. Takes null. Answers the sticky error, if there is one.
tlResult tlCloseOutputFile( tlOutputFile* file, tlError* error );

bool tlOutputFile_Write( tlOutputFile* file, const void* data, size_t byteCount );
bool tlOutputFile_Print( tlOutputFile* file, const char* format, ... ) TL_FORMAT( 2, 3 );

// Writes over what is there already and comes back to the end: for counts that are known at the end.
bool tlOutputFile_Patch( tlOutputFile* file, int64_t offset, const void* data, size_t byteCount );

// Reads what was written so far. False too when there are not as many bytes; that alone is not an error of the file.
// Works after tlOutputFile_Finish too.
bool tlOutputFile_Read( tlOutputFile* file, int64_t offset, void* data, size_t byteCount );

// Bytes written so far.
int64_t tlOutputFile_GetSize( const tlOutputFile* file );

// "DIR/NAME: No space left on device" if anything failed so far, else tl_success.
tlResult tlOutputFile_GetResult( const tlOutputFile* file, tlError* error );

// Flushes, syncs and closes a file of a folder ahead of the commit, so that a run with many files holds few open.
tlResult tlOutputFile_Finish( tlOutputFile* file, tlError* error );
