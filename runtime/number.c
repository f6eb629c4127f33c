/* Reading integers from text: the strtol family, and atoi on top of it.

   One function reads sign, prefix and digits into a 64-bit magnitude and says where it stopped
   and whether the magnitude was too large; each public function then applies the limits of its
   type, of which long has 32 or 64 bits. The names with __isoc23_ are what newer headers turn strtol into; they also accept the
   prefix 0b.

   _GNU_SOURCE must not be defined here: it would make those headers rename our own definitions. */
#define _DEFAULT_SOURCE
#include "runtime.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

typedef struct Number {
    unsigned long long magnitude;
    int negative;
    int tooLarge;
} Number;

static int isSpace(char character)
{
    return character == ' ' || (character >= '\t' && character <= '\r');
}

/* The value of a digit, or one that is no digit in any base. */
static int digitValue(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'z')
        return character - 'a' + 10;
    if (character >= 'A' && character <= 'Z')
        return character - 'A' + 10;
    return 99;
}

/* A prefix counts only when a digit follows: "0xg" is the number 0 with "xg" behind it. */
static int hasPrefix(const char *text, char letter, int base)
{
    return text[0] == '0' && (text[1] == letter || text[1] == letter - 'a' + 'A') &&
           digitValue(text[2]) < base;
}

/* Settles base 0 and steps over the prefix of bases 16 and 2. */
static const char *readPrefix(const char *text, int *base, int binaryPrefix)
{
    if ((*base == 0 || *base == 16) && hasPrefix(text, 'x', 16)) {
        *base = 16;
        return text + 2;
    }
    if (binaryPrefix && (*base == 0 || *base == 2) && hasPrefix(text, 'b', 2)) {
        *base = 2;
        return text + 2;
    }
    if (*base == 0)
        *base = *text == '0' ? 8 : 10;
    return text;
}

static const char *readDigits(const char *text, int base, Number *number)
{
    unsigned long long step = (unsigned long long)base;
    unsigned long long limit = ULLONG_MAX / step;
    for (; digitValue(*text) < base; ++text) {
        unsigned long long digit = (unsigned long long)digitValue(*text);
        if (number->magnitude > limit || number->magnitude * step > ULLONG_MAX - digit)
            number->tooLarge = 1;
        else
            number->magnitude = number->magnitude * step + digit;
    }
    return text;
}

static Number readNumber(const char *text, char **end, int base, int binaryPrefix)
{
    Number number = {0, 0, 0};
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return number;
    }
    const char *at = text;
    while (isSpace(*at))
        ++at;
    number.negative = *at == '-';
    if (*at == '-' || *at == '+')
        ++at;
    const char *digits = readPrefix(at, &base, binaryPrefix);
    const char *digitsEnd = readDigits(digits, base, &number);
    if (end != NULL)
        *end = (char *)(digitsEnd == digits ? text : digitsEnd);
    return number;
}

/* `most` is the greatest value of the type. */
static long long signedNumber(const char *text, char **end, int base, int binaryPrefix, long long most)
{
    Number number = readNumber(text, end, base, binaryPrefix);
    unsigned long long limit = (unsigned long long)most + (number.negative ? 1 : 0);
    if (number.tooLarge || number.magnitude > limit) {
        errno = ERANGE;
        return number.negative ? -most - 1 : most;
    }
    return (long long)(number.negative ? 0 - number.magnitude : number.magnitude);
}

/* A minus sign is allowed: it negates in the unsigned type. */
static unsigned long long unsignedNumber(const char *text, char **end, int base, int binaryPrefix,
                                         unsigned long long most)
{
    Number number = readNumber(text, end, base, binaryPrefix);
    if (number.tooLarge || number.magnitude > most) {
        errno = ERANGE;
        return most;
    }
    return number.negative ? 0 - number.magnitude : number.magnitude;
}

#define READER(name, type, reader, most, binaryPrefix) \
    type name(const char *restrict text, char **restrict end, int base); \
    type name(const char *restrict text, char **restrict end, int base) \
    { \
        return (type)reader(text, end, base, binaryPrefix, most); \
    }

READER(strtol, long, signedNumber, LONG_MAX, 0)
READER(strtoll, long long, signedNumber, LLONG_MAX, 0)
READER(strtoul, unsigned long, unsignedNumber, ULONG_MAX, 0)
READER(strtoull, unsigned long long, unsignedNumber, ULLONG_MAX, 0)
READER(__isoc23_strtol, long, signedNumber, LONG_MAX, 1)
READER(__isoc23_strtoll, long long, signedNumber, LLONG_MAX, 1)
READER(__isoc23_strtoul, unsigned long, unsignedNumber, ULONG_MAX, 1)
READER(__isoc23_strtoull, unsigned long long, unsignedNumber, ULLONG_MAX, 1)

int atoi(const char *text)
{
    return (int)signedNumber(text, NULL, 10, 0, LONG_MAX);
}

long atol(const char *text)
{
    return (long)signedNumber(text, NULL, 10, 0, LONG_MAX);
}

long long atoll(const char *text)
{
    return signedNumber(text, NULL, 10, 0, LLONG_MAX);
}
