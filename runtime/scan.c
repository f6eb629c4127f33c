/* The scanf family, on strings and on standard input.

   The format is read once, from left to right. A conversion reads its field one byte at a time and
   puts the first byte that does not belong to it back, so it works the same on a string and on a
   stream. Integers are collected as a magnitude that stops at the largest value, as strtol does;
   for floating point the field is collected as text. Like glibc, and other than the standard says, a
   prefix or exponent without digits (0x, 1e) is read and counts for nothing; only 0x alone is no
   floating-point number.

   The names with __isoc99_ and __isoc23_ are what the headers turn scanf into; the last also accept
   the prefix 0b. stdio.h is not included, because it would rename what is defined here. */
#define _DEFAULT_SOURCE
#include "runtime.h"

#include "real.h"
#include "stream.h"

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { kEnd = -1, kLongestReal = 500 };

/* How a conversion ended. */
typedef enum Outcome { kMatched, kMismatch, kInputEnded } Outcome;

typedef struct Source {
    const char *text; /* a null pointer means standard input */
    int count;        /* bytes read so far */
    int binaryPrefix; /* whether %i takes 0b */
} Source;

typedef struct Field {
    int suppressed;
    int width; /* how many bytes are left; INT_MAX when none is given */
    int size;  /* of what is stored, in bytes; for floating point 4, 8 or 16 */
    char letter;
} Field;

/* See format.c: a va_list may be an array, and the struct keeps one list for all. */
typedef struct Targets {
    va_list list;
} Targets;

static int next(Source *source)
{
    int byte;
    if (source->text == NULL)
        byte = __clewrt_nextInput();
    else
        byte = *source->text == '\0' ? kEnd : (unsigned char)*source->text++;
    source->count += byte != kEnd;
    return byte;
}

static void putBack(Source *source, int byte)
{
    if (byte == kEnd)
        return;
    --source->count;
    if (source->text == NULL)
        __clewrt_returnInput(byte);
    else
        --source->text;
}

static int isSpace(int byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void skipSpace(Source *source)
{
    int byte;
    do
        byte = next(source);
    while (isSpace(byte));
    putBack(source, byte);
}

/* The next byte of a field: the end when the width is used up. */
static int nextOf(Source *source, Field *field)
{
    if (field->width == 0)
        return kEnd;
    int byte = next(source);
    if (byte != kEnd)
        --field->width;
    return byte;
}

/* A byte that does not belong to the field, but only if the field had room for it. */
static void leave(Source *source, Field *field, int byte)
{
    if (byte != kEnd) {
        putBack(source, byte);
        ++field->width;
    }
}

static int lower(int byte)
{
    return byte >= 'A' && byte <= 'Z' ? byte + 'a' - 'A' : byte;
}

static int digitValue(int byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    return lower(byte) >= 'a' && lower(byte) <= 'z' ? lower(byte) - 'a' + 10 : 99;
}

/* ---- integers ---- */

static int baseOf(char letter)
{
    switch (letter) {
    case 'i': return 0;
    case 'o': return 8;
    case 'x':
    case 'X':
    case 'p': return 16;
    default: return 10;
    }
}

static void storeInteger(const Field *field, Targets *targets, uint64_t value)
{
    void *to = va_arg(targets->list, void *);
    switch (field->size) {
    case 1: *(uint8_t *)to = (uint8_t)value; break;
    case 2: *(uint16_t *)to = (uint16_t)value; break;
    case 4: *(uint32_t *)to = (uint32_t)value; break;
    default: *(uint64_t *)to = value; break;
    }
}

typedef struct Integer {
    uint64_t magnitude;
    int negative;
    int tooLarge;
    int digits;
} Integer;

/* Reads the digits; `byte` is the first one, already read. */
static void readDigits(Source *source, Field *field, int byte, int base, Integer *number)
{
    while (digitValue(byte) < base) {
        uint64_t digit = (uint64_t)digitValue(byte);
        if (number->magnitude > (UINT64_MAX - digit) / (uint64_t)base)
            number->tooLarge = 1;
        else
            number->magnitude = number->magnitude * (uint64_t)base + digit;
        number->digits = 1;
        byte = nextOf(source, field);
    }
    leave(source, field, byte);
}

/* The first digit may be the 0 of a prefix, which settles base 0. */
static int readPrefix(Source *source, Field *field, int byte, int *base, Integer *number)
{
    if (byte != '0' || (*base != 0 && *base != 16 && !(*base == 2 && source->binaryPrefix))) {
        if (*base == 0)
            *base = 10;
        return byte;
    }
    number->digits = 1;
    byte = nextOf(source, field);
    if (lower(byte) == 'x' && *base != 2) {
        *base = 16;
        return nextOf(source, field);
    }
    if (lower(byte) == 'b' && *base == 0 && source->binaryPrefix) {
        *base = 2;
        return nextOf(source, field);
    }
    if (*base == 0)
        *base = 8;
    return byte;
}

/* What strtol or strtoul makes of a number that is too large for `long`, or for `long long` when that
   is asked for. */
static uint64_t clamp(const Field *field, const Integer *number)
{
    int isSigned = field->letter == 'd' || field->letter == 'i';
    int wide = field->size == 8 || sizeof(long) == 8;
    uint64_t most = wide ? UINT64_MAX : ULONG_MAX;
    if (isSigned) {
        uint64_t limit = (most >> 1) + (uint64_t)number->negative;
        uint64_t magnitude = number->tooLarge || number->magnitude > limit ? limit : number->magnitude;
        return number->negative ? 0 - magnitude : magnitude;
    }
    if (number->tooLarge || number->magnitude > most)
        return most;
    return number->negative ? 0 - number->magnitude : number->magnitude;
}

/* glibc prints a null pointer as (nil), and %p reads that again. */
static Outcome readNil(Source *source, Field *field, Targets *targets)
{
    for (const char *rest = "nil)"; *rest != '\0'; ++rest) {
        int byte = nextOf(source, field);
        if (lower(byte) != *rest) {
            leave(source, field, byte);
            return kMismatch;
        }
    }
    if (!field->suppressed)
        storeInteger(field, targets, 0);
    return kMatched;
}

static Outcome readInteger(Source *source, Field *field, Targets *targets)
{
    Integer number = {0, 0, 0, 0};
    int base = baseOf(field->letter);
    int byte = nextOf(source, field);
    if (byte == kEnd)
        return kInputEnded;
    if (byte == '(' && field->letter == 'p')
        return readNil(source, field, targets);
    if (byte == '-' || byte == '+') {
        number.negative = byte == '-';
        byte = nextOf(source, field);
    }
    byte = readPrefix(source, field, byte, &base, &number);
    readDigits(source, field, byte, base, &number);
    if (!number.digits)
        return kMismatch;
    if (!field->suppressed)
        storeInteger(field, targets, clamp(field, &number));
    return kMatched;
}

/* ---- floating point ---- */

typedef struct Collected {
    char text[kLongestReal + 1];
    int length;
} Collected;

static int keep(Collected *collected, Source *source, Field *field, int byte)
{
    if (collected->length == kLongestReal)
        __clew_unmodelled("scanf of a floating-point number of more than 500 characters");
    collected->text[collected->length++] = (char)byte;
    return nextOf(source, field);
}

/* Takes the letters of a word; `byte` has been read already. */
static int collectWord(Collected *collected, Source *source, Field *field, int byte, const char *word)
{
    while (*word != '\0' && lower(byte) == *word) {
        byte = keep(collected, source, field, byte);
        ++word;
    }
    return byte;
}

static int collectDigits(Collected *collected, Source *source, Field *field, int byte, int base)
{
    while (digitValue(byte) < base)
        byte = keep(collected, source, field, byte);
    return byte;
}

static int collectNumber(Collected *collected, Source *source, Field *field, int byte)
{
    int base = 10;
    int begin = collected->length;
    if (byte == '0') {
        byte = keep(collected, source, field, byte);
        if (lower(byte) == 'x') {
            base = 16;
            byte = keep(collected, source, field, byte);
            begin = collected->length;
        }
    }
    byte = collectDigits(collected, source, field, byte, base);
    int points = 0;
    if (byte == '.') {
        points = 1;
        byte = keep(collected, source, field, byte);
        byte = collectDigits(collected, source, field, byte, base);
    }
    if (base == 16 && collected->length == begin)
        collected->length = 0;
    if (collected->length - begin > points && lower(byte) == (base == 16 ? 'p' : 'e')) {
        byte = keep(collected, source, field, byte);
        if (byte == '+' || byte == '-')
            byte = keep(collected, source, field, byte);
        byte = collectDigits(collected, source, field, byte, 10);
    }
    return byte;
}

static Outcome readReal(Source *source, Field *field, Targets *targets)
{
    Collected collected;
    collected.length = 0;
    int byte = nextOf(source, field);
    if (byte == kEnd)
        return kInputEnded;
    if (byte == '-' || byte == '+')
        byte = keep(&collected, source, field, byte);
    int isWord = lower(byte) == 'n' || lower(byte) == 'i';
    if (lower(byte) == 'n')
        byte = collectWord(&collected, source, field, byte, "nan");
    else if (lower(byte) == 'i')
        byte = collectWord(&collected, source, field, byte, "infinity");
    else
        byte = collectNumber(&collected, source, field, byte);
    leave(source, field, byte);
    collected.text[collected.length] = '\0';
    size_t length = __clewrt_lengthOfReal(collected.text);
    if (length == 0 || (isWord && length != (size_t)collected.length))
        return kMismatch;
    if (!field->suppressed) {
        void *to = va_arg(targets->list, void *);
        __clew_parse_real(to, collected.text, length, field->size == 16 ? 80 : field->size * 8);
    }
    return kMatched;
}

/* ---- text ---- */

static Outcome readCharacters(Source *source, Field *field, Targets *targets)
{
    char *to = field->suppressed ? NULL : va_arg(targets->list, char *);
    if (field->width == INT_MAX)
        field->width = 1;
    int byte = nextOf(source, field);
    if (byte == kEnd)
        return kInputEnded;
    for (; byte != kEnd; byte = nextOf(source, field))
        if (to != NULL)
            *to++ = (char)byte;
    return kMatched;
}

/* A set of bytes such as [^a-z]. */
typedef struct Set {
    const char *first;
    const char *end;
    int inverted;
} Set;

static int isInSet(const Set *set, int byte)
{
    int found = 0;
    for (const char *at = set->first; at < set->end && !found; ++at) {
        if (*at == '-' && at > set->first && at + 1 < set->end) {
            found = byte >= (unsigned char)at[-1] && byte <= (unsigned char)at[1];
        } else {
            found = (unsigned char)*at == byte;
        }
    }
    return found != set->inverted;
}

/* Reads the bytes of a set, or, without one, all but white space. */
static Outcome readText(Source *source, Field *field, Targets *targets, const Set *set)
{
    char *to = field->suppressed ? NULL : va_arg(targets->list, char *);
    int byte = nextOf(source, field);
    if (byte == kEnd)
        return kInputEnded;
    int length = 0;
    for (; byte != kEnd && (set == NULL ? !isSpace(byte) : isInSet(set, byte)); ++length) {
        if (to != NULL)
            to[length] = (char)byte;
        byte = nextOf(source, field);
    }
    leave(source, field, byte);
    if (length == 0)
        return kMismatch;
    if (to != NULL)
        to[length] = '\0';
    return kMatched;
}

/* ---- the format ---- */

static const char *readSize(const char *at, Field *field)
{
    field->size = (int)sizeof(int);
    switch (*at) {
    case 'h':
        field->size = at[1] == 'h' ? 1 : 2;
        return at[1] == 'h' ? at + 2 : at + 1;
    case 'l':
        field->size = at[1] == 'l' ? 8 : (int)sizeof(long);
        return at[1] == 'l' ? at + 2 : at + 1;
    case 'q':
    case 'j':
        field->size = 8;
        return at + 1;
    case 'z':
    case 't':
        field->size = (int)sizeof(size_t);
        return at + 1;
    case 'L':
        field->size = 16;
        return at + 1;
    case 'm':
        __clew_unmodelled("scanf with %m");
    default:
        return at;
    }
}

static const char *readField(const char *at, Field *field)
{
    *field = (Field){0, INT_MAX, 0, 0};
    if (*at == '*') {
        field->suppressed = 1;
        ++at;
    }
    if (*at >= '0' && *at <= '9') {
        int64_t width = 0;
        for (; *at >= '0' && *at <= '9'; ++at)
            width = width * 10 + (*at - '0') > INT_MAX ? INT_MAX : width * 10 + (*at - '0');
        if (*at == '$')
            __clew_unmodelled("scanf with positions");
        field->width = width == 0 ? INT_MAX : (int)width;
    }
    const char *sizeAt = at;
    at = readSize(at, field);
    field->letter = *at;
    if (strchr("eEfFgGaA", *at) != NULL)
        field->size = *sizeAt == 'l' ? 8 : *sizeAt == 'L' ? 16 : 4;
    else if (field->size == 16)
        field->size = 8;
    if (*at == 'p')
        field->size = (int)sizeof(void *);
    if (strchr("cs[", *at) != NULL && *sizeAt == 'l')
        __clew_unmodelled("scanf with wide characters");
    return at + 1;
}

/* The set begins behind [ and reaches to the first ] that is not its first byte. */
static const char *readSet(const char *at, Set *set)
{
    set->inverted = *at == '^';
    at += set->inverted;
    set->first = at;
    if (*at == ']')
        ++at;
    while (*at != '\0' && *at != ']')
        ++at;
    set->end = at;
    return *at == '\0' ? at : at + 1;
}

static Outcome readConversion(Source *source, Field *field, Targets *targets, const Set *set)
{
    switch (field->letter) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p':
        skipSpace(source);
        return readInteger(source, field, targets);
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        skipSpace(source);
        return readReal(source, field, targets);
    case 'c':
        return readCharacters(source, field, targets);
    case 's':
        skipSpace(source);
        return readText(source, field, targets, NULL);
    case '[':
        return readText(source, field, targets, set);
    default:
        __clew_unmodelled("scanf with an unknown conversion");
    }
}

static Outcome matchLiteral(Source *source, char literal)
{
    int byte = next(source);
    if (byte == (unsigned char)literal)
        return kMatched;
    putBack(source, byte);
    return byte == kEnd ? kInputEnded : kMismatch;
}

static int scan(Source *source, const char *format, va_list list)
{
    Targets targets;
    va_copy(targets.list, list);
    int stored = 0;
    Outcome outcome = kMatched;
    while (*format != '\0' && outcome == kMatched) {
        if (isSpace((unsigned char)*format)) {
            skipSpace(source);
            ++format;
        } else if (*format != '%') {
            outcome = matchLiteral(source, *format++);
        } else if (format[1] == '%') {
            skipSpace(source);
            outcome = matchLiteral(source, '%');
            format += 2;
        } else {
            Field field;
            Set set;
            format = readField(format + 1, &field);
            if (field.letter == '[')
                format = readSet(format, &set);
            if (field.letter == 'n') {
                if (!field.suppressed)
                    storeInteger(&field, &targets, (uint64_t)source->count);
                continue;
            }
            outcome = readConversion(source, &field, &targets, &set);
            stored += outcome == kMatched && !field.suppressed;
        }
    }
    va_end(targets.list);
    return outcome == kInputEnded && stored == 0 ? kEnd : stored;
}

typedef struct _IO_FILE FILE;

static int scanText(const char *text, const char *format, va_list arguments, int binaryPrefix)
{
    Source source = {text, 0, binaryPrefix};
    return scan(&source, format, arguments);
}

static int scanInput(const FILE *stream, const char *format, va_list arguments, int binaryPrefix)
{
    Source source = {NULL, 0, binaryPrefix};
    if (stream != NULL && !__clewrt_readable(stream))
        return kEnd;
    return scan(&source, format, arguments);
}

#define WITH_ARGUMENTS(call) \
    va_list arguments; \
    va_start(arguments, format); \
    int result = call; \
    va_end(arguments); \
    return result;

#define FAMILY(prefix, binaryPrefix) \
    int prefix##vsscanf(const char *restrict text, const char *restrict format, va_list arguments); \
    int prefix##vscanf(const char *restrict format, va_list arguments); \
    int prefix##vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments); \
    int prefix##sscanf(const char *restrict text, const char *restrict format, ...); \
    int prefix##scanf(const char *restrict format, ...); \
    int prefix##fscanf(FILE *restrict stream, const char *restrict format, ...); \
    int prefix##vsscanf(const char *restrict text, const char *restrict format, va_list arguments) \
    { \
        return scanText(text, format, arguments, binaryPrefix); \
    } \
    int prefix##vscanf(const char *restrict format, va_list arguments) \
    { \
        return scanInput(NULL, format, arguments, binaryPrefix); \
    } \
    int prefix##vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments) \
    { \
        return scanInput(stream, format, arguments, binaryPrefix); \
    } \
    int prefix##sscanf(const char *restrict text, const char *restrict format, ...) \
    { \
        WITH_ARGUMENTS(scanText(text, format, arguments, binaryPrefix)) \
    } \
    int prefix##scanf(const char *restrict format, ...) \
    { \
        WITH_ARGUMENTS(scanInput(NULL, format, arguments, binaryPrefix)) \
    } \
    int prefix##fscanf(FILE *restrict stream, const char *restrict format, ...) \
    { \
        WITH_ARGUMENTS(scanInput(stream, format, arguments, binaryPrefix)) \
    }

FAMILY(, 0)
FAMILY(__isoc99_, 0)
FAMILY(__isoc23_, 1)
