#include "program/embedded.h"

extern "C" {
extern const char clewRuntimeBegin[];
extern const char clewRuntimeEnd[];
extern const char clewHeaderBegin[];
extern const char clewHeaderEnd[];
extern const char clewCxxRuntimeBegin[];
extern const char clewCxxRuntimeEnd[];
extern const char clewWaitHeaderBegin[];
extern const char clewWaitHeaderEnd[];
}

namespace clew::program {

std::string_view embeddedRuntime() {
  return {clewRuntimeBegin, static_cast<size_t>(clewRuntimeEnd - clewRuntimeBegin)};
}

std::string_view embeddedCxxRuntime() {
  return {clewCxxRuntimeBegin, static_cast<size_t>(clewCxxRuntimeEnd - clewCxxRuntimeBegin)};
}

std::string_view embeddedWaitHeader() {
  return {clewWaitHeaderBegin, static_cast<size_t>(clewWaitHeaderEnd - clewWaitHeaderBegin)};
}

std::string_view embeddedHeader() { return {clewHeaderBegin, static_cast<size_t>(clewHeaderEnd - clewHeaderBegin)}; }

}  // namespace clew::program
