#!/usr/bin/env bash
# Damaged files of every kind through inspect: always an answer, never a crash or a hang.
# SPDX-License-Identifier: MIT
set -uo pipefail
tulle=$1/tulle
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tulle" run scenes/drop.json --frames 2 --quiet -o "$work/seed" --set 'output.report=false' || exit 1
python3 - "$tulle" "$work" <<'PY'
import random
import struct
import subprocess
import sys

tulle, work = sys.argv[1:]
random.seed(7)
triangle = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n" \
           "element face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n"
stl = b"\0" * 80 + struct.pack("<I", 2) + 2 * struct.pack("<12fH", 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
seeds = {
    "ply": triangle.encode(),
    "stl": stl,
    "glb": open(f"{work}/seed/scene.glb", "rb").read(),
    "obj": b"\n".join(open("scenes/meshes/skirt.obj", "rb").read().split(b"\n")[:120]) + b"\nf 1 2 3 4\nf 3 4 5 6\n",
    "off": b"OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n",
}
bad = 0
for kind, seed in seeds.items():
    for n in range(24):
        data = bytearray(seed)
        if n == 0:
            pass
        elif n % 3 == 0:
            data = data[: random.randrange(len(data))]
        else:
            for _ in range(1 + random.randrange(8)):
                data[random.randrange(len(data))] = random.choice([0, 255, random.randrange(256), ord("9"), ord("-")])
        path = f"{work}/mutant.{kind}"
        open(path, "wb").write(data)
        run = subprocess.run([tulle, "inspect", path], capture_output=True, timeout=60)
        lines = run.stderr.decode(errors="replace").strip().splitlines()
        good = run.returncode == 0 or (run.returncode == 2 and len(lines) == 1)
        if n == 0 and run.returncode != 0:
            good = False
        if not good:
            bad += 1
            print("FAULT:", kind, n, run.returncode, lines[:3])
print("mutations:", bad, "faults")
sys.exit(bad > 0)
PY
