// tulle schema: the JSON Schema of scenes, and the tables of their documentation.
// SPDX-License-Identifier: MIT
#pragma once

// argv[0] is "schema". Returns the exit status: 0; 1 when a page or schema that is checked is not up to date; 2 for a
// wrong call or a file that can not be used.
int tlSchemaCommand( int argc, char** argv );
