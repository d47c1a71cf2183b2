// The pages of `tulle experiment`: tables that go to the terminal, to CSV and to a page, with plots and pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include "io/html.h"
#include "io/image.h"
#include "io/plot.h"
#include "lab.h"

typedef struct tlPage tlPage;

// One experiment: runs, and fills its page.
typedef struct tlExperiment
{
	const char* name;
	const char* summary; // one line
	void ( *run )( tlPage* page );
} tlExperiment;

extern const tlExperiment tl_integratorsExperiment;
extern const tlExperiment tl_complianceExperiment;
extern const tlExperiment tl_pbdStiffnessExperiment;
extern const tlExperiment tl_substepsExperiment;
extern const tlExperiment tl_orderExperiment;
extern const tlExperiment tl_frictionExperiment;
extern const tlExperiment tl_tethersExperiment;
extern const tlExperiment tl_switchesExperiment;
extern const tlExperiment tl_shapesExperiment;
extern const tlExperiment tl_convergenceExperiment;

void tlPage_BeginSection( tlPage* page, const char* heading );
void tlPage_EndSection( tlPage* page );
void tlPage_Say( tlPage* page, const char* paragraph ); // to the page
void tlPage_Plots( tlPage* page, const tlPlot* plots, int32_t count );

// What is seen, and whether it is what should be: to the page and the terminal.
void tlPage_Conclude( tlPage* page, bool good, const char* format, ... ) TL_FORMAT( 3, 4 );

// A table: name of its CSV file ("" for that of the experiment), columns with units. digits[i] is the number of significant
// digits of a column on the page and in the terminal; CSV holds nine.
void tlPage_BeginTable( tlPage* page, const char* name, const char* caption, const char* const* headers,
                        const int32_t* digits, int32_t columnCount );
void tlPage_AddLabel( tlPage* page, const char* format, ... ) TL_FORMAT( 2, 3 );
void tlPage_AddNumber( tlPage* page, double value );
void tlPage_EndTable( tlPage* page );

// A moment of a run as a picture, edges coloured by strain. Kept until tlPage_EndPictures, which sets them side by side,
// at most so many in a row.
// view: 0 the usual one, else turns it [rad]. The frame is the box from lower to upper. captions are kept too.
typedef struct tlMoment
{
	const tlLab* lab;
	tlPosition lower, upper;
	double yaw, pitch;
	double strainScale;
	const tlColliderId* colliders;
	const tlColliderDef* colliderDefs;
	int32_t colliderCount;
	double ropeRadius;
} tlMoment;

void tlPage_AddPicture( tlPage* page, const tlMoment* moment, const char* format, ... ) TL_FORMAT( 3, 4 );
void tlPage_EndPictures( tlPage* page, int32_t columns );
