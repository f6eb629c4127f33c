/* What every file of the runtime includes before any system header.

   The runtime defines the functions that the system headers declare. Above -O0 glibc's headers also
   carry inline bodies for some of them, which would clash with ours; __NO_INLINE__ keeps them out.

   A name that is shared between files of the runtime starts with __clewrt_, so that it can neither
   meet a name of the checked program nor be taken for an intrinsic of the machine. */
#ifndef CLEW_RUNTIME_H
#define CLEW_RUNTIME_H

#ifndef __NO_INLINE__
#define __NO_INLINE__ 1
#endif

#include "intrinsics.h"

#endif
