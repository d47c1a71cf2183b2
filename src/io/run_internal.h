// What the parts of a run share: the driver (run.c), rows of numbers (run_rows.c), the summary (run_summary.c), pictures
// and the animated mesh (run_pictures.c) and the report (run_report.c).
// SPDX-License-Identifier: MIT
#pragma once

#include "glb.h"
#include "output.h"
#include "pc2.h"
#include "picture.h"
#include "probe.h"
#include "run.h"

// The sets of all bodies under one name.
typedef struct tlRunSet
{
	const char* name;
	int64_t count;
	int32_t colorCount; // of the body that has most
} tlRunSet;

// Values of one set at one frame, over all bodies.
typedef struct tlRunSetRow
{
	double residualMax, residualRms, strainMax, strainMin, strainRms;
} tlRunSetRow;

typedef struct tlRunRow
{
	double time;
	double kinetic, potential, elastic;
	double momentum[3], angularMomentum[3];
	double maxSpeed, penetration;
	double iterationMean; // made in a substep, over the bodies
	double iterationMax;
	int32_t contacts, airLimited;
	tlPhaseTimes times;
	tlRunSetRow sets[TL_MAX_SETS];
} tlRunRow;

typedef struct tlRun
{
	const tlScene* scene;
	const tlRunOptions* options;
	tlWorld* world;
	tlSceneBuild* build;
	tlProbes* probes;
	int32_t frameCount; // rows are frames 0..frameCount

	int32_t setCount;
	tlRunSet sets[TL_MAX_SETS];
	tlRunRow* rows;      // [rowCount]; as the next two, it grows with the run
	int32_t rowCount;    // recorded so far
	int32_t columnCount; // of the probes
	double* probeRows;   // [rowCount][columnCount]
	tlTransform* poses;  // [rowCount][colliderCount]
	size_t rowCapacity, probeCapacity, poseCapacity;

	int32_t vertexCount;  // of all bodies
	int32_t* firstVertex; // [bodyCount]
	double* positions;    // [3 * vertexCount] scratch
	float* frame;         // [3 * vertexCount] scratch
	tlPc2Writer cache;
	tlPosition lower, upper; // bounds of all frames

	tlOutputDir* directory;
	tlOutputFile* stats;
	tlOutputFile* probesFile;

	int32_t faultFrame, faultBody;
	const char* faultReason;
	double stepSeconds;
	tlGlbReport glb;
	bool hasGlb;
	bool glbLeftOut; // not one frame fits into the size that the scene allows

	tlImage** film; // pictures of the run, in order
	int32_t* filmFrames;
	int32_t filmCount;
	tlImage* picture; // the last frame, large, coloured by strain
	double strainScale;
} tlRun;

extern const char* const tlGlbLeftOutNote;

// Rows.
void tlGatherRunSets( tlRun* run );
tlResult tlReserveRow( tlRun* run, tlError* error ); // room for one more
void tlRecordRow( tlRun* run );
tlResult tlBeginRows( tlRun* run, tlError* error );
void tlWriteRow( tlRun* run );
tlResult tlWriteState( tlRun* run, tlError* error );

// Summary: the caller owns the result; null when memory runs out.
json_t* tlMakeSummary( const tlRun* run );

// Pictures.
tlResult tlDrawRun( tlRun* run, tlError* error );
tlResult tlWriteRunGlb( tlRun* run, tlError* error );
tlResult tlWriteRunPictures( tlRun* run, tlError* error );
void tlFreePictures( tlRun* run );

// Report.
tlResult tlWriteRunReport( tlRun* run, tlError* error );
