/* Reading floating-point numbers from text: strtod and its family.

   Here it is found out how far a number reaches; what it is worth is left to the machine, since
   correct rounding needs big numbers. */
#define _DEFAULT_SOURCE
#include "runtime.h"

#include "real.h"

#include <errno.h>
#include <stdlib.h>

static int isSpace(char character)
{
    return character == ' ' || (character >= '\t' && character <= '\r');
}

static int isDigit(char character, int hexadecimal)
{
    return (character >= '0' && character <= '9') ||
           (hexadecimal && ((character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F')));
}

static char lower(char character)
{
    return character >= 'A' && character <= 'Z' ? (char)(character + 'a' - 'A') : character;
}

/* The length of the word if the text begins with it, in upper or lower case; otherwise 0. */
static size_t wordLength(const char *text, const char *word)
{
    size_t length = 0;
    while (word[length] != '\0' && lower(text[length]) == word[length])
        ++length;
    return word[length] == '\0' ? length : 0;
}

static int isNanCharacter(char character)
{
    return isDigit(character, 0) || (lower(character) >= 'a' && lower(character) <= 'z') || character == '_';
}

/* inf, infinity, nan, nan(...) */
static size_t specialLength(const char *text)
{
    size_t length = wordLength(text, "infinity");
    if (length == 0)
        length = wordLength(text, "inf");
    if (length != 0)
        return length;
    length = wordLength(text, "nan");
    if (length == 0 || text[length] != '(')
        return length;
    size_t end = length + 1;
    while (isNanCharacter(text[end]))
        ++end;
    return text[end] == ')' ? end + 1 : length;
}

/* An exponent counts only when it has a digit. */
static size_t exponentLength(const char *text, char letter)
{
    if (lower(text[0]) != letter)
        return 0;
    size_t length = text[1] == '+' || text[1] == '-' ? 2 : 1;
    if (!isDigit(text[length], 0))
        return 0;
    while (isDigit(text[length], 0))
        ++length;
    return length;
}

static size_t digitsLength(const char *text, int hexadecimal)
{
    size_t digits = 0;
    size_t length = 0;
    for (; isDigit(text[length], hexadecimal); ++length)
        ++digits;
    if (text[length] == '.') {
        ++length;
        for (; isDigit(text[length], hexadecimal); ++length)
            ++digits;
    }
    return digits == 0 ? 0 : length + exponentLength(text + length, hexadecimal ? 'p' : 'e');
}

size_t __clewrt_lengthOfReal(const char *text)
{
    size_t sign = text[0] == '+' || text[0] == '-';
    const char *number = text + sign;
    size_t length = specialLength(number);
    if (length == 0 && number[0] == '0' && lower(number[1]) == 'x') {
        length = digitsLength(number + 2, 1);
        length += length == 0 ? 0 : 2;
    }
    if (length == 0)
        length = digitsLength(number, 0);
    return length == 0 ? 0 : sign + length;
}

static void readReal(void *to, const char *text, char **end, int bits)
{
    const char *at = text;
    while (isSpace(*at))
        ++at;
    size_t length = __clewrt_lengthOfReal(at);
    if (end != NULL)
        *end = (char *)(length == 0 ? text : at + length);
    int error = length == 0 ? __clew_parse_real(to, "0", 1, bits) : __clew_parse_real(to, at, length, bits);
    if (error != 0)
        errno = error;
}

double strtod(const char *restrict text, char **restrict end)
{
    double value;
    readReal(&value, text, end, 64);
    return value;
}

float strtof(const char *restrict text, char **restrict end)
{
    float value;
    readReal(&value, text, end, 32);
    return value;
}

long double strtold(const char *restrict text, char **restrict end)
{
    long double value = 0;
    readReal(&value, text, end, 80);
    return value;
}

double atof(const char *text)
{
    return strtod(text, NULL);
}
