#!/usr/bin/env bash
# Installs the Debian packages that are missing: the compiler and libraries, and for the checks clang and its tools.
# Does nothing, and asks for nothing, where all are there.
# SPDX-License-Identifier: MIT
set -euo pipefail

packages=(
	build-essential cmake pkg-config python3
	libjansson-dev libassimp-dev libpng-dev libsuitesparse-dev libcmocka-dev
	clang clang-format clang-tidy libclang-rt-14-dev
)

missing=()
for package in "${packages[@]}"; do
	if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed'; then
		missing+=("$package")
	fi
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get > /dev/null; then
	echo "bootstrap: these packages are missing and this is not a Debian system: ${missing[*]}" >&2
	exit 1
fi
sudo=()
[ "$(id -u)" -eq 0 ] || sudo=(sudo)
echo "bootstrap: installing ${missing[*]}"
"${sudo[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
