#!/usr/bin/env bash
# Long runs that are too slow for every change: ten thousand frames of a stiff undamped cloth, energy and shake.
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/.."
for size in 64 128; do
	for tethers in none euclidean; do
		build/tulle run scenes/bench_128.json --no-files --quiet --json --frames 10000 \
			--set "bodies[0].grid.columns=$size" --set "bodies[0].grid.rows=$size" \
			--set "bodies[0].tethers.mode=\"$tethers\"" --set "bodies[0].pins=[{\"vertices\":[0,$((size - 1))]}]" |
			python3 -c "
import json, sys
s = json.load(sys.stdin)
e = s['energy']
print('$size x $size, tethers $tethers: energy starts at %.6g J, never above %.6g J, ends at %.6g J' % (e['first'], e['max'], e['last']))
sys.exit(e['max'] > e['first'] + 1e-6)"
	done
done
