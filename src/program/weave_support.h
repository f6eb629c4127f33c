// What of the specification language the machine can execute. The rest is for engines that abstract, and is refused.
#pragma once

#include <optional>

#include "spec/automaton.h"
#include "support/result.h"

namespace clew::program {

/// The first thing in a specification that cannot be woven.
std::optional<support::Error> findUnwovenPart(const spec::Specification& specification, unsigned wordBits);

}  // namespace clew::program
