// Certification: follows a script with the program at hand and believes nothing of it. The script says which states
// there are and where their transitions lead. Each state is reached once, by a path that is executed; the machine says
// which transitions it has, what they lead to, and whether a property is violated. That must be what the script says,
// with each number standing for one state and each state having one number. Then the states are closed under the
// program's steps and all of them were looked at: nothing else can be reached.
//
// Unlike a search it needs no table of visited states, visits a state once and not once for every state discovered
// from it, and the parts of a script can be checked independently.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "script/file.h"
#include "script/part_result.h"
#include "script/search_tree.h"
#include "search/search.h"

namespace clew::search {

/// Why a script is not believed.
struct Rejection {
  std::string reason;
  uint64_t step = 0;  // in the order of the search, from 1; 0: none in particular
};

/// Follows the whole script. `options` are those of a search, without a reduction. One worker follows while another
/// thread reads; several read first.
std::optional<Rejection> certify(const program::Program& program, const script::File& file, script::Budget budget,
                                 const Options& options, const std::atomic<bool>& stop, Statistics& statistics);

/// Follows one part of it, and tells which states its numbers stand for: `own` and `others` of the result. The script
/// is certified when all parts are, and their results agree.
std::optional<Rejection> certifyPart(const program::Program& program, const script::File& file,
                                     const script::SearchTree& tree, const script::Part& part, support::Hash128 secret,
                                     const Options& options, const std::atomic<bool>& stop, Statistics& statistics,
                                     script::PartResult& result);

/// Follows a sub-script, with nothing of the rest at hand, and tells the same; `others` have no numbers.
std::optional<Rejection> certifySubScript(const program::Program& program, const script::File& file,
                                          script::Budget budget, support::Hash128 secret, const Options& options,
                                          const std::atomic<bool>& stop, Statistics& statistics,
                                          script::PartResult& result);

}  // namespace clew::search
