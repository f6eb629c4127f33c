/* What a program under Clew may say to it. Include with <clew.h>; Clew puts it on the include path.
   In a native build define the functions yourself, or do not link the parts that use them. */
#ifndef CLEW_H
#define CLEW_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A value 0 .. n-1; every one of them is explored. n must be at least 1. */
int clew_choose(int n);

/* Paths on which the condition is false are left aside. */
void clew_assume(int condition);

/* Gives these bytes any value. The name is for people. */
void clew_symbolic(void *bytes, size_t size, const char *name);

#ifdef __cplusplus
}
#endif
#endif
