// The bytes behind embedded.h; the paths come from the build.
        .section .rodata
        .balign 16
        .global clewRuntimeBegin, clewRuntimeEnd, clewRuntime32Begin, clewRuntime32End
        .global clewHeaderBegin, clewHeaderEnd
clewRuntimeBegin:
        .incbin CLEW_RUNTIME_BITCODE
clewRuntimeEnd:
        .balign 16
clewRuntime32Begin:
        .incbin CLEW_RUNTIME_BITCODE_32
clewRuntime32End:
        .balign 16
clewHeaderBegin:
        .incbin CLEW_HEADER
clewHeaderEnd:
        .section .note.GNU-stack,"",@progbits
