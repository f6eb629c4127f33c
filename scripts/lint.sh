#!/usr/bin/env bash
# Warnings of two compilers and clang-tidy, all of them errors.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake --preset release >/dev/null
cmake -S . -B build-gcc -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ \
  -DCLEW_WERROR=ON >/dev/null
cmake --build build-gcc -j "$(nproc)" --target clew clew-mpi  # GCC 12 has false alarms inside the test libraries
cmake --preset release -DCLEW_WERROR=ON >/dev/null
cmake --build --preset release -j "$(nproc)"

git ls-files 'src/*.cpp' | xargs -P "$(nproc)" -n 2 clang-tidy-19 -p build --quiet --warnings-as-errors='*' 2>/dev/null
echo "lint: clean"
