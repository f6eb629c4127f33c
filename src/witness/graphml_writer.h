// Witnesses of format 1.0: automata as GraphML.
#pragma once

#include <string>

#include "witness/witness.h"

namespace clew::witness {

std::string graphmlText(const Witness& witness);

}  // namespace clew::witness
