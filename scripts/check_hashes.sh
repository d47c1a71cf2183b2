#!/usr/bin/env bash
# The golden hashes with both compilers, without and with optimisation.
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/.."
for compiler in gcc clang; do
	for level in O0 O3; do
		build=build-$compiler-$level
		cmake -S . -B "$build" -DCMAKE_C_COMPILER=$compiler -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-$level -DTULLE_TESTS=ON > /dev/null
		cmake --build "$build" -j "$(nproc)" --target test_golden_golden test_golden_golden_double > "$build.log" 2>&1 ||
			{ tail -n 40 "$build.log"; exit 1; }
		rm -f "$build.log"
		for test in test_golden_golden test_golden_golden_double; do
			"$build/$test" > "$build.log" 2>&1 || { cat "$build.log"; exit 1; }
		done
		rm -f "$build.log"
		echo "hashes: $compiler -$level"
	done
done
