#include "program/embedded.h"

extern "C" {
extern const char clewRuntimeBegin[];
extern const char clewRuntimeEnd[];
extern const char clewHeaderBegin[];
extern const char clewHeaderEnd[];
}

namespace clew::program {

std::string_view embeddedRuntime() {
  return {clewRuntimeBegin, static_cast<size_t>(clewRuntimeEnd - clewRuntimeBegin)};
}

std::string_view embeddedHeader() { return {clewHeaderBegin, static_cast<size_t>(clewHeaderEnd - clewHeaderBegin)}; }

}  // namespace clew::program
