#!/usr/bin/env bash
# Fuzzes the loaders of scenes and meshes with libFuzzer under the sanitizers: fuzz.sh SECONDS-EACH.
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
build=build-fuzz
cmake -S . -B $build -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTULLE_FUZZ=ON -DTULLE_TESTS=OFF \
	-DTULLE_SANITIZE=address,undefined > /dev/null
cmake --build $build -j "$(nproc)" --target fuzz_scene fuzz_obj > $build.log 2>&1 || { tail -n 40 $build.log; exit 1; }
rm -f $build.log
for target in fuzz_scene fuzz_obj; do
	corpus=$build/corpus_$target
	mkdir -p "$corpus"
	case $target in
		fuzz_scene) cp scenes/*.json "$corpus/" ;;
		fuzz_obj) head -n 200 scenes/meshes/skirt.obj > "$corpus/skirt.obj" ;;
	esac
	$build/$target -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=16384 -print_final_stats=0 -verbosity=0 \
		-artifact_prefix="$build/$target-" "$corpus" test/fuzz/seeds_"${target#fuzz_}" > "$build/$target.log" 2>&1 ||
		{ tail -n 60 "$build/$target.log"; exit 1; }
	echo "fuzz: $target, $seconds s, nothing found"
done
