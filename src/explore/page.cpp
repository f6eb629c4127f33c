#include "explore/page.h"

#include "report/page.h"

extern "C" {
extern const char clewExplorerFrameBegin[], clewExplorerFrameEnd[];
extern const char clewExplorerStyleBegin[], clewExplorerStyleEnd[];
extern const char clewExplorerVariablesBegin[], clewExplorerVariablesEnd[];
extern const char clewExplorerChoicesBegin[], clewExplorerChoicesEnd[];
extern const char clewExplorerMapBegin[], clewExplorerMapEnd[];
extern const char clewExplorerSearchBegin[], clewExplorerSearchEnd[];
extern const char clewExplorerNotesBegin[], clewExplorerNotesEnd[];
extern const char clewExplorerWalkBegin[], clewExplorerWalkEnd[];
}

namespace clew::explore {

namespace {

report::PageText text() {
  report::PageText page;
  page.frame = {clewExplorerFrameBegin, clewExplorerFrameEnd};
  page.style = std::string(report::pageStyle());
  page.style.append(clewExplorerStyleBegin, clewExplorerStyleEnd);
  page.script = report::pathScript();
  page.script.append(clewExplorerVariablesBegin, clewExplorerVariablesEnd);
  page.script.append(clewExplorerChoicesBegin, clewExplorerChoicesEnd);
  page.script.append(clewExplorerMapBegin, clewExplorerMapEnd);
  page.script.append(clewExplorerSearchBegin, clewExplorerSearchEnd);
  page.script.append(clewExplorerNotesBegin, clewExplorerNotesEnd);
  page.script.append(clewExplorerWalkBegin, clewExplorerWalkEnd);
  page.morePolicy = "connect-src 'self'; img-src data:; ";
  return page;
}

}  // namespace

std::string explorerPage(std::string_view json, std::string_view title) {
  return report::filled(text(), json, title, title);
}

std::string explorerPolicy() { return report::policyOf(text()); }

}  // namespace clew::explore
