// Where a program does what the triggers of automata look for. Found once, before anything is lowered.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "program/sightings.h"
#include "program/statement_match.h"
#include "spec/automaton.h"

namespace clew::program {

/// Whether a condition holds.
enum class Truth : uint8_t {
  No,
  Yes,
  Depends  // on the automaton's variables, or on another automaton
};

/// A transition that may be taken at a site.
struct Candidate {
  uint32_t automaton = 0;
  uint32_t state = 0;
  uint32_t transition = 0;
  Bindings bindings;
};

/// Something seen: all that a site means to the automata.
struct Event {
  Sighting site;
  std::vector<Candidate> candidates;               // by automaton, state and transition
  std::map<uint32_t, std::set<uint32_t>> matched;  // by automaton: which of its conditions are matched here
};

struct Observation {
  std::vector<Event> events;            // of the program's own code
  std::optional<std::string> problem;   // why a call cannot be watched, if there is one
  std::vector<std::string> nearMisses;  // calls that are not matched though somebody may think so, one line each
  std::vector<std::string> blindSpots;  // what may have been matched, for all that is known, one line each
};
Observation observe(llvm::Module& module, const spec::Specification& specification);

/// Whether a condition holds where these conditions of the automaton are matched.
Truth truthOf(const spec::Automaton& automaton, uint32_t condition, const std::set<uint32_t>& matched);

/// What the automata look for.
Interest interestOf(const spec::Specification& specification);

/// A function that is looked for and whose calls are not calls any more, because the compiler has inlined them.
std::optional<std::string> findInlined(const llvm::Module& module, const std::set<std::string>& observed);

}  // namespace clew::program
