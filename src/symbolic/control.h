// Control on symbols: branches that become choices, checks that become error paths, loops that are counted, inputs. The
// functions are the machine's own, for a symbolic domain.
#pragma once

#include <array>

#include "machine/machine.h"
#include "support/bytes.h"
#include "symbolic/run.h"
#include "symbolic/symbolic_domain.h"

namespace clew::machine {

/// The operands that an instruction cannot take as they are when they are symbols: a bit for each of a, b, c, d, and
/// for the second slot of a and b.
struct Operands {
  bool a = false, b = false, c = false, d = false, wideA = false, wideB = false;
};

/// As the letters in opcodes.def say, but for what is only copied.
inline Operands operandsToLookAt(program::Op op) {
  using program::Op;
  switch (op) {
    case Op::Move:
    case Op::StoreGlobal:
    case Op::ThreadExit:
    case Op::ThreadLeave:
    case Op::Exit:
    case Op::Note: return {};
    case Op::Store: return {.a = true};
    case Op::ThreadCreate: return {.a = true, .b = true, .c = true};
    case Op::FillMemory: return {.a = true, .c = true};
    default: break;
  }
  Operands operands;
  for (const char* letter = program::operandsOf(op); *letter != 0; ++letter) {
    operands.a |= *letter == 'a' || *letter == 'A';
    operands.b |= *letter == 'b' || *letter == 'B';
    operands.c |= *letter == 'c';
    operands.d |= *letter == 'e';
    operands.wideA |= *letter == 'A';
    operands.wideB |= *letter == 'B';
  }
  return operands;
}

inline const Operands& lookedAt(program::Op op) {
  static const auto kOperands = [] {
    std::array<Operands, 256> table{};
    for (size_t each = 0; each <= static_cast<size_t>(program::Op::Note); ++each) {
      table[each] = operandsToLookAt(static_cast<program::Op>(each));
    }
    return table;
  }();
  return kOperands[static_cast<size_t>(op)];
}

/// The slots of these operands.
class LookedAtSlots {
 public:
  explicit LookedAtSlots(const program::Instruction& i) {
    const Operands& look = lookedAt(i.op);
    const auto add = [&](bool isOperand, uint32_t slot) {
      if (isOperand) slots_[count_++] = slot;
    };
    add(look.a, i.a);
    add(look.b, i.b);
    add(look.c, i.c);
    add(look.d, i.d);
    add(look.wideA, i.a + 1);
    add(look.wideB, i.b + 1);
  }
  const uint32_t* begin() const { return slots_.data(); }
  const uint32_t* end() const { return slots_.data() + count_; }

 private:
  std::array<uint32_t, 6> slots_{};
  size_t count_ = 0;
};

template <typename Domain>
bool Machine<Domain>::readsSymbols(const Instruction& i, const Value* r) const {
  const Operands& look = lookedAt(i.op);
  return (look.a && r[i.a].term != 0) || (look.b && r[i.b].term != 0) || (look.c && r[i.c].term != 0) ||
         (look.d && r[i.d].term != 0) || (look.wideA && r[i.a + 1].term != 0) || (look.wideB && r[i.b + 1].term != 0) ||
         i.op == Op::AtomicRmw || i.op == Op::CompareExchange;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::onSymbols(Thread& thread, const Instruction& i, Value* r) {
  if (const Next next = resolveLinks(thread, i, r); next != Next::Continue) return next;
  switch (i.op) {
    case Op::Branch: return branchOnSymbols(thread, i, r);
    case Op::Switch: return switchOnSymbols(thread, i, r);
    case Op::Assume: {
      const term::Term holds =
          run_->terms.bitNot(run_->terms.equal(r[i.a].term, run_->terms.constant(0, run_->terms.widthOf(r[i.a].term))));
      if (!Domain::isDefined(r[i.a])) {
        return fault(thread, Fault::UninitializedBranch, "an assumption depends on memory that was never written");
      }
      if (liveThreads_ > 1) {  // others may act before it fails
        const auto chosen = fork(thread, std::array{holds, run_->terms.bitNot(holds)});
        if (!chosen) return !thread.trace.fork.empty() ? Next::Stop : Next::End;
        r[i.a] = Domain::constant(*chosen == 0 ? 1 : 0);
        return Next::Reload;
      }
      if (run_->path.assume(holds)) return Next::Continue;
      ended_ = Outcome::Pruned;
      return Next::End;
    }
    case Op::PointerAdd:
    case Op::PointerAddI: return addToPointer(thread, i, r);
    case Op::Load:
    case Op::Store: return accessSymbols(thread, i, r);
    case Op::CopyMemory: return copySymbols(thread, i, r);
    case Op::AtomicRmw: return updateSymbols(thread, i, r);
    case Op::CompareExchange: return exchangeSymbols(thread, i, r);
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem: return divideSymbols(thread, i, r);
    case Op::Shl:
    case Op::ShlI:
    case Op::LShr:
    case Op::LShrI:
    case Op::AShr:
    case Op::AShrI: return shiftSymbols(thread, i, r);
    case Op::Float:
    case Op::FloatUnary:
    case Op::FloatFused:
    case Op::FloatCompare:
    case Op::FloatToInt:
    case Op::IntToFloat:
    case Op::FloatConvert:
    case Op::FloatClass: return computeFloat(thread, i, r);
    default: return computeSymbols(thread, i, r);
  }
}

/// Which one of several conditions is true, if the path says so; exactly one is. Nothing otherwise: then the step
/// stops, or the path has ended.
template <typename Domain>
std::optional<uint32_t> Machine<Domain>::fork(Thread& thread, std::span<const uint32_t> conditions) {
  uint32_t possible = 0;
  uint32_t last = 0;
  for (uint32_t k = 0; k < conditions.size(); ++k) {
    const auto known = run_->path.decide(conditions[k]);
    if (known == true) return k;
    if (known == false) continue;
    ++possible;
    last = k;
  }
  if (possible > 1) {
    thread.trace.fork.assign(conditions.begin(), conditions.end());
    return std::nullopt;
  }
  ended_ = Outcome::Pruned;
  if (possible == 0 || !run_->path.assume(conditions[last])) return std::nullopt;
  return last;
}

/// Goes on at a place of the same function.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::jumpTo(Thread& thread, uint32_t target) {
  Frame& frame = thread.frames.back();
  const bool isBack = target <= frame.pc;
  frame.pc = target;
  if (!isBack) return Next::Reload;
  looped_ = true;
  if (countLoop(thread, target)) return mustEnd() ? Next::Stop : Next::Reload;
  ended_ = Outcome::Abandoned;
  return Next::End;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::branchOnSymbols(Thread& thread, const Instruction& i, Value* r) {
  if (!Domain::isDefined(r[i.a])) {
    return fault(thread, Fault::UninitializedBranch, "the condition depends on memory that was never written");
  }
  const term::Term holds = run_->terms.extract(r[i.a].term, 0, 1);
  if (mergeWays(thread, i, holds)) return Next::Reload;
  // The way to what comes later in the code first: out of loops.
  const bool isFirst = i.c > i.d;
  const term::Term fails = run_->terms.bitNot(holds);
  const auto chosen = fork(thread, std::array{isFirst ? holds : fails, isFirst ? fails : holds});
  if (!chosen) return !thread.trace.fork.empty() ? Next::Stop : Next::End;
  return jumpTo(thread, (*chosen == 0) == isFirst ? i.c : i.d);
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::switchOnSymbols(Thread& thread, const Instruction& i, Value* r) {
  if (!Domain::isDefined(r[i.a])) {
    return fault(thread, Fault::UninitializedBranch, "the condition depends on memory that was never written");
  }
  const program::SwitchTable& table = program_.switches[i.b];
  term::Terms& terms = run_->terms;
  const unsigned width = terms.widthOf(r[i.a].term);
  std::vector<term::Term> conditions;
  term::Term none = terms.truth(true);
  for (const uint64_t value : table.values) {
    const bool fits = width == 64 || value >> width == 0;
    conditions.push_back(fits ? terms.equal(r[i.a].term, terms.constant(value, width)) : terms.truth(false));
    none = terms.bitAnd(none, terms.bitNot(conditions.back()));
  }
  conditions.push_back(none);
  const auto chosen = fork(thread, conditions);
  if (!chosen) return !thread.trace.fork.empty() ? Next::Stop : Next::End;
  return jumpTo(thread, *chosen < table.targets.size() ? table.targets[*chosen] : i.c);
}

/// Gives a value that is a symbol each of the values that it can have, of which there are few. Continue: it is plain.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::pinValue(Thread& thread, Value& value) {
  term::Terms& terms = run_->terms;
  const unsigned width = terms.widthOf(value.term);
  const uint64_t undefined = value.undefined;
  const auto values = run_->leaves.valuesOf(value.term, symbolic::Run::kMostValues);
  if (!values) {
    const Instruction& i = program_.code[thread.frames.back().pc];
    return abandon(thread, fmt::format("{} on a value that depends on inputs in too many ways is not modelled",
                                       program::nameOf(i.op)));
  }
  std::vector<term::Term> conditions;
  for (const uint64_t each : *values) conditions.push_back(terms.equal(value.term, terms.constant(each, width)));
  const auto chosen = fork(thread, conditions);
  if (!chosen) return !thread.trace.fork.empty() ? Next::Stop : Next::End;
  value = {(*values)[*chosen] & ~undefined, undefined};
  return Next::Continue;
}

/// Makes all operands plain, for an instruction that does not know symbols.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::pinOperands(Thread& thread, const Instruction& i, Value* r) {
  for (const uint32_t slot : LookedAtSlots(i)) {
    if (r[slot].term == term::kNoTerm) continue;
    const Next next = pinValue(thread, r[slot]);
    if (next != Next::Continue) return next;
  }
  return Next::Reload;
}

/// What must hold for the path to go on; where it does not, the fault happens.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::check(Thread& thread, uint32_t holds, Fault kind, std::string message) {
  const auto known = run_->path.decide(holds);
  if (known == true) return Next::Continue;
  if (known == false) return fault(thread, kind, std::move(message));
  run_->leaves.fail(run_->terms.bitNot(holds), {kind, thread.number, thread.frames.back().pc, std::move(message)});
  if (run_->path.assume(holds)) return Next::Continue;
  ended_ = Outcome::Pruned;
  return Next::End;
}

/// The thread jumps back to the head of a loop. Rounds without a branch on symbols count apart: most end by themselves.
template <typename Domain>
bool Machine<Domain>::countLoop(Thread& thread, uint32_t head) {
  auto& loops = thread.trace.loops;
  const auto depth = static_cast<uint32_t>(thread.frames.size());
  // Loops of functions that have returned, and those inside this one, begin anew when they are come to again.
  while (!loops.empty() && (loops.back().depth > depth || (loops.back().depth == depth && loops.back().head > head))) {
    loops.pop_back();
  }
  const uint32_t forks = run_->forks();
  if (loops.empty() || loops.back().depth != depth || loops.back().head != head) {
    loops.push_back({depth, head, 1, 0, forks});
    return run_->mayGoRound(loops.back());
  }
  symbolic::Loop& loop = loops.back();
  if (loop.forks != forks) {
    ++loop.rounds;
    run_->noteBranching(head);
  } else {
    loop.quietRounds += run_->countsQuietRounds() ? 1 : 0;
  }
  loop.forks = forks;
  return run_->mayGoRound(loop);
}

template <typename Domain>
state::ComponentId Machine<Domain>::saveTrace(const Thread& thread) {
  const auto& [fork, loops] = thread.trace;
  support::ByteWriter out(scratch_);
  out.put(static_cast<uint32_t>(fork.size()));
  for (const term::Term condition : fork) out.put(condition);
  for (const symbolic::Loop& loop : loops) out.put(loop);
  return tables_.components.intern(out.bytes());
}

template <typename Domain>
void Machine<Domain>::restoreTrace(Thread& thread, state::ComponentId id) {
  auto& [fork, loops] = thread.trace;
  support::ByteReader in(tables_.components[id]);
  fork.resize(in.get<uint32_t>());
  for (term::Term& condition : fork) condition = in.get<term::Term>();
  loops.clear();
  while (!in.empty()) loops.push_back(in.get<symbolic::Loop>());
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::makeInput(Thread& thread, const Instruction& i,
                                                          const program::Function& function) {
  if (function.input == program::InputKind::Bytes) return makeInputBytes(thread, i);
  if (function.input == program::InputKind::Structure) return makeStructure(thread, i);
  if (program_.calls[i.c].resultSlots == 0) return Next::Continue;
  Value& result = thread.registers[thread.frames.back().base + i.dst];
  result = {0, 0, run_->input(function.inputBits, symbolic::Input::Form::Pieces, "input")};
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::makeInputBytes(Thread& thread, const Instruction& i) {
  const auto& arguments = program_.calls[i.c].arguments;
  const Value* r = thread.registers.data() + thread.frames.back().base;
  if (arguments.size() < 3) return abandon(thread, "a call of clew_symbolic without its arguments");
  const Value size = r[arguments[1]];
  if (r[arguments[0]].term != 0 || size.term != 0) {
    return abandon(thread, "clew_symbolic on memory that depends on inputs is not modelled");
  }
  if (!Domain::isDefined(size)) return fault(thread, Fault::Uninitialized, "the size was never written");
  if (size.bits == 0) return Next::Continue;
  uint64_t offset = 0;
  Object* object = resolve(thread, r[arguments[0]], 0, size.bits, true, offset);
  if (object == nullptr) return Next::End;
  if (object->shared && !mayProceed(thread, object->watched)) return Next::Stop;
  constexpr uint64_t kWord = 4;
  const uint64_t piece = size.bits % kWord == 0 && offset % kWord == 0 ? kWord : 1;
  std::string name = textAt(r[arguments[2]].bits);
  if (name.empty()) name = "bytes";
  for (uint64_t k = 0; k < size.bits; k += piece) {
    const auto width = static_cast<unsigned>(8 * piece);
    storeTo(*object, offset + k, width, {0, 0, run_->input(width, symbolic::Input::Form::Bytes, name)});
  }
  return Next::Continue;
}

/// A choice among many alternatives is not enumerated.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::chooseInput(Thread&, const Instruction& i, Value* r) {
  const term::Term symbol = run_->input(32, symbolic::Input::Form::Choice, "choice");
  const term::Term isOne = run_->terms.less(symbol, run_->terms.constant(r[i.a].bits, 32));
  ended_ = Outcome::Pruned;
  if (!run_->path.assume(isOne)) return Next::End;
  r[i.dst] = {0, 0, symbol};
  return Next::Continue;
}

}  // namespace clew::machine
