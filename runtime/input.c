/* Standard input.

   What the user gives with --stdin is read byte by byte. Without it every byte is a choice: the end of
   input, or any of the 256 values, so that a program is checked for every input there is. The end stays
   once it is reached, until clearerr. One byte can be put back.

   All that is kept is where the reader is; a program that does not read has none of it. */
#define _GNU_SOURCE
#include "runtime.h"

#include "stream.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kEndOfGiven = 256, kNotGiven = 257, kAlternatives = 257 };

static struct {
    unsigned position; /* in the given text */
    short returned;    /* a byte that was put back, plus 1 */
    char atEnd;
    char failed;
} input;

static int chosenByte(void)
{
    return (int)__clew_choose(kAlternatives) - 1;
}

int __clewrt_nextInput(void)
{
    if (input.returned != 0) {
        int byte = input.returned - 1;
        input.returned = 0;
        return byte;
    }
    if (input.atEnd)
        return EOF;
    unsigned given = __clew_input_byte(input.position);
    int byte = given == kNotGiven ? chosenByte() : given == kEndOfGiven ? EOF : (int)given;
    if (byte == EOF)
        input.atEnd = 1;
    else if (given != kNotGiven)
        ++input.position;
    return byte;
}

int __clewrt_returnInput(int byte)
{
    if (input.returned != 0)
        return 0;
    input.returned = (short)((unsigned char)byte + 1);
    return 1;
}

static int readByte(FILE *stream)
{
    if (__clewrt_readable(stream))
        return __clewrt_nextInput();
    input.failed |= (char)(1 << __clewrt_descriptor(stream));
    return EOF;
}

int fgetc(FILE *stream)
{
    return readByte(stream);
}

#undef getc
int getc(FILE *stream)
{
    return readByte(stream);
}

#undef getchar
int getchar(void)
{
    return __clewrt_nextInput();
}

#undef getc_unlocked
int getc_unlocked(FILE *stream)
{
    return readByte(stream);
}

#undef fgetc_unlocked
int fgetc_unlocked(FILE *stream)
{
    return readByte(stream);
}

#undef getchar_unlocked
int getchar_unlocked(void)
{
    return __clewrt_nextInput();
}

int ungetc(int byte, FILE *stream)
{
    if (byte == EOF || !__clewrt_readable(stream) || !__clewrt_returnInput(byte))
        return EOF;
    input.atEnd = 0;
    return (unsigned char)byte;
}

char *fgets(char *restrict to, int size, FILE *restrict stream)
{
    int length = 0;
    if (size < 1)
        return NULL;
    while (length < size - 1) {
        int byte = readByte(stream);
        if (byte == EOF)
            break;
        to[length++] = (char)byte;
        if (byte == '\n')
            break;
    }
    if (length == 0 && size > 1)
        return NULL;
    to[length] = '\0';
    return to;
}

char *fgets_unlocked(char *restrict to, int size, FILE *restrict stream)
{
    return fgets(to, size, stream);
}

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    char *bytes = to;
    size_t wanted = size * count;
    size_t length = 0;
    for (int byte; length < wanted && (byte = readByte(stream)) != EOF; ++length)
        bytes[length] = (char)byte;
    return size == 0 ? 0 : length / size;
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    return fread(to, size, count, stream);
}

/* Makes room for one more byte and the zero behind it. */
static int makeRoom(char **line, size_t *size, size_t length)
{
    if (*line != NULL && length + 2 <= *size)
        return 1;
    size_t wanted = *line == NULL || *size < 60 ? 120 : 2 * *size;
    char *larger = realloc(*line, wanted);
    if (larger == NULL)
        return 0;
    *line = larger;
    *size = wanted;
    return 1;
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream)
{
    if (line == NULL || size == NULL) {
        errno = EINVAL;
        return -1;
    }
    size_t length = 0;
    for (int byte; (byte = readByte(stream)) != EOF;) {
        if (!makeRoom(line, size, length))
            return -1;
        (*line)[length++] = (char)byte;
        if (byte == delimiter)
            break;
    }
    if (length == 0)
        return -1;
    (*line)[length] = '\0';
    return (ssize_t)length;
}

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream)
{
    return getdelim(line, size, '\n', stream);
}

#undef feof
int feof(FILE *stream)
{
    return __clewrt_descriptor(stream) == 0 && input.atEnd;
}

#undef ferror
int ferror(FILE *stream)
{
    return input.failed >> __clewrt_descriptor(stream) & 1;
}

#undef clearerr
void clearerr(FILE *stream)
{
    input.failed &= (char)~(1 << __clewrt_descriptor(stream));
    if (__clewrt_descriptor(stream) == 0)
        input.atEnd = 0;
}

#undef feof_unlocked
int feof_unlocked(FILE *stream)
{
    return feof(stream);
}

#undef ferror_unlocked
int ferror_unlocked(FILE *stream)
{
    return ferror(stream);
}

#undef clearerr_unlocked
void clearerr_unlocked(FILE *stream)
{
    clearerr(stream);
}
