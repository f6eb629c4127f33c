#include "machine/future.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "machine/walk.h"

namespace clew::machine {

Future Walk::run() {
  begin();
  while (!positions_.empty()) {
    Position position = std::move(positions_.back());
    positions_.pop_back();
    while (follow(position)) {
      if (++instructions_ > kMostInstructions || isTooMuch(position)) {
        positions_.push_back(std::move(position));
        giveUp();
        return std::move(future_);
      }
    }
  }
  return std::move(future_);
}

// ---- where the thread stands ----

void Walk::begin() {
  Position start;
  start.atomicDepth = thread_.atomicDepth;
  start.inSection = thread_.inSection;
  if (thread_.inSection) start.phase = Phase::Inside;
  for (size_t index = 0; index < thread_.frames.size(); ++index) {
    const Frame& frame = thread_.frames[index];
    start.frames.push_back({frame.pc, frame.base, true});
    const size_t needed = size_t{frame.base} + program_.functionAt(frame.pc).slots;
    start.registers.resize(std::max(start.registers.size(), needed), unknown());
    for (const uint32_t slot : program_.liveAt(frame.pc)) {
      start.registers[frame.base + slot] = thread_.registers[frame.base + slot];
    }
  }
  if (start.frames.empty()) return;
  if (thread_.status == ThreadStatus::Waiting || thread_.status == ThreadStatus::Woken) beginWaiting(start);
  positions_.push_back(std::move(start));
}

/// Inside pthread_cond_wait: a signal or the time, then the mutex.
void Walk::beginWaiting(Position& start) {
  const Access signal{{thread_.condition, 1}, true, true, false, 0, start.frames.back().pc};
  const Range lock{thread_.mutex, kLockBytes};
  if (thread_.status == ThreadStatus::Waiting) {
    future_.next.push_back(signal);  // whoever signals decides when this goes on
    if (thread_.timed) future_.accesses.push_back(signal);
    start.phase = Phase::Behind;
  }
  takeGuard(start.guards.holds, thread_.mutex);
  touch(start, lock, true, false);
  start.inSection = false;
  Value& result = top(start)[program_.code[start.frames.back().pc].dst];
  result = unknown();
  ++start.frames.back().pc;
}

bool Walk::isTooMuch(const Position& position) {
  return position.frames.size() > kMostFrames || position.writes.size() > kMostPrivateWrites;
}

/// The walk is too long: from where it stands, and from all the other places, anything can happen.
void Walk::giveUp() {
  for (Position& position : positions_) anything(position);
  positions_.clear();
}

// ---- the walk ----

/// Goes to another place of the same function; false if the walk was there before.
bool Walk::jump(Position& position, uint32_t target, bool counted) {
  uint32_t& pc = position.frames.back().pc;
  const bool back = target <= pc;
  if (back && !counted && position.phase != Phase::Behind) future_.nextMayLoop = true;
  pc = target;
  return !back || !places_.wasHere(position, 'j');
}

/// Goes there as well.
void Walk::fork(const Position& position, uint32_t target) {
  if (positions_.size() > kMostPositions) instructions_ = kMostInstructions;
  Position other = position;
  if (jump(other, target, false)) positions_.push_back(std::move(other));
}

/// Follows one instruction; false where this way ends.
bool Walk::follow(Position& position) {
  acted_ = false;
  const uint32_t pc = position.frames.back().pc;
  const program::Instruction& i = program_.code[pc];
  Value* r = top(position);
  if (program_.liveRangeOf[pc] != 0 && isVisibleOp(i.op) && position.phase == Phase::Behind &&
      places_.wasHere(position, 'v')) {
    return false;
  }
  if (WalkArithmetic::compute(i, r) || address(i, r)) {
    ++position.frames.back().pc;
    return true;
  }
  switch (i.op) {
    case Op::Jump: return jump(position, i.c, (i.flags & program::kCounted) != 0);
    case Op::Branch:
      if (Domain::isDefined(r[i.a])) return jump(position, (r[i.a].bits & 1) != 0 ? i.c : i.d, false);
      fork(position, i.c);
      return jump(position, i.d, false);
    case Op::Switch: return followSwitch(position, i, r);
    case Op::Call: return call(position, i, program_.calls[i.c].callee);
    case Op::CallIndirect: return callIndirect(position, i, r);
    case Op::Return: return returnFrom(position, i, r);
    case Op::Unwind: return unwind(position, r[i.a]);
    case Op::Unreachable:
    case Op::Unmodelled:
    case Op::FaultUnlock:
    case Op::FaultDestroy:
    case Op::Violate: return false;
    case Op::Fail:  // may end the process, as exit does
    case Op::Exit:
      visible(position);
      if (position.phase == Phase::Inside) anything(position);
      pause(position);
      return false;
    case Op::ThreadExit: return exitThread(position);
    case Op::ThreadLeave: return leaveThread(position, r[i.a]);
    case Op::LongJump:
      mayGoOn(position);
      visible(position);
      return anything(position), false;
    default: break;
  }
  if (!memory(position, i, r) && !synchronise(position, i, r)) environment(position, i, r);
  ++position.frames.back().pc;
  return true;
}

bool Walk::isVisibleOp(Op op) {
  const char* operands = program::operandsOf(op);
  return operands[0] != 0 && operands[std::char_traits<char>::length(operands) - 1] == 'v';
}

bool Walk::address(const program::Instruction& i, Value* r) {
  if (i.op == Op::PointerAddI) {
    r[i.dst] = pointerAdd(r[i.a], Domain::constant(i.imm()));
    return true;
  }
  if (i.op != Op::PointerAdd) return false;
  r[i.dst] = pointerAdd(r[i.a], Domain::mul(Domain::signExtended(r[i.b], i.width, 64), Domain::constant(i.imm()), 64));
  return true;
}

bool Walk::followSwitch(Position& position, const program::Instruction& i, const Value* r) {
  const program::SwitchTable& table = program_.switches[i.b];
  if (!Domain::isDefined(r[i.a])) {
    for (const uint32_t target : table.targets) fork(position, target);
    return jump(position, i.c, false);
  }
  const auto found = std::lower_bound(table.values.begin(), table.values.end(), r[i.a].bits);
  const bool hit = found != table.values.end() && *found == r[i.a].bits;
  return jump(position, hit ? table.targets[static_cast<size_t>(found - table.values.begin())] : i.c, false);
}

// ---- calls ----

void Walk::push(Position& position, uint32_t function) {
  const program::Function& callee = program_.functions[function];
  uint32_t base = 0;
  if (!position.frames.empty()) {
    const WalkFrame& caller = position.frames.back();
    base = caller.base + program_.functionAt(caller.pc).slots;
  }
  position.frames.push_back({callee.entry, base, false});
  position.registers.resize(base);
  position.registers.resize(size_t{base} + callee.slots, unknown());
}

void Walk::leaveSection(Position& position) const {
  if (position.atomicDepth == 0 && !isAtomicFunction(position)) position.inSection = false;
}

bool Walk::call(Position& position, const program::Instruction& i, uint32_t callee) {
  const program::Call& record = program_.calls[i.c];
  const program::Function& function = program_.functions[callee];
  const uint32_t callerBase = position.frames.back().base;
  if (function.library && printsOnly(position, i, record, function.name)) return true;
  std::vector<Value> variadic;
  variadic.reserve(record.variadic.size());
  for (const auto& argument : record.variadic) variadic.push_back(position.registers[callerBase + argument.slot]);
  push(position, callee);
  for (size_t k = 0; k < record.arguments.size() && k < function.parameters; ++k) {
    top(position)[k] = position.registers[callerBase + record.arguments[k]];
  }
  if (position.inSection) leaveSection(position);
  if (function.variadicSlot != program::kNone) passVariadic(position, record, function, variadic);
  return true;
}

/// Printing is long to walk through and does little: it reads its texts. False if this is something else.
bool Walk::printsOnly(Position& position, const program::Instruction& i, const program::Call& record,
                      std::string_view name) {
  if (name != "printf" && name != "fprintf" && name != "puts") return false;
  std::vector<Value> arguments;
  arguments.reserve(record.arguments.size() + record.variadic.size());
  for (const uint32_t slot : record.arguments) arguments.push_back(top(position)[slot]);
  const size_t text = name == "fprintf" ? 1 : 0;
  if (arguments.size() <= text) return false;
  if (name != "puts") {
    const Located format = locate(position, arguments[text], 0, 1);
    if (format.place != Place::Constant || !Domain::isDefined(arguments[text])) return false;
    const uint64_t begin = arguments[text].bits - format.object->address;
    if (begin >= format.object->size) return false;
    const std::string_view shown(reinterpret_cast<const char*>(format.object->data) + begin,
                                 format.object->size - begin);
    if (hasConversion(shown, 'n')) return false;
    if (hasConversion(shown, 's')) {
      for (const auto& argument : record.variadic) arguments.push_back(top(position)[argument.slot]);
    }
  }
  for (const Value& argument : arguments) {
    const bool isText = namesObject(argument) || !Domain::isDefined(argument);
    const Located located = locate(position, argument, 0, 1);
    if (isText && (located.object != nullptr || located.place == Place::Unknown))
      smear(position, argument, 1, true, false);
  }
  for (uint32_t k = 0; k < record.resultSlots; ++k) top(position)[i.dst + k] = unknown();
  ++position.frames.back().pc;
  return true;
}

/// Whether a format has a conversion by this letter, or could be taken to have one.
bool Walk::hasConversion(std::string_view format, char letter) {
  for (size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at + 1)) {
    const size_t end = format.find_first_not_of("0123456789.*-+ #'$IhlLqjzt", at + 1);
    if (end != std::string_view::npos && format[end] == letter) return true;
    if (end != std::string_view::npos) at = end;
  }
  return false;
}

void Walk::passVariadic(Position& position, const program::Call& record, const program::Function& callee,
                        const std::vector<Value>& values) {
  uint64_t size = 0;
  bool simple = true;
  for (const auto& argument : record.variadic) {
    size += argument.distance;
    simple &= !argument.byValue && argument.bytes <= 8 && argument.alignment <= program_.addresses.pointerBytes();
  }
  const Value area = simple ? bringToLife(position, position.frames.size(), size, true) : unknown();
  top(position)[callee.variadicSlot] = area;
  if (!simple || !Domain::isDefined(area)) return;
  uint64_t place = area.bits;
  for (size_t k = 0; k < values.size(); ++k) {
    remember(position, {place, record.variadic[k].bytes}, values[k]);
    place += record.variadic[k].distance;
  }
}

bool Walk::callIndirect(Position& position, const program::Instruction& i, const Value* r) {
  const uint64_t distance = r[i.a].bits - program::kFunctionBase;
  const uint64_t function = distance / program::kFunctionStride;
  if (!Domain::isDefined(r[i.a])) return anything(position), false;
  if (distance % program::kFunctionStride != 0 || function >= program_.functions.size()) return false;
  return call(position, i, static_cast<uint32_t>(function));
}

/// What lives in a frame that the thread has now dies with it.
void Walk::endFrames(Position& position, size_t first) {
  for (size_t index = first; index < position.frames.size(); ++index) {
    if (!position.frames[index].isReal) continue;
    const size_t end =
        index + 1 < thread_.frames.size() ? thread_.frames[index + 1].stackObjects : thread_.stackObjects.size();
    for (size_t k = thread_.frames[index].stackObjects; k < end; ++k) {
      const Object& object = *thread_.stackObjects[k];
      if (object.shared) touch(position, {object.address, std::max<uint64_t>(object.size, 1)}, true);
    }
  }
}

void Walk::buryAbove(Position& position) {
  std::erase_if(position.born, [&](uint64_t name) { return name >> 32 > position.frames.size(); });
}

bool Walk::returnFrom(Position& position, const program::Instruction& i, const Value* r) {
  endFrames(position, position.frames.size() - 1);
  std::vector<Value> results(r + i.a, r + i.a + i.b);
  if (position.frames.size() == 1) return leaveThread(position, results.empty() ? unknown() : results.front());
  position.frames.pop_back();
  buryAbove(position);
  const uint32_t site = position.frames.back().pc++;
  const program::Instruction& callSite = program_.code[site];
  const uint32_t count = program_.calls[callSite.c].resultSlots;
  for (uint32_t k = 0; k < count; ++k) top(position)[callSite.dst + k] = k < results.size() ? results[k] : unknown();
  if (position.inSection) leaveSection(position);
  return true;
}

bool Walk::unwind(Position& position, Value exception) {
  for (size_t index = position.frames.size() - 1; index-- > 0;) {
    const program::Call& call = program_.calls[program_.code[position.frames[index].pc].c];
    if (call.landing == program::kNone) continue;
    endFrames(position, index + 1);
    position.frames.resize(index + 1);
    buryAbove(position);
    if (position.inSection) leaveSection(position);
    top(position)[call.landingSlot] = exception;
    return jump(position, call.landing, false);
  }
  return false;
}

bool Walk::leaveThread(Position& position, Value result) {
  if (program_.threadEnd == program::kNone) return exitThread(position);
  push(position, program_.threadEnd);
  top(position)[0] = result;
  if (position.inSection) leaveSection(position);
  return true;
}

bool Walk::exitThread(Position& position) {
  const auto touchBehind = [&](Range range) {
    const Access end{range, true, false, false, guardsOf(position), position.frames.back().pc};
    add(future_.accesses, end);
    if (position.phase != Phase::Behind) add(future_.next, end);
  };
  // What only the stack of the last one leads to is not lost.
  if (machine_.limits().reportLostMemory) touchBehind(kLastEnd);
  if (position.isChild) return pause(position), false;
  endFrames(position, 0);
  for (const Object* object : machine_.memory().objectsOf(thread_.number + 1)) {
    if (object->kind == ObjectKind::ThreadLocal) touch(position, {object->address, object->size}, true);
  }
  // The end itself is part of the step before, if nothing others can reach dies with the thread.
  touchBehind({handleOf(thread_.number), 1});
  return false;
}

uint64_t Walk::handleOf(uint32_t number) const { return program_.addresses.addressOf(number + 1, 0, 0); }

Future foreseeThread(const ConcreteMachine& machine, const ConcreteMachine::Thread& thread,
                     std::span<const Range> unsettled) {
  return Walk(machine, thread, unsettled).run();
}

}  // namespace clew::machine
