#!/usr/bin/env bash
# Holds every C file against .clang-format; --fix rewrites what differs. Also bounds the length of files.
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(find include src cli test bench -name '*.[ch]' | sort)
if [ "${1:-}" = "--fix" ]; then
	clang-format -i "${files[@]}"
	exit 0
fi
clang-format --dry-run --Werror "${files[@]}"
bare=$(grep -L "^// SPDX-License-Identifier: MIT" "${files[@]}" || true)
[ -z "$bare" ] || { echo "no licence line: $bare" >&2; exit 1; }
long=$(wc -l "${files[@]}" | awk '$1 > 650 && $2 != "total" { print $2 ": " $1 " lines; split it along its seams" }')
if [ -n "$long" ]; then
	echo "$long" >&2
	exit 1
fi
echo "format: ${#files[@]} files"
