// Breadth-first search. States are numbered in the order of their discovery, so the queue is nothing but
// a range of numbers; a predecessor per state gives a shortest counterexample.
#pragma once

#include "search/search.h"

namespace clew::search {

Result breadthFirst(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
                    Statistics& statistics);

}  // namespace clew::search
