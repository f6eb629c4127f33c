// Paths of the symbolic engine: the choices of its search, of schedules and of branches on inputs. A branch that the
// path itself decides is no choice; what solvers say, and nogoods, do not count, so that everybody has the same tree.
#pragma once

#include <atomic>
#include <optional>

#include "search/choices.h"
#include "symbolic/search.h"

namespace clew::symbolic {

/// What keeps a path from being one in the tree; nothing if it is one. It need not be possible to go it.
std::optional<support::Error> findMisfit(const program::Program& program, const search::Options& what,
                                         const Options& how, const machine::Path& path, const std::atomic<bool>& stop);

/// Random paths in a range, sorted; each alternative that the path does not exclude is as likely.
search::MadePaths randomPaths(const program::Program& program, const search::Options& what, const Options& how,
                              const search::Range& range, size_t count, uint64_t seed, const std::atomic<bool>& stop);

}  // namespace clew::symbolic
