#!/usr/bin/env bash
# The README's first command: a program with a bug, and what Clew says about it.
set -euo pipefail
cd "$(dirname "$0")/.."

program=examples/philosophers.c
echo "\$ clew check --search bfs $program"
status=0
build/clew check --search bfs "$program" || status=$?
# A violation is what this program is for.
[[ $status == 1 ]] || { echo "demo: expected exit status 1, got $status" >&2; exit 1; }
