// Makes a path to a violation better piece by piece: steps are left out, first many at once and then few (A. Zeller and
// R. Hildebrandt, Simplifying and isolating failure-inducing input, 2002), and what a thread does in two turns is done
// in one. Each attempt is executed from where it begins to differ, and taken only if the same violation comes with
// less. What comes out cannot be made better by leaving out one more step, if there was time for all attempts; a wholly
// different path may be better still.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/trial.h"

namespace clew::search {

/// One step of a path that was executed.
struct Footstep {
  machine::StateKey before;
  Move move;
  uint32_t alternative = 0;
  bool isChoice = false;
};
using Footsteps = std::vector<Footstep>;

/// The choices among them.
machine::Path pathOf(const Footsteps& steps);
Length lengthOf(const Footsteps& steps);

/// Whether a path may be what comes out.
using Admits = std::function<bool(const machine::Path&)>;

/// Better steps to the same violation, or the same ones.
Footsteps shorten(Trial& trial, const Sighting& sought, Footsteps steps, Measure measure, const Admits& admits);

}  // namespace clew::search
