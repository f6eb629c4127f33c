#include "cli/question.h"

#include <algorithm>
#include <filesystem>

#include "cli/options.h"

namespace clew::cli {

namespace {

constexpr size_t kMostErrorFunctions = 64;  // bits of a watch

/// The bits of these functions among all that are watched, which get those that are new.
support::Result<uint64_t> watchedFunctions(const std::vector<std::string>& names, program::Input& input) {
  uint64_t bits = 0;
  for (const std::string& name : names) {
    auto& all = input.errorFunctions;
    auto place = std::find(all.begin(), all.end(), name);
    if (place == all.end()) place = all.insert(all.end(), name);
    if (all.size() > kMostErrorFunctions) return support::Error{"too many different functions in the property files"};
    bits |= uint64_t{1} << (place - all.begin());
  }
  return bits;
}

/// The functions that `assert` is about.
std::vector<std::string> usualErrorFunctions() { return program::Input().errorFunctions; }

/// The error if a property is selected by name that says nothing without an expression.
std::optional<support::Error> checkExpressions(const std::string& names, const InvariantTexts& texts) {
  const auto isNamed = [&](std::string_view name) {
    return ("," + names + ",").find("," + std::string(name) + ",") != std::string::npos;
  };
  if (isNamed("invariant") && texts.invariants.empty()) {
    return support::Error{"the property 'invariant' needs --invariant EXPR"};
  }
  if (isNamed("specification")) return support::Error{"the property 'specification' needs --spec FILE"};
  if (isNamed("next") && texts.next.empty()) return support::Error{"the property 'next' needs --next EXPR"};
  return std::nullopt;
}

/// The properties selected by name, and what is given with --invariant and --next, which is always checked.
support::Result<Question> fromNames(const Selection& selection, program::Input& input) {
  using property::Property;
  Question question;
  question.name = selection.names.value_or("");
  if (selection.names) {
    const auto chosen = property::PropertySet::parse(*selection.names);
    if (!chosen) return chosen.error();
    if (auto error = checkExpressions(*selection.names, selection.invariants)) return *error;
    question.properties = *chosen;
  }
  question.invariants = selection.invariants;
  if (!selection.invariants.invariants.empty()) question.properties.add(Property::Invariant);
  if (!selection.invariants.next.empty()) question.properties.add(Property::Next);
  if (question.properties.empty()) return support::Error{"no property is left to check"};
  question.complaints.assertions = question.properties.contains(Property::Assert);
  question.complaints.errorFunctions =
      question.complaints.assertions ? *watchedFunctions(usualErrorFunctions(), input) : 0;
  return question;
}

/// All automata together; which one is violated shows when it is.
Question fromSpecification(const Selection& selection) {
  Question question;
  question.name = "specification";
  question.properties = property::PropertySet::none();
  question.properties.add(property::Property::Specification);
  question.complaints.assertions = false;
  question.complaints.errorFunctions = 0;
  question.specifications = selection.specifications;
  question.without = selection.without;
  return question;
}

support::Result<Question> fromFile(const std::string& name, program::Input& input) {
  auto file = property::readPropertyFile(name);
  if (!file) return file.error();
  Question question;
  question.name = name;
  question.properties = file->properties();
  question.complaints.assertions = file->watchesAssertions();
  std::vector<std::string> functions = file->errorFunctions;
  if (question.complaints.assertions) {
    for (const std::string& usual : usualErrorFunctions()) functions.push_back(usual);
  }
  const auto watched = watchedFunctions(functions, input);
  if (!watched) return watched.error();
  question.complaints.errorFunctions = *watched;
  question.file = std::move(*file);
  return question;
}

/// What the task expects of a question that the command line asks.
void takeExpectation(Question& question, const std::optional<Task>& task) {
  if (!task) return;
  const auto nameOf = [](const std::string& file) { return std::filesystem::path(file).filename(); };
  for (const Task::Property& property : task->properties) {
    if (nameOf(property.file) != nameOf(question.name)) continue;
    question.expected = property.expected;
    question.expectedClause = property.subproperty;
  }
}

}  // namespace

void addSelection(CLI::App& app, Selection& selection) {
  app.add_option("--property", selection.names,
                 "properties to check, separated by commas; `-name` leaves one out, `all` is all of them");
  app.add_option("--property-file", selection.files, "a property file of SV-COMP, .prp (repeatable)")
      ->allow_extra_args(false)
      ->type_name("FILE");
  app.add_option("--invariant", selection.invariants.invariants,
                 "a C expression over globals that must hold in every state (repeatable)")
      ->allow_extra_args(false)
      ->type_name("EXPR");
  app.add_option("--next", selection.invariants.next,
                 "one that must hold on every transition; next(x) is x after it, A -> B means A implies B (repeatable)")
      ->allow_extra_args(false)
      ->type_name("EXPR");
}

std::vector<std::string> Question::clauses() const {
  std::vector<std::string> names;
  if (file) {
    for (const property::Clause& clause : file->clauses) names.push_back(clause.name);
    return names;
  }
  for (const property::PropertyInfo& info : property::allProperties()) {
    if (properties.contains(info.property)) names.emplace_back(info.name);
  }
  return names;
}

std::vector<std::string> Question::words(const machine::MachineLimits& limits) const {
  std::vector<std::string> words = machineWords(limits);
  if (file) words.insert(words.end(), {"--property-file", name});
  if (!file && !isSpecification() && !name.empty()) words.push_back("--property=" + name);
  for (const std::string& text : invariants.invariants) words.push_back("--invariant=" + text);
  for (const std::string& text : invariants.next) words.push_back("--next=" + text);
  for (const std::string& name : specifications) words.insert(words.end(), {"--spec", name});
  for (const std::string& name : without) words.insert(words.end(), {"--without", name});
  return words;
}

void Question::prepare(report::RecordOptions& recording) const {
  recording.complaints = complaints;
  recording.races = properties.contains(property::Property::DataRace);
  property::prepare(recording.machine, properties);
}

support::Result<std::vector<Question>> questionsOf(const Selection& selection, const std::optional<Task>& task,
                                                   program::Input& input) {
  std::vector<std::string> files = selection.files;
  if (files.empty() && !selection.names && task) {
    for (const Task::Property& property : task->properties) files.push_back(property.file);
  }
  std::vector<Question> questions;
  const bool hasAutomata = !selection.specifications.empty();
  if (hasAutomata) questions.push_back(fromSpecification(selection));
  if (selection.names || (files.empty() && !hasAutomata) || !selection.invariants.empty()) {
    auto question = fromNames(selection, input);
    if (!question) return question.error();
    questions.push_back(std::move(*question));
  }
  for (const std::string& name : files) {
    auto question = fromFile(name, input);
    if (!question) return question.error();
    takeExpectation(*question, task);
    questions.push_back(std::move(*question));
  }
  return questions;
}

support::Result<Question> questionOfPath(const Selection& selection, program::Input& input) {
  const auto task = openTask(input);
  if (!task) return task.error();
  auto questions = questionsOf(selection, std::nullopt, input);
  if (!questions) return questions.error();
  if (questions->size() > 1) {
    return support::Error{"a path violates one property: give one --property-file, or --spec alone"};
  }
  return std::move(questions->front());
}

}  // namespace clew::cli
