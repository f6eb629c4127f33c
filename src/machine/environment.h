// What the program gets from outside: choices, assumptions, arguments, output, the end of the process.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "machine/arithmetic.h"
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
  if constexpr (Domain::kSymbolic) {
    if (count.bits > std::remove_pointer_t<typename Domain::Run>::kMostAlternatives) return chooseInput(thread, i, r);
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
      if (!mayProceed(thread, watches_ ? Watch::Stop : Watch::None)) return Next::Stop;
      letLook();
      ended_ = Outcome::Pruned;
      return Next::End;
    case Op::ErrorCall:
      if ((complaints_.errorFunctions >> i.imm() & 1) == 0) return Next::Continue;
      return fault(thread, Fault::ErrorCall, program_.errorFunctions[i.imm()] + " was called");
    case Op::Fail:
      if (!complaints_.assertions) return exitProcess(thread, kAborted);
      return fault(thread, Fault::AssertionFailed, textAt(r[i.a].bits));
    case Op::FaultUnlock: return fault(thread, Fault::UnlockNotOwner, textAt(r[i.a].bits));
    case Op::FaultDestroy: return fault(thread, Fault::MutexDestroyedLocked, textAt(r[i.a].bits));
    case Op::Violate: return fault(thread, Fault::Specification, textAt(r[i.a].bits));
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
    case Op::InputByte: return readInput(thread, i, r);
    case Op::ParseReal: return parseReal(thread, i, r);
    case Op::Undefine: return undefine(thread, i, r);
    case Op::Note:
      if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, r[i.b].bits, r[i.a].bits);
      return Next::Continue;
    default: return abandon(thread, fmt::format("the instruction {} is not modelled", program::nameOf(i.op)));
  }
}

template <typename Domain>
std::string Machine<Domain>::textAt(uint64_t address) const {
  std::string text;
  const Object* object = memory_.find(address);
  if (object == nullptr || !object->live) return text;
  for (uint64_t at = address - object->address; at < object->size && object->data[at] != 0; ++at) {
    text += static_cast<char>(object->data[at]);
  }
  return text;
}

/// A byte of the standard input that was given: 256 behind its end, 257 when none was given.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::readInput(Thread&, const Instruction& i, Value* r) {
  constexpr uint64_t kEnd = 256;
  constexpr uint64_t kNotGiven = 257;
  const uint64_t index = r[i.a].bits;
  uint64_t byte = kNotGiven;
  if (program_.input) byte = index < program_.input->size() ? static_cast<uint8_t>((*program_.input)[index]) : kEnd;
  r[i.dst] = Domain::constant(byte);
  return Next::Continue;
}

/// Reads a number from text as the host does: b, c are the text and its length, d the type (32, 64 or 80
/// bits), a where the value goes. The result is what errno becomes.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::parseReal(Thread& thread, const Instruction& i, Value* r) {
  uint64_t from = 0;
  uint64_t to = 0;
  const uint64_t width = r[i.d].bits;
  const Object* source = resolve(thread, r[i.b], 0, r[i.c].bits, false, from);
  if (source == nullptr) return Next::End;
  std::string text;  // by loads, which see what depends on inputs
  for (uint64_t k = 0; k < r[i.c].bits; ++k) text += static_cast<char>(loadFrom(*source, from + k, 8).bits);
  Object* target = resolve(thread, r[i.a], 0, width / 8, true, to);
  if (target == nullptr) return Next::End;
  if ((source->shared || target->shared) && !mayProceed(thread)) return Next::Stop;
  errno = 0;
  if (width == 32) {
    storeTo(*target, to, 32, Domain::constant(std::bit_cast<uint32_t>(std::strtof(text.c_str(), nullptr))));
  } else if (width == 64) {
    storeTo(*target, to, 64, Domain::constant(std::bit_cast<uint64_t>(std::strtod(text.c_str(), nullptr))));
  } else {
    Value parts[2];
    splitExtended<Domain>(std::strtold(text.c_str(), nullptr), parts);
    storeTo(*target, to, 64, parts[0]);
    storeTo(*target, to + 8, 16, parts[1]);
  }
  r[i.dst] = Domain::constant(static_cast<uint64_t>(errno));
  return Next::Continue;
}

/// Makes memory what it was before anything was written to it.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::undefine(Thread& thread, const Instruction& i, Value* r) {
  uint64_t offset = 0;
  Object* target = resolve(thread, r[i.a], 0, r[i.b].bits, true, offset);
  if (target == nullptr) return Next::End;
  if (target->shared && !mayProceed(thread)) return Next::Stop;
  for (uint64_t k = 0; k < r[i.b].bits; ++k) storeTo(*target, offset + k, 8, Domain::undefinedValue(8));
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::exitProcess(Thread& thread, int status) {
  if (watches_ && !atStart_) return Next::Stop;  // the last values are seen while the heap still exists
  if (!mayProceed(thread)) return Next::Stop;    // it ends what others could still do
  letLook();
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
  long double extended = 0;
  if (i.width == 80) {  // given by its address
    uint64_t offset = 0;
    const Object* source = resolve(thread, r[arguments[2]], 0, 10, false, offset);
    if (source == nullptr) return Next::End;
    if (source->shared && !mayProceed(thread)) return Next::Stop;
    const std::array<uint64_t, 2> parts = {loadFrom(*source, offset, 64).bits, loadFrom(*source, offset + 8, 16).bits};
    std::memcpy(&extended, parts.data(), 10);
  }
  std::string format = "%";
  constexpr std::string_view kFlags = "-+ #0";
  for (size_t flag = 0; flag < kFlags.size(); ++flag) {
    if ((argument(4) >> flag & 1) != 0) format += kFlags[flag];
  }
  constexpr int kWidest = 4096;
  const int width = std::clamp(static_cast<int>(argument(5)), 0, kWidest);
  const int precision = std::clamp(static_cast<int>(argument(6)), -1, kWidest);
  format += i.width == 80 ? "*.*L" : "*.*";
  format += static_cast<char>(argument(3));
  const auto print = [&](char* to, size_t size) {
    if (i.width == 80) return snprintf(to, size, format.c_str(), width, precision, extended);
    return snprintf(to, size, format.c_str(), width, precision, std::bit_cast<double>(argument(2)));
  };
  const int length = print(nullptr, 0);
  std::string text(static_cast<size_t>(std::max(length, 0)) + 1, '\0');
  print(text.data(), text.size());
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
