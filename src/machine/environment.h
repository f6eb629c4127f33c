// What the program gets from outside: choices, assumptions, arguments, output, the end of the process.
#pragma once

#include <fmt/format.h>

#include <cstdio>

#include "machine/machine.h"

namespace clew::machine {

/// At one choice of one thread; the alternatives of all threads together fit 32 bits.
constexpr uint64_t kMostAlternatives = uint64_t{1} << 20;

/// What a shell reports for a process that abort has ended.
constexpr int kAborted = 134;

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::choose(Thread& thread, const Instruction& i, Value* r) {
  const Value count = r[i.a];
  if (!Domain::isDefined(count))
    return fault(thread, Fault::Uninitialized, "the number of alternatives was never written");
  if (count.bits > kMostAlternatives) {
    return abandon(thread, fmt::format("a choice among {} alternatives (more than {}) is not modelled", count.bits,
                                       kMostAlternatives));
  }
  uint32_t chosen = 0;
  if (count.bits > 1) {
    if (!atStart_) return Next::Stop;
    mayAct_ = false;
    chosen = alternative_;
  }
  r[i.dst] = Domain::constant(chosen);
  if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, count.bits, chosen);
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::environment(Thread& thread, const Instruction& i, Value* r) {
  switch (i.op) {
    case Op::AtomicBegin: ++thread.atomicDepth; return Next::Continue;
    case Op::AtomicEnd:
      if (thread.atomicDepth > 0) --thread.atomicDepth;
      leaveSection(thread);
      return Next::Continue;
    case Op::Assume:
      if (!Domain::isDefined(r[i.a])) {
        return fault(thread, Fault::UninitializedBranch, "an assumption depends on memory that was never written");
      }
      if (r[i.a].bits != 0) return Next::Continue;
      // What happened up to here has happened, so others may still act on it.
      if (!mayProceed(thread, watching_)) return Next::Stop;
      ended_ = Outcome::Pruned;
      return Next::End;
    case Op::ErrorCall:
      if ((watch_.errorFunctions >> i.imm() & 1) == 0) return Next::Continue;
      return fault(thread, Fault::ErrorCall, program_.errorFunctions[i.imm()] + " was called");
    case Op::Fail: {
      if (!watch_.assertions) return exitProcess(thread, kAborted);
      std::string text;
      const Object* object = memory_.find(r[i.a].bits);
      if (object != nullptr && object->live) {
        for (uint64_t at = r[i.a].bits - object->address; at < object->size && object->data[at] != 0; ++at) {
          text += static_cast<char>(object->data[at]);
        }
      }
      return fault(thread, Fault::AssertionFailed, text);
    }
    case Op::CheckLeaks: return leaks(thread);
    case Op::Exit: return exitProcess(thread, static_cast<int>(r[i.a].bits & 0xFF));
    case Op::ObjectSize: {
      noteAddress(r[i.a].bits);
      const Object* object = memory_.find(r[i.a].bits);
      r[i.dst] = Domain::constant(object != nullptr && object->address == r[i.a].bits ? object->size : 0);
      return Next::Continue;
    }
    case Op::Write: return writeOutput(thread, i, r);
    case Op::FormatDouble: return formatDouble(thread, i, r);
    case Op::ArgumentCount: r[i.dst] = Domain::constant(program_.arguments.size()); return Next::Continue;
    case Op::ArgumentLength: r[i.dst] = Domain::constant(program_.arguments[r[i.a].bits].size()); return Next::Continue;
    case Op::ArgumentCopy: return copyArgument(thread, i, r);
    default: return abandon(thread, fmt::format("the instruction {} is not modelled", program::nameOf(i.op)));
  }
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::exitProcess(Thread& thread, int status) {
  if (watching_ && !atStart_) return Next::Stop;  // the last values are seen while the heap still exists
  if (!mayProceed(thread)) return Next::Stop;     // it ends what others could still do
  if (observer_ != nullptr) {
    observer_->operation(thread.number, thread.frames.back().pc, static_cast<uint64_t>(status), 0);
  }
  endProcess(status);
  ended_ = Outcome::Exited;
  return Next::End;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::copyArgument(Thread& thread, const Instruction& i, Value* r) {
  const std::string& text = program_.arguments[r[i.a].bits];
  uint64_t offset = 0;
  Object* target = resolve(thread, r[i.b], 0, text.size(), true, offset);
  if (target == nullptr) return Next::End;
  for (size_t k = 0; k < text.size(); ++k) {
    storeTo(*target, offset + k, 8, Domain::constant(static_cast<uint8_t>(text[k])));
  }
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::writeOutput(Thread& thread, const Instruction& i, Value* r) {
  if (r[i.c].bits == 0) return Next::Continue;
  uint64_t offset = 0;
  const Object* source = resolve(thread, r[i.b], 0, r[i.c].bits, false, offset);
  if (source == nullptr) return Next::End;
  if (source->shared && !mayProceed(thread)) return Next::Stop;
  if (observer_ != nullptr) {
    observer_->output(static_cast<int>(r[i.a].bits),
                      {reinterpret_cast<const char*>(source->data + offset), static_cast<size_t>(r[i.c].bits)});
  }
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::formatDouble(Thread& thread, const Instruction& i, Value* r) {
  const auto& arguments = program_.calls[i.c].arguments;
  const auto argument = [&](size_t index) { return r[arguments[index]].bits; };
  const double value = std::bit_cast<double>(argument(2));
  std::string format = "%";
  constexpr std::string_view kFlags = "-+ #0";
  for (size_t flag = 0; flag < kFlags.size(); ++flag) {
    if ((argument(4) >> flag & 1) != 0) format += kFlags[flag];
  }
  constexpr int kWidest = 4096;
  const int width = std::clamp(static_cast<int>(argument(5)), 0, kWidest);
  const int precision = std::clamp(static_cast<int>(argument(6)), -1, kWidest);
  format += "*.*";
  format += static_cast<char>(argument(3));
  const int length = snprintf(nullptr, 0, format.c_str(), width, precision, value);
  std::string text(static_cast<size_t>(std::max(length, 0)) + 1, '\0');
  snprintf(text.data(), text.size(), format.c_str(), width, precision, value);
  text.pop_back();
  const uint64_t written = std::min<uint64_t>(text.size(), argument(1));
  if (written > 0) {
    uint64_t offset = 0;
    Object* target = resolve(thread, r[arguments[0]], 0, written, true, offset);
    if (target == nullptr) return Next::End;
    for (uint64_t k = 0; k < written; ++k)
      storeTo(*target, offset + k, 8, Domain::constant(static_cast<uint8_t>(text[k])));
  }
  r[i.dst] = Domain::constant(text.size());
  return Next::Continue;
}

}  // namespace clew::machine
