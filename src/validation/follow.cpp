#include "validation/follow.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <unordered_set>

#include "machine/user_place.h"
#include "report/inputs.h"
#include "report/places.h"
#include "search/judge.h"
#include "search/state_word.h"
#include "validation/monitor.h"

namespace clew::validation {

namespace {

using machine::StateKey;
using program::InputKind;
using witness::Kind;

/// So many values of an input are tried one by one.
constexpr uint64_t kFewValues = 256;
constexpr const char* kNoTime = "there was no time to follow it to its end";
/// A step that takes more instructions than this is not worth a guess.
constexpr uint64_t kLongStep = uint64_t{1} << 21;

/// Ways for one thread to go on.
struct Option {
  uint32_t thread = 0;
  uint32_t first = 0, count = 0;  // alternatives of the state
  bool isInput = false;           // then one of the values instead
  bool isGuess = false;           // these are not of the witness
  std::vector<uint64_t> values;

  size_t size() const { return isInput ? values.size() : count; }
};

struct Node {
  StateKey key;
  Progress progress;
  std::vector<Option> options;
  size_t option = 0, next = 0;  // what comes next
  size_t choices = 0;           // of the path before
  bool isGuessed = false;       // an input on the way there was
};

/// A state with how far the witness is passed.
struct Visit {
  search::StateWord state;
  uint64_t progress;
  bool operator==(const Visit&) const = default;
};
struct VisitHash {
  size_t operator()(const Visit& visit) const {
    return (visit.state ^ visit.progress * 0x9E3779B97F4A7C15u) * 0xFF51AFD7ED558CCDu >> 7;
  }
};

class Follower {
 public:
  Follower(const program::Program& program, const Plan& plan, const search::Options& options, const Confirm& confirm,
           const std::atomic<bool>& stop, search::Statistics& statistics)
      : program_(program),
        plan_(plan),
        options_(options),
        confirm_(confirm),
        stop_(stop),
        statistics_(statistics),
        machine_(program, tables_, options.machine),
        judge_(options, machine_),
        monitor_(plan, machine_) {
    machine_.setStopFlags(&stop);
    machine_.setComplaints(options.complaints);
    machine_.setObserver(&monitor_);
  }

  Outcome run() {
    enter(machine_.start());
    while (!found_ && !stack_.empty()) {
      if (stop_.load(std::memory_order_relaxed)) return rejected(kNoTime);
      if (options_.maxStates > 0 && seen_.size() >= options_.maxStates) {
        return rejected(fmt::format("not confirmed in {} states", options_.maxStates));
      }
      Node& node = stack_.back();
      while (node.option < node.options.size() && node.next >= node.options[node.option].size()) {
        ++node.option;
        node.next = 0;
      }
      if (node.option == node.options.size()) {
        stack_.pop_back();
        continue;
      }
      const size_t option = node.option;
      const size_t next = node.next++;
      goOn(option, next);
    }
    if (found_) return std::move(*found_);
    return rejected(stop_.load(std::memory_order_relaxed) ? kNoTime : whyNot());
  }

 private:
  /// Takes one way on from the top of the stack.
  void goOn(size_t option, size_t next) {
    const Node& node = stack_.back();
    const Option& way = node.options[option];
    machine_.restore(node.key);
    monitor_.progress() = node.progress;
    path_.shorten(node.choices);
    judge_.beforeStep();
    ++statistics_.transitions;
    isGuessed_ = node.isGuessed || way.isGuess;
    instructions_ = machine_.instructions();
    if (!way.isInput) return enter(take(way.first + static_cast<uint32_t>(next)));
    const uint64_t value = way.values[next];
    const uint32_t thread = way.thread;
    const auto giver = giverAt(thread);
    const program::Location location = placeOf(thread);
    machine::Outcome outcome = machine::Outcome::Stopped;
    const unsigned width = static_cast<unsigned>(std::countr_zero(uint64_t{alternativesOf(thread)->alternatives}));
    const unsigned pieces = width == 0 ? 1 : (giver->inputBits + width - 1) / width;
    for (unsigned piece = 0; piece < pieces && outcome == machine::Outcome::Stopped; ++piece) {
      const auto choice = alternativesOf(thread);
      const uint64_t part = (value >> (width * (pieces - 1 - piece))) & ((uint64_t{1} << width) - 1);
      if (!choice || part >= choice->alternatives) {
        machine_.save();
        return;
      }
      // The value is there before whatever the thread does with it.
      if (piece + 1 == pieces) monitor_.input(thread, *giver, location, value);
      outcome = take(choice->first + static_cast<uint32_t>(part));
    }
    enter(outcome);
  }

  machine::Outcome take(uint32_t alternative) {
    if (machine_.alternativeCount() > 1) path_.push(alternative);
    return machine_.step(alternative);
  }

  /// Goes back without having come to a state.
  void leave() { machine_.discard(); }

  /// Looks at what a step came to.
  void enter(machine::Outcome outcome) {
    furthest_ = std::max(furthest_, monitor_.progress().stage);
    switch (outcome) {
      case machine::Outcome::Pruned: return leave();
      case machine::Outcome::Abandoned: unknown_ = machine_.report().message; return leave();
      case machine::Outcome::Faulted: {
        std::optional<std::string> ignored;
        const auto violation = judge_.ofFault(ignored);
        if (violation) meet(*violation);
        return leave();
      }
      default: break;
    }
    const StateKey key = machine_.save();
    if (stop_.load(std::memory_order_relaxed)) return;  // the step may have been cut short
    if (const auto violation = judge_.ofStep()) meet(*violation);
    if (const auto violation = judge_.ofState(machine_.alternativeCount())) meet(*violation);
    if (found_ || monitor_.progress().isOut || machine_.hasExited()) return;
    if (isGuessed_ && machine_.instructions() - instructions_ > kLongStep) {
      unknown_ = "they take long with a value that was guessed";
      return;
    }
    if (!seen_.insert({search::wordOf(key), digest(monitor_.progress())}).second) return;
    ++statistics_.states;
    statistics_.depth = std::max<uint64_t>(statistics_.depth, stack_.size() + 1);
    stack_.push_back({key, monitor_.progress(), optionsHere(), 0, 0, path_.size(), isGuessed_});
  }

  static uint64_t digest(const Progress& progress) {
    uint64_t mixed = progress.stage;
    for (const auto& [number, ordinal] : *progress.ordinals) {
      mixed = (mixed ^ (uint64_t{number} << 32 | ordinal)) * 0x9E3779B97F4A7C15u;
    }
    return mixed;
  }

  /// A violation: is it the one that the witness is about?
  void meet(const property::Violation& violation) {
    if (found_ || !monitor_.isAtEnd() || monitor_.progress().isOut) return;
    hasMet_ = true;
    const bool hasThread = violation.property != property::Property::Deadlock &&
                           violation.property != property::Property::DataRace && violation.thread != program::kNone;
    const auto& target = *plan_.targets.front();
    if (hasThread && target.thread && *target.thread != monitor_.ordinalOf(violation.thread)) return;
    const auto trace = confirm_(path_, violation);
    if (!trace || !isTarget(violation, *trace)) return;
    found_ = Outcome{true, "", violation, path_};
  }

  bool isTarget(const property::Violation& violation, const report::Trace& trace) const {
    std::vector<program::Location> places = {report::placeOfViolation(trace)};
    const bool hasSeveral =
        violation.property == property::Property::Deadlock || violation.property == property::Property::DataRace;
    for (const report::ThreadEnd& end : trace.ends) {
      if (hasSeveral) places.push_back(end.location);
    }
    // Others may mean the line inside of the function that must not be called.
    places.push_back(program_.locationAt(violation.pc));
    return std::any_of(plan_.targets.begin(), plan_.targets.end(), [&](const witness::Waypoint* target) {
      return target->place.line == 0 || std::any_of(places.begin(), places.end(), [&](const program::Location& place) {
               return place.line == target->place.line &&
                      program::isSameFile(program_.files[place.file].name, target->place.file);
             });
    });
  }

  // ---- the ways on from a state ----

  std::optional<machine::ThreadChoice> alternativesOf(uint32_t thread) {
    for (const machine::ThreadChoice& choice : machine_.choices()) {
      if (choice.thread == thread) return choice;
    }
    return std::nullopt;
  }

  program::Location placeOf(uint32_t thread) const {
    const uint32_t pc = machine::userPc(machine_, thread);
    return pc == program::kNone ? program::Location{} : program_.locationAt(pc);
  }

  /// The function from which a thread is about to get a value; none if it is not.
  const program::Function* giverAt(uint32_t thread) const {
    const auto& known = *machine_.threadByNumber(thread);
    if (known.status != machine::ThreadStatus::Running || known.frames.empty()) return nullptr;
    if (program_.code[known.frames.back().pc].op != program::Op::Choose) return nullptr;
    const machine::Frame* frame = report::inputFrame(machine_, thread);
    if (frame == nullptr) return nullptr;
    const program::Function& giver = program_.functionAt(frame->pc);
    return giver.input == InputKind::Value && giver.inputBits > 0 ? &giver : nullptr;
  }

  std::vector<Option> optionsHere() {
    std::vector<Option> options;
    for (const machine::ThreadChoice& choice : machine_.choices()) {
      Option option{choice.thread, choice.first, choice.alternatives, false, false, {}};
      if (const program::Function* giver = giverAt(choice.thread)) fill(option, *giver);
      options.push_back(std::move(option));
    }
    // First whom the witness speaks of next.
    const Point* next = monitor_.next();
    const auto& wanted = next == nullptr ? plan_.targets.front()->thread : next->waypoint->thread;
    const auto isWanted = [&](const Option& option) { return wanted && monitor_.ordinalOf(option.thread) == *wanted; };
    const auto first = std::find_if(options.begin(), options.end(), isWanted);
    if (first != options.end()) std::rotate(options.begin(), first, first + 1);
    return options;
  }

  /// Gives an input the values that it is tried with: the one of the witness, or those that may well be meant.
  void fill(Option& option, const program::Function& giver) {
    option.isInput = true;
    const Point* next = monitor_.next();
    const bool isMeant = next != nullptr && next->waypoint->kind == Kind::FunctionReturn &&
                         monitor_.isAt(*next, option.thread, placeOf(option.thread)) &&
                         (next->waypoint->function.empty() || next->waypoint->function == giver.name);
    if (isMeant && !next->constraint->result().empty()) {
      option.values = valueNamed(giver, next->constraint->result());
      return;
    }
    const uint64_t mask = maskOf(giver);
    std::vector<uint64_t>& values = option.values;
    const auto add = [&](uint64_t value) {
      value &= mask;
      if (isMeant && !Monitor::isMet(*next, giver, value)) return;
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    };
    for (const int64_t number : plan_.numbers) {
      for (const uint64_t near : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}}) add(static_cast<uint64_t>(number) + near);
    }
    for (const uint64_t usual : {uint64_t{0}, uint64_t{1}, mask, mask >> 1, (mask >> 1) + 1}) add(usual);
    if (mask < kFewValues) {
      for (uint64_t value = 0; value <= mask; ++value) add(value);
      return;
    }
    option.isGuess = hasGuessed_ = true;
  }

  static uint64_t maskOf(const program::Function& giver) {
    return giver.inputBits >= 64 ? ~uint64_t{0} : (uint64_t{1} << giver.inputBits) - 1;
  }

  /// The bits of a number as it is written; none if the type has no such number.
  static std::vector<uint64_t> valueNamed(const program::Function& giver, const std::string& number) {
    const std::string_view type = report::typeOfNondet(giver.name);
    if (type == "float") return {std::bit_cast<uint32_t>(std::strtof(number.c_str(), nullptr))};
    if (type == "double") return {std::bit_cast<uint64_t>(std::strtod(number.c_str(), nullptr))};
    const bool isNegative = number.starts_with('-');
    const uint64_t word = isNegative ? static_cast<uint64_t>(std::strtoll(number.c_str(), nullptr, 10))
                                     : std::strtoull(number.c_str(), nullptr, 10);
    return {word & maskOf(giver)};
  }

  // ---- the end ----

  Outcome rejected(std::string reason) const { return {false, std::move(reason), {}, {}}; }

  std::string whyNot() const {
    std::string more;
    if (const std::string& name = monitor_.unknownVariable(); !name.empty()) {
      more += fmt::format("; nothing is known of its variable {}", name);
    }
    if (hasGuessed_) more += "; values that it does not give were guessed";
    if (plan_.hasAvoided) more += "; what it avoids was avoided as early as can be";
    if (!unknown_.empty()) more += "; some runs were given up: " + unknown_;
    if (furthest_ < plan_.stages.size()) {
      const Point& point = plan_.stages[furthest_].followed;
      const bool isNowhere = point.mark && program_.markPlaces[*point.mark] == 0 && !point.waypoint->thread;
      return fmt::format("{}, which is waypoint {} of {}{}",
                         isNowhere ? fmt::format("there is no such code at {}", point.place())
                                   : fmt::format("no run that follows it passes {}", point.place()),
                         furthest_ + 1, plan_.stages.size() + 1, more);
    }
    const witness::Place& target = plan_.targets.front()->place;
    return fmt::format("no run that follows it {} at {}:{}{}", hasMet_ ? "has its violation" : "violates anything",
                       target.file, target.line, more);
  }

  const program::Program& program_;
  const Plan& plan_;
  const search::Options& options_;
  const Confirm& confirm_;
  const std::atomic<bool>& stop_;
  search::Statistics& statistics_;
  machine::StateTables tables_;
  machine::ConcreteMachine machine_;
  search::Judge judge_;
  Monitor monitor_;
  machine::Path path_;
  std::vector<Node> stack_;
  std::unordered_set<Visit, VisitHash> seen_;
  std::optional<Outcome> found_;
  uint32_t furthest_ = 0;  // stage that a run has come to
  bool hasMet_ = false;    // a violation, behind all points
  bool hasGuessed_ = false;
  bool isGuessed_ = false;     // the run that is followed now
  uint64_t instructions_ = 0;  // when its last step began
  std::string unknown_;
};

}  // namespace

Outcome follow(const program::Program& program, const Plan& plan, const search::Options& options,
               const Confirm& confirm, const std::atomic<bool>& stop, search::Statistics& statistics) {
  return Follower(program, plan, options, confirm, stop, statistics).run();
}

}  // namespace clew::validation
