/* What the native tests share: counting checks, a generator of inputs with a fixed seed, and strings in
   blocks of exactly their size. */
#ifndef CLEW_CHECKS_H
#define CLEW_CHECKS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed;
static int failed;

static void check(int holds, const char *what, const char *detail)
{
    if (holds) {
        ++passed;
    } else if (++failed <= 40) {
        printf("failed: %s [%s]\n", what, detail);
    }
}

#define SAME(name, ours, theirs, detail) check((ours) == (theirs), name, detail)

static uint64_t generator = 0x9e3779b97f4a7c15;

static uint64_t randomBits(void)
{
    generator ^= generator << 13;
    generator ^= generator >> 7;
    generator ^= generator << 17;
    return generator;
}

static int below(int n)
{
    return (int)((randomBits() >> 20) % (uint64_t)n);
}

/* ---- generated strings ---- */

static char *blocks[64];
static int blockCount;

static char *block(size_t size)
{
    return blocks[blockCount++] = malloc(size ? size : 1);
}

static void releaseBlocks(void)
{
    while (blockCount > 0)
        free(blocks[--blockCount]);
}

static char *textOf(const char *characters, int longest)
{
    int length = below(longest + 1);
    char *text = block((size_t)length + 1);
    for (int i = 0; i < length; ++i)
        text[i] = characters[below((int)strlen(characters))];
    text[length] = '\0';
    return text;
}

static int summary(void)
{
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}

#endif
