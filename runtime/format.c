/* The printf format engine.

   A format is read once, from left to right. Between conversions the text is copied as it
   stands; a conversion is parsed into a small struct (flags, width, precision, size, letter),
   its argument is fetched by the rules for its size, and it is laid out as

       spaces, sign or 0x, zeros, digits, spaces

   of which each part may be empty. Digits are produced here; floating point is left to the
   machine, since correct rounding needs big numbers. Padding is never built in memory, so widths
   have no limit.

   What C leaves undefined or what would need wide characters or positions ("%1$d") stops the run
   as not modelled. A null pointer for %s is read like any other string, so the machine reports
   it. */
#define _DEFAULT_SOURCE
#include "runtime.h"

#include "format.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

/* The values are those that __clew_format_double expects. */
enum { kLeft = 1, kPlus = 2, kSpace = 4, kAlternate = 8, kZero = 16 };

/* The size of an integer argument in bits; all of l, ll, j, z and t are 64 bits here. */
typedef enum Size { kChar = 8, kShort = 16, kInt = 32, kLong = 64, kLongDouble = 80 } Size;

typedef struct Conversion {
    int flags;
    int width;
    int precision; /* -1 when there is none */
    Size size;
    char letter;
} Conversion;

/* A va_list is an array on this platform and decays when it is passed; the struct keeps one list
   that all functions below advance together. */
typedef struct Arguments {
    va_list list;
} Arguments;

static void emit(Sink *sink, const char *bytes, size_t length)
{
    if (length == 0)
        return;
    if (sink->stream != 0) {
        __clew_write(sink->stream, bytes, length);
    } else if (sink->length < sink->capacity) {
        size_t room = sink->capacity - sink->length;
        memcpy(sink->to + sink->length, bytes, length < room ? length : room);
    }
    sink->length += length;
}

static void emitRepeated(Sink *sink, const char *sixteen, int count)
{
    for (; count > 16; count -= 16)
        emit(sink, sixteen, 16);
    if (count > 0)
        emit(sink, sixteen, (size_t)count);
}

static void emitSpaces(Sink *sink, int count)
{
    emitRepeated(sink, "                ", count);
}

static void emitZeros(Sink *sink, int count)
{
    emitRepeated(sink, "0000000000000000", count);
}

static void emitText(Sink *sink, const Conversion *conversion, const char *text, size_t length)
{
    int padding = length < (size_t)conversion->width ? conversion->width - (int)length : 0;
    int left = conversion->flags & kLeft;
    emitSpaces(sink, left ? 0 : padding);
    emit(sink, text, length);
    emitSpaces(sink, left ? padding : 0);
}

/* With a precision at most that many bytes are looked at: the text need not be terminated then. */
static void emitString(Sink *sink, const Conversion *conversion, const char *text)
{
    size_t length =
        conversion->precision < 0 ? strlen(text) : strnlen(text, (size_t)conversion->precision);
    emitText(sink, conversion, text, length);
}

static void emitCharacter(Sink *sink, const Conversion *conversion, int value)
{
    char character = (char)value;
    emitText(sink, conversion, &character, 1);
}

enum { kMostDigits = 22 /* of 64 bits in octal */ };

/* Writes the digits of the value so that they end where the buffer ends; returns where they start.
   Zero has no digits: its one digit comes from the precision, which is 1 unless it is given. */
static char *writeDigits(char *end, uint64_t value, unsigned base, char letter)
{
    const char *digits = letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    for (; value != 0; value /= base)
        *--end = digits[value % base];
    return end;
}

/* How many zeros stand between prefix and digits. The flag 0 fills the width with them, but not
   against a precision or the flag -. */
static int leadingZeros(const Conversion *conversion, int digits, int prefix)
{
    int wanted = conversion->precision < 0 ? 1 : conversion->precision;
    if (conversion->precision < 0 && (conversion->flags & (kZero | kLeft)) == kZero &&
        conversion->width - prefix > wanted)
        wanted = conversion->width - prefix;
    if (conversion->letter == 'o' && (conversion->flags & kAlternate) && wanted <= digits)
        wanted = digits + 1;
    return wanted > digits ? wanted - digits : 0;
}

static void emitNumber(Sink *sink, const Conversion *conversion, uint64_t value, unsigned base,
                       const char *prefix)
{
    char buffer[kMostDigits];
    char *end = buffer + sizeof buffer;
    char *first = writeDigits(end, value, base, conversion->letter);
    int digits = (int)(end - first);
    int prefixLength = (int)strlen(prefix);
    int zeros = leadingZeros(conversion, digits, prefixLength);
    int64_t padding = (int64_t)conversion->width - prefixLength - zeros - digits;
    int left = conversion->flags & kLeft;

    emitSpaces(sink, left || padding < 0 ? 0 : (int)padding);
    emit(sink, prefix, (size_t)prefixLength);
    emitZeros(sink, zeros);
    emit(sink, first, (size_t)digits);
    emitSpaces(sink, left && padding > 0 ? (int)padding : 0);
}

static int64_t signedArgument(Size size, Arguments *arguments)
{
    if (size >= kLong)
        return va_arg(arguments->list, long);
    int value = va_arg(arguments->list, int);
    return size == kChar ? (signed char)value : size == kShort ? (short)value : value;
}

static uint64_t unsignedArgument(Size size, Arguments *arguments)
{
    if (size >= kLong)
        return va_arg(arguments->list, unsigned long);
    unsigned value = va_arg(arguments->list, unsigned);
    return size == kChar ? (unsigned char)value : size == kShort ? (unsigned short)value : value;
}

static void emitSigned(Sink *sink, const Conversion *conversion, int64_t value)
{
    const char *sign = conversion->flags & kPlus ? "+" : conversion->flags & kSpace ? " " : "";
    if (value < 0)
        emitNumber(sink, conversion, 0 - (uint64_t)value, 10, "-");
    else
        emitNumber(sink, conversion, (uint64_t)value, 10, sign);
}

static void emitHexadecimal(Sink *sink, const Conversion *conversion, uint64_t value)
{
    int marked = (conversion->flags & kAlternate) && value != 0;
    const char *mark = conversion->letter == 'X' ? "0X" : "0x";
    emitNumber(sink, conversion, value, 16, marked ? mark : "");
}

/* C leaves the form of a pointer open; this is glibc's. */
static void emitPointer(Sink *sink, const Conversion *conversion, const void *pointer)
{
    const char *mark = conversion->flags & kPlus    ? "+0x"
                       : conversion->flags & kSpace ? " 0x"
                                                    : "0x";
    if (pointer == NULL)
        emitText(sink, conversion, "(nil)", 5);
    else
        emitNumber(sink, conversion, (uintptr_t)pointer, 16, mark);
}

/* Both types are passed on as a long double; with %a it matters which of them it was. */
static size_t formatReal(char *to, size_t capacity, const Conversion *conversion, const long double *value)
{
    if (conversion->size == kLongDouble)
        return __clew_format_long_double(to, capacity, value, conversion->letter, conversion->flags,
                                         conversion->width, conversion->precision);
    return __clew_format_double(to, capacity, (double)*value, conversion->letter, conversion->flags,
                                conversion->width, conversion->precision);
}

static void emitLongDigits(Sink *sink, const Conversion *conversion, const long double *value, size_t length)
{
    char digits[length];
    emit(sink, digits, formatReal(digits, length, conversion, value));
}

/* Nearly every number fits the small buffer, and only the others pay for a second conversion. */
static void emitReal(Sink *sink, const Conversion *conversion, long double value)
{
    char digits[64];
    size_t length = formatReal(digits, sizeof digits, conversion, &value);
    if (length <= sizeof digits)
        emit(sink, digits, length);
    else
        emitLongDigits(sink, conversion, &value, length);
}

static long double realArgument(Size size, Arguments *arguments)
{
    if (size == kLongDouble)
        return va_arg(arguments->list, long double);
    return va_arg(arguments->list, double);
}

static void requireNarrow(const Conversion *conversion)
{
    if (conversion->size == kLong)
        __clew_unmodelled("printf with wide characters");
}

static void emitConversion(Sink *sink, const Conversion *conversion, Arguments *arguments)
{
    switch (conversion->letter) {
    case 'd':
    case 'i':
        emitSigned(sink, conversion, signedArgument(conversion->size, arguments));
        break;
    case 'u':
        emitNumber(sink, conversion, unsignedArgument(conversion->size, arguments), 10, "");
        break;
    case 'o':
        emitNumber(sink, conversion, unsignedArgument(conversion->size, arguments), 8, "");
        break;
    case 'x':
    case 'X':
        emitHexadecimal(sink, conversion, unsignedArgument(conversion->size, arguments));
        break;
    case 'c':
        requireNarrow(conversion);
        emitCharacter(sink, conversion, va_arg(arguments->list, int));
        break;
    case 's':
        requireNarrow(conversion);
        emitString(sink, conversion, va_arg(arguments->list, const char *));
        break;
    case 'p':
        emitPointer(sink, conversion, va_arg(arguments->list, const void *));
        break;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        emitReal(sink, conversion, realArgument(conversion->size, arguments));
        break;
    case 'm':
        emitString(sink, conversion, strerror(errno));
        break;
    case '%':
        emit(sink, "%", 1);
        break;
    case 'n':
        __clew_unmodelled("printf with %n");
    default:
        __clew_unmodelled("printf with an unknown conversion");
    }
}

static const char *readFlags(const char *at, Conversion *conversion)
{
    for (;; ++at) {
        switch (*at) {
        case '-': conversion->flags |= kLeft; break;
        case '+': conversion->flags |= kPlus; break;
        case ' ': conversion->flags |= kSpace; break;
        case '#': conversion->flags |= kAlternate; break;
        case '0': conversion->flags |= kZero; break;
        case '\'': break; /* groups of thousands, of which the C locale has none */
        default: return at;
        }
    }
}

/* Reads digits, of which there may be none. A number that fits no int becomes INT_MAX: no output
   can be that wide, so the result is the error that it has to be. */
static const char *readDecimal(const char *at, int *value)
{
    int64_t number = 0;
    for (; *at >= '0' && *at <= '9'; ++at) {
        number = number * 10 + (*at - '0');
        if (number > INT_MAX)
            number = INT_MAX;
    }
    *value = (int)number;
    return at;
}

static const char *readWidth(const char *at, Conversion *conversion, Arguments *arguments)
{
    if (*at != '*')
        return readDecimal(at, &conversion->width);
    int width = va_arg(arguments->list, int);
    if (width < 0) {
        conversion->flags |= kLeft;
        width = width == INT_MIN ? INT_MAX : -width;
    }
    conversion->width = width;
    return at + 1;
}

static const char *readPrecision(const char *at, Conversion *conversion, Arguments *arguments)
{
    conversion->precision = -1;
    if (*at != '.')
        return at;
    ++at;
    if (*at != '*')
        return readDecimal(at, &conversion->precision);
    int precision = va_arg(arguments->list, int);
    conversion->precision = precision < 0 ? -1 : precision;
    return at + 1;
}

static const char *readSize(const char *at, Conversion *conversion)
{
    conversion->size = kInt;
    switch (*at) {
    case 'h':
        conversion->size = at[1] == 'h' ? kChar : kShort;
        return at[1] == 'h' ? at + 2 : at + 1;
    case 'l':
        conversion->size = kLong;
        return at[1] == 'l' ? at + 2 : at + 1;
    case 'j':
    case 'z':
    case 't':
        conversion->size = kLong;
        return at + 1;
    case 'L':
        conversion->size = kLongDouble;
        return at + 1;
    default:
        return at;
    }
}

static const char *readConversion(const char *at, Conversion *conversion, Arguments *arguments)
{
    at = readFlags(at, conversion);
    at = readWidth(at, conversion, arguments);
    at = readPrecision(at, conversion, arguments);
    at = readSize(at, conversion);
    conversion->letter = *at;
    return at + 1;
}

int __clewrt_format(Sink *sink, const char *format, va_list list)
{
    Arguments arguments;
    va_copy(arguments.list, list);
    for (;;) {
        size_t plain = 0;
        while (format[plain] != '\0' && format[plain] != '%')
            ++plain;
        emit(sink, format, plain);
        format += plain;
        if (*format == '\0')
            break;
        Conversion conversion = {0};
        format = readConversion(format + 1, &conversion, &arguments);
        emitConversion(sink, &conversion, &arguments);
    }
    va_end(arguments.list);
    if (sink->length > INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return (int)sink->length;
}
