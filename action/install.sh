#!/usr/bin/env bash
# Installs rackguard of the checkout that this file is in, with the versions of its lock file, into a new environment.
# Usage: install.sh FOLDER. Python is the one that PYTHON names, else python3;
# -I, since the checkout that it is run in may hold modules with the names of Python's own.
set -euo pipefail

target=$1
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"${PYTHON:-python3}" -I -m venv "$target"
pip=("$target/bin/python" -I -m pip --quiet --disable-pip-version-check install)
"${pip[@]}" --require-hashes --requirement "$root/requirements.lock"
"${pip[@]}" --no-deps --no-build-isolation "$root"
