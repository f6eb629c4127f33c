/* Stands in for the machine when the runtime runs natively: choices come from a script, output is
   captured, and what would end the run jumps back to the test. __clew_call_main is the test's own. */
#ifndef CLEW_MACHINE_STAND_IN_H
#define CLEW_MACHINE_STAND_IN_H

#include "intrinsics.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a run has ended. */
enum { kAssumedAway = 1, kFailed, kExited, kUnmodelled, kUnlockFault, kDestroyFault, kBlocked, kThreadEnded };

static jmp_buf stopped;
static char stopText[200];
static int exitStatus;
static char written[8192];
static size_t writtenLength;
static int writtenStream;
static unsigned choices[8];
static int choicesAsked;
static unsigned alternatives[8];
static int onceState;
static const char *givenInput;
static void (*threadEnd)(void *);
static void *threadResult;
static unsigned threadNumber = 1;
static int yields;
static const char *const programArguments[] = {"program", "", "two words"};

unsigned __clew_choose(unsigned n)
{
    alternatives[choicesAsked] = n;
    return choices[choicesAsked++];
}

void __clew_assume(int condition)
{
    if (!condition)
        longjmp(stopped, kAssumedAway);
}

void __clew_fail(const char *text)
{
    strcpy(stopText, text);
    longjmp(stopped, kFailed);
}

void __clew_exit(int status)
{
    exitStatus = status;
    longjmp(stopped, kExited);
}

void __clew_unmodelled(const char *name)
{
    strcpy(stopText, name);
    longjmp(stopped, kUnmodelled);
}

int __clew_argument_count(void)
{
    return 3;
}

unsigned long __clew_argument_length(int index)
{
    return strlen(programArguments[index]);
}

void __clew_argument_copy(int index, char *to)
{
    memcpy(to, programArguments[index], strlen(programArguments[index]));
}

void __clew_write(int stream, const char *bytes, size_t length)
{
    writtenStream = stream;
    memcpy(written + writtenLength, bytes, length);
    writtenLength += length;
}

size_t __clew_format_double(char *to, size_t capacity, double value, int conversion, int flags,
                            int width, int precision)
{
    char format[20];
    char text[4096];
    snprintf(format, sizeof format, "%%%s%s%s%s%s*.*%c", flags & 1 ? "-" : "", flags & 2 ? "+" : "",
             flags & 4 ? " " : "", flags & 8 ? "#" : "", flags & 16 ? "0" : "", conversion);
    size_t length = (size_t)snprintf(text, sizeof text, format, width, precision, value);
    memcpy(to, text, length < capacity ? length : capacity);
    return length;
}

size_t __clew_format_long_double(char *to, size_t capacity, const long double *value, int conversion,
                                 int flags, int width, int precision)
{
    char format[20];
    char text[8192];
    snprintf(format, sizeof format, "%%%s%s%s%s%s*.*L%c", flags & 1 ? "-" : "", flags & 2 ? "+" : "",
             flags & 4 ? " " : "", flags & 8 ? "#" : "", flags & 16 ? "0" : "", conversion);
    size_t length = (size_t)snprintf(text, sizeof text, format, width, precision, *value);
    memcpy(to, text, length < capacity ? length : capacity);
    return length;
}

void __clew_thread_exit(void *value)
{
    threadResult = value;
    longjmp(stopped, kThreadEnded);
}

void __clew_at_thread_end(void (*function)(void *))
{
    threadEnd = function;
}

unsigned __clew_thread_number(void)
{
    return threadNumber;
}

unsigned __clew_input_byte(size_t index)
{
    if (givenInput == NULL)
        return 257;
    return index < strlen(givenInput) ? (unsigned char)givenInput[index] : 256;
}

int __clew_parse_real(void *to, const char *text, size_t length, int bits)
{
    char copy[1000];
    memcpy(copy, text, length);
    copy[length] = '\0';
    errno = 0;
    if (bits == 32)
        *(float *)to = strtof(copy, NULL);
    else if (bits == 64)
        *(double *)to = strtod(copy, NULL);
    else
        *(long double *)to = strtold(copy, NULL);
    return errno;
}

void __clew_undefine(void *p, size_t length)
{
    memset(p, 0xaa, length);
}

void __clew_note(const char *text, const void *object)
{
    (void)text;
    (void)object;
}

int __clew_is_linked(const char *name)
{
    (void)name;
    return 1;
}

void __clew_fault_unlock(const char *text)
{
    strcpy(stopText, text);
    longjmp(stopped, kUnlockFault);
}

void __clew_fault_destroy(const char *text)
{
    strcpy(stopText, text);
    longjmp(stopped, kDestroyFault);
}

void *__clew_allocate(size_t size)
{
    return malloc(size);
}

void __clew_check_leaks(void)
{
}

void __clew_wait_while(const unsigned *word, unsigned value)
{
    if (*word == value)
        longjmp(stopped, kBlocked);
}

void __clew_wait_until(const unsigned *word, unsigned value)
{
    if (*word != value)
        longjmp(stopped, kBlocked);
}

void __clew_run_constructors(void)
{
}

void __clew_run_destructors(void)
{
}

void __clew_yield(void)
{
    ++yields;
}

size_t __clew_object_size(const void *p)
{
    return p == NULL ? 0 : 77;
}

int __clew_once_begin(int *control)
{
    (void)control;
    return onceState++ == 0;
}

void __clew_once_end(int *control)
{
    *control = 2;
}

#endif
