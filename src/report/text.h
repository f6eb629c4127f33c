// What a person reads on the terminal.
#pragma once

#include <iosfwd>
#include <string>

#include "report/trace.h"
#include "search/search.h"

namespace clew::report {

struct TextStyle {
  bool colour = false;
  bool unicode = true;
  bool folds = false;  // lines that have nothing to do with the violation are one

  /// What suits the terminal behind a stream; NO_COLOR and the locale are respected.
  static TextStyle detect(int descriptor);
};

/// The whole counterexample: threads, steps, how it ended.
void printTrace(std::ostream& out, const program::Program& program, const Trace& trace, const TextStyle& style);

/// Numbers with their thousands apart: 12,205,087.
std::string grouped(uint64_t number);
/// A number of bytes for people: 31.4 MiB.
std::string byteText(uint64_t bytes);
/// `4,711 states, 12,345 transitions, depth 33, 0.12 s, 1.2 MiB`.
std::string statisticsLine(const search::Statistics& statistics, double seconds);

/// One line for each of several ranges, as far as they were begun.
void printRanges(std::ostream& out, const std::vector<search::Range>& ranges, const search::Statistics& statistics);

/// Which threads a search would explore in the last state of a trace, and why.
void printReasons(std::ostream& out, const program::Program& program, const Trace& trace);

}  // namespace clew::report
