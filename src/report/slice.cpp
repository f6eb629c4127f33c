#include "report/slice.h"

#include <algorithm>

#include "report/byte_set.h"
#include "report/trace.h"

namespace clew::report {

namespace {

using program::Op;

/// Of a longer path nothing is left out.
constexpr size_t kMostEvents = 2'000'000;
constexpr uint64_t kMostFrames = 50'000'000;

/// Instructions after which control, or a value, comes from somewhere that nobody is told about.
bool isBeyond(Op op) { return op == Op::Unwind || op == Op::SetJump || op == Op::LongJump || op == Op::ParseReal; }

/// Waits until a word in memory has some value.
bool isWait(Op op) { return op == Op::WaitWhile || op == Op::WaitUntil; }
constexpr uint64_t kWordOfWait = 4;

}  // namespace

uint32_t SliceRecorder::callsOf(uint32_t number) {
  const auto& frames = machine_.threadByNumber(number)->frames;
  frames_ += frames.size();
  uint32_t calls = 0;
  for (size_t i = 0; i + 1 < frames.size(); ++i) {
    const auto [known, isNew] =
        knownCallers_.try_emplace({calls, frames[i].pc}, static_cast<uint32_t>(callers_.size()));
    if (isNew) callers_.push_back({calls, frames[i].pc});
    calls = known->second;
  }
  return calls;
}

void SliceRecorder::add(Event event, uint32_t number) {
  isCut_ |= events_.size() >= kMostEvents || frames_ > kMostFrames;
  if (isCut_) return;
  event.calls = callsOf(number);
  events_.push_back(event);
}

void SliceRecorder::access(uint32_t thread, uint32_t line, const machine::Observer::Access& access) {
  const Op op = machine_.program().code[access.pc].op;
  const bool isUpdate = op == Op::AtomicRmw || op == Op::CompareExchange;
  const Kind kind = !access.write ? Kind::Read : isUpdate ? Kind::Update : Kind::Write;
  add({kind, thread, line, access.pc, 0, program::kNone, access.object->address + access.offset, access.bytes, 0},
      access.thread);
}

void SliceRecorder::transfer(uint32_t thread, uint32_t number, uint32_t pc, uint64_t from, uint64_t to,
                             uint64_t bytes) {
  add({Kind::Transfer, thread, kNoLine, pc, 0, program::kNone, to, bytes, from}, number);
}

void SliceRecorder::operation(uint32_t thread, uint32_t line, uint32_t number, uint32_t pc, uint64_t operand,
                              uint64_t result, uint32_t other) {
  const program::Instruction& i = machine_.program().code[pc];
  const bool joins = i.op == Op::ThreadJoin;  // and puts what the other thread returned there
  const uint64_t to = joins ? machine_.slot(*machine_.threadByNumber(number), i.b).bits : 0;
  add({Kind::Operation, thread, line, pc, 0, other, operand, result, to}, number);
}

void SliceRecorder::explain(uint32_t thread, uint32_t number) {
  Standing standing{thread, {}};
  const auto& stopped = *machine_.threadByNumber(number);
  for (const auto& frame : stopped.frames) standing.places.push_back(frame.pc);
  standings_.push_back(std::move(standing));
  const program::Instruction& next = machine_.program().code[stopped.frames.back().pc];
  if (isWait(next.op)) explain(machine_.slot(stopped, next.a).bits, kWordOfWait);
}

void SliceRecorder::explain(uint64_t address, uint64_t bytes) { bytes_.emplace_back(address, bytes); }

void SliceRecorder::explain(const property::Violation& violation, uint32_t thread,
                            const property::Invariants* invariants) {
  switch (violation.property) {
    case property::Property::DataRace: return;
    case property::Property::Leak:
    case property::Property::LostMemory: isCut_ = true; return;  // what is missing has no line
    case property::Property::Invariant:
      for (const property::Expression& each : invariants->ofStates) explain(each);
      return;
    case property::Property::Next:
      for (const property::Expression& each : invariants->ofTransitions) explain(each);
      return;
    default: explain(thread, violation.thread);
  }
}

/// The variables that it names are explained; what it reads by an address that it has read could be anywhere.
void SliceRecorder::explain(const property::Expression& expression) {
  using property::Operation;
  const auto& nodes = expression.nodes();
  std::vector<bool> reads(nodes.size(), false);  // parts come before what they are parts of
  for (size_t i = 0; i < nodes.size(); ++i) {
    const bool isLoad = nodes[i].operation == Operation::Load;
    for (const uint32_t part : {nodes[i].a, nodes[i].b, nodes[i].c}) {
      if (part >= nodes.size() || nodes[i].operation == Operation::Constant) continue;
      isCut_ |= part >= i || (isLoad && reads[part]);
      reads[i] = reads[i] || reads[part];
    }
    reads[i] = reads[i] || isLoad;
  }
  for (const uint32_t index : expression.globals()) {
    const program::Global& global = machine_.program().globals[index];
    explain(global.address, global.size);
  }
}

/// The way back from the end to the beginning.
class Slice {
 public:
  Slice(const SliceRecorder& recorder, const Trace& trace)
      : recorder_(recorder),
        program_(recorder.machine_.program()),
        dependence_(program_),
        isMinor_(trace.lines.size()) {
    for (size_t i = 0; i < trace.threads.size(); ++i) threads_.emplace_back(dependence_);
  }

  std::vector<bool> run() {
    for (const auto& standing : recorder_.standings_) explain(standing);
    for (const auto& [address, bytes] : recorder_.bytes_) wanted_.add(address, bytes);
    isRelevant_.assign(recorder_.events_.size(), false);
    for (size_t i = recorder_.events_.size(); i-- > 0;) {
      if (matters(i)) keep(i);
    }
    for (size_t i = 0; i < recorder_.events_.size(); ++i) {
      if (const uint32_t line = recorder_.events_[i].line; line != SliceRecorder::kNoLine) isMinor_[line] = true;
    }
    for (size_t i = 0; i < recorder_.events_.size(); ++i) {
      const uint32_t line = recorder_.events_[i].line;
      if (isRelevant_[i] && line != SliceRecorder::kNoLine) isMinor_[line] = false;
    }
    for (const auto& standing : recorder_.standings_) keepLastLine(standing.thread);
    return std::move(isMinor_);
  }

 private:
  using Event = SliceRecorder::Event;
  using Kind = SliceRecorder::Kind;

  /// What a thread does between getting a lock and giving it back.
  struct Section {
    uint64_t lock;
    size_t end;  // the event
    bool matters;
  };
  struct Thread {
    explicit Thread(program::Dependence& dependence) : needs(dependence) {}
    program::Needs needs;
    bool isActive = false;         // something that it does later matters
    bool isAwaited = false;        // somebody that matters waits for its end
    bool isAsked = false;          // for its result
    std::vector<size_t> ifActive;  // events that matter if anything does that it did: its end, and who waited for that
    std::vector<Section> sections;
    uint32_t copying = program::kNone;  // the instruction that writes what it reads before
    ByteSet touched;                    // what it reads and writes that matters
  };

  void explain(const SliceRecorder::Standing& standing) {
    Thread& thread = threads_[standing.thread];
    thread.isActive = true;
    for (size_t i = 0; i < standing.places.size(); ++i) {
      const bool isInnermost = i + 1 == standing.places.size();
      isInnermost ? thread.needs.add(standing.places[i]) : thread.needs.addExecution(standing.places[i]);
    }
  }

  /// What a thread did last before the end is what the reader looks for first.
  void keepLastLine(uint32_t thread) {
    for (size_t i = recorder_.events_.size(); i-- > 0;) {
      const Event& event = recorder_.events_[i];
      if (event.thread != thread || event.line == SliceRecorder::kNoLine) continue;
      isMinor_[event.line] = false;
      return;
    }
  }

  bool matters(size_t index) {
    const Event& event = recorder_.events_[index];
    Thread& thread = threads_[event.thread];
    switch (event.kind) {
      case Kind::Read: return thread.needs.includeResultOf(event.pc) || thread.copying == event.pc;
      case Kind::Update:
        if (thread.needs.includeResultOf(event.pc)) return true;
        [[fallthrough]];
      case Kind::Write:
      case Kind::Transfer: return wanted_.meets(event.address, event.bytes) || isLost(event);
      case Kind::Operation: return operationMatters(index, event, thread);
    }
    return true;
  }

  /// Whether something is written that another thread overwrites or uses. Nothing may come of it any more; just that is
  /// what the reader of a lost update has to see.
  bool isLost(const Event& event) const {
    for (size_t i = 0; i < threads_.size(); ++i) {
      if (i != event.thread && threads_[i].touched.meets(event.address, event.bytes)) return true;
    }
    return false;
  }

  bool operationMatters(size_t index, const Event& event, Thread& thread) {
    switch (program_.code[event.pc].op) {
      case Op::Choose: return thread.needs.includeResultOf(event.pc);
      case Op::ThreadCreate: return event.other == program::kNone || threads_[event.other].isActive;
      case Op::ThreadJoin:
        if (event.other == program::kNone) return thread.isActive;
        if (wanted_.meets(event.from, kBytesOfResult)) return keepResult(event);
        if (!thread.isActive) return false;
        threads_[event.other].isAwaited = true;
        threads_[event.other].ifActive.push_back(index);
        return false;
      case Op::Return:
      case Op::ThreadExit:
      case Op::ThreadLeave:
        if (recorder_.endsMatter_ || thread.isAsked) return true;
        if (thread.isAwaited) thread.ifActive.push_back(index);
        return false;
      case Op::MutexUnlock:
        if (event.bytes != 0) return thread.isActive;
        thread.sections.push_back({event.address, index, false});
        return false;  // known where it was locked
      case Op::MutexLock:
      case Op::MutexTryLock: return lockMatters(event, thread);
      case Op::CondSignal:
      case Op::CondBroadcast:
      case Op::Free:
      case Op::Fail:
      case Op::Exit: return true;
      default: return thread.isActive;
    }
  }

  /// What a thread returned is wanted.
  bool keepResult(const Event& event) {
    wanted_.remove(event.from, kBytesOfResult);
    threads_[event.other].isAsked = true;
    return true;
  }

  bool lockMatters(const Event& event, Thread& thread) {
    if (event.bytes != 0) return thread.isActive;  // it was not got, and the thread knows
    const auto section = std::find_if(thread.sections.rbegin(), thread.sections.rend(),
                                      [&](const Section& each) { return each.lock == event.address; });
    if (section == thread.sections.rend()) return true;  // it is held at the end
    const Section closed = *section;
    thread.sections.erase(std::next(section).base());
    if (closed.matters) isRelevant_[closed.end] = true;
    return closed.matters;
  }

  void keep(size_t index) {
    const Event& event = recorder_.events_[index];
    Thread& thread = threads_[event.thread];
    isRelevant_[index] = true;
    activate(thread);
    for (Section& section : thread.sections) section.matters = true;
    thread.needs.add(event.pc);
    for (uint32_t calls = event.calls; calls != 0; calls = recorder_.callers_[calls].outer) {
      thread.needs.addExecution(recorder_.callers_[calls].pc);
    }
    if (event.kind != Kind::Operation) thread.touched.add(event.address, event.bytes);
    const bool copies = program_.code[event.pc].op == Op::CopyMemory;
    thread.copying = event.kind == Kind::Write && copies ? event.pc : program::kNone;
    if (event.kind == Kind::Write) wanted_.remove(event.address, event.bytes);
    if (event.kind == Kind::Read || event.kind == Kind::Update) wanted_.add(event.address, event.bytes);
    if (event.kind == Kind::Transfer) followCopy(event);
    if (event.kind == Kind::Operation && isWait(program_.code[event.pc].op)) wanted_.add(event.address, kWordOfWait);
  }

  /// Of what is copied only the bytes are wanted whose copies are.
  void followCopy(const Event& event) {
    std::vector<std::pair<uint64_t, uint64_t>> wanted;
    wanted_.remove(event.address, event.bytes,
                   [&](uint64_t begin, uint64_t bytes) { wanted.emplace_back(begin, bytes); });
    for (const auto& [begin, bytes] : wanted) {
      if (event.from != 0) wanted_.add(event.from + (begin - event.address), bytes);
    }
  }

  /// Something that a thread does matters.
  void activate(Thread& thread) {
    thread.isActive = true;
    for (const size_t index : thread.ifActive) isRelevant_[index] = true;
    thread.ifActive.clear();
  }

  static constexpr uint64_t kBytesOfResult = 8;

  const SliceRecorder& recorder_;
  const program::Program& program_;
  program::Dependence dependence_;
  std::vector<Thread> threads_;
  ByteSet wanted_;
  std::vector<bool> isRelevant_;
  std::vector<bool> isMinor_;
};

std::vector<bool> SliceRecorder::minorLines(const Trace& trace) const {
  const program::Program& program = machine_.program();
  std::vector<bool> isEntered(program.functions.size(), false);
  for (const Event& event : events_) isEntered[program.functionOf[event.pc]] = true;
  bool isBlind = false;
  for (uint32_t pc = 0; pc < program.code.size(); ++pc) {
    isBlind |= isBeyond(program.code[pc].op) && isEntered[program.functionOf[pc]];
  }
  const bool isNothing = standings_.empty() && bytes_.empty();
  if (isCut_ || isNothing || isBlind) return std::vector<bool>(trace.lines.size(), false);
  return Slice(*this, trace).run();
}

}  // namespace clew::report
