// What a check asks: the properties that are selected by name, and one question for each property file.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/task.h"
#include "property/invariants.h"
#include "property/property_file.h"
#include "report/trace.h"
#include "search/search.h"

namespace clew::cli {

/// What was given with --invariant and --next.
struct InvariantTexts {
  std::vector<std::string> invariants;
  std::vector<std::string> next;

  bool empty() const { return invariants.empty() && next.empty(); }
  support::Result<property::Invariants> parse(const program::Program& program) const {
    return property::Invariants::parse(invariants, next, program);
  }
};

/// What the command line says about properties.
struct Selection {
  std::optional<std::string> names;
  std::vector<std::string> files;
  InvariantTexts invariants;
  std::vector<std::string> specifications;  // files of automata
  std::vector<std::string> without;         // automata that are switched off
};
/// --property, --property-file, --invariant, --next.
void addSelection(CLI::App& app, Selection& selection);

/// Everything that one search has to decide.
struct Question {
  std::string name;                            // of the property file, or of the properties
  std::optional<property::PropertyFile> file;  // where there is one
  property::PropertySet properties = property::PropertySet::defaults();
  machine::Complaints complaints;
  InvariantTexts invariants;                // if they belong to this question
  std::vector<std::string> specifications;  // if it is about automata: their files
  std::vector<std::string> without;         // those of them that are switched off
  std::optional<bool> expected;
  std::string expectedClause;

  /// What a verdict calls a violation of this property: the line of the property file, or the property.
  std::string_view nameOf(property::Property property) const {
    return file ? file->clauseOf(property) : property::nameOf(property);
  }
  /// The same for a violation; the automaton's name if it is one of an automaton.
  std::string nameOf(const property::Violation& violation) const {
    return violation.property == property::Property::Specification ? property::automatonOf(violation.message)
                                                                   : std::string(nameOf(violation.property));
  }
  bool isSpecification() const { return !specifications.empty(); }
  bool usesInvariants() const { return !invariants.empty(); }
  /// Everything that can be violated, by the same names.
  std::vector<std::string> clauses() const;
  /// The words of a command line that ask the same question under the same limits; none for the defaults.
  std::vector<std::string> words(const machine::MachineLimits& limits) const;
  /// Lets a path be recorded with this question in mind.
  void prepare(report::RecordOptions& recording) const;
};

/// The questions in the order in which they are answered. What the command line selects takes the place of
/// what the task asks for. Functions that must not be called are added to those of the input.
support::Result<std::vector<Question>> questionsOf(const Selection& selection, const std::optional<Task>& task,
                                                   program::Input& input);

/// The one question that a single path is about, found in the same way; a task stands for its program.
support::Result<Question> questionOfPath(const Selection& selection, program::Input& input);

}  // namespace clew::cli
