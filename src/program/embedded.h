// Files that travel inside the executable, so that `clew` needs nothing beside it but clang.
#pragma once

#include <string_view>

namespace clew::program {

/// The runtime library as bitcode, for x86-64 (64) and for i386 (32).
std::string_view embeddedRuntime(unsigned pointerBits);
/// What C++ programs need beside it.
std::string_view embeddedCxxRuntime(unsigned pointerBits);
/// The text that stands for libstdc++'s headers about waiting for atomic objects.
std::string_view embeddedWaitHeader();
/// The text of <clew.h>.
std::string_view embeddedHeader();

}  // namespace clew::program
