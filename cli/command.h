// The verbs of the command line, a file each. Every one takes its own arguments, argv[0] being its name, and returns the
// exit status: 0; 1 for a check that failed or a run that went wrong; 2 for a wrong call or bad input.
// SPDX-License-Identifier: MIT
#pragma once

int tlRunCommand( int argc, char** argv );
int tlInspectCommand( int argc, char** argv );
int tlVerifyCommand( int argc, char** argv );
int tlExperimentCommand( int argc, char** argv );
int tlBenchCommand( int argc, char** argv );
int tlSchemaCommand( int argc, char** argv );
