#include "machine/join_walk.h"

#include <algorithm>
#include <cstring>

#include "machine/walk_arithmetic.h"

namespace clew::machine {

namespace {

constexpr uint32_t kMostInstructions = 20'000;

}  // namespace

bool JoinWalk::joinsAll(const ConcreteMachine::Thread& thread, std::vector<uint32_t> numbers) {
  self_ = thread.number;
  wanted_ = std::move(numbers);
  registers_ = thread.registers;
  for (size_t index = 0; index < thread.frames.size(); ++index) {
    const bool isTop = index + 1 == thread.frames.size();
    const size_t objects = isTop ? thread.stackObjects.size() : thread.frames[index + 1].stackObjects;
    const Frame& frame = thread.frames[index];
    frames_.push_back({frame.pc, frame.base, objects > frame.stackObjects});
  }
  for (uint32_t count = 0; count < kMostInstructions; ++count) {
    if (!follow(machine_.program().code[frames_.back().pc])) return false;
    if (wanted_.empty()) return true;
  }
  return false;
}

/// Executes one instruction; false if that is not for a walk.
bool JoinWalk::follow(const Instruction& i) {
  Place& here = frames_.back();
  switch (i.op) {
    case Op::ThreadJoin:
      if (!join(i)) return false;
      break;
    case Op::Jump: here.pc = i.c; return true;
    case Op::Branch: {
      const Value condition = slot(i.a);
      if (!Domain::isDefined(condition)) return false;
      here.pc = (condition.bits & 1) != 0 ? i.c : i.d;
      return true;
    }
    case Op::Call: return enter(i);
    case Op::Return: return leave(i);
    case Op::LoadGlobal:
      if (!load(machine_.memory().global(i.b)->address, i.imm(), i)) return false;
      break;
    case Op::Load:
      if (!Domain::isDefined(slot(i.a)) || !load(slot(i.a).bits, i.imm(), i)) return false;
      break;
    default:
      if (!compute(i)) return false;
      break;
  }
  ++frames_.back().pc;
  return true;
}

bool JoinWalk::compute(const Instruction& i) {
  Value* const r = &slot(0);
  switch (i.op) {
    case Op::PointerAdd:
    case Op::PointerAddI: {
      const Value index = i.op == Op::PointerAdd ? Domain::signExtended(r[i.b], i.width, 64) : Domain::constant(1);
      if (!Domain::isDefined(r[i.a]) || !Domain::isDefined(index)) return false;
      const uint64_t result = (r[i.a].bits + index.bits * i.imm()) & machine_.program().addresses.pointerMask();
      const Memory& memory = machine_.memory();
      if (memory.find(result) == nullptr || memory.find(result) != memory.find(r[i.a].bits)) return false;
      r[i.dst] = Domain::constant(result);
      return true;
    }
    case Op::AddNsw:
      if (Domain::addOverflows(r[i.a], r[i.b], i.width)) return false;
      break;
    case Op::AddNswI:
      if (Domain::addOverflows(r[i.a], Domain::constant(i.imm()), i.width)) return false;
      break;
    case Op::SubNsw:
      if (Domain::subOverflows(r[i.a], r[i.b], i.width)) return false;
      break;
    case Op::Const:
    case Op::Move:
    case Op::Add:
    case Op::AddI:
    case Op::Sub:
    case Op::And:
    case Op::AndI:
    case Op::Eq:
    case Op::Ne:
    case Op::EqI:
    case Op::NeI:
    case Op::Ult:
    case Op::Ule:
    case Op::UltI:
    case Op::UgtI:
    case Op::Slt:
    case Op::Sle:
    case Op::SltI:
    case Op::SgtI:
    case Op::Trunc:
    case Op::SExt: break;
    default: return false;
  }
  return WalkArithmetic::compute(i, r);
}

/// A join that will succeed once the other thread has ended, and tells nothing of it.
bool JoinWalk::join(const Instruction& i) {
  const Value handle = slot(i.a);
  const Value result = slot(i.b);
  if (!Domain::isDefined(handle) || !Domain::isDefined(result) || result.bits != 0) return false;
  const uint32_t number = machine_.threadOfHandle(handle.bits);
  if (number == program::kNone || number == self_) return false;
  const auto* target = machine_.threadByNumber(number);
  if (target->status == ThreadStatus::Joined || target->detached) return false;
  if (std::find(joined_.begin(), joined_.end(), number) != joined_.end()) return false;
  joined_.push_back(number);
  std::erase(wanted_, number);
  slot(i.dst) = Domain::constant(0);
  return true;
}

/// Whether nobody but the thread itself writes to this object.
bool JoinWalk::isSettled(const Object& object) const {
  if (object.constant) return true;
  if (object.kind == ObjectKind::Global) return !plan_.writesAnywhere && plan_.written[object.source] == 0;
  return object.arena == self_ + 1 && (!object.shared || !plan_.writesAnywhere);
}

bool JoinWalk::load(uint64_t address, uint64_t distance, const Instruction& i) {
  const Object* object = machine_.memory().find(address);
  const uint64_t bytes = (i.width + 7u) / 8;
  if (object == nullptr || !object->live || object->external || object->kind == ObjectKind::Thread) return false;
  const uint64_t offset = address + distance - object->address;
  if (bytes > 8 || offset > object->size || object->size - offset < bytes || !isSettled(*object)) return false;
  if (object->kind == ObjectKind::Global && !object->constant) {
    for (uint64_t piece = offset / object->pieceSize; piece <= (offset + bytes - 1) / object->pieceSize; ++piece) {
      read_.push_back(object->firstItem + static_cast<uint32_t>(piece));
    }
  }
  Value value = Domain::constant(0);
  std::memcpy(&value.bits, object->data + offset, bytes);
  if (object->undefined != nullptr) std::memcpy(&value.undefined, object->undefined + offset, bytes);
  slot(i.dst) = Domain::truncate(value, i.width);
  return true;
}

bool JoinWalk::enter(const Instruction& i) {
  constexpr size_t kDeepest = 100;
  const program::Program& program = machine_.program();
  const program::Call& call = program.calls[i.c];
  const program::Function& callee = program.functions[call.callee];
  const Place caller = frames_.back();
  if (callee.runtime || callee.returnsTwice || callee.variadicSlot != program::kNone || !call.variadic.empty() ||
      call.arguments.size() != callee.parameters || frames_.size() >= kDeepest) {
    return false;
  }
  const uint32_t base = caller.base + program.functionAt(caller.pc).slots;
  if (registers_.size() < size_t{base} + callee.slots) registers_.resize(size_t{base} + callee.slots);
  for (size_t k = 0; k < call.arguments.size(); ++k) registers_[base + k] = registers_[caller.base + call.arguments[k]];
  frames_.push_back({callee.entry, base, false});
  return true;
}

/// Out of a frame in which nothing lives whose life would end by that.
bool JoinWalk::leave(const Instruction& i) {
  if (frames_.size() < 2 || frames_.back().hasObjects) return false;
  const uint32_t from = frames_.back().base + i.a;
  frames_.pop_back();
  Place& caller = frames_.back();
  const Instruction& site = machine_.program().code[caller.pc];
  const uint32_t results = machine_.program().calls[site.c].resultSlots;
  for (uint32_t k = 0; k < results; ++k) slot(site.dst + k) = k < i.b ? registers_[from + k] : unknown();
  ++caller.pc;
  return true;
}

}  // namespace clew::machine
