#!/bin/sh
# Compiles the runtime for this host and compares it with the host's own C library.
#
# Every symbol that the runtime defines gets the prefix rt_, so both libraries fit into one program;
# what it leaves undefined (the intrinsics, malloc, memcpy) comes from machine_stand_in.h and
# from the host. Each file must also compile to bitcode with the flags that Clew uses.
#
# Usage: run.sh [flags for every compilation, such as -fsanitize=address,undefined]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-O1 -g -std=c11 -fno-builtin -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
       -fno-strict-aliasing -Wall -Wextra -Werror"

for source in "$here"/../*.c; do
    name=$(basename "$source" .c)
    # shellcheck disable=SC2086
    clang-19 $flags -emit-llvm -c "$source" -o "$work/$name.bc"
    # shellcheck disable=SC2086
    clang-19 $flags "$@" -c "$source" -o "$work/$name.o"
done

nm --defined-only --extern-only --format=posix "$work"/*.o | awk 'NF > 1 { print $1, "rt_" $1 }' |
    sort -u >"$work/renames"
for object in "$work"/*.o; do
    objcopy --redefine-syms="$work/renames" "$object"
done

for test in native_test posix_test; do
    clang-19 -O1 -g -std=gnu11 -fno-builtin -Wall -Wextra -Werror -Wno-format "$@" \
        -I "$here/.." "$here/$test.c" "$work"/*.o -o "$work/$test" -lm
    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1 "$work/$test"
done
