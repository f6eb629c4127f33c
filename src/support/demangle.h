// Names of C++ functions and variables as people write them.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace clew::support {

/// The name as the source has it; any other name stays what it is.
inline std::string demangled(const std::string& name) {
  int status = -1;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 && name.starts_with("_Z") ? std::string(text.get()) : name;
}

}  // namespace clew::support
