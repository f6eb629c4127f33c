// A check asks one or several questions about the same program, one for each property file; each gets an
// answer of its own, and all of them together one verdict.
#pragma once

#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "property/property.h"
#include "report/trace.h"
#include "report/verdict.h"
#include "search/minimise.h"

namespace clew::report {

/// What an automaton has cost where several are decided together.
struct Effort {
  uint32_t partition;  // that it was decided in, from 1
  double seconds;      // of the processor, of all that it was in
  uint32_t refinements;
  uint64_t transitions;  // how often something happened that it looks for
};

struct Answer {
  std::string question;  // the property file, or the properties' names
  bool fromFile = false;
  std::vector<std::string> clauses;  // what had to hold: the lines of the property file, or the properties
  property::PropertySet properties = property::PropertySet::all();
  machine::Complaints complaints;
  std::optional<bool> expected;  // what somebody knew before
  std::string expectedClause;
  Verdict verdict;
  std::vector<std::string> notes;              // what was taken for granted
  std::string clause;                          // which of them is violated
  std::optional<Trace> trace;                  // of the violation, if there is one
  std::optional<Trace> closeUp;                // the same with all lines and moments, for those who step through it
  std::string command;                         // that shows it again
  std::optional<search::Minimised> minimised;  // how the path of the violation became what it is
  double minimiseSeconds = 0;                  // that this took, after the search
  std::optional<bool> relevant;                // of an automaton: the program does something that it looks for
  std::vector<std::string> switchedOff;        // automata that were so when the violation was found
  std::optional<Effort> effort;

  /// What people call the question: a property file without its folder.
  std::string shortName() const;
  /// `holds`, `violated` or `undecided`, and in brackets what else is to be said of it.
  std::string resultText() const;
  /// The same of what was expected; `-` if nothing was.
  std::string expectedText() const;
  /// `holds`, `violated` or `undecided`.
  const char* result() const;
  /// The same for one of the clauses.
  const char* resultOf(const std::string& which) const;
  /// Whether the answer is another one than was expected. An undecided question has no answer.
  bool differs() const;
};

/// Violated if one is, undecided if one is and none is violated, otherwise safe.
Verdict verdictOf(std::span<const Answer> answers);

/// What was done to make the paths of violations better, a line for each.
void printMinimised(std::ostream& out, std::span<const Answer> answers);

/// One line for each: the question, what was expected, what was found.
void printTable(std::ostream& out, std::span<const Answer> answers);

}  // namespace clew::report
