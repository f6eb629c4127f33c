// Where a run is to stop: at lines, at functions, when something changes. A path is fixed, so each breakpoint has a
// list of the positions at which it stops, and how often it was hit before is a place in that list.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "debug/recording.h"
#include "program/program.h"

namespace clew::debug {

struct Breakpoint {
  enum class Kind : uint8_t {
    Line,
    Function,
    Data
  };
  uint32_t id = 0;
  Kind kind = Kind::Line;
  std::string name;         // of the function, or of the data
  program::Location place;  // line 0: there is none
  uint64_t address = 0;     // of data
  uint64_t bytes = 0;       // likewise
  uint32_t site = 0;        // of the object: what lies there later may be another one
  std::string condition;    // a C expression; empty: none
  std::string hits;         // `3`: from the third time on; also == > >= < <= %; empty: always
  std::string message;      // to be printed instead of stopping, with expressions in braces; empty: it stops
};

class Breakpoints {
 public:
  explicit Breakpoints(const program::Program& program);

  /// The place of a line in a file, or of the next one that has code.
  std::optional<program::Location> placeOf(const std::string& file, uint32_t line) const;
  /// The first line of a function.
  std::optional<program::Location> placeOf(const std::string& function) const;
  /// The lines of a file that have code, from one to another.
  std::vector<uint32_t> linesOf(const std::string& file, uint32_t first, uint32_t last) const;

  /// Keeps a breakpoint and gives it a number.
  const Breakpoint& add(Breakpoint breakpoint);
  bool remove(uint32_t id);
  const std::vector<Breakpoint>& all() const { return all_; }

  /// Where a breakpoint stops on this path, in ascending order. The error is why a condition has no value anywhere.
  support::Result<std::vector<uint32_t>> positionsOf(const Breakpoint& breakpoint, Recording& recording) const;

 private:
  uint32_t fileOf(const std::string& file) const;

  const program::Program& program_;
  std::map<uint32_t, std::set<uint32_t>> lines_;  // with code, by file
  std::vector<Breakpoint> all_;
  uint32_t lastId_ = 0;
};

/// Whether a function that the program calls `name` is the one that somebody means: its name, with or without what it
/// is given.
bool isFunction(const std::string& name, const std::string& meant);

/// Makes a breakpoint of a variable; none if that is no place in memory.
std::optional<Breakpoint> dataBreakpoint(const Scene& scene, const inspect::Variable& variable, std::string name);

/// What `hits` says of the n-th time; the error if it says nothing.
support::Result<bool> isHit(const std::string& hits, uint64_t count);

/// A message with the values of the expressions in its braces.
std::string filledIn(const std::string& message, const Scene& scene, uint32_t thread);

}  // namespace clew::debug
