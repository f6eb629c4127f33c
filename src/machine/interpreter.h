// The interpreter loop. What computes is done in place; what can stop, call, fail or change threads is
// done by `special`, which tells the loop how to go on.
#pragma once

#include "machine/machine.h"

namespace clew::machine {

template <typename Domain>
Outcome Machine<Domain>::run(Thread& thread, bool mayAct, uint32_t alternative) {
  mayAct_ = mayAct;
  longJumps_ = 0;
  alternative_ = alternative;
  choicesKnown_ = false;
  currentKey_ = {};
  changed(thread);
  thread.lowestDirtyFrame =
      std::min<uint32_t>(thread.lowestDirtyFrame, static_cast<uint32_t>(thread.frames.size()) - 1);
  if constexpr (Domain::kSymbolic) {
    run_->begin();
    if (!thread.trace.fork.empty()) mayAct_ = false;  // what was chosen concerns nobody else
    thread.trace.fork.clear();
  }
  if (thread.status == ThreadStatus::Woken) return reacquire(thread);
  if (thread.status == ThreadStatus::Waiting) return timeOut(thread);
  return execute(thread, mayAct);
}

template <typename Domain>
bool Machine<Domain>::isAtomicFunction(const Thread& thread) const {
  return program_.functionAt(thread.frames.back().pc).runtime;
}

template <typename Domain>
bool Machine<Domain>::mayProceed(Thread& thread, Watch watched) {
  if (thread.inSection) return true;
  if (liveThreads_ < 2 && watched != Watch::Stop) {
    if (watched == Watch::Look) letLook();
    return true;
  }
  if (!mayAct_) return false;
  mayAct_ = false;
  thread.inSection = thread.atomicDepth > 0 || isAtomicFunction(thread);
  return true;
}

template <typename Domain>
void Machine<Domain>::leaveSection(Thread& thread) {
  if (thread.atomicDepth == 0 && !isAtomicFunction(thread)) thread.inSection = false;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::fault(const Thread& thread, Fault fault, std::string message) {
  report_ = {fault, thread.number, thread.frames.back().pc, std::move(message)};
  ended_ = Outcome::Faulted;
  return Next::End;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::abandon(const Thread& thread, std::string message) {
  report_ = {Fault::None, thread.number, thread.frames.back().pc, std::move(message)};
  ended_ = Outcome::Abandoned;
  return Next::End;
}

template <typename Domain>
Outcome Machine<Domain>::execute(Thread& thread, bool atChoice) {
  const Instruction* const code = program_.code.data();
  uint32_t pc = thread.frames.back().pc;
  Value* r = thread.registers.data() + thread.frames.back().base;
  uint64_t count = 0;
  uint32_t jumps = 0;
  const auto finish = [&](Outcome outcome) {
    instructions_ += count;
    return outcome;
  };
  // Only code that no optimiser has moved about shifts by too much in earnest.
  const auto isBadShift = [](const Instruction& shift, Value amount) {
    return (shift.flags & program::kSigned) != 0 && Domain::isDefined(amount) && amount.bits >= shift.width;
  };
  // Ends the step at a loop's head when it has gone on for too long.
  const auto tooLong = [&](uint32_t target) {
    if (target > pc) return false;
    if constexpr (Domain::kSymbolic) {
      if (!countLoop(thread, target)) return true;
    }
    looped_ |= (code[pc].flags & program::kCounted) == 0;
    return ++jumps > kLocalJumps || mustEnd();
  };

  const auto endOfStretch = [&] {
    if constexpr (Domain::kSymbolic) return run_->isCut() ? Outcome::Abandoned : Outcome::Stopped;
    return Outcome::Stopped;
  };

#define CLEW_BINARY(name, expression) \
  case Op::name: {                    \
    const Value a = r[i.a];           \
    const Value b = r[i.b];           \
    r[i.dst] = expression;            \
    ++pc;                             \
    continue;                         \
  }
#define CLEW_IMMEDIATE(name, expression)       \
  case Op::name: {                             \
    const Value a = r[i.a];                    \
    const Value b = Domain::constant(i.imm()); \
    r[i.dst] = expression;                     \
    ++pc;                                      \
    continue;                                  \
  }
#define CLEW_BOTH(name, expression) CLEW_BINARY(name, expression) CLEW_IMMEDIATE(name##I, expression)
#define CLEW_CHECKED_ONE(name, second, fails, expression) \
  case Op::name: {                                        \
    const Value a = r[i.a];                               \
    const Value b = second;                               \
    if (fails) [[unlikely]]                               \
      break;                                              \
    r[i.dst] = expression;                                \
    ++pc;                                                 \
    continue;                                             \
  }
#define CLEW_CHECKED(name, fails, expression)       \
  CLEW_CHECKED_ONE(name, r[i.b], fails, expression) \
  CLEW_CHECKED_ONE(name##I, Domain::constant(i.imm()), fails, expression)

  while (true) {
    const Instruction& i = code[pc];
    ++count;
    if constexpr (Domain::kSymbolic) {
      if (run_->isMeeting(pc)) [[unlikely]] {
        thread.frames.back().pc = pc;
        return finish(Outcome::Stopped);
      }
      if (readsSymbols(i, r)) {
        thread.frames.back().pc = pc;
        atStart_ = atChoice && count == 1;
        switch (onSymbols(thread, i, r)) {
          case Next::Continue: ++pc; break;
          case Next::Reload:
            pc = thread.frames.back().pc;
            r = thread.registers.data() + thread.frames.back().base;
            break;
          case Next::Stop: return finish(Outcome::Stopped);
          case Next::End: return finish(ended_);
        }
        continue;
      }
    }
    switch (i.op) {
      case Op::Const:
        r[i.dst] = Domain::constant(i.imm());
        ++pc;
        continue;
      case Op::Move:
        r[i.dst] = r[i.a];
        ++pc;
        continue;
      case Op::Undefined:
        r[i.dst] = Domain::undefinedValue(i.width);
        ++pc;
        continue;
      case Op::Freeze:
        r[i.dst] = Domain::constant(r[i.a].bits);
        ++pc;
        continue;
      case Op::Select:
        if (!Domain::isDefined(r[i.a])) [[unlikely]]
          break;
        r[i.dst] = Domain::select(r[i.a], r[i.b], r[i.c]);
        ++pc;
        continue;
        CLEW_BOTH(Add, Domain::add(a, b, i.width))
        CLEW_BINARY(Sub, Domain::sub(a, b, i.width))
        CLEW_BOTH(Mul, Domain::mul(a, b, i.width))
        CLEW_BOTH(And, Domain::bitAnd(a, b))
        CLEW_BOTH(Or, Domain::bitOr(a, b))
        CLEW_BOTH(Xor, Domain::bitXor(a, b))
        CLEW_CHECKED(Shl, isBadShift(i, b), Domain::shl(a, b, i.width))
        CLEW_CHECKED(LShr, isBadShift(i, b), Domain::lshr(a, b, i.width))
        CLEW_CHECKED(AShr, isBadShift(i, b), Domain::ashr(a, b, i.width))
        CLEW_CHECKED(AddNsw, Domain::addOverflows(a, b, i.width), Domain::add(a, b, i.width))
        CLEW_CHECKED(MulNsw, Domain::mulOverflows(a, b, i.width), Domain::mul(a, b, i.width))
        CLEW_CHECKED_ONE(SubNsw, r[i.b], Domain::subOverflows(a, b, i.width), Domain::sub(a, b, i.width))
        CLEW_BOTH(Eq, Domain::equal(a, b))
        CLEW_BOTH(Ne, Domain::notEqual(a, b))
        CLEW_BOTH(Ult, Domain::less(a, b))
        CLEW_BINARY(Ule, Domain::lessEqual(a, b))
        CLEW_IMMEDIATE(UgtI, Domain::less(b, a))
        CLEW_BINARY(Slt, Domain::lessSigned(a, b, i.width))
        CLEW_BINARY(Sle, Domain::lessEqualSigned(a, b, i.width))
      case Op::SltI:
        r[i.dst] = Domain::lessSigned(r[i.a], Domain::constant(i.imm() & maskOf(i.width)), i.width);
        ++pc;
        continue;
      case Op::SgtI:
        r[i.dst] = Domain::lessSigned(Domain::constant(i.imm() & maskOf(i.width)), r[i.a], i.width);
        ++pc;
        continue;
      case Op::Trunc:
        r[i.dst] = Domain::truncate(r[i.a], i.width);
        ++pc;
        continue;
      case Op::SExt:
        r[i.dst] = Domain::signExtended(r[i.a], i.width, i.aux);
        ++pc;
        continue;
      case Op::PointerAddI: {
        const Value a = r[i.a];
        r[i.dst] = Domain::isDefined(a) ? Domain::constant(pointerAdd(a.bits, i.imm()))
                                        : Domain::add(a, Domain::constant(i.imm()), pointerBits());
        ++pc;
        continue;
      }
      case Op::PointerAdd: {
        const Value a = r[i.a];
        const Value index = Domain::signExtended(r[i.b], i.width, 64);
        const Value distance = Domain::mul(index, Domain::constant(i.imm()), 64);
        r[i.dst] = Domain::isDefined(a) && Domain::isDefined(distance)
                       ? Domain::constant(pointerAdd(a.bits, distance.bits))
                       : Domain::add(a, distance, pointerBits());
        ++pc;
        continue;
      }
      case Op::Load: {
        uint64_t offset = 0;
        const Object* object = privateObject(thread, r[i.a], i, offset);
        if (object == nullptr) break;
        r[i.dst] = loadFrom(*object, offset, i.width);
        ++pc;
        continue;
      }
      case Op::Store: {
        uint64_t offset = 0;
        Object* object = privateObject(thread, r[i.a], i, offset);
        if (object == nullptr) break;
        storeTo(*object, offset, i.width, r[i.b]);
        ++pc;
        continue;
      }
      case Op::LoadGlobal: {
        const Object& object = *memory_.global(i.b);
        const uint64_t offset = i.imm();
        if (offset + (i.width + 7u) / 8 > object.size || object.external || observer_ != nullptr ||
            footprint_ != nullptr) [[unlikely]]
          break;
        if (object.shared && liveThreads_ > 1) {
          thread.frames.back().pc = pc;
          if (!mayProceed(thread)) return finish(Outcome::Stopped);
        }
        if (recording_) noteObject(object, offset, (i.width + 7u) / 8);
        r[i.dst] = loadFrom(object, offset, i.width);
        ++pc;
        continue;
      }
      case Op::StoreGlobal: {
        Object& object = *memory_.global(i.a);
        const uint64_t offset = i.imm();
        if (offset + (i.width + 7u) / 8 > object.size || !object.shared || object.external || observer_ != nullptr ||
            footprint_ != nullptr) [[unlikely]] {
          break;
        }
        if (liveThreads_ > 1 || object.watched != Watch::None) {
          thread.frames.back().pc = pc;
          if (!mayProceed(thread, object.watched)) return finish(Outcome::Stopped);
        }
        if (recording_) noteObject(object, offset, (i.width + 7u) / 8);
        storeTo(object, offset, i.width, r[i.b]);
        ++pc;
        continue;
      }
      case Op::Jump: {
        const uint32_t target = i.c;
        if (tooLong(target)) [[unlikely]] {
          thread.frames.back().pc = target;
          return finish(endOfStretch());
        }
        pc = target;
        continue;
      }
      case Op::Branch: {
        const Value condition = r[i.a];
        if (!Domain::isDefined(condition)) [[unlikely]]
          break;
        const uint32_t target = (condition.bits & 1) != 0 ? i.c : i.d;
        if (tooLong(target)) [[unlikely]] {
          thread.frames.back().pc = target;
          return finish(endOfStretch());
        }
        pc = target;
        continue;
      }
      case Op::Switch: {
        const Value value = r[i.a];
        if (!Domain::isDefined(value)) [[unlikely]]
          break;
        const program::SwitchTable& table = program_.switches[i.b];
        const auto found = std::lower_bound(table.values.begin(), table.values.end(), value.bits);
        const bool hit = found != table.values.end() && *found == value.bits;
        const uint32_t target = hit ? table.targets[static_cast<size_t>(found - table.values.begin())] : i.c;
        if (tooLong(target)) [[unlikely]] {
          thread.frames.back().pc = target;
          return finish(endOfStretch());
        }
        pc = target;
        continue;
      }
      default: break;
    }
    thread.frames.back().pc = pc;
    atStart_ = atChoice && count == 1;
    sawSymbols_ = false;
    Next next = special(thread, i, r);
    if constexpr (Domain::kSymbolic) {
      const bool mayLoad = i.op == Op::Load || i.op == Op::LoadGlobal;
      if (sawSymbols_ && !mayLoad) {
        next =
            abandon(thread, fmt::format("{} on a value that depends on inputs is not modelled", program::nameOf(i.op)));
      }
    }
    switch (next) {
      case Next::Continue: ++pc; break;
      case Next::Reload:
        pc = thread.frames.back().pc;
        r = thread.registers.data() + thread.frames.back().base;
        break;
      case Next::Stop: return finish(Outcome::Stopped);
      case Next::End: return finish(ended_);
    }
  }
#undef CLEW_BINARY
#undef CLEW_IMMEDIATE
#undef CLEW_BOTH
#undef CLEW_CHECKED
#undef CLEW_CHECKED_ONE
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::special(Thread& thread, const Instruction& i, Value* r) {
  switch (i.op) {
    case Op::Load: {
      uint64_t offset = 0;
      const Object* object = resolve(thread, r[i.a], i.imm(), (i.width + 7u) / 8, false, offset);
      if (object == nullptr) return Next::End;
      if (object->shared && !mayProceed(thread)) return Next::Stop;
      r[i.dst] = loadFrom(*object, offset, i.width);
      observeAccess(thread, *object, offset, i.width, false, i.flags & program::kAtomic, r[i.dst]);
      return Next::Continue;
    }
    case Op::Store: {
      uint64_t offset = 0;
      Object* object = resolve(thread, r[i.a], i.imm(), (i.width + 7u) / 8, true, offset);
      if (object == nullptr) return Next::End;
      if (object->shared && !mayProceed(thread, object->watched)) return Next::Stop;
      observeAccess(thread, *object, offset, i.width, true, i.flags & program::kAtomic, r[i.b]);
      storeTo(*object, offset, i.width, r[i.b]);
      return Next::Continue;
    }
    case Op::LoadGlobal:
    case Op::StoreGlobal: {
      const bool write = i.op == Op::StoreGlobal;
      uint64_t offset = 0;
      const Value address = Domain::constant(memory_.global(write ? i.a : i.b)->address);
      Object* object = resolve(thread, address, i.imm(), (i.width + 7u) / 8, write, offset);
      if (object == nullptr) return Next::End;
      if (object->shared && !mayProceed(thread, write ? object->watched : Watch::None)) return Next::Stop;
      const Value value = write ? r[i.b] : loadFrom(*object, offset, i.width);
      observeAccess(thread, *object, offset, i.width, write, i.flags & program::kAtomic, value);
      if (write) {
        storeTo(*object, offset, i.width, value);
      } else {
        r[i.dst] = value;
      }
      return Next::Continue;
    }
    case Op::Select:  // clang makes one of `c ? 1 : 2`, so it is a branch of the source
      if (isAtomicFunction(thread)) {
        r[i.dst] = Domain::select(r[i.a], r[i.b], r[i.c]);
        return Next::Continue;
      }
      [[fallthrough]];
    case Op::Branch:
    case Op::Switch:
      return fault(thread, Fault::UninitializedBranch, "the condition depends on memory that was never written");
    case Op::AtomicRmw: return atomicRmw(thread, i, r);
    case Op::CompareExchange: return compareExchange(thread, i, r);
    case Op::CopyMemory: return copyMemory(thread, i, r);
    case Op::FillMemory: return fillMemory(thread, i, r);
    case Op::ThreadLocal: {
      const uint32_t window = memory_.plan().threadLocalWindow[i.imm()];
      r[i.dst] =
          Domain::constant(program_.addresses.addressOf(thread.number + 1, window, program_.globals[i.imm()].size));
      return Next::Continue;
    }
    case Op::Alloca:
    case Op::AllocaDynamic:
    case Op::CopyArgument: return allocateStack(thread, i, r);
    case Op::StackSave: r[i.dst] = Domain::constant(thread.stackObjects.size()); return Next::Continue;
    case Op::StackRestore: return stackRestore(thread, r[i.a]);
    case Op::VaStart: return vaStart(thread, i, r);
    case Op::Call: return call(thread, i, program_.calls[i.c].callee);
    case Op::CallIndirect: return callIndirect(thread, i, r);
    case Op::Return: return returnFrom(thread, i, r);
    case Op::Unwind: return unwind(thread, r[i.a]);
    case Op::CatchClause: return catchClause(thread, i, r);
    case Op::SetJump: return setJump(thread, i, r);
    case Op::LongJump: return longJump(thread, i, r);
    case Op::Unreachable:
      return fault(thread, Fault::Unreachable, "a place that the compiler took for unreachable was reached");
    case Op::Unmodelled: return abandon(thread, program_.texts[i.imm()] + " is not modelled");
    case Op::AddNsw:
    case Op::AddNswI:
    case Op::SubNsw:
    case Op::MulNsw:
    case Op::MulNswI: return signedOverflow(thread, i, r);
    case Op::Shl:
    case Op::ShlI:
    case Op::LShr:
    case Op::LShrI:
    case Op::AShr:
    case Op::AShrI: return badShift(thread, i, r);
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem: return divide(thread, i, r) ? Next::Continue : Next::End;
    case Op::Bits:
      if ((i.flags & program::kSigned) != 0 && Domain::isDefined(r[i.a]) &&
          r[i.a].bits == uint64_t{1} << (i.width - 1)) {
        if (!limits_.overflowWraps) {
          return fault(thread, Fault::SignedOverflow, fmt::format("the absolute value does not fit {} bits", i.width));
        }
        if (wrappedAt_ == program::kNone) wrappedAt_ = thread.frames.back().pc;
      }
      return bits(i, r), Next::Continue;
    case Op::BitPair:
    case Op::Funnel: return bits(i, r), Next::Continue;
    case Op::Overflow: return overflow(i, r), Next::Continue;
    case Op::Wide:
    case Op::WideShift: return wideDivide(thread, i, r) ? Next::Continue : Next::End;
    case Op::WideCompare: return wideCompare(i, r), Next::Continue;
    case Op::Float:
    case Op::FloatUnary:
    case Op::FloatFused:
    case Op::FloatCompare: return floatOperation(i, r), Next::Continue;
    case Op::FloatWide:
    case Op::FloatWideUnary:
    case Op::FloatWideCompare: return floatWideOperation(i, r), Next::Continue;
    case Op::FloatToInt:
    case Op::IntToFloat:
    case Op::FloatConvert:
    case Op::FloatWideToInt:
    case Op::IntToFloatWide:
    case Op::FloatExtendWide:
    case Op::FloatTruncWide: return floatConversion(i, r), Next::Continue;
    case Op::FloatClass:
    case Op::FloatWideClass: return floatClass(i, r), Next::Continue;
    case Op::Malloc:
    case Op::Calloc:
    case Op::AlignedAlloc: return allocate(thread, i, r);
    case Op::Realloc: return reallocate(thread, i, r);
    case Op::Free: return release(thread, i, r);
    case Op::ThreadCreate: return createThread(thread, i, r);
    case Op::ThreadJoin: return joinThread(thread, i, r);
    case Op::ThreadDetach: return detachThread(thread, i, r);
    case Op::ThreadSelf:
      r[i.dst] = Domain::constant(program_.addresses.addressOf(thread.number + 1, 0, 0));
      return Next::Continue;
    case Op::ThreadNumber: r[i.dst] = Domain::constant(thread.number + 1); return Next::Continue;
    case Op::ThreadExit: return exitThread(thread, r[i.a]);
    case Op::ThreadLeave: return leaveThread(thread, r[i.a]);
    case Op::MutexInit:
    case Op::MutexDestroy:
    case Op::MutexLock:
    case Op::MutexTryLock:
    case Op::MutexUnlock: return mutexOperation(thread, i, r);
    case Op::CondInit:
    case Op::CondDestroy:
    case Op::CondWait:
    case Op::CondTimedWait:
    case Op::CondSignal:
    case Op::CondBroadcast: return conditionOperation(thread, i, r);
    case Op::OnceBegin:
    case Op::OnceEnd: return onceOperation(thread, i, r);
    case Op::WaitWhile:
    case Op::WaitUntil: return waitForWord(thread, i, r);
    case Op::Yield: return mayProceed(thread) ? Next::Continue : Next::Stop;
    case Op::Choose: return choose(thread, i, r);
    default: return environment(thread, i, r);
  }
}

}  // namespace clew::machine
