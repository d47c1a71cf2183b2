// A run of a scene from start to end, and everything that it leaves: caches, numbers, pictures, the report.
// SPDX-License-Identifier: MIT
#pragma once

#include "scene.h"

// Called after every frame; secondsPerFrame is the mean so far. Returning false stops the run and leaves nothing.
typedef bool tlProgressFcn( int32_t frame, int32_t frameCount, double secondsPerFrame, void* context );

typedef struct tlRunOptions
{
	const char* directory;   // where the files go; null: no files, only the summary
	const char* commandLine; // for the report; may be null
	tlProgressFcn* progress; // may be null
	void* context;
} tlRunOptions;

typedef struct tlRunOutcome
{
	json_t* summary;         // what summary.json holds; to be released with json_decref
	int32_t faultFrame;      // first frame at which a body turned non-finite; -1: none
	const char* faultReason; // "turned non-finite", "could not be solved by the method newton"
	const char* faultBody;
	double secondsPerFrame;
	int32_t fileCount;
} tlRunOutcome;

// Simulates all frames. On failure nothing is left behind, and earlier files of the same names stay as they were.
tlResult tlRunScene( const tlScene* scene, const tlRunOptions* options, tlRunOutcome* outcome, tlError* error );
