// Where a walk ahead finds that a thread waits: a read that, with what lies in memory now, leads straight back to
// itself. Such a step changes nothing, so it may be done as often as one likes or not at all, and the thread gets no
// further until somebody writes there. Only instructions that cannot fail are followed: a loop that may end in a fault
// is no wait.
#include <algorithm>
#include <utility>

#include "machine/atomic_update.h"
#include "machine/walk.h"

namespace clew::machine {

namespace {

constexpr int kLongestWait = 200;  // instructions
constexpr size_t kMostWays = 8;

bool canFail(program::Op op) {
  using program::Op;
  switch (op) {
    case Op::AddNsw:
    case Op::AddNswI:
    case Op::SubNsw:
    case Op::MulNsw:
    case Op::MulNswI:
    case Op::Shl:
    case Op::ShlI:
    case Op::LShr:
    case Op::LShrI:
    case Op::AShr:
    case Op::AShrI:
    case Op::UDiv:
    case Op::URem:
    case Op::SDiv:
    case Op::SRem: return true;
    default: return false;
  }
}

}  // namespace

void Walk::waitForChange(Position& position, const program::Instruction& i) {
  if (position.inSection || position.atomicDepth > 0 || isAtomicFunction(position)) return;
  const Value pointer = pointerOf(i, top(position));
  if (!Domain::isDefined(pointer)) return;
  const bool isLoad = i.op == Op::Load || i.op == Op::LoadGlobal;
  const Located located = locate(position, pointer, isLoad ? i.imm() : 0, (i.width + 7u) / 8);
  if (located.place != Place::Shared || !isInside(located)) return;
  // First whatever lies there: a future that depends on the content has to be computed for each content.
  if (!comesBack(position, i, std::nullopt)) return;
  const Value found = presentContent(located);
  if (!Domain::isDefined(found) || !comesBack(position, i, found)) return;
  touch(position, located.range, !isLoad, true, isAtomic(position));  // a race is seen before anything changes
  takeGuard(position.guards.waits, located.range);
}

void Walk::waitForWord(Position& position, const program::Instruction& i) {
  const Value* r = top(position);
  if (!Domain::isDefined(r[i.a]) || !Domain::isDefined(r[i.b])) return;
  const Located located = locate(position, r[i.a], 0, 4);
  if (located.place != Place::Shared || !isInside(located)) return;
  const Value found = presentContent(located);
  const bool isEqual = found.bits == (r[i.b].bits & maskOf(32));
  if (Domain::isDefined(found) && isEqual == (i.op == Op::WaitWhile)) takeGuard(position.guards.waits, located.range);
}

/// The registers after the read, which may find anything or this; false if it changes what lies there.
bool Walk::receive(Position& position, const program::Instruction& i, std::optional<Value> found) {
  Value* r = top(position);
  if (i.op == Op::CompareExchange) {
    const Value same = found ? Domain::equal(*found, r[i.b]) : unknown();
    if (found && (!Domain::isDefined(same) || same.bits != 0)) return false;
    r[i.dst + 1] = same;
  } else if (i.op == Op::AtomicRmw && found) {
    const Value left = updated<Domain>(i, *found, r[i.b]);
    if (!Domain::isDefined(left) || left.bits != found->bits) return false;
  }
  r[i.dst] = found ? narrowed(*found, i.width) : unknown();
  return true;
}

/// Whether the thread comes back to the read without doing anything else that counts. If what is found is not given:
/// whether there is something that would bring it back.
bool Walk::comesBack(const Position& start, const program::Instruction& i, std::optional<Value> found) {
  std::vector<Position> ways{start};
  if (!receive(ways.back(), i, found)) return false;
  ++ways.back().frames.back().pc;
  for (int length = 0; !ways.empty() && length < kLongestWait; ++length) {
    Position& way = ways.back();
    const bool isThere = way.frames.size() == start.frames.size() && way.frames.back().pc == start.frames.back().pc;
    if (isThere && isSame(start, way, found.has_value())) return true;
    std::vector<Position> others;
    if (isThere || !followQuietly(way, found.has_value(), others)) ways.pop_back();
    if (ways.size() + others.size() > kMostWays) return false;
    for (Position& other : others) ways.push_back(std::move(other));
  }
  return false;
}

/// Follows an instruction that nobody notices and that cannot fail; false if this is none.
bool Walk::followQuietly(Position& position, bool isExact, std::vector<Position>& others) {
  const program::Instruction& i = program_.code[position.frames.back().pc];
  Value* r = top(position);
  uint32_t& pc = position.frames.back().pc;
  const auto isKnown = [&](Value value) { return !isExact || Domain::isDefined(value); };
  if (canFail(i.op)) return false;
  if (WalkArithmetic::compute(i, r) || address(i, r)) {
    ++pc;
    return isKnown(r[i.dst]);
  }
  switch (i.op) {
    case Op::Jump: pc = i.c; return true;
    case Op::Branch:
      if (!isKnown(r[i.a])) return false;
      if (!Domain::isDefined(r[i.a])) {
        others.push_back(position);
        others.back().frames.back().pc = i.c;
      }
      pc = Domain::isDefined(r[i.a]) && (r[i.a].bits & 1) != 0 ? i.c : i.d;
      return true;
    case Op::Load: {
      const Located located = locate(position, r[i.a], i.imm(), (i.width + 7u) / 8);
      if (!Domain::isDefined(r[i.a]) || located.place != Place::Private || !isInside(located)) return false;
      r[i.dst] = narrowed(privateContent(position, located), i.width);
      ++pc;
      return isKnown(r[i.dst]);
    }
    case Op::Call: {
      const program::Function& callee = program_.functions[program_.calls[i.c].callee];
      if (callee.library || callee.runtime || callee.variadicSlot != program::kNone) return false;
      if (position.frames.size() >= std::min<size_t>(kMostFrames, machine_.limits().callDepth)) return false;
      call(position, i, program_.calls[i.c].callee);
      return std::all_of(top(position), top(position) + callee.parameters, isKnown);
    }
    case Op::Return:
      return leavesQuietly(position) && std::all_of(r + i.a, r + i.a + i.b, isKnown) && returnFrom(position, i, r);
    default: return false;
  }
}

/// Whether nothing ends with the frame on top.
bool Walk::leavesQuietly(const Position& position) const {
  if (position.frames.size() < 2) return false;
  const size_t top = position.frames.size() - 1;
  if (!position.frames[top].isReal) return true;
  const size_t end =
      top + 1 < thread_.frames.size() ? thread_.frames[top + 1].stackObjects : thread_.stackObjects.size();
  return thread_.frames[top].stackObjects == end;
}

/// Whether a thread goes on from here as it does from there. Unless that must be for sure, an unknown value may be any.
bool Walk::isSame(const Position& one, const Position& other, bool isExact) const {
  if (isExact && (one.writes != other.writes || one.born != other.born)) return false;
  for (size_t index = 0; index < one.frames.size(); ++index) {
    const WalkFrame& frame = one.frames[index];
    if (frame.pc != other.frames[index].pc || frame.base != other.frames[index].base) return false;
    const auto isEqual = [&](uint32_t slot) {
      const Value before = one.registers[frame.base + slot];
      const Value after = other.registers[frame.base + slot];
      return before == after || (!isExact && !Domain::isDefined(after));
    };
    if (program_.liveRangeOf[frame.pc] == 0) return false;
    const auto live = program_.liveAt(frame.pc);
    if (!std::all_of(live.begin(), live.end(), isEqual)) return false;
  }
  return true;
}

}  // namespace clew::machine
