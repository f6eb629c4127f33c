// A search script: the whole reachability graph of a program as one depth-first search walked it. States are
// numbered from 1 in the order of their discovery. Each has a list of choices, one for each thread that can go on, and
// a transition for each alternative of each choice; a transition leads to a state, or nowhere, when the path ends in
// it. The one that discovers a state is productive; these are a tree, and the numbers of a subtree follow each other.
//
// So the lists alone determine the search: it goes through a list from left to right, goes down where a transition is
// productive and back where it is not. A trustful script has the productive transitions only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clew::script {

/// Version of the file format, and of what the machine does with a program: both sides must mean the same.
constexpr uint32_t kFormat = 3;
constexpr uint32_t kSemantics = 1;

/// The number of a state; from 1.
using StateId = uint32_t;
constexpr StateId kNowhere = 0;
constexpr StateId kMostStates = 0x7FFF'FFFF;
/// In the list of a state that is read before the state it leads to has a number.
constexpr StateId kProductive = 0xFFFF'FFFF;
/// In a sub-script: to a state that is not of the part.
constexpr StateId kElsewhere = 0xFFFF'FFFE;
/// Nobody has more use for parts than this; products of numbers of parts and of transitions fit into 64 bits.
constexpr uint32_t kMostParts = uint32_t{1} << 20;
/// Whether a transition leads to a state that has a number.
constexpr bool hasNumber(StateId to) { return to - 1 < kElsewhere - 1; }

/// States with numbers that follow each other, both ends included.
struct Range {
  StateId first = 1;
  StateId last = 1;
  bool operator==(const Range&) const = default;
};

enum class Kind : uint8_t {
  Full,
  Trustful,
  Violation,  // no search, but a path to a violation
  Symbolic,   // of a search with symbols: the nogoods that refute all errors
  Part        // of a full script: a sub-script, which has the states of one part
};
const char* nameOf(Kind kind);

/// A thread that can go on: before which statement it stands, and in how many ways it can go on from there.
struct Choice {
  uint32_t thread = 0;
  uint32_t statement = 0;  // number of the instruction in the lowered program
  uint32_t alternatives = 1;
  bool operator==(const Choice&) const = default;
};

/// What a transition is called: a choice, and one of its alternatives. Labels count through all choices.
using Label = uint32_t;

/// The choices that occur in a script.
class Alphabet {
 public:
  /// The label of a new choice's first alternative.
  Label add(const Choice& choice, std::string place);

  struct Entry {
    Choice choice;
    Label first;
    std::string place;  // of the statement, for people
  };
  const std::vector<Entry>& entries() const { return entries_; }
  uint32_t labels() const { return static_cast<uint32_t>(choiceOf_.size()); }
  uint32_t threads() const { return threads_; }
  uint32_t choiceOf(Label label) const { return choiceOf_[label]; }
  const Entry& entryOf(Label label) const { return entries_[choiceOf_[label]]; }
  /// As in `print`: t2:main.c:14, or t2:main.c:14/1 where there are several alternatives.
  std::string text(Label label) const;

 private:
  std::vector<Entry> entries_;
  std::vector<uint32_t> choiceOf_;  // by label
  uint32_t threads_ = 0;            // one more than the highest number
};

/// What a script says of itself: what it is about and how much it is.
struct Metadata {
  Kind kind = Kind::Full;
  std::string program;             // SHA-256 of the linked bitcode, as hexadecimal digits
  std::vector<std::string> files;  // for people
  std::vector<std::string> clangFlags;
  std::vector<std::string> arguments;  // of the program
  std::string input;                   // SHA-256 of its standard input; empty: any bytes
  std::string entry = "main";
  std::string reduction = "none";
  std::string symmetry = "none";
  bool mallocMayFail = false;
  uint32_t maxCallDepth = 0;
  std::vector<std::string> properties;  // that were checked
  std::vector<std::string> invariants;
  std::vector<std::string> next;
  uint32_t semantics = kSemantics;
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t depth = 0;
  std::string violation;  // Kind::Violation: the property
  std::string path;       // and the path to it
  // Kind::Symbolic:
  std::string solver;                 // that found the nogoods
  uint32_t unwind = 0;                // rounds of a loop; 0: no bound
  std::vector<uint32_t> unwindLoops;  // the same for single loops: statement, rounds, statement, rounds, ...
  uint32_t branches = 0;              // of a path; 0: no bound
  // Kind::Part; nothing rests on what is said of the whole script:
  std::string whole;  // its SHA-256
  uint64_t wholeStates = 0;
  uint64_t wholeTransitions = 0;
  uint32_t part = 1;  // from 1
  uint32_t parts = 1;
  std::vector<Range> ranges;  // the numbers that the states have in the whole, in order
};

}  // namespace clew::script
