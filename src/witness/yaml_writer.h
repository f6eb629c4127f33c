// Witnesses of format 2: YAML.
#pragma once

#include <string>

#include "witness/witness.h"

namespace clew::witness {

/// The text of a witness. Without threads its version is 2.0; with them 2.2, which has a place for their numbers.
std::string yamlText(const Witness& witness);

}  // namespace clew::witness
