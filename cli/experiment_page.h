// The inside of a page: how an experiment becomes files.
// SPDX-License-Identifier: MIT
#pragma once

#include "experiment.h"
#include "io/output.h"

#include <jansson.h>

// Runs one experiment into NAME.html and its CSV files. root: an object that takes its tables, and the terminal stays quiet;
// null: they are printed.
tlResult tlRunExperiment( const tlExperiment* experiment, tlOutputDir* dir, json_t* root, tlError* error );
