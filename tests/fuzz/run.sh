#!/bin/bash
# Runs the fuzzer of scripts for so many seconds, from the scripts of some small programs, that of specifications for as
# many, from the rules of their tests, that of witnesses, from those of their tests, and that of settings and databases.
# usage: run.sh CLEW FUZZER-FOLDER SECONDS
set -euo pipefail
clew=$1 folder=$2 seconds=$3
programs=$(dirname "$0")/../programs
corpus=$folder/corpus
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$corpus"
for source in "$programs"/{classics,sync}/*.c; do
  name=$(basename "$source" .c)
  for kind in full trustful; do
    "$clew" check "$source" --max-states 1500 --quiet --script "$work/$name.$kind" --script-kind $kind -- -w \
      > /dev/null 2>&1 || true
  done
done
find "$work" -type f -size -6k -print0 | xargs -0 "$folder/tests/script_seeds" "$corpus"
"$folder/tests/script_fuzzer" "$corpus" -max_total_time="$seconds" -max_len=16384 -timeout=20 -rss_limit_mb=4096 \
  -artifact_prefix="$folder/" -print_final_stats=1

rules=$folder/rules
mkdir -p "$rules"
"$folder/tests/specification_fuzzer" "$rules" "$(dirname "$0")/../spec/rules" -dict="$(dirname "$0")/specification.dict" \
  -max_total_time="$seconds" -max_len=8192 \
  -timeout=20 -rss_limit_mb=4096 -artifact_prefix="$folder/" -print_final_stats=1

witnesses=$folder/witnesses
mkdir -p "$witnesses"
"$folder/tests/witness_fuzzer" "$witnesses" "$(dirname "$0")/../formats/witnesses" -max_total_time="$seconds" -max_len=8192 \
  -timeout=20 -rss_limit_mb=4096 -artifact_prefix="$folder/" -print_final_stats=1

projects=$folder/projects
mkdir -p "$projects"
"$folder/tests/project_fuzzer" "$projects" "$(dirname "$0")/projects" -max_total_time="$seconds" -max_len=8192 \
  -timeout=20 -rss_limit_mb=4096 -artifact_prefix="$folder/" -print_final_stats=1
