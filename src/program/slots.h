// What the slots of a function's frame are known to hold without executing anything: constants, and addresses inside
// a variable that can be named. Every analysis of the register code that follows a pointer begins here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "program/operands.h"
#include "program/program.h"

namespace clew::program {

/// What the slots of one function are known to hold, wherever it is called from.
class Slots {
 public:
  Slots(const Program& program, const Function& function) : program_(program), writers_(function.slots) {
    for (uint32_t slot = 0; slot < function.parameters; ++slot) add(slot, kNone);
    for (uint32_t pc = function.entry; pc < function.end; ++pc) addWritesOf(pc);
  }

  /// The value of a slot that is always the same.
  std::optional<uint64_t> constant(uint32_t slot) const {
    const Instruction* writer = writerOf(slot);
    if (writer == nullptr) return std::nullopt;
    switch (writer->op) {
      case Op::Const: return writer->imm();
      case Op::Move: return constant(writer->a);
      case Op::PointerAddI: {
        const auto base = constant(writer->a);
        return base ? std::optional(*base + writer->imm()) : std::nullopt;
      }
      default: return std::nullopt;
    }
  }

  static constexpr uint32_t kLocal = kNone - 1;
  /// The global that a slot points into, kLocal for a variable of the function itself, or kNone. Arithmetic that leaves
  /// an object leads nowhere.
  uint32_t baseOf(uint32_t slot) const {
    if (const auto address = constant(slot)) return globalAt(*address);
    const Instruction* writer = writerOf(slot);
    if (writer == nullptr) return kNone;
    if (writer->op == Op::Alloca) return kLocal;
    const bool derived = writer->op == Op::Move || writer->op == Op::PointerAdd || writer->op == Op::PointerAddI;
    return derived ? baseOf(writer->a) : kNone;
  }

  uint32_t globalAt(uint64_t address) const {
    const auto found = std::find_if(program_.globals.begin(), program_.globals.end(), [&](const Global& global) {
      return !global.threadLocal && address >= global.address && address - global.address <= global.size;
    });
    return found == program_.globals.end() ? kNone : static_cast<uint32_t>(found - program_.globals.begin());
  }

 private:
  struct Writer {
    uint32_t count = 0;
    uint32_t pc = kNone;
  };

  void add(uint32_t slot, uint32_t pc) {
    if (slot >= writers_.size()) return;
    ++writers_[slot].count;
    writers_[slot].pc = pc;
  }

  void addWritesOf(uint32_t pc) {
    forEachWritten(program_, program_.code[pc], [&](uint32_t slot) { add(slot, pc); });
  }

  /// The only instruction that writes a slot.
  const Instruction* writerOf(uint32_t slot) const {
    if (slot >= writers_.size() || writers_[slot].count != 1 || writers_[slot].pc == kNone) return nullptr;
    const Instruction& writer = program_.code[writers_[slot].pc];
    const bool isWhole = std::string_view(operandsOf(writer.op)).find_first_of("DC") == std::string_view::npos;
    return isWhole && writer.dst == slot ? &writer : nullptr;
  }

  const Program& program_;
  std::vector<Writer> writers_;
};

}  // namespace clew::program
