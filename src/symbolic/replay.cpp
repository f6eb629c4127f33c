#include "symbolic/replay.h"

#include <algorithm>

#include "machine/concrete_domain.h"

namespace clew::symbolic {

namespace {

using machine::ConcreteMachine;
using machine::Outcome;
using program::Op;

uint64_t valueOf(const term::Terms& terms, const term::Model& model, const Input& input) {
  return model.valueOf(static_cast<uint32_t>(terms[input.symbol].value));
}

/// The choices by which the concrete machine asks for an input.
void appendChoices(const Input& input, uint64_t value, std::vector<uint32_t>& choices) {
  constexpr unsigned kPiece = 16;
  switch (input.form) {
    case Input::Form::Choice: choices.push_back(static_cast<uint32_t>(value)); return;
    case Input::Form::Bytes:
      for (unsigned bit = 0; bit < input.bits; bit += 8) choices.push_back(value >> bit & 0xFF);
      return;
    case Input::Form::Pieces:
      if (input.bits <= kPiece) return choices.push_back(static_cast<uint32_t>(value));
      for (unsigned bit = input.bits; bit > 0; bit -= kPiece) choices.push_back(value >> (bit - kPiece) & 0xFFFF);
      return;
    default: return;  // parts of a structure, all of which are asked for where it is
  }
}

/// How the concrete machine makes the structure that a path has looked at. Its objects have other numbers there: the
/// path came to them in its own order.
class StructureAnswers {
 public:
  StructureAnswers(const Inputs& inputs, uint32_t structure, const term::Terms& terms, const term::Model& model)
      : inputs_(inputs),
        structure_(structure),
        terms_(terms),
        model_(model),
        walk_(inputs.structures[structure].layout),
        addresses_(inputs.objectsOf(structure)) {}

  void append(std::vector<uint32_t>& choices) {
    while (!walk_.isOver()) {
      const auto question = walk_.next();
      const uint32_t answer = question.isLink ? whereTo(question) : byteAt(question);
      choices.push_back(answer);
      walk_.answer(answer);
    }
  }

 private:
  using Question = machine::StructureWalk::Question;

  /// The input that decides a question, and which of its bytes.
  std::pair<const Input*, uint64_t> inputFor(const Question& question) const {
    const bool isFirst = question.object == machine::StructureWalk::kNone;
    for (const Input& input : inputs_.list) {
      if (input.structure != structure_ || input.form < Input::Form::First) continue;
      if (isFirst && input.form == Input::Form::First) return {&input, 0};
      if (isFirst || input.form == Input::Form::First || input.object != numbers_[question.object]) continue;
      const uint64_t byte = question.offset - input.offset;
      if (byte < input.bits / 8u) return {&input, byte};
    }
    return {nullptr, 0};
  }

  uint32_t byteAt(const Question& question) const {
    const auto [input, byte] = inputFor(question);
    return input == nullptr ? 0 : valueOf(terms_, model_, *input) >> 8 * byte & 0xFF;
  }

  /// Null where the path does not say it: nobody looks there.
  uint32_t whereTo(const Question& question) {
    const auto [input, byte] = inputFor(question);
    if (input == nullptr) return 0;
    const auto target = std::find(addresses_.begin(), addresses_.end(), valueOf(terms_, model_, *input));
    if (target == addresses_.end()) return 0;
    const auto number = static_cast<uint32_t>(target - addresses_.begin());
    const auto known = std::find(numbers_.begin(), numbers_.end(), number);
    if (known != numbers_.end()) {
      return walk_.leadingTo(static_cast<uint32_t>(known - numbers_.begin())).value_or(0);
    }
    numbers_.push_back(number);
    return walk_.leadingToNew().value_or(0);
  }

  const Inputs& inputs_;
  uint32_t structure_;
  const term::Terms& terms_;
  const term::Model& model_;
  machine::StructureWalk walk_;
  std::vector<uint64_t> addresses_;  // of the objects, as the path came to them
  std::vector<uint32_t> numbers_;    // which of them is the so-manieth of the walk
};

class Follower {
 public:
  Follower(const program::Program& program, const machine::MachineLimits& limits, const machine::Complaints& complaints,
           std::vector<uint32_t> choices)
      : program_(program), machine_(program, tables_, limits), choices_(std::move(choices)) {
    machine_.setComplaints(complaints);
  }

  std::optional<machine::Path> follow(std::span<const ScheduleStep> schedule) {
    outcome_ = machine_.start();
    goStraightOn(0);
    for (const ScheduleStep& step : schedule) {
      if (outcome_ != Outcome::Stopped) return path_;
      if (!take(step.thread, step.alternative)) return std::nullopt;
      goStraightOn(step.thread);
    }
    return path_;
  }

 private:
  bool take(uint32_t thread, uint32_t alternative) {
    const auto choices = machine_.choices();
    const auto choice = std::find_if(choices.begin(), choices.end(),
                                     [&](const machine::ThreadChoice& each) { return each.thread == thread; });
    if (choice == choices.end() || alternative >= choice->alternatives) return false;
    const uint32_t number = choice->first + alternative;
    if (machine_.alternativeCount() > 1) path_.push(number);
    outcome_ = machine_.step(number);
    return true;
  }

  /// Goes on to the next state where somebody has to choose, or to where the inputs end. Threads that stand before an
  /// input get it, the one that was running first.
  void goStraightOn(uint32_t running) {
    for (uint32_t steps = 0; outcome_ == Outcome::Stopped && steps < kMostSteps; ++steps) {
      if (const auto thread = wanting(running)) {
        if (next_ == choices_.size() || !take(*thread, choices_[next_])) return;
        ++next_;
      } else if (machine_.alternativeCount() == 1) {
        running = machine_.choices().front().thread;
        outcome_ = machine_.step(0);
      } else {
        return;
      }
    }
  }

  std::optional<uint32_t> wanting(uint32_t running) const {
    const auto* first = machine_.threadByNumber(running);
    if (first != nullptr && wantsInput(*first)) return running;
    for (const auto& thread : machine_.threads()) {
      if (wantsInput(*thread)) return thread->number;
    }
    return std::nullopt;
  }

  bool wantsInput(const ConcreteMachine::Thread& thread) const {
    if (thread.status != machine::ThreadStatus::Running || thread.frames.empty()) return false;
    const program::Instruction& i = program_.code[thread.frames.back().pc];
    if (i.op != Op::Choose) return false;
    const uint64_t count = machine_.slot(thread, i.a).bits;
    if (count > Run::kMostAlternatives) return true;
    return count > 1 && std::any_of(thread.frames.begin(), thread.frames.end(), [&](const machine::Frame& frame) {
             return program_.functionAt(frame.pc).input != program::InputKind::None;
           });
  }

  static constexpr uint32_t kMostSteps = 100'000'000;  // of a program that goes in circles

  const program::Program& program_;
  machine::StateTables tables_;
  ConcreteMachine machine_;
  std::vector<uint32_t> choices_;
  size_t next_ = 0;
  Outcome outcome_ = Outcome::Stopped;
  machine::Path path_;
};

}  // namespace

std::optional<machine::Path> concretePath(const program::Program& program, const machine::MachineLimits& limits,
                                          const machine::Complaints& complaints, std::span<const ScheduleStep> schedule,
                                          const Inputs& inputs, const term::Terms& terms, const term::Model& model) {
  std::vector<uint32_t> choices;
  for (const Input& input : inputs.list) {
    if (input.form == Input::Form::First) {
      StructureAnswers(inputs, input.structure, terms, model).append(choices);
    } else {
      appendChoices(input, valueOf(terms, model, input), choices);
    }
  }
  return Follower(program, limits, complaints, std::move(choices)).follow(schedule);
}

}  // namespace clew::symbolic
