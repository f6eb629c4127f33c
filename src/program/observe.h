// Where a program does what the triggers of automata look for: calls, with what the source gives them and does with
// their results; labels; the beginning and the end of main. Found once, before anything is lowered, in the program's
// own code: what the runtime library does inside is no statement of the program.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "program/source_names.h"
#include "spec/automaton.h"

namespace clew::program {

/// When something is seen.
enum class Moment : uint8_t {
  Before,  // a call
  After,   // it
  Label,
  Entry,  // of main
  Exit    // likewise
};

/// A value that a joker stands for.
struct Bound {
  static constexpr int kResult = -1;
  static constexpr int kNoValue = -2;
  std::string text;         // in the source
  int argument = kNoValue;  // which one of the call
  bool isSigned = true;
};
using Bindings = std::map<uint32_t, Bound>;

/// A place in the program where something may be seen.
struct Sighting {
  Moment moment = Moment::Before;
  llvm::Instruction* place = nullptr;  // the call; what follows the label; the first or last instruction of main
  llvm::CallBase* call = nullptr;
  llvm::Function* callee = nullptr;
  bool isIndirect = false;  // the call is one of this callee only if its pointer says so
  bool isAtomic = false;    // the callee is no code of the program: call and what is seen behind it are one step
  std::string name = {};    // of the function or of the label
  bool returns = true;      // the call may come back
  bool hasParts = false;    // structures that are passed by value are several arguments
  bool isKept = false;      // somebody uses the result
  Bound result = {};
  std::vector<Bound> arguments = {};
};

/// Why the automata cannot see what they have to see of a call.
std::optional<std::string> findObstacle(const spec::Specification& specification, const Sighting& site);

/// Whether a condition holds.
enum class Truth : uint8_t {
  No,
  Yes,
  Depends  // on the automaton's variables
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
  std::vector<Candidate> candidates;  // by automaton, state and transition
};

struct Observation {
  std::vector<Event> events;            // of the program's own code
  std::optional<std::string> problem;   // why a call cannot be watched, if there is one
  std::vector<std::string> nearMisses;  // calls that are not matched though somebody may think so, one line each
};
Observation observe(llvm::Module& module, const spec::Specification& specification);

/// Whether a condition holds at a site.
Truth truthAt(const spec::Automaton& automaton, uint32_t condition, const Sighting& site);
/// Whether it can hold where nothing is matched.
bool holdsAnywhere(const spec::Automaton& automaton, uint32_t condition);

/// Functions that the automata look for.
std::set<std::string> observedFunctions(const spec::Specification& specification);

/// A function that is looked for and whose calls are not calls any more, because the compiler has inlined them.
std::optional<std::string> findInlined(const llvm::Module& module, const std::set<std::string>& observed);

}  // namespace clew::program
