#!/usr/bin/env python3
"""Rejects includes that point upward: a folder may include its own floor and the floors below, never one above.

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# From the ground up; folders of one line stand on one floor, but may not include each other unless named in FRIENDS.
FLOORS = [
    ["include/tulle"],
    ["src/base"],
    ["src/parallel", "src/mesh"],
    ["src/constraint", "src/collide"],
    ["src/solver"],
    ["src/io", "src/newton"],
    ["cli", "bench", "test"],
]
CORE = {"src/base", "src/parallel", "src/mesh", "src/constraint", "src/collide", "src/solver", "include/tulle"}
# All that the core may take from outside: C17, and POSIX threads and clock behind src/parallel and src/base.
CORE_HEADERS = {"math.h", "stdbool.h", "stddef.h", "stdint.h", "string.h", "stdarg.h", "stdatomic.h", "stdio.h",
                "stdlib.h", "time.h", "pthread.h"}


def room(path):
    """The folder of FLOORS that a file stands in."""
    text = path.relative_to(ROOT).as_posix()
    for height, floor in enumerate(FLOORS):
        for folder in floor:
            if text.startswith(folder + "/"):
                return folder, height
    return None, None


def resolve(source, name):
    for base in (source.parent, ROOT / "src", ROOT / "include", ROOT / "cli", ROOT / "test"):
        target = (base / name).resolve()
        if target.is_file():
            return target
    return None


def main():
    faults = []
    files = [p for pattern in ("include/**/*.h", "src/**/*.[ch]", "cli/*.[ch]", "test/**/*.[ch]", "bench/*.[ch]")
             for p in sorted(ROOT.glob(pattern))]
    for path in files:
        folder, height = room(path)
        for number, line in enumerate(path.read_text().splitlines(), 1):
            where = f"{path.relative_to(ROOT)}:{number}"
            found = re.match(r'\s*#\s*include\s+(["<])([^">]+)[">]', line)
            if not found:
                continue
            if found[1] == "<":
                if folder in CORE and found[2] not in CORE_HEADERS:
                    faults.append(f"{where}: the core may not include <{found[2]}>")
                continue
            target = resolve(path, found[2])
            if target is None:
                faults.append(f'{where}: "{found[2]}" is not there')
                continue
            other, level = room(target)
            if other is None or other == folder:
                continue
            if level > height:
                faults.append(f"{where}: {folder} includes {other}, a floor above")
            elif level == height:
                faults.append(f"{where}: {folder} includes {other}, its neighbour")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"floors: {len(files)} files, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
