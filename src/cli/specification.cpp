#include "cli/specification.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "program/weave.h"
#include "spec/reader.h"

namespace clew::cli {

namespace {

/// The answer about one automaton, as the search's answer has it.
report::Answer answerFor(const program::Monitor& monitor, report::Answer found) {
  found.question = monitor.name;
  found.clauses = {monitor.name};
  found.relevant = monitor.isRelevant;
  return found;
}

/// What else is to be known of the answers.
void addNotes(const program::Program& program, std::vector<report::Answer>& answers) {
  for (report::Answer& answer : answers) {
    if (answer.verdict.kind != report::VerdictKind::Safe || program.monitorNotes.empty()) continue;
    answer.verdict = {report::VerdictKind::Unknown, program.monitorNotes.front()};
  }
  if (!answers.empty()) {
    const auto& remarks = program.monitorRemarks;
    answers.back().notes.insert(answers.back().notes.end(), remarks.begin(), remarks.end());
  }
  for (const program::Monitor& monitor : program.monitors) {
    if (!monitor.mayEndPaths || answers.empty()) continue;
    answers.back().notes.push_back(fmt::format(
        "{} ends paths (STOP, or assumptions none of which holds); nothing is said about what would come after",
        monitor.name));
  }
}

bool isAmong(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The answer for an automaton that the program gives nothing to see.
report::Answer unseenBy(const program::Monitor& monitor, const Question& question) {
  report::Answer unseen;
  unseen.properties = question.properties;
  unseen.verdict = {report::VerdictKind::Safe, ""};
  return answerFor(monitor, std::move(unseen));
}

/// One search after the other, each without the automata that those before have found to be violated.
class Rounds {
 public:
  Rounds(const program::Program& program, const Question& question)
      : program_(program), question_(question), watched_(program), asked_(question), found_(program.monitors.size()) {
    switchOffNamed(watched_, question.without);
  }

  bool isSomethingOpen() const {
    for (size_t i = 0; i < found_.size(); ++i) {
      if (isOpen(i)) return true;
    }
    return false;
  }

  void search(const Decide& decide, const Show& show) {
    report::Answer answer = decide(watched_, asked_);
    if (isBreak(answer)) return takeForAll(broken(std::move(answer)));
    const std::optional<size_t> violated = violatedBy(answer);
    if (!violated) return takeForAll(std::move(answer));
    answer.switchedOff = asked_.without;
    found_[*violated] = answerFor(program_.monitors[*violated], std::move(answer));
    show(asked_, *found_[*violated]);
    asked_.without.push_back(program_.monitors[*violated].name);
    program::switchOff(watched_, static_cast<uint32_t>(*violated));
  }

  std::vector<report::Answer> answers() {
    std::vector<report::Answer> list;
    for (size_t i = 0; i < found_.size(); ++i) {
      const program::Monitor& monitor = program_.monitors[i];
      if (isAmong(monitor.name, question_.without)) continue;
      list.push_back(found_[i] ? std::move(*found_[i]) : unseenBy(monitor, question_));
    }
    addNotes(program_, list);
    return list;
  }

 private:
  bool isBreak(const report::Answer& answer) const {
    return answer.trace && answer.trace->violation && program_.monitorBreaks.contains(answer.trace->violation->message);
  }

  /// The search has ended where an automaton says BREAK; nobody knows what it would have found.
  static report::Answer broken(report::Answer answer) {
    answer.verdict = {report::VerdictKind::Unknown, answer.trace->violation->message + " has ended the search"};
    answer.trace.reset();
    return answer;
  }

  bool isOpen(size_t i) const {
    const program::Monitor& monitor = program_.monitors[i];
    return !found_[i] && monitor.isWoven && !isAmong(monitor.name, asked_.without);
  }

  std::optional<size_t> violatedBy(const report::Answer& answer) const {
    for (size_t i = 0; i < found_.size() && answer.trace; ++i) {
      if (isOpen(i) && program_.monitors[i].name == property::automatonOf(answer.trace->violation->message)) return i;
    }
    return std::nullopt;
  }

  /// Nothing more is violated, or the search could not tell.
  void takeForAll(report::Answer answer) {
    for (size_t i = 0; i < found_.size(); ++i) {
      if (!isOpen(i)) continue;
      found_[i] = answerFor(program_.monitors[i], answer);
      answer.notes.clear();  // they are told once
    }
  }

  const program::Program& program_;
  const Question& question_;
  program::Program watched_;
  Question asked_;
  std::vector<std::optional<report::Answer>> found_;
};

/// A violation of an automaton, in the program with as few others switched off as it can be seen with.
report::Answer violationOf(const program::Program& program, const Question& question, uint32_t automaton,
                           const std::vector<std::string>& violated, const search::Result& result,
                           const Explain& explain) {
  std::vector<std::string> harmless;  // the path is the same without them
  std::vector<std::string> others;
  for (uint32_t k = 0; k < program.monitors.size(); ++k) {
    const program::Monitor& other = program.monitors[k];
    if (k == automaton) continue;
    others.push_back(other.name);
    if (!other.mayChoose && !other.mayEndPaths) harmless.push_back(other.name);
  }
  report::Answer answer;
  for (const auto& more : {std::vector<std::string>(), violated, harmless, others}) {
    Question asked = question;
    asked.without.insert(asked.without.end(), more.begin(), more.end());
    program::Program watched = program;
    switchOffNamed(watched, asked.without);
    answer = explain(watched, asked, result);
    answer.switchedOff = asked.without;
    const std::string& name = program.monitors[automaton].name;
    if (answer.trace && property::automatonOf(answer.trace->violation->message) == name) return answer;
  }
  answer.trace.reset();
  answer.verdict = {report::VerdictKind::Unknown, "the counterexample does not replay; this is a bug in clew"};
  return answer;
}

}  // namespace

void addSpecification(CLI::App& app, Selection& selection) {
  app.add_option("--spec", selection.specifications,
                 "automata that watch the program, .spc, each a property of its own (repeatable); or .prp")
      ->allow_extra_args(false)
      ->type_name("FILE");
  app.add_option("--without", selection.without, "an automaton of --spec that is switched off (repeatable)")
      ->allow_extra_args(false)
      ->type_name("NAME");
}

std::optional<support::Error> openSpecification(Selection& selection, program::Input& input) {
  std::vector<std::string> automata;
  for (const std::string& name : selection.specifications) {
    (name.ends_with(".prp") ? selection.files : automata).push_back(name);
  }
  selection.specifications = automata;
  if (automata.empty()) {
    if (!selection.without.empty()) return support::Error{"--without names automata, which need --spec"};
    return std::nullopt;
  }
  auto read = spec::readSpecification(automata);
  if (!read) return read.error();
  for (const std::string& name : selection.without) {
    const bool isKnown =
        std::any_of(read->automata.begin(), read->automata.end(), [&](const auto& each) { return each.name == name; });
    if (!isKnown) return support::Error{fmt::format("--without: no automaton is called '{}'", name)};
  }
  const bool isLeft = std::any_of(read->automata.begin(), read->automata.end(), [&](const spec::Automaton& each) {
    return std::find(selection.without.begin(), selection.without.end(), each.name) == selection.without.end();
  });
  if (!isLeft) return support::Error{"--without leaves no automaton of --spec"};
  input.specification = std::make_shared<const spec::Specification>(std::move(*read));
  return std::nullopt;
}

void printWarnings(const program::Input& input) {
  if (input.specification == nullptr) return;
  for (const std::string& warning : input.specification->warnings) std::cout << "warning: " << warning << "\n";
}

void switchOffNamed(program::Program& program, const std::vector<std::string>& names) {
  for (uint32_t i = 0; i < program.monitors.size(); ++i) {
    const bool isNamed = std::find(names.begin(), names.end(), program.monitors[i].name) != names.end();
    if (isNamed) program::switchOff(program, i);
  }
}

support::Result<std::optional<program::Program>> loadUnwatched(const program::Input& input,
                                                               const std::vector<Question>& questions) {
  const bool isNeeded =
      input.specification != nullptr &&
      std::any_of(questions.begin(), questions.end(), [](const Question& each) { return !each.isSpecification(); });
  if (!isNeeded) return std::optional<program::Program>();
  program::Input bare = input;
  bare.isWatched = false;
  auto program = program::load(bare);
  if (!program) return program.error();
  return std::optional(std::move(*program));
}

std::vector<report::Answer> answerSpecification(const program::Program& program, const Question& question,
                                                const Decide& decide, const Show& show) {
  Rounds rounds(program, question);
  while (rounds.isSomethingOpen()) rounds.search(decide, show);
  return rounds.answers();
}

std::vector<uint32_t> watchedBy(const program::Program& program, const Question& question) {
  std::vector<uint32_t> automata;
  for (uint32_t i = 0; i < program.monitors.size(); ++i) {
    if (program.monitors[i].isWoven && !isAmong(program.monitors[i].name, question.without)) automata.push_back(i);
  }
  return automata;
}

std::vector<report::Answer> answersOf(const program::Program& program, const Question& question,
                                      const std::vector<abstraction::Watched>& watched, const Explain& explain,
                                      const Show& show) {
  using Status = abstraction::Watched::Status;
  std::vector<report::Answer> answers;
  std::vector<std::string> violated;
  for (uint32_t i = 0; i < program.monitors.size(); ++i) {
    const program::Monitor& monitor = program.monitors[i];
    if (isAmong(monitor.name, question.without)) continue;
    if (!monitor.isWoven) {
      answers.push_back(unseenBy(monitor, question));
      continue;
    }
    const abstraction::Watched& found = watched[i];
    search::Result result;
    result.violation = found.violation;
    result.path = found.path;
    result.shortfall.interrupted = found.status == Status::Open;
    if (found.status == Status::Resigned && found.isBounded) {
      result.shortfall.states = true;
    } else if (found.status == Status::Resigned) {
      result.shortfall.unknown = found.why;
    }
    report::Answer answer = found.violation ? violationOf(program, question, i, violated, result, explain)
                                            : explain(program, question, result);
    answer = answerFor(monitor, std::move(answer));
    answer.effort = report::Effort{found.partition, found.seconds, found.refinements, found.transitions};
    if (answer.trace) {
      Question asked = question;
      asked.without = answer.switchedOff;
      show(asked, answer);
      violated.push_back(monitor.name);
    }
    answers.push_back(std::move(answer));
  }
  addNotes(program, answers);
  return answers;
}

}  // namespace clew::cli
