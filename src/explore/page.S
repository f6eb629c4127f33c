// The parts of the explorer's page; the assembler finds them by the build's include path.
#include "../support/embed.inc"
        embed clewExplorerFrame, explorer.html
        embed clewExplorerStyle, explorer.css
        embed clewExplorerVariables, variables.js
        embed clewExplorerChoices, choices.js
        embed clewExplorerMap, map.js
        embed clewExplorerSearch, search.js
        embed clewExplorerNotes, notes.js
        embed clewExplorerWalk, walk.js
        .section .note.GNU-stack, "", @progbits
