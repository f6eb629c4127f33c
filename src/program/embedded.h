// Files that travel inside the executable, so that `clew` needs nothing beside it but clang.
#pragma once

#include <string_view>

namespace clew::program {

/// The runtime library as bitcode.
std::string_view embeddedRuntime();
/// What C++ programs need beside it, as bitcode.
std::string_view embeddedCxxRuntime();
/// The text that stands for libstdc++'s headers about waiting for atomic objects.
std::string_view embeddedWaitHeader();
/// The text of <clew.h>.
std::string_view embeddedHeader();

}  // namespace clew::program
