/* Character classes of the C locale.

   The macros of glibc's ctype.h do not call isalpha and its kin; they index a table that they
   get from __ctype_b_loc, and __ctype_tolower_loc and __ctype_toupper_loc likewise. So the
   tables are the definition, and the functions look up in them too. An index runs from -128 to
   255, which serves a signed char as well as EOF; an argument outside of it is undefined, and
   the machine finds it as an access outside of the table. */
#define _DEFAULT_SOURCE
#define __NO_CTYPE
#include "runtime.h"

#include <ctype.h>
#include <stdlib.h>

enum {
    kLowest = -128,
    kCount = 384,
    kControl = _IScntrl,
    kControlSpace = _IScntrl | _ISspace,
    kSymbol = _ISprint | _ISgraph | _ISpunct,
    kDigit = _ISprint | _ISgraph | _ISalnum | _ISdigit | _ISxdigit,
    kUpper = _ISprint | _ISgraph | _ISalnum | _ISalpha | _ISupper,
    kLower = _ISprint | _ISgraph | _ISalnum | _ISalpha | _ISlower,
};

/* What is not named has no class: the negative half, EOF and everything above 127. */
static const unsigned short classes[kCount] = {
    [0x00 - kLowest ... '\t' - 1 - kLowest] = kControl,
    ['\t' - kLowest] = kControlSpace | _ISblank,
    ['\n' - kLowest ... '\r' - kLowest] = kControlSpace,
    ['\r' + 1 - kLowest ... 0x1f - kLowest] = kControl,
    [' ' - kLowest] = _ISprint | _ISspace | _ISblank,
    ['!' - kLowest ... '/' - kLowest] = kSymbol,
    ['0' - kLowest ... '9' - kLowest] = kDigit,
    [':' - kLowest ... '@' - kLowest] = kSymbol,
    ['A' - kLowest ... 'F' - kLowest] = kUpper | _ISxdigit,
    ['G' - kLowest ... 'Z' - kLowest] = kUpper,
    ['[' - kLowest ... '`' - kLowest] = kSymbol,
    ['a' - kLowest ... 'f' - kLowest] = kLower | _ISxdigit,
    ['g' - kLowest ... 'z' - kLowest] = kLower,
    ['{' - kLowest ... '~' - kLowest] = kSymbol,
    [0x7f - kLowest] = kControl,
};

#define FOUR(n) n, n + 1, n + 2, n + 3
#define SIXTEEN(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
#define LETTERS(n) SIXTEEN(n), FOUR(n + 16), FOUR(n + 20), n + 24, n + 25
#define FROM_128_TO_254 \
    SIXTEEN(128), SIXTEEN(144), SIXTEEN(160), SIXTEEN(176), SIXTEEN(192), SIXTEEN(208), \
        SIXTEEN(224), FOUR(240), FOUR(244), FOUR(248), 252, 253, 254

/* Negative indices stand for the bytes 128 to 254 in a signed char; -1 is EOF and stays. */
#define NEGATIVE_HALF FROM_128_TO_254, -1
#define UP_TO_AT_SIGN SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), 64
#define BETWEEN_THE_LETTERS FOUR('['), '_', '`'
#define FROM_BRACE FOUR('{'), 127, FROM_128_TO_254, 255

static const int lowerCase[kCount] = {
    NEGATIVE_HALF, UP_TO_AT_SIGN, LETTERS('a'), BETWEEN_THE_LETTERS, LETTERS('a'), FROM_BRACE,
};

static const int upperCase[kCount] = {
    NEGATIVE_HALF, UP_TO_AT_SIGN, LETTERS('A'), BETWEEN_THE_LETTERS, LETTERS('A'), FROM_BRACE,
};

const unsigned short **__ctype_b_loc(void)
{
    static const unsigned short *const zero = classes - kLowest;
    return (const unsigned short **)&zero;
}

const __int32_t **__ctype_tolower_loc(void)
{
    static const int *const zero = lowerCase - kLowest;
    return (const __int32_t **)&zero;
}

const __int32_t **__ctype_toupper_loc(void)
{
    static const int *const zero = upperCase - kLowest;
    return (const __int32_t **)&zero;
}

size_t __ctype_get_mb_cur_max(void)
{
    return 1;
}

#define CLASS(name, bit) \
    int name(int character) \
    { \
        return classes[character - kLowest] & bit; \
    }

CLASS(isalnum, _ISalnum)
CLASS(isalpha, _ISalpha)
CLASS(isblank, _ISblank)
CLASS(iscntrl, _IScntrl)
CLASS(isdigit, _ISdigit)
CLASS(isgraph, _ISgraph)
CLASS(islower, _ISlower)
CLASS(isprint, _ISprint)
CLASS(ispunct, _ISpunct)
CLASS(isspace, _ISspace)
CLASS(isupper, _ISupper)
CLASS(isxdigit, _ISxdigit)

/* Unlike the classes, these two accept every int: glibc hands back what its table does not hold. */
int tolower(int character)
{
    return character < kLowest || character >= kCount + kLowest ? character
                                                                : lowerCase[character - kLowest];
}

int toupper(int character)
{
    return character < kLowest || character >= kCount + kLowest ? character
                                                                : upperCase[character - kLowest];
}

#undef isascii
#undef toascii

int isascii(int character)
{
    return (character & ~0x7f) == 0;
}

int toascii(int character)
{
    return character & 0x7f;
}
