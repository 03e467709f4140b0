#!/usr/bin/env bash
# Installs rackguard of the checkout that this file is in, with the versions of its lock file, into a new environment.
# Usage: install.sh FOLDER. Python is the one that PYTHON names, else python3.
set -euo pipefail

target=$1
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"${PYTHON:-python3}" -m venv "$target"
pip=("$target/bin/python" -m pip --quiet --disable-pip-version-check install)
"${pip[@]}" --require-hashes --requirement "$root/requirements.lock"
"${pip[@]}" --no-deps --no-build-isolation "$root"
