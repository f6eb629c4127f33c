// What a symbolic machine knows of the path it is on: the terms, what the path assumes, the inputs so far; and whom it
// tells what could go wrong there.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "machine/fault.h"
#include "machine/structure_walk.h"
#include "program/program.h"
#include "symbolic/arrays.h"
#include "symbolic/input_symbols.h"
#include "symbolic/path_condition.h"
#include "symbolic/symbolic_domain.h"
#include "term/term.h"

namespace clew::symbolic {

/// Something that the program gets from outside.
struct Input {
  /// How the concrete machine asks for it.
  enum class Form : uint8_t {
    Pieces,  // by choices of up to 16 bits each, the highest first
    Bytes,   // byte by byte, the lowest first
    Choice,  // by one choice
    // Of a structure, all at once when the program asks for it; see machine/structure_walk.h.
    First,  // the pointer to its first object
    Link,   // a pointer in an object
    Field   // other bytes of an object
  };
  term::Term symbol;
  uint8_t bits;
  Form form;
  uint32_t structure = 0;
  uint32_t object = 0;
  uint64_t offset = 0;

  bool isLink() const { return form == Form::First || form == Form::Link; }
};

/// An object of an input structure, which the path has come to.
struct StructureObject {
  uint32_t structure;
  uint64_t address;
};

/// An input structure. What of it no path has looked at is not there yet.
struct Structure {
  machine::StructureLayout layout;
  uint32_t site;  // where its objects count as allocated
};

/// All that the program got from outside on a path, in the order in which it did.
struct Inputs {
  std::vector<Input> list;
  std::vector<Structure> structures;
  std::vector<StructureObject> objects;

  /// The addresses of a structure's objects.
  std::vector<uint64_t> objectsOf(uint32_t structure) const;
};

/// Some bytes of memory before they were written.
struct Cell {
  static constexpr size_t kMostBytes = 8;

  void* object;  // of the machine
  uint64_t offset;
  unsigned bytes;
  std::array<uint8_t, kMostBytes> data;
  std::array<uint8_t, kMostBytes> undefined;
  std::array<uint64_t, kMostBytes> symbols;

  bool isSame(const Cell& other) const {
    return object == other.object && offset == other.offset && bytes == other.bytes;
  }
  bool overlaps(const Cell& other) const {
    return object == other.object && offset < other.offset + other.bytes && other.offset < offset + bytes;
  }
};

/// Cells that ways may write which are merged.
constexpr size_t kMostCells = 256;

/// Bounds on what is explored.
struct Bounds {
  uint32_t unwind = 0;                      // rounds of a loop that branches on symbols; 0: no bound
  std::map<uint32_t, uint32_t> unwindLoop;  // the same for one loop, by its head
  /// Rounds of other loops, for whoever goes on where a path is cut. Loops that branch on symbols, once that is known,
  /// are not gone round at all, but for the one at whose head the path began, until it branches. 0: no bound.
  uint32_t quietRounds = 0;
  /// Whether a path is cut where a function begins, by its number, for the same; none if empty.
  std::vector<bool> isCutAt;
};

/// Where a path may end without the machine stopping there.
class Leaves {
 public:
  virtual ~Leaves() = default;
  /// If the condition can be true on the current path, what the report says happens.
  virtual void fail(term::Term condition, const machine::Report& report) = 0;
  /// If it can be true, something is not modelled.
  virtual void doubt(term::Term condition, const machine::Report& report) = 0;
  /// All values that a term can have on the current path, if there are no more than `most` and a solver knows them.
  virtual std::optional<std::vector<uint64_t>> valuesOf(term::Term term, size_t most) = 0;
};

class Run {
 public:
  /// A choice among more alternatives than this is an input.
  static constexpr uint64_t kMostAlternatives = 16;
  /// An access that needs one place, through a pointer with more to go, is not modelled.
  static constexpr uint64_t kMostPlaces = 4096;
  /// An access through a pointer with more places to go is one to an array.
  static constexpr uint64_t kFewPlaces = 64;

  /// A value that is needed as a number and can be more is not modelled.
  static constexpr size_t kMostValues = 64;

  /// `merges`: ways that soon come together are gone as one.
  Run(term::Terms& terms, PathCondition& path, Leaves& leaves, Bounds bounds, bool merges)
      : terms(terms),
        path(path),
        leaves(leaves),
        symbols(terms),
        arrays(terms, path),
        bounds_(std::move(bounds)),
        merges_(merges) {}
  Run(const Run&) = delete;  // a machine refers to it
  Run& operator=(const Run&) = delete;

  term::Terms& terms;
  PathCondition& path;
  Leaves& leaves;
  InputSymbols symbols;
  Arrays arrays;
  std::vector<uint64_t> calls;  // by function; on all paths, if anybody made room

  // ---- of the path, to be set back by who goes back to a state ----

  struct Place {
    size_t conditions = 0;
    size_t inputs = 0;
    size_t structures = 0;
    size_t objects = 0;
    uint32_t forks = 0;
  };
  Place place() const {
    return {path.size(), inputs_.list.size(), inputs_.structures.size(), inputs_.objects.size(), forks_};
  }
  void goBack(const Place& place);
  const Inputs& inputs() const { return inputs_; }
  /// Another number when they have changed.
  uint64_t inputsVersion() const { return inputsVersion_; }
  /// How many branches on symbols the path has taken.
  uint32_t forks() const { return forks_; }
  /// Takes one more; false if the path is none.
  bool choose(term::Term condition) {
    ++forks_;
    return path.assume(condition);
  }

  /// The path begins where a path was cut.
  void beginAt(uint32_t head) { beganAt_ = head; }

  // ---- for the machine ----

  /// A step begins.
  void begin() {
    cutAt_.reset();
    isCutAtCall_ = false;
  }

  /// The next input.
  term::Term input(unsigned bits, Input::Form form, std::string_view name) {
    return input({term::kNoTerm, static_cast<uint8_t>(bits), form}, name);
  }
  term::Term input(Input input, std::string_view name);

  /// The next input structure; returns its number.
  uint32_t addStructure(Structure structure);
  /// Its next object; returns its number.
  uint32_t addObject(uint32_t structure, uint64_t address);
  /// What a term is if it is a pointer of an input structure; null otherwise.
  const Input* linkOf(term::Term term) const;
  /// The object that a pointer of a structure leads to, or 0, if the path says so.
  std::optional<uint64_t> targetOf(const Input& link) const;
  /// Whether there are pointers of structures that the path says nothing about.
  bool hasOpenLinks() const;

  /// How often a loop may be gone round; 0: without a bound.
  uint32_t mostRounds(uint32_t head) const {
    const auto own = bounds_.unwindLoop.find(head);
    return own == bounds_.unwindLoop.end() ? bounds_.unwind : own->second;
  }
  /// Whether a loop may go into its next round.
  bool mayGoRound(const Loop& loop) {
    const uint32_t most = mostRounds(loop.head);
    bool isCut = most != 0 && loop.rounds > most;
    if (countsQuietRounds()) {
      const bool mayBranch = (forks_ > 0 || loop.head != beganAt_) && branching_.contains(loop.head);
      isCut = isCut || loop.quietRounds > bounds_.quietRounds || mayBranch;
    }
    if (isCut) cutAt_ = loop.head;
    return !isCut;
  }
  /// Whether a function that was called may begin.
  bool mayBegin(uint32_t function, uint32_t entry) {
    isCutAtCall_ = function < bounds_.isCutAt.size() && bounds_.isCutAt[function];
    if (isCutAtCall_) cutAt_ = entry;
    return !isCutAtCall_;
  }
  bool countsQuietRounds() const { return bounds_.quietRounds != 0; }
  /// A loop branches on symbols.
  void noteBranching(uint32_t head) {
    if (countsQuietRounds()) branching_.insert(head);
  }
  /// What was found out about loops counts no more: another exploration begins.
  void forgetBranching() { branching_.clear(); }
  void noteCall(uint32_t function) {
    if (function < calls.size()) ++calls[function];
  }
  /// The path goes one of several ways that do not depend on symbols.
  void noteChoice() { ++forks_; }
  // ---- merging, see merging.h ----

  bool merges() const { return merges_; }
  /// Where the ways from a branch come together, which is found out once.
  template <typename Find>
  uint32_t meetingPlace(uint32_t pc, Find find) {
    const auto [place, isNew] = meetingPlaces_.try_emplace(pc, 0);
    if (isNew) place->second = find();
    return place->second;
  }
  /// Where the way under way ends; returns where the one around it does.
  uint32_t meet(uint32_t pc) { return std::exchange(meeting_, pc); }
  bool isMeeting(uint32_t pc) const { return pc == meeting_; }
  std::vector<Cell>* cells = nullptr;  // where writes are noted, if somebody wants to undo them

  bool isCut() const { return cutAt_.has_value(); }
  bool isCutAtCall() const { return isCutAtCall_; }
  /// The head of the loop that was not gone round again, or where the function begins that did not.
  uint32_t cutAt() const { return *cutAt_; }

 private:
  Bounds bounds_;
  Inputs inputs_;
  uint64_t inputsVersion_ = 0;
  uint32_t forks_ = 0;
  uint32_t beganAt_ = program::kNone;
  std::optional<uint32_t> cutAt_;
  bool isCutAtCall_ = false;
  std::set<uint32_t> branching_;  // heads of loops
  bool merges_;
  std::map<uint32_t, uint32_t> meetingPlaces_;
  uint32_t meeting_ = program::kNone;
};

}  // namespace clew::symbolic
