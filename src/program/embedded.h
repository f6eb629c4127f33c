// Files that travel inside the executable, so that `clew` needs nothing beside it but clang.
#pragma once

#include <string_view>

namespace clew::program {

/// The runtime library as bitcode, for x86-64 and for i386.
std::string_view embeddedRuntime();
std::string_view embeddedRuntime32();
/// The text of <clew.h>.
std::string_view embeddedHeader();

}  // namespace clew::program
