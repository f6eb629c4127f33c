#include "inspect/session.h"

#include <fmt/format.h>

#include "machine/user_place.h"

namespace clew::inspect {

Standing standingOf(const program::Program& program, const report::Trace& trace) {
  using Kind = Standing::Kind;
  const auto place = [&] {
    if (trace.place.line == 0) return std::string();
    return fmt::format(", at {}:{}", program.files[trace.place.file].name, trace.place.line);
  };
  if (trace.violation) {
    return {Kind::Violated,
            fmt::format("{}: {}{}", property::nameOf(trace.violation->property), trace.violation->message, place())};
  }
  if (!trace.unknown.empty()) return {Kind::Unknown, trace.unknown + place()};
  if (trace.outcome == machine::Outcome::Pruned) return {Kind::Pruned, "an assumption does not hold"};
  if (trace.outcome == machine::Outcome::Exited) {
    return {Kind::Exited, fmt::format("the program ends with status {}", trace.exitStatus)};
  }
  return {};
}

void Session::Namer::operation(uint32_t /*thread*/, uint32_t pc, uint64_t operand, uint64_t result) {
  const program::Op op = program_.code[pc].op;
  if (op == program::Op::ThreadCreate) names_.addThread(static_cast<uint32_t>(result));
  if (op == program::Op::Free) names_.heap().forget(operand);
}

Session::Session(const program::Program& program, const report::RecordOptions& options)
    : program_(program), options_(options), machine_(program, tables_, options.machine), namer_(program, names_) {
  machine_.setObserver(&namer_);
  machine_.setStopFlags(options_.stop);
  machine_.setComplaints(options_.complaints);
  if (options_.invariants != nullptr) {
    stops_.emplace(*options_.invariants, machine_, property::InvariantChecker::Use::SinglePath);
  }
  names_.addThread(0);
  (void)go({});  // the empty path fits every program
}

support::Result<bool> Session::go(const machine::Path& path) {
  report::PathChooser chooser(path, false);
  report::Trace trace = report::record(program_, chooser, options_);
  if (const auto mismatch = chooser.mismatch()) {
    return support::Error{
        fmt::format("the path does not fit the program: its choice number {} has only {} alternatives",
                    mismatch->first + 1, mismatch->second)};
  }
  if (!chooser.finished()) return support::Error{"the path does not fit the program: it goes on behind its end"};
  follow(path, trace.steps);
  path_ = path;
  trace_ = std::move(trace);
  standing_ = standingOf(program_, trace_);
  const machine::StateKey key = hasEnded_ ? machine::StateKey{} : machine_.key();
  stateNumber_ = numberOf(hasEnded_ ? path.text() : fmt::format("{} {}", key.first, key.second));
  return true;
}

/// Brings the machine to where so many steps along the path lead.
void Session::follow(const machine::Path& path, uint32_t steps) {
  size_t common = 0;
  while (common < std::min(path.size(), path_.size()) && path[common] == path_[common]) ++common;
  uint32_t taken = 0;
  if (marks_.empty() && hasStarted_) return;  // there is no choice, so there is one path, and it is at its end
  if (marks_.empty()) {
    hasStarted_ = true;
    hasEnded_ = machine_.start() != machine::Outcome::Stopped;
    nameHeap();
  } else {
    common = std::min(common, marks_.size() - 1);
    marks_.resize(common + 1);
    if (hasEnded_) machine_.discard();
    hasEnded_ = false;
    machine_.restore(marks_[common].key);
    names_ = marks_[common].names;
    taken = marks_[common].steps;
    marks_.pop_back();
  }
  for (size_t next = common; !hasEnded_; ++taken) {
    const bool isChoice = machine_.alternativeCount() > 1;
    const machine::StateKey key = machine_.save();
    if (isChoice) marks_.push_back({key, names_, taken});
    if (taken == steps) break;
    hasEnded_ = machine_.step(isChoice ? path[next++] : 0) != machine::Outcome::Stopped;
    nameHeap();
  }
}

/// So that objects are numbered by when they came to life, whoever asks first.
void Session::nameHeap() { view().heap(); }

uint32_t Session::numberOf(const std::string& state) {
  return numbers_.try_emplace(state, static_cast<uint32_t>(numbers_.size()) + 1).first->second;
}

uint32_t Session::choiceCount() { return standing_.kind == Standing::Kind::Open ? machine_.alternativeCount() : 0; }

std::vector<Choice> Session::choices(size_t most) {
  std::vector<Choice> made;
  if (standing_.kind != Standing::Kind::Open) return made;
  for (const machine::ThreadChoice& choice : machine_.choices()) {
    const uint32_t pc = machine::userPc(machine_, choice.thread);
    const program::Location location = pc == program::kNone ? program::Location{} : program_.locationAt(pc);
    for (uint32_t i = 0; i < choice.alternatives && made.size() < most; ++i) {
      made.push_back({choice.first + i, choice.thread, names_.ofThread(choice.thread), trace_.steps + 1, location,
                      program::sourceLine(program_, location)});
    }
  }
  return made;
}

Outlook Session::outlook(uint32_t choice) const {
  machine::Path path = path_;
  path.push(choice);
  report::PathChooser chooser(path, false);
  report::Trace trace = report::record(program_, chooser, options_);
  std::erase_if(trace.lines, [&](const report::TraceLine& line) { return line.step <= trace_.steps; });
  Standing standing = standingOf(program_, trace);
  return {std::move(trace.lines), std::move(trace.threads), std::move(standing)};
}

}  // namespace clew::inspect
