#include "program/embedded.h"

extern "C" {
extern const char clewRuntimeBegin[];
extern const char clewRuntimeEnd[];
extern const char clewRuntime32Begin[];
extern const char clewRuntime32End[];
extern const char clewHeaderBegin[];
extern const char clewHeaderEnd[];
}

namespace clew::program {

std::string_view embeddedRuntime() {
  return {clewRuntimeBegin, static_cast<size_t>(clewRuntimeEnd - clewRuntimeBegin)};
}

std::string_view embeddedRuntime32() {
  return {clewRuntime32Begin, static_cast<size_t>(clewRuntime32End - clewRuntime32Begin)};
}

std::string_view embeddedHeader() { return {clewHeaderBegin, static_cast<size_t>(clewHeaderEnd - clewHeaderBegin)}; }

}  // namespace clew::program
