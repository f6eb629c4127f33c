// The bytes behind embedded.h; the paths come from the build.
#include "../support/embed.inc"
        embed clewRuntime64, CLEW_C_64
        embed clewRuntime32, CLEW_C_32
        embed clewCxxRuntime64, CLEW_CXX_64
        embed clewCxxRuntime32, CLEW_CXX_32
        embed clewHeader, CLEW_HEADER
        embed clewWaitHeader, CLEW_WAIT_HEADER
        .section .note.GNU-stack, "", @progbits
