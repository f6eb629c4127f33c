#pragma once

namespace clew::support {

/// The version that `clew --version` prints.
constexpr const char* kVersion = CLEW_VERSION;

}  // namespace clew::support
