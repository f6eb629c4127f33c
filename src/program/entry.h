// Where a checked program begins: main, or another function that is called in its place.
#pragma once

#include <optional>
#include <string>

#include "support/result.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace clew::program {

/// Whether a function goes by this name: its symbol, or its name in the source without parameters, as in ns::f.
bool isCalled(const llvm::Function& function, const std::string& name);

/// Makes the function of this name the main of a linked program. The error says why that cannot be.
std::optional<support::Error> enterAt(llvm::Module& module, const std::string& name);

}  // namespace clew::program
