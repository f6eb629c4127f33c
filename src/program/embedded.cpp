#include "program/embedded.h"

#define CLEW_EMBEDDED(name)            \
  extern "C" const char name##Begin[]; \
  extern "C" const char name##End[];

CLEW_EMBEDDED(clewRuntime64)
CLEW_EMBEDDED(clewRuntime32)
CLEW_EMBEDDED(clewCxxRuntime64)
CLEW_EMBEDDED(clewCxxRuntime32)
CLEW_EMBEDDED(clewHeader)
CLEW_EMBEDDED(clewWaitHeader)

namespace clew::program {

namespace {

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<size_t>(end - begin)}; }

}  // namespace

std::string_view embeddedRuntime(unsigned pointerBits) {
  return pointerBits == 64 ? between(clewRuntime64Begin, clewRuntime64End)
                           : between(clewRuntime32Begin, clewRuntime32End);
}

std::string_view embeddedCxxRuntime(unsigned pointerBits) {
  return pointerBits == 64 ? between(clewCxxRuntime64Begin, clewCxxRuntime64End)
                           : between(clewCxxRuntime32Begin, clewCxxRuntime32End);
}

std::string_view embeddedWaitHeader() { return between(clewWaitHeaderBegin, clewWaitHeaderEnd); }

std::string_view embeddedHeader() { return between(clewHeaderBegin, clewHeaderEnd); }

}  // namespace clew::program
