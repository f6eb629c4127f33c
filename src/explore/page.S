// The parts of the explorer's page; the assembler finds them by the build's include path.
        .section .rodata
        .macro embed name, file
        .global \name\()Begin, \name\()End
\name\()Begin:
        .incbin "\file"
\name\()End:
        .byte 0
        .endm
        embed clewExplorerFrame, explorer.html
        embed clewExplorerStyle, explorer.css
        embed clewExplorerVariables, variables.js
        embed clewExplorerChoices, choices.js
        embed clewExplorerMap, map.js
        embed clewExplorerSearch, search.js
        embed clewExplorerNotes, notes.js
        embed clewExplorerWalk, walk.js
        .section .note.GNU-stack, "", @progbits
