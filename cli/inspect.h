// tulle inspect: what the input doctor finds in mesh files.
// SPDX-License-Identifier: MIT
#pragma once

// arguments[0] is "inspect". Returns the exit status: 0, or 2 when a file can not be used or the call is wrong.
int tlInspectCommand( int argc, char** argv );
