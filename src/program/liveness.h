// Which slots of a frame matter where the frame can be saved.
#pragma once

#include "program/program.h"

namespace clew::program {

/// Computes the live slots of every place where a frame can be saved, anew if they are known. `atEntries`: that can be
/// at the beginning of a function, too.
void computeLiveness(Program& program, bool atEntries = false);

}  // namespace clew::program
