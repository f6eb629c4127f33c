#include "report/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <ostream>

#include "machine/user_place.h"
#include "report/conclusion.h"
#include "report/condense.h"
#include "report/heuristic_values.h"
#include "report/moments_recorder.h"
#include "report/naming.h"
#include "report/slice.h"
#include "report/waiting.h"
#include "support/demangle.h"

namespace clew::report {

namespace {

using machine::ConcreteMachine;
using program::Op;

/// More effects than this on one line of one step are counted, not shown.
constexpr size_t kEffectsPerLine = 4;
/// Lines of one step that are kept until it is known which of them matter, unless there are many already.
constexpr size_t kLinesToSlice = 20'000;
constexpr size_t kManyLines = 50'000;

class Recorder : public machine::Observer {
 public:
  Recorder(ConcreteMachine& machine, const RecordOptions& options, Trace& trace)
      : machine_(machine), options_(options), trace_(trace), inputs_(machine) {
    if (options.keepMoments) moments_.emplace(machine, numbers_, trace, trace.moments.emplace());
    if (options.slice) slice_.emplace(machine);
  }

  void beginStep(uint32_t step) {
    step_ = step;
    linesInStep_ = 0;
    isCut_ = false;
  }

  /// What the lines so far have changed.
  void settle() {
    if (moments_ && !trace_.lines.empty()) moments_->settle(lastLine());
  }

  /// Where a thread stands after the lines so far.
  void stand(const ThreadEnd& end, bool isBlocked) {
    const auto line = static_cast<uint32_t>(trace_.lines.size());
    if (moments_) moments_->stand({line, end.thread, end.location, end.state, isBlocked});
  }

  uint32_t threadIndex(uint32_t number) {
    for (size_t i = trace_.threads.size(); i-- > 0;) {
      if (trace_.threads[i].number == number) return static_cast<uint32_t>(i);
    }
    return addThread(number, program::kNone);
  }

  uint32_t addThread(uint32_t number, uint32_t function) {
    const auto index = static_cast<uint32_t>(trace_.threads.size());
    const std::string routine = number == 0 ? "main"
                                : function == program::kNone
                                    ? ""
                                    : support::demangled(machine_.program().functions[function].name);
    trace_.threads.push_back({number, fmt::format("T{}", index), routine});
    return index;
  }

  HeapNumbers& numbers() { return numbers_; }
  /// What an address points to.
  std::string nameOf(uint64_t address) { return nameOfAddress(machine_, numbers_, address); }

  const std::string& threadName(uint32_t number) { return trace_.threads[threadIndex(number)].name; }

  uint32_t userPc(uint32_t number, std::ptrdiff_t skipped = 0) const {
    return machine::userPc(machine_, number, skipped);
  }

  void access(const Access& access) override {
    const bool isTold = tells(access);
    if (isTold) tell(access);
    if (!slice_) return;
    const uint32_t line = isTold ? lineForSlice() : lineOfLibrary(access.thread, access.pc);
    slice_->access(threadIndex(access.thread), line, access);
  }

  void transfer(uint32_t thread, uint32_t pc, uint64_t from, uint64_t to, uint64_t bytes) override {
    if (slice_) slice_->transfer(threadIndex(thread), thread, pc, from, to, bytes);
  }

  /// Which lines have something to do with the end, once that is known.
  void markMinorLines() {
    if (!slice_) return;
    const auto& violation = trace_.violation;
    if (violation && violation->property == property::Property::Deadlock) {
      for (const auto& thread : machine_.threads()) {
        if (!thread->frames.empty()) slice_->explain(threadIndex(thread->number), thread->number);
      }
      slice_->explainEndsOfThreads();
    } else if (violation) {
      slice_->explain(*violation, threadIndex(violation->thread), options_.invariants);
    }
    const std::vector<bool> isMinor = slice_->minorLines(trace_);
    for (size_t i = 0; i < isMinor.size(); ++i) trace_.lines[i].isMinor = isMinor[i];
    if (!moments_) condense(trace_, options_.linesPerStep);
  }

  /// Whether an access is worth a line.
  bool tells(const Access& access) const {
    if (!options_.keepLines || !access.object->shared) return false;
    const bool isOfProgram = access.object->kind == machine::ObjectKind::Heap && !inputs_.isInside(access.thread);
    return !isRuntime(access.pc) || isOfProgram;
  }

  void tell(const Access& access) {
    uint32_t type = 0;
    const std::string name = report::nameOf(machine_, numbers_, *access.object, access.offset, access.bytes, &type);
    const std::string value =
        access.defined ? valueOf(machine_, numbers_, type, access.bits, access.bytes) : "(uninitialised)";
    if (!access.write) {
      note(access.thread, fmt::format("reads {} = {}", name, value));
    } else {
      const std::string before = valueOf(machine_, numbers_, type, access.before, access.bytes);
      note(access.thread, fmt::format("{}: {} -> {}", name, before, value));
    }
    if (moments_ && !trace_.lines.empty()) {
      const bool isLocal = access.object->kind == machine::ObjectKind::Stack;
      const std::string whole = isLocal ? fmt::format("{} of {}", name, threadName(access.object->arena - 1)) : name;
      moments_->touch(lastLine(), *access.object, access.offset, access.bytes, type, whole);
    }
  }

  void operation(uint32_t thread, uint32_t pc, uint64_t operand, uint64_t result) override {
    const Op op = machine_.program().code[pc].op;
    noteOperation(thread, op, operand, result);
    if (moments_ && !trace_.lines.empty()) follow(thread, op, operand, result);
    if (slice_)
      slice_->operation(threadIndex(thread), lineForSlice(), thread, pc, operand, result, partner(op, operand, result));
    if (op == Op::Free) numbers_.forget(operand);
  }

  void output(int stream, std::string_view bytes) override {
    trace_.output += bytes;
    std::ostream* out = stream == 2 ? options_.liveErrors : options_.live;
    if (out != nullptr) out->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  /// The path ends in a state in which two threads race.
  void endInRace(const machine::Race& race) {
    const auto place = [&](const machine::Touch& touch) {
      const uint32_t pc = userPc(touch.thread);
      return program::placeOf(machine_.program(), pc == program::kNone ? touch.pc : pc);
    };
    const machine::Object& object = *machine_.memory().find(race.address);
    uint32_t type = 0;
    const std::string name =
        report::nameOf(machine_, numbers_, object, race.address - object.address, race.bytes, &type);
    const auto does = [&](const machine::Touch& touch, const std::string& what) {
      const char* how = touch.atomic ? "atomically " : "";
      const Op op = machine_.program().code[touch.pc].op;
      const bool frees = op == Op::Free || op == Op::Realloc;
      return fmt::format("{} {}{} {} at {}", threadName(touch.thread), how,
                         frees         ? "frees"
                         : touch.write ? "writes"
                                       : "reads",
                         what, place(touch));
    };
    trace_.violation = property::Violation{property::Property::DataRace,
                                           fmt::format("{} while {}", does(race.first, name), does(race.second, "it")),
                                           race.first.thread, race.first.pc};
    if (slice_) {
      for (const machine::Touch& touch : {race.first, race.second}) {
        slice_->explain(threadIndex(touch.thread), touch.thread);
      }
    }
    const uint32_t pc = userPc(race.first.thread);
    trace_.place = machine_.program().locationAt(pc == program::kNone ? race.first.pc : pc);
  }

 private:
  uint32_t lastLine() const { return static_cast<uint32_t>(trace_.lines.size()) - 1; }
  /// Of the current step. Which of many lines matter is known when the path is over.
  size_t mostLines() const {
    const bool waits = slice_ && trace_.lines.size() < kManyLines;
    return waits ? std::max(kLinesToSlice, options_.linesPerStep) : options_.linesPerStep;
  }
  uint32_t lineForSlice() const { return trace_.lines.empty() ? SliceRecorder::kNoLine : lastLine(); }

  /// The line from which a library function was called that does something, an automaton's included, if it is the last
  /// one.
  uint32_t lineOfLibrary(uint32_t thread, uint32_t pc) {
    if (trace_.lines.empty() || !machine_.program().functionAt(pc).library) return SliceRecorder::kNoLine;
    const TraceLine& last = trace_.lines.back();
    const uint32_t user = userPc(thread);
    if (user == program::kNone || last.step != step_ || last.thread != threadIndex(thread))
      return SliceRecorder::kNoLine;
    const program::Location& location = machine_.program().locationAt(user);
    const bool isSame = location.line == last.location.line && location.file == last.location.file;
    return isSame ? lastLine() : SliceRecorder::kNoLine;
  }

  /// The other thread that an operation is about, by its position.
  uint32_t partner(Op op, uint64_t operand, uint64_t result) {
    if (op == Op::ThreadCreate) return threadIndex(static_cast<uint32_t>(result));
    return op == Op::ThreadJoin ? threadIndex(static_cast<uint32_t>(operand)) : program::kNone;
  }

  void noteOperation(uint32_t thread, Op op, uint64_t operand, uint64_t result) {
    if (op == Op::ThreadCreate) {
      const auto number = static_cast<uint32_t>(result);
      const uint32_t index = addThread(number, machine_.threadByNumber(number)->startFunction);
      return note(thread, fmt::format("creates {} ({})", trace_.threads[index].name, trace_.threads[index].routine));
    }
    if (!options_.keepLines) return;
    if (op == Op::Choose && inputs_.isInside(thread)) return noteInput(thread, operand, result);
    if (op == Op::Choose) noteOtherChoice(thread);
    note(thread, operationText(op, operand, result));
  }

  /// What an operation means for those who follow locks and memory.
  void follow(uint32_t thread, Op op, uint64_t operand, uint64_t result) {
    const uint32_t line = lastLine();
    if (op == Op::MutexLock || op == Op::MutexTryLock) moments_->useMutex(operand, nameOf(operand));
    if (op == Op::MutexDestroy || op == Op::Free) moments_->forgetMutex(operand);
    moments_->settleLocks(line);
    if (op == Op::Free) moments_->free(line, operand);
    if (op != Op::Note) return;
    const std::string text = machine_.textAt(result);
    const bool isLocked = text.starts_with("locks %");
    if (isLocked || text.starts_with("unlocks %")) moments_->hold(line, operand, nameOf(operand), thread, isLocked);
  }

  bool isRuntime(uint32_t pc) const { return machine_.program().functionAt(pc).runtime; }

  std::string operationText(Op op, uint64_t operand, uint64_t result) {
    const auto name = [&] { return nameOf(operand); };
    const auto failed = [&](const char* what) { return fmt::format("{} {} fails ({})", what, name(), result); };
    switch (op) {
      case Op::MutexInit: return "initialises mutex " + name();
      case Op::MutexDestroy: return "destroys mutex " + name();
      case Op::MutexLock: return result == 0 ? "locks " + name() : failed("lock of");
      case Op::MutexTryLock: return result == 0 ? "locks " + name() : failed("trylock of");
      case Op::MutexUnlock: return result == 0 ? "unlocks " + name() : failed("unlock of");
      case Op::CondInit: return "initialises condition " + name();
      case Op::CondDestroy: return "destroys condition " + name();
      case Op::CondWait:
      case Op::CondTimedWait:
        if (result == ETIMEDOUT) return "times out waiting for " + name();
        return result == 1 ? "wakes up, locks " + name() : "waits for " + name() + ", unlocks its mutex";
      case Op::CondSignal:
        if (result == program::kNone) return "signals " + name() + ", nobody waits";
        return fmt::format("signals {}, wakes {}", name(), threadName(static_cast<uint32_t>(result)));
      case Op::CondBroadcast:
        return "broadcasts " + name() + (result == program::kNone ? ", nobody waits" : ", wakes all waiters");
      case Op::ThreadJoin: return "joins " + threadName(static_cast<uint32_t>(operand));
      case Op::Choose: return fmt::format("chooses {} of 0..{}", result, operand - 1);
      case Op::Note: {  // what the runtime says about itself, with % for the name of the object
        std::string text = machine_.textAt(result);
        const size_t place = text.find('%');
        return place == std::string::npos ? text : text.replace(place, 1, name());
      }
      case Op::Malloc:
      case Op::Calloc:
      case Op::AlignedAlloc:
      case Op::Realloc: return result == 1 ? fmt::format("allocation of {} bytes fails", operand) : "";
      case Op::Free: return "frees " + name();
      case Op::Fail:
      case Op::Exit: return fmt::format("ends the process with status {}", operand & 0xFF);
      case Op::ThreadExit:
      case Op::Return: return "thread ends";
      default: return "";
    }
  }

  /// A choice that is an input, or a part of one. Only whole ones are shown.
  void noteInput(uint32_t thread, uint64_t alternatives, uint64_t chosen) {
    auto input = inputs_.add(thread, alternatives, chosen);
    if (!input) return;
    note(thread, input->isChoice ? operationText(Op::Choose, alternatives, chosen)
                                 : fmt::format("{} is {}", input->nameOrCall(), input->value));
    input->thread = threadIndex(thread);
    input->line = trace_.lines.empty() ? 0 : trace_.lines.size() - 1;
    if (const uint32_t pc = userPc(thread); pc != program::kNone) {
      input->location = machine_.program().locationAt(pc);
      const std::string source = program::sourceLine(machine_.program(), input->location);
      if (input->name.empty()) input->name = assignedName(source, input->function);
    }
    trace_.inputs.push_back(std::move(*input));
  }

  /// A library function chose what no input is: what rand returns, whom a semaphore wakes.
  void noteOtherChoice(uint32_t thread) {
    std::string chooser;
    const auto& frames = machine_.threadByNumber(thread)->frames;
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
      const program::Function& function = machine_.program().functionAt(frame->pc);
      if (!function.library) break;
      chooser = function.name;
    }
    auto& known = trace_.otherChoices;
    if (!chooser.empty() && std::find(known.begin(), known.end(), chooser) == known.end()) known.push_back(chooser);
  }

  void note(uint32_t thread, std::string effect) {
    if (!options_.keepLines || effect.empty()) return;
    const uint32_t pc = userPc(thread);
    if (pc == program::kNone) return;
    const uint32_t index = threadIndex(thread);
    const program::Location location = machine_.program().locationAt(pc);
    TraceLine* last = trace_.lines.empty() ? nullptr : &trace_.lines.back();
    if (last == nullptr || last->step != step_ || last->thread != index || last->location.line != location.line ||
        last->location.file != location.file) {
      settle();
      if (++linesInStep_ > mostLines()) {
        if (!isCut_) trace_.lines.push_back({step_, index, {}, "", "", {kMoreLines}});
        isCut_ = true;
        return;
      }
      trace_.lines.push_back({step_,
                              index,
                              location,
                              support::demangled(machine_.program().functionAt(pc).name),
                              program::sourceLine(machine_.program(), location),
                              {}});
      last = &trace_.lines.back();
    }
    if (last->effects.size() < kEffectsPerLine) {
      last->effects.push_back(std::move(effect));
    } else if (last->effects.size() == kEffectsPerLine) {
      last->effects.push_back("...");
    }
  }

  ConcreteMachine& machine_;
  const RecordOptions& options_;
  Trace& trace_;
  HeapNumbers numbers_;
  InputCollector inputs_;
  std::optional<MomentsRecorder> moments_;
  std::optional<SliceRecorder> slice_;
  uint32_t step_ = 0;
  size_t linesInStep_ = 0;
  bool isCut_ = false;  // the step has more lines than are kept
};

/// Where a thread stands now.
ThreadEnd endOf(const ConcreteMachine& machine, Recorder& recorder, uint32_t number) {
  ThreadEnd end;
  end.thread = recorder.threadIndex(number);
  const uint32_t pc = recorder.userPc(number);
  if (pc != program::kNone) {
    end.location = machine.program().locationAt(pc);
    end.source = program::sourceLine(machine.program(), end.location);
  }
  end.state = waitText(machine, recorder.numbers(), number, [&](uint32_t other) { return recorder.threadName(other); });
  return end;
}

void describeEnds(const ConcreteMachine& machine, Recorder& recorder, Trace& trace) {
  for (const auto& thread : machine.threads()) {
    if (thread->frames.empty()) continue;
    ThreadEnd end = endOf(machine, recorder, thread->number);
    const bool failed = trace.violation && trace.violation->property != property::Property::Deadlock &&
                        trace.violation->thread == thread->number;
    if (failed) end.state = "fails here";
    trace.ends.push_back(end);
  }
}

/// What all threads stand before, between two steps.
void noteStands(ConcreteMachine& machine, Recorder& recorder, const Trace& trace) {
  recorder.settle();
  const auto choices = machine.choices();
  std::vector<bool> isThere(trace.threads.size(), false);
  for (const auto& thread : machine.threads()) {
    if (thread->frames.empty()) continue;
    const bool canGoOn = std::any_of(choices.begin(), choices.end(),
                                     [&](const auto& choice) { return choice.thread == thread->number; });
    const ThreadEnd end = endOf(machine, recorder, thread->number);
    recorder.stand(end, !canGoOn);
    isThere[end.thread] = true;
  }
  for (uint32_t i = 0; i < isThere.size(); ++i) {
    if (!isThere[i]) recorder.stand({i, {}, "", "has ended"}, false);
  }
}

}  // namespace

Trace record(const program::Program& program, Chooser& chooser, const RecordOptions& options) {
  machine::StateTables tables;
  ConcreteMachine machine(program, tables, options.machine);
  Trace trace;
  Recorder recorder(machine, options, trace);
  machine.setObserver(&recorder);
  machine.setStopFlags(options.stop);
  machine.setComplaints(options.complaints);
  recorder.addThread(0, program::kNone);
  std::optional<property::InvariantChecker> invariants;
  if (options.invariants != nullptr)
    invariants.emplace(*options.invariants, machine, property::InvariantChecker::Use::SinglePath);
  program::Location lastStep;
  tables.threadPlaces = options.threads;
  HeuristicValues values(machine, options, trace);
  machine::Outcome outcome = machine.start();
  for (uint32_t step = 1; !conclude(machine, outcome, trace); ++step) {
    if (options.stop != nullptr && *options.stop) {
      trace.incomplete = true;
      break;
    }
    values.note();
    if (options.keepMoments) noteStands(machine, recorder, trace);
    if (invariants) {
      trace.violation = invariants->afterStep();
      if (!trace.violation) trace.violation = invariants->inState();
      if (trace.violation) {
        trace.place = lastStep;
        break;
      }
    }
    if (options.races) {  // in the order of search::Judge: of several violations both tell the same one
      if (const auto race = machine.findRace()) {
        recorder.endInRace(*race);
        break;
      }
    }
    const uint32_t count = machine.alternativeCount();
    if (count == 0) {
      trace.violation = property::Violation{property::Property::Deadlock, "no thread can go on", 0, 0};
      break;
    }
    uint32_t alternative = 0;
    if (count > 1) {
      const auto chosen = chooser.choose(count);
      if (!chosen) {
        trace.incomplete = true;
        break;
      }
      alternative = *chosen;
      trace.path.push(alternative);
      trace.choiceSteps.push_back(step);
    }
    if (invariants) {
      invariants->beforeStep();
      lastStep = placeOfStep(machine, alternative);
    }
    values.beforeStep(alternative);
    recorder.beginStep(step);
    trace.steps = step;
    outcome = machine.step(alternative);
  }
  if (options.explain && outcome == machine::Outcome::Stopped) {
    machine.save();
    trace.reasons = machine::Reduction(machine, machine::ReductionKind::Full).explain();
  }
  recorder.settle();
  recorder.markMinorLines();
  describeEnds(machine, recorder, trace);
  return trace;
}

}  // namespace clew::report
