#!/usr/bin/env bash
# tulle run as a user types it: the files it leaves, the answers to bad input, and that a failed run changes nothing.
# SPDX-License-Identifier: MIT
set -uo pipefail
tulle=$1/tulle
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0

fault() { echo "FAULT: $*"; faults=$((faults + 1)); }

# expect STATUS COMMAND...: exit status, and for a failure exactly one sentence on standard error.
expect() {
	local status=$1
	shift
	"$@" > "$work/stdout" 2> "$work/stderr"
	local got=$?
	[ $got -eq "$status" ] || fault "status $got, not $status: $*: $(head -n 3 "$work/stderr")"
	if [ "$status" -eq 2 ] && [ "$(wc -l < "$work/stderr")" -ne 1 ]; then
		fault "not one sentence: $*: $(cat "$work/stderr")"
	fi
}

# ---- what a run leaves
expect 0 "$tulle" run scenes/pendulum.json --frames 20 -o "$work/a" --json
python3 - "$work" <<'PY' || fault "the files of a run"
import csv, json, struct, sys
work = sys.argv[1]
printed = json.load(open(f"{work}/stdout"))
written = json.load(open(f"{work}/a/summary.json"))
assert printed == written and written["frames"] == 20
assert len(list(csv.reader(open(f"{work}/a/stats.csv")))) == 22
assert len(list(csv.reader(open(f"{work}/a/probes.csv")))) == 22
head = open(f"{work}/a/frames.pc2", "rb").read(32)
magic, version, points, start, rate, samples = struct.unpack("<12siiffi", head)
assert magic == b"POINTCACHE2\0" and samples == 21, (magic, samples)
glb = open(f"{work}/a/scene.glb", "rb").read()
assert glb[:4] == b"glTF" and struct.unpack("<I", glb[8:12])[0] == len(glb)
html = open(f"{work}/a/report.html").read()
assert html.count("<img") >= 2 and "http" not in html.replace("http://www.w3.org", ""), "the page is not self-contained"
assert open(f"{work}/a/picture.png", "rb").read(8) == b"\x89PNG\r\n\x1a\n"
PY
ls "$work"/a/*.part > /dev/null 2>&1 && fault "parts are left"

# ---- the same bits for any thread count, another precision, overrides
for threads in 1 2 5; do
	expect 0 "$tulle" run scenes/curtain.json --frames 30 --threads $threads --no-files --json --quiet
	python3 -c "import json; print(json.load(open('$work/stdout'))['hash'])" >> "$work/hashes"
done
[ "$(sort -u "$work/hashes" | wc -l)" -eq 1 ] || fault "the hash depends on the number of threads: $(cat "$work/hashes")"
expect 0 "$tulle" run scenes/pendulum.json --frames 5 --no-files --json --precision double
grep -q '"precision": "double"' "$work/stdout" || fault "--precision double"
expect 0 "$tulle" run scenes/pendulum.json --frames 5 --no-files --json --set budget.substeps=3
grep -q '"substeps": 3' "$work/stdout" || fault "--set"

# ---- what the budget and the air did
expect 0 "$tulle" run scenes/windy_flag.json --frames 3 --no-files --json --set wind.velocity=[2000,0,0] \
	--set budget.iterations=9 --set budget.residualTolerance=1e9
grep -q 'the air was held back' "$work/stdout" || fault "the air is not said to be held back"
python3 -c "import json; assert json.load(open('$work/stdout'))['iterationsUsed'] == {'mean': 1, 'max': 1}" ||
	fault "the iterations that were used"
expect 0 "$tulle" run scenes/windy_flag.json --frames 3 --no-files --json
grep -q 'the air was held back' "$work/stdout" && fault "air is held back in a moderate wind"

# ---- names that a table must quote; a mesh that does not fit is left out and the run kept
cat > "$work/names.json" <<'JSON'
{
  "frames": 3,
  "bodies": [{ "name": "a,\"b\"", "grid": { "columns": 20, "rows": 20, "width": 1, "height": 1 } }],
  "colliders": [
    { "shape": { "type": "plane" }, "transform": { "position": [0, -1, 0] } },
    { "shape": { "type": "sphere", "radius": 0.1 }, "keyframes": [{ "time": 0 }, { "time": 1, "position": [0, -1, 0] }] }
  ],
  "probes": [
    { "name": "e, \"x\"", "type": "energy" }, { "name": "=1+1", "type": "position", "vertex": 0, "axis": "y" },
    { "name": "a long name without a blank ................................................................", "type": "energy" }
  ],
  "output": { "glbMegabytes": 0.01 }
}
JSON
expect 0 "$tulle" run "$work/names.json" -o "$work/names"
grep -q '^note: scene.glb is left out' "$work/stdout" || fault "no note on the missing scene.glb: $(cat "$work/stdout")"
[ -e "$work/names/scene.glb" ] && fault "scene.glb is there"
python3 - "$work/names" <<'PY' || fault "tables with names in quotes"
import csv, json, sys
folder = sys.argv[1]
probes = list(csv.reader(open(f"{folder}/probes.csv"), strict=True))
assert probes[0][:4] == ["frame", "time_s", 'e, "x"', "=1+1"] and all(len(row) == 5 for row in probes), probes[0]
state = list(csv.DictReader(open(f"{folder}/state.csv"), strict=True))
assert len(state) == 400 and {row["body"] for row in state} == {'a,"b"'}
summary = json.load(open(f"{folder}/summary.json"))
assert any("scene.glb is left out" in note for note in summary["notes"]), summary["notes"]
report = open(f"{folder}/report.html").read()
assert "scene.glb is left out" in report and "overflow-wrap" in report
PY
expect 0 "$tulle" run "$work/names.json" -o "$work/names" --set output.glbMegabytes=64
python3 - "$work/names/scene.glb" <<'PY' || fault "the colliders of scene.glb"
import json, struct, sys
data = open(sys.argv[1], "rb").read()
gltf = json.loads(data[20 : 20 + struct.unpack("<I", data[12:16])[0]])
moved = [gltf["nodes"][c["target"]["node"]]["name"] for a in gltf["animations"] for c in a["channels"] if c["target"]["path"] == "translation"]
assert moved == ["collider1"], moved
PY

# ---- a bare mesh
cp scenes/meshes/skirt.obj "$work/body.obj"
expect 0 "$tulle" run "$work/body.obj" --frames 5 -o "$work/mesh"
grep -q '^assumed: ' "$work/stdout" || fault "no word on what was assumed"

# ---- bad input: one sentence, status 2, nothing written
cat > "$work/bad.json" <<'JSON'
{
  "frames": 10,
  "bodies": [
    { "name": "a", "grid": { "columns": 4, "rows": 4, "width": 1, "height": -1 } }
  ]
}
JSON
expect 2 "$tulle" run "$work/bad.json" -o "$work/none"
grep -q 'bad.json:4:' "$work/stderr" || fault "no line: $(cat "$work/stderr")"
[ -e "$work/none" ] && fault "a failed run left a folder"
for arguments in "" "$work/missing.json" "$work" "scenes/pendulum.json --frames -1" "scenes/pendulum.json --frames x" \
	"scenes/pendulum.json --set nonsense=1" "scenes/pendulum.json --set fps=0" "scenes/pendulum.json --set fps=-60" \
	"scenes/pendulum.json --threads 0" "scenes/pendulum.json --wrong" "scenes/pendulum.json scenes/drop.json" \
	"scenes/pendulum.json --precision half" "README.md" "scenes/pendulum.json -o /dev/null/x"; do
	# shellcheck disable=SC2086
	expect 2 "$tulle" run $arguments
done
# ---- the words for what is wrong
says() {
	local words=$1
	shift
	expect 2 "$@"
	grep -qF -- "$words" "$work/stderr" || fault "no '$words': $*: $(cat "$work/stderr")"
}
ln -s nowhere "$work/dangling"
says "$work/bad.json: is a file, not a folder" "$tulle" run scenes/pendulum.json --frames 1 -o "$work/bad.json"
says "$work/dangling: is a link that leads nowhere" "$tulle" run scenes/pendulum.json --frames 1 -o "$work/dangling"
says "--precision needs a value" "$tulle" run scenes/pendulum.json --precision
says "--precision needs a value" "$tulle" run scenes/pendulum.json --precision=
says "frames: must be a whole number from 0 to 10000000" "$tulle" run scenes/pendulum.json --frames 100000000
printf '{"bodies":[]}\0' > "$work/zero.json"
says "zero.json:1:14: the text holds a zero byte" "$tulle" run "$work/zero.json"
: > "$work/empty.obj"
printf 'v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' > "$work/nan.obj"
printf 'v 0 0 0\nv 1 0 0\nf 1 2 9\n' > "$work/range.obj"
for mesh in empty nan range; do
	expect 2 "$tulle" run "$work/$mesh.obj" -o "$work/none"
	expect 2 "$tulle" inspect "$work/$mesh.obj"
done
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' > "$work/one.obj"
expect 0 "$tulle" run "$work/one.obj" --frames 5 -o "$work/one"
grep -qi nan "$work/one/state.csv" && fault "NaN in the state"
expect 0 "$tulle" run scenes/drop.json --frames 3 --no-files --set 'bodies[0].pins=[{"vertices":[[0,960]]}]'

# ---- earlier results survive a failed run; a full disk is said
expect 0 "$tulle" run scenes/pendulum.json --frames 5 -o "$work/keep"
before=$(cat "$work"/keep/* | cksum)
expect 2 "$tulle" run scenes/pendulum.json --frames 5 -o "$work/keep" --set 'bodies[0].material="none"'
[ "$before" = "$(cat "$work"/keep/* | cksum)" ] || fault "a failed run changed earlier files"
if [ "$(id -u)" -eq 0 ] && mkdir "$work/small" && mount -t tmpfs -o size=200k tmpfs "$work/small" 2> /dev/null; then
	expect 2 "$tulle" run scenes/drop.json --frames 60 -o "$work/small/out"
	grep -q 'No space left' "$work/stderr" || fault "a full disk: $(cat "$work/stderr")"
	[ -z "$(find "$work/small" -type f)" ] || fault "a full disk left $(find "$work/small" -type f)"
	umount "$work/small"
fi
if [ -w /dev/full ]; then
	"$tulle" run scenes/pendulum.json --frames 2 --no-files --json --quiet > /dev/full 2> "$work/stderr"
	[ $? -eq 2 ] || fault "a full standard output is silent"
fi

# ---- every verb has a help, unknown ones are answered
for verb in run inspect verify experiment bench schema; do
	expect 0 "$tulle" $verb --help
	[ -s "$work/stdout" ] || fault "$verb --help prints nothing"
	cp "$work/stdout" "$work/help"
	expect 0 "$tulle" help $verb
	cmp -s "$work/stdout" "$work/help" || fault "help $verb is not $verb --help"
done
expect 2 "$tulle" dance
expect 2 "$tulle" help dance
expect 0 "$tulle" verify --only "free fall"
head -n 1 "$work/stdout" | grep -q 'double precision, the default' || fault "verify: $(head -n 1 "$work/stdout")"
expect 0 "$tulle" verify --only "free fall" --precision single
head -n 1 "$work/stdout" | grep -q 'single precision' || fault "verify: $(head -n 1 "$work/stdout")"
expect 0 "$tulle" --version

# ---- what springs make of a fabric is said beforehand
expect 0 "$tulle" inspect scenes/meshes/skirt.obj --fabric denim
grep -q '15000, 9400 and' "$work/stdout" || fault "inspect --fabric: $(tail -n 4 "$work/stdout")"
grep -q '"bendType": "curvature" is exact' "$work/stdout" || fault "inspect --fabric gives no advice"
expect 2 "$tulle" inspect scenes/meshes/skirt.obj --fabric denmi
expect 0 "$tulle" inspect scenes/meshes/skirt.obj --json
grep -q '"suggestedStretchType": "strain"' "$work/stdout" || fault "inspect --json has no stiffness"

# ---- documentation and schema are those of the code
"$tulle" schema | cmp -s - scenes/tulle.schema.json || fault "scenes/tulle.schema.json is not up to date: make docs"
expect 0 "$tulle" schema --check docs/scene-format.md --check docs/materials.md --check scenes/tulle.schema.json

[ $faults -eq 0 ] && echo "run: as expected"
exit $((faults > 0))
