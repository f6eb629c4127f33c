#include "abstraction/head.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "symbolic/arithmetic.h"
#include "symbolic/arrays.h"

namespace clew::abstraction {

namespace {

using machine::Object;
using symbolic::SymbolicMachine;
using symbolic::Value;

constexpr uint64_t kWord = 4;

template <typename Look>
void forEachRegister(const SymbolicMachine& machine, Look look) {
  const auto& thread = *machine.threads().front();
  for (uint32_t frame = 0; frame < thread.frames.size(); ++frame) {
    for (const uint32_t slot : machine.program().liveAt(thread.frames[frame].pc)) {
      look(frame, slot, thread.registers[thread.frames[frame].base + slot]);
    }
  }
}

/// Objects that can change.
template <typename Look>
void forEachObject(const SymbolicMachine& machine, Look look) {
  for (uint32_t arena = 0; arena < machine.memory().arenaCount(); ++arena) {
    for (const Object* object : machine.memory().objectsOf(arena)) {
      if (!object->constant && !object->external) look(*object);
    }
  }
}

void appendWord(std::string& text, uint64_t word) { text.append(reinterpret_cast<const char*>(&word), sizeof word); }

/// Calls, objects, and what was never written: all that decides which variables there can be.
std::string shapeOf(const SymbolicMachine& machine) {
  std::string shape;
  const auto& thread = *machine.threads().front();
  for (const machine::Frame& frame : thread.frames) appendWord(shape, frame.pc);
  forEachRegister(machine, [&](uint32_t, uint32_t, const Value& value) { appendWord(shape, value.undefined); });
  forEachObject(machine, [&](const Object& object) {
    appendWord(shape, object.address);
    appendWord(shape, object.size << 1 | (object.live ? 1 : 0));
    for (uint64_t k = 0; object.undefined != nullptr && object.live && k < object.size; ++k) {
      if (object.undefined[k] != 0) appendWord(shape, k << 8 | object.undefined[k]);
    }
  });
  return shape;
}

/// How many bits a value needs; terms are zero-extended.
unsigned bitsOf(const term::Terms& terms, const Value& value) {
  if (value.term == term::kNoTerm) return static_cast<unsigned>(std::bit_width(value.bits));
  const term::Node& node = terms[value.term];
  return node.kind == term::Kind::ZeroExtend ? terms.widthOf(node.a) : node.width;
}

/// Whether eight bytes are those of one term.
bool isStoredWhole(const term::Terms& terms, const Object& object, uint64_t offset) {
  if (object.symbols == nullptr) return false;
  const uint64_t first = object.symbols[offset];
  if (first == 0 || symbolic::numberIn(first) != 0 || terms.widthOf(symbolic::termIn(first)) != 64) return false;
  for (uint64_t k = 1; k < 8; ++k) {
    if (object.symbols[offset + k] != first + k) return false;
  }
  return true;
}

unsigned roomFor(unsigned bits) {
  if (bits <= 1) return 1;
  return bits <= 32 ? 32 : 64;
}

}  // namespace

Head& Heads::at(const SymbolicMachine& machine) {
  auto [place, isNew] = heads_.try_emplace(shapeOf(machine));
  Head& head = place->second;
  if (!isNew) return head;
  head.pc = machine.threads().front()->frames.back().pc;
  forEachRegister(machine, [&](uint32_t, uint32_t, const Value& value) { head.registers.push_back(value.bits); });
  forEachObject(machine, [&](const Object& object) {
    auto& bytes = head.objects.emplace_back();
    if (object.live) bytes.assign(object.data, object.data + object.size);
  });
  return head;
}

bool Heads::widen(Head& head, const Variable& wanted) {
  for (Variable& each : head.variables) {
    const bool isIt = wanted.address == 0
                          ? each.address == 0 && each.frame == wanted.frame && each.slot == wanted.slot
                          : each.address <= wanted.address && wanted.address < each.address + each.bits / 8;
    if (!isIt) continue;
    if (each.bits >= wanted.bits &&
        (wanted.address == 0 || each.address + each.bits / 8 >= wanted.address + wanted.bits / 8)) {
      return false;
    }
    const uint64_t address = std::min(each.address, wanted.address);
    std::erase_if(head.variables, [&](const Variable& other) {
      return wanted.address != 0 && other.address > address && other.address < address + wanted.bits / 8;
    });
    Variable& kept = *std::find_if(head.variables.begin(), head.variables.end(), [&](const Variable& other) {
      return wanted.address == 0 ? other.address == 0 && other.frame == wanted.frame && other.slot == wanted.slot
                                 : other.address == address;
    });
    kept.bits = wanted.bits;
    kept.first = term::kNoTerm;
    kept.growth.reset();
    kept.symbol = terms_.symbol(fmt::format("v{}", head.variables.size()), wanted.bits);
    head.predicates.clear();
    return true;
  }
  head.variables.push_back(wanted);
  head.variables.back().symbol = terms_.symbol(fmt::format("v{}", head.variables.size()), wanted.bits);
  return true;
}

bool Heads::addRegister(Head& head, uint32_t frame, uint32_t slot, const Value& value) {
  Variable wanted;
  wanted.frame = frame;
  wanted.slot = slot;
  wanted.bits = roomFor(bitsOf(terms_, value));
  return widen(head, wanted);
}

bool Heads::addMemory(Head& head, const Object& object, const std::vector<uint8_t>& before) {
  bool areNew = false;
  for (uint64_t offset = 0; offset < object.size;) {
    const auto isPartlyWritten = [&](uint64_t count) {
      const uint8_t* mask = object.undefined + offset;
      return object.undefined != nullptr && std::any_of(mask, mask + count, [](uint8_t byte) { return byte != 0; });
    };
    uint64_t bytes = offset % kWord == 0 && offset + kWord <= object.size && !isPartlyWritten(kWord) ? kWord : 1;
    bool differs = std::memcmp(object.data + offset, before.data() + offset, bytes) != 0;
    for (uint64_t k = 0; k < bytes && object.symbols != nullptr; ++k) differs |= object.symbols[offset + k] != 0;
    isHalfWritten_ |= differs && isPartlyWritten(bytes);
    if (differs && bytes == kWord && offset % 8 == 0 && offset + 8 <= object.size && !isPartlyWritten(8)) {
      if (isStoredWhole(terms_, object, offset)) bytes = 8;
    }
    if (differs) {
      Variable wanted;
      wanted.address = object.address + offset;
      wanted.bits = static_cast<unsigned>(8 * bytes);
      areNew |= widen(head, wanted);
    }
    offset += bytes;
  }
  return areNew;
}

bool Heads::addVariables(const SymbolicMachine& machine, Head& head) {
  bool areNew = false;
  size_t next = 0;
  forEachRegister(machine, [&](uint32_t frame, uint32_t slot, const Value& value) {
    const uint64_t before = head.registers[next++];
    isHalfWritten_ |= value.undefined != 0 && (value.term != term::kNoTerm || value.bits != before);
    if (value.undefined != 0) return;
    const auto known = std::find_if(head.variables.begin(), head.variables.end(), [&](const Variable& each) {
      return each.address == 0 && each.frame == frame && each.slot == slot;
    });
    const bool isKnown = known != head.variables.end() && bitsOf(terms_, value) <= known->bits;
    const bool isSame = known == head.variables.end() && value.term == term::kNoTerm && value.bits == before;
    if (!isKnown && !isSame) areNew |= addRegister(head, frame, slot, value);
  });
  next = 0;
  forEachObject(machine, [&](const Object& object) {
    const auto& before = head.objects[next++];
    if (object.live) areNew |= addMemory(head, object, before);
  });
  return areNew;
}

void Heads::learn(Head& head, const std::vector<Term>& values, bool isAgain) {
  for (size_t k = 0; k < values.size(); ++k) {
    Variable& each = head.variables[k];
    const Term growth = terms_.sub(values[k], each.symbol);
    if (isAgain && terms_.isConstant(growth) && !each.growth) each.growth = terms_.valueOf(growth);
    if (!isAgain && each.first == term::kNoTerm) each.first = values[k];
  }
}

std::vector<Term> Heads::valuesOf(const SymbolicMachine& machine, const Head& head) const {
  std::vector<Term> values;
  const auto& thread = *machine.threads().front();
  for (const Variable& each : head.variables) {
    const Object* object = each.address == 0 ? nullptr : machine.memory().find(each.address);
    const Value value = object == nullptr ? thread.registers[thread.frames[each.frame].base + each.slot]
                                          : machine.valueAt(*object, each.address - object->address, each.bits);
    values.push_back(machine::termOf(terms_, value, each.bits));
  }
  return values;
}

bool knowsWhatIsRead(const SymbolicMachine& machine) {
  const auto& frames = machine.threads().front()->frames;
  return std::all_of(frames.begin(), frames.end(),
                     [&](const machine::Frame& frame) { return machine.program().liveRangeOf[frame.pc] != 0; });
}

void clean(SymbolicMachine& machine) {
  const auto& thread = *machine.threads().front();
  for (uint32_t frame = 0; frame < thread.frames.size(); ++frame) {
    const uint32_t pc = thread.frames[frame].pc;
    const auto live = machine.program().liveAt(pc);
    for (uint32_t slot = 0; slot < machine.program().functionAt(pc).slots; ++slot) {
      if (std::find(live.begin(), live.end(), slot) == live.end()) {
        machine.putRegister(thread.number, frame, slot, symbolic::SymbolicDomain::constant(0));
      }
    }
  }
  machine.forgetLoops();
}

void generalise(SymbolicMachine& machine, const Head& head) {
  for (const Variable& each : head.variables) {
    const Value value{0, 0, each.symbol};
    if (each.address == 0) {
      machine.putRegister(machine.threads().front()->number, each.frame, each.slot, value);
    } else {
      machine.putMemory(each.address, each.bits, value);
    }
  }
}

}  // namespace clew::abstraction
