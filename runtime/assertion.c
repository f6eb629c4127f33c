/* What the assert macro calls when its condition is false. The text of the violation is only the
   expression: the machine knows where the call stands and reports that itself. */
#define _DEFAULT_SOURCE
#include "runtime.h"

#include <assert.h>
#include <string.h>

static const char before[] = "assertion \"";
static const char after[] = "\" failed";

static _Noreturn void failAssertion(const char *expression)
{
    size_t beforeLength = sizeof before - 1;
    size_t length = strlen(expression);
    char text[sizeof before + length + sizeof after];
    memcpy(text, before, beforeLength);
    memcpy(text + beforeLength, expression, length);
    memcpy(text + beforeLength + length, after, sizeof after);
    __clew_fail(text);
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    (void)file;
    (void)line;
    (void)function;
    failAssertion(expression);
}

void __assert(const char *expression, const char *file, int line)
{
    (void)file;
    (void)line;
    failAssertion(expression);
}
