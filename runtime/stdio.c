/* Standard output and standard error, unformatted. What is written goes to the machine at once:
   there is no buffer to flush, to lose in abort, or to carry along in every state.

   A FILE is opaque to a program; ours is one constant number, the file descriptor. input.c reads;
   files with names are not modelled, so the functions for them have no definition. */
#define _GNU_SOURCE
#include "runtime.h"

#include "stream.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const Stream standardInput = {0};
static const Stream standardOutput = {1};
static const Stream standardError = {2};

FILE *stdin = (FILE *)&standardInput;
FILE *stdout = (FILE *)&standardOutput;
FILE *stderr = (FILE *)&standardError;

static int writeBytes(int stream, const char *bytes, size_t length)
{
    if (!__clewrt_writable(stream))
        return EOF;
    if (length != 0)
        __clew_write(stream, bytes, length);
    return 0;
}

static int writeCharacter(int stream, int value)
{
    char character = (char)value;
    return writeBytes(stream, &character, 1) == EOF ? EOF : (unsigned char)character;
}

int fputc(int character, FILE *stream)
{
    return writeCharacter(__clewrt_descriptor(stream), character);
}

#undef putc
int putc(int character, FILE *stream)
{
    return writeCharacter(__clewrt_descriptor(stream), character);
}

int putchar(int character)
{
    return writeCharacter(1, character);
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    return writeBytes(__clewrt_descriptor(stream), text, strlen(text)) == EOF ? EOF : 1;
}

int puts(const char *text)
{
    writeBytes(1, text, strlen(text));
    writeBytes(1, "\n", 1);
    return 1;
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
    if (writeBytes(__clewrt_descriptor(stream), data, size * count) == EOF)
        return 0;
    return size == 0 ? 0 : count;
}

ssize_t write(int descriptor, const void *bytes, size_t length)
{
    return writeBytes(descriptor, bytes, length) == EOF ? -1 : (ssize_t)length;
}

#undef fileno
int fileno(FILE *stream)
{
    return __clewrt_descriptor(stream);
}

void perror(const char *prefix)
{
    const char *text = strerror(errno);
    if (prefix != NULL && *prefix != '\0') {
        writeBytes(2, prefix, strlen(prefix));
        writeBytes(2, ": ", 2);
    }
    writeBytes(2, text, strlen(text));
    writeBytes(2, "\n", 1);
}

int fflush(FILE *stream)
{
    (void)stream;
    return 0;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream;
    (void)buffer;
    (void)mode;
    (void)size;
    return 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    (void)stream;
    (void)buffer;
}

/* The machine runs a function of the runtime as one step, so the names without a lock do the same. */
#undef putc_unlocked
#undef fputc_unlocked
#undef putchar_unlocked
#undef fputs_unlocked
#undef fwrite_unlocked
#undef fflush_unlocked

int fputc_unlocked(int character, FILE *stream)
{
    return fputc(character, stream);
}

int putc_unlocked(int character, FILE *stream)
{
    return fputc(character, stream);
}

int putchar_unlocked(int character)
{
    return putchar(character);
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    return fputs(text, stream);
}

size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
    return fwrite(data, size, count, stream);
}

int fflush_unlocked(FILE *stream)
{
    return fflush(stream);
}
