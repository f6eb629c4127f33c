// The bytes behind embedded.h; the paths come from the build.
        .section .rodata
        .balign 16
        .global clewRuntimeBegin, clewRuntimeEnd, clewCxxRuntimeBegin, clewCxxRuntimeEnd
        .global clewHeaderBegin, clewHeaderEnd, clewWaitHeaderBegin, clewWaitHeaderEnd
clewRuntimeBegin:
        .incbin CLEW_RUNTIME_BITCODE
clewRuntimeEnd:
        .balign 16
clewCxxRuntimeBegin:
        .incbin CLEW_CXX_RUNTIME_BITCODE
clewCxxRuntimeEnd:
        .balign 16
clewHeaderBegin:
        .incbin CLEW_HEADER
clewHeaderEnd:
        .balign 16
clewWaitHeaderBegin:
        .incbin CLEW_WAIT_HEADER
clewWaitHeaderEnd:
        .section .note.GNU-stack,"",@progbits
