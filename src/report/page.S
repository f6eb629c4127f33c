// The parts of the page behind html.h; the assembler finds them by the build's include path.
#include "../support/embed.inc"
        embed clewPageFrame, frame.html
        embed clewPageStyle, style.css
        embed clewPageModel, model.js
        embed clewPageLanes, lanes.js
        embed clewPageSource, source.js
        embed clewPageState, state.js
        embed clewPageSections, sections.js
        embed clewPageCharts, charts.js
        embed clewPageMain, main.js
        .section .note.GNU-stack, "", @progbits
