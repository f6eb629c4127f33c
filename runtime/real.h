/* Numbers with a fraction in text, for those who read them. */
#ifndef CLEW_RUNTIME_REAL_H
#define CLEW_RUNTIME_REAL_H

#include <stddef.h>

/* The length of the longest number at the beginning of the text, as strtod takes it, without white
   space before it; 0 if there is none. */
size_t __clewrt_lengthOfReal(const char *text);

#endif
