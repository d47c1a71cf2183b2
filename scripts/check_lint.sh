#!/usr/bin/env bash
# Compiles everything with gcc and clang, both precisions, warnings as errors, and runs clang-tidy.
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=$(nproc)
for compiler in gcc clang; do
	cmake -S . -B "build-$compiler" -DCMAKE_C_COMPILER="$compiler" -DTULLE_WERROR=ON -DTULLE_TESTS=ON > /dev/null
	cmake --build "build-$compiler" -j "$jobs" > "build-$compiler.log" 2>&1 || { tail -n 40 "build-$compiler.log"; exit 1; }
	rm -f "build-$compiler.log"
	echo "lint: no warnings with $compiler"
done
# The path-sensitive analyser, which is slow, on the core; the other checks on everything.
tidy() { xargs -0 -P "$jobs" -n 4 clang-tidy -p build-clang --quiet --warnings-as-errors='*' "$@" 2> /dev/null; }
find src/base src/parallel src/mesh src/constraint src/collide src/solver -name '*.c' -print0 | sort -z | tidy
find src/io cli -name '*.c' -print0 | sort -z | tidy --checks='-clang-analyzer-*'
echo "lint: clang-tidy is content"
