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

/// Whether the bytes of a word are of several terms, or some are numbers.
bool isMixed(const Object& object, uint64_t offset) {
  if (object.symbols == nullptr) return false;
  const uint64_t first = object.symbols[offset];
  bool isSymbolic = first != 0;
  bool isWhole = first != 0 && symbolic::numberIn(first) == 0;
  for (uint64_t k = 1; k < kWord; ++k) {
    isSymbolic |= object.symbols[offset + k] != 0;
    isWhole = isWhole && object.symbols[offset + k] == first + k;
  }
  return isSymbolic && !isWhole;
}

uint64_t wordAt(const uint8_t* bytes, uint64_t count) {
  uint64_t word = 0;
  std::memcpy(&word, bytes, count);
  return word;
}

/// Whether a pointer may lie there, by the types of the source. Bytes may hold anything.
bool mayBePointer(const program::Program& program, uint32_t number, uint64_t offset) {
  using program::Type;
  const Type& type = program.types[number];
  switch (type.kind) {
    case Type::Kind::Boolean:
    case Type::Kind::Enumeration: return false;
    case Type::Kind::Signed:
    case Type::Kind::Unsigned: return type.size == 1 || type.size >= program.addresses.pointerBytes();
    case Type::Kind::Array: {
      const uint64_t size = program.types[type.element].size;
      return size == 0 || mayBePointer(program, type.element, offset % size);
    }
    case Type::Kind::Structure: {
      bool isOther = false;  // what no member is said to cover may be a base
      for (const Type::Member& member : type.members) {
        if (offset < member.offset || offset - member.offset >= program.types[member.type].size) continue;
        if (mayBePointer(program, member.type, offset - member.offset)) return true;
        isOther = true;
      }
      return !isOther;
    }
    default: return true;
  }
}

bool mayBePointer(const program::Program& program, const Object& object, uint64_t offset) {
  switch (object.kind) {
    case machine::ObjectKind::Global: return mayBePointer(program, program.globals[object.source].type, offset);
    case machine::ObjectKind::Stack: return mayBePointer(program, program.sites[object.source].type, offset);
    default: return true;
  }
}

/// Whether numbers came in equal steps, as those of a counter do; those of a word with flags, or of a state, do not.
bool areSteps(const std::vector<uint64_t>& values) {
  for (size_t k = 2; k < values.size(); ++k) {
    if (values[k] - values[k - 1] != values[1] - values[0]) return false;
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

void Heads::widen(Head& head, const Variable& wanted) {
  for (Variable& each : head.variables) {
    const bool isIt = wanted.address == 0
                          ? each.address == 0 && each.frame == wanted.frame && each.slot == wanted.slot
                          : each.address <= wanted.address && wanted.address < each.address + each.bits / 8;
    if (!isIt) continue;
    if (each.bits >= wanted.bits &&
        (wanted.address == 0 || each.address + each.bits / 8 >= wanted.address + wanted.bits / 8)) {
      each.isPointer |= wanted.isPointer && each.bits == wanted.bits;
      return;
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
    kept.values.clear();
    kept.isPointer |= wanted.isPointer;
    kept.symbol = terms_.symbol(fmt::format("v{}", head.variables.size()), wanted.bits);
    head.predicates.clear();
    ++head.version;
    return;
  }
  head.variables.push_back(wanted);
  take(head.variables.back());
  head.variables.back().symbol = terms_.symbol(fmt::format("v{}", head.variables.size()), wanted.bits);
}

/// Lets the bytes of a word be variables of their own: they have little to do with each other.
void Heads::splitWord(Head& head, uint64_t address) {
  if (!head.splitWords.insert(address).second) return;
  const auto variable = std::find_if(head.variables.begin(), head.variables.end(),
                                     [&](const Variable& each) { return each.address == address; });
  if (variable == head.variables.end()) return;
  const auto symbol = static_cast<uint32_t>(terms_[variable->symbol].value);
  std::erase_if(head.predicates, [&](const Predicate& each) {
    std::vector<uint32_t> symbols;
    terms_.symbolsOf(std::span(&each.condition, 1), symbols);
    return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
  });
  const unsigned bits = variable->bits;
  const Needs kept = std::move(variable->kept);
  head.variables.erase(variable);
  for (uint64_t k = 0; k < bits / 8; ++k) {
    Variable byte;
    byte.address = address + k;
    byte.bits = 8;
    byte.kept = kept;
    widen(head, byte);
  }
  ++head.version;
}

void Heads::addMemory(const SymbolicMachine& machine, Head& head, const Object& object,
                      const std::vector<uint8_t>& before) {
  const uint64_t pointer = machine.program().addresses.pointerBytes();
  for (uint64_t offset = 0; offset < object.size;) {
    const auto isPartlyWritten = [&](uint64_t count) {
      const uint8_t* mask = object.undefined + offset;
      return object.undefined != nullptr && std::any_of(mask, mask + count, [](uint8_t byte) { return byte != 0; });
    };
    const auto isWhole = [&](uint64_t count) {
      return offset % count == 0 && offset + count <= object.size && !isPartlyWritten(count);
    };
    uint64_t bytes = isWhole(kWord) ? kWord : 1;
    bool isPointer = false;
    if (isWhole(pointer) && mayBePointer(machine.program(), object, offset)) {
      isPointer = leadsSomewhere(machine, wordAt(before.data() + offset, pointer)) ||
                  leadsSomewhere(machine, wordAt(object.data + offset, pointer));
      if (isPointer) bytes = pointer;
    }
    if (bytes == kWord && !isPointer &&
        (head.splitWords.contains(object.address + offset) || isMixed(object, offset))) {
      splitWord(head, object.address + offset);
      bytes = 1;
    }
    bool differs = std::memcmp(object.data + offset, before.data() + offset, bytes) != 0;
    for (uint64_t k = 0; k < bytes && object.symbols != nullptr; ++k) differs |= object.symbols[offset + k] != 0;
    isHalfWritten_ |= differs && isPartlyWritten(bytes);
    if (differs && bytes == kWord && isWhole(8) && isStoredWhole(terms_, object, offset)) bytes = 8;
    if (differs) {
      Variable wanted;
      wanted.address = object.address + offset;
      wanted.bits = static_cast<unsigned>(8 * bytes);
      wanted.isPointer = isPointer;
      if (head.arrivals > 1) wanted.first = terms_.constant(wordAt(before.data() + offset, bytes), wanted.bits);
      widen(head, wanted);
    }
    offset += bytes;
  }
}

void Heads::addVariables(const SymbolicMachine& machine, Head& head) {
  ++head.arrivals;
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
    if (isKnown || isSame) return;
    Variable wanted;
    wanted.frame = frame;
    wanted.slot = slot;
    wanted.bits = roomFor(std::max(bitsOf(terms_, value), static_cast<unsigned>(std::bit_width(before))));
    wanted.isPointer =
        leadsSomewhere(machine, before) || (value.term == term::kNoTerm && leadsSomewhere(machine, value.bits));
    if (head.arrivals > 1) wanted.first = terms_.constant(before, wanted.bits);
    widen(head, wanted);
  });
  next = 0;
  forEachObject(machine, [&](const Object& object) {
    const auto& before = head.objects[next++];
    if (object.live) addMemory(machine, head, object, before);
  });
}

void Heads::learn(Variable& variable, Term value, Term before) {
  if (before == term::kNoTerm) {
    if (variable.first == term::kNoTerm) variable.first = value;
    return;
  }
  if (variable.growth) return;
  const Term growth = terms_.sub(value, before);
  if (terms_.isConstant(growth)) variable.growth = terms_.valueOf(growth);
}

bool Heads::keeps(const Variable& variable) const {
  return std::any_of(kept_.begin(), kept_.end(), [&](const auto& range) {
    return range.first <= variable.address && variable.address < range.first + range.second;
  });
}

std::set<std::pair<const Head*, Term>> Heads::needsOf(uint32_t automaton) const {
  std::set<std::pair<const Head*, Term>> needs;
  for (const auto& [shape, head] : heads_) {
    for (const Variable& each : head.variables) {
      if (each.kept.automata.contains(automaton)) needs.emplace(&head, each.symbol);
    }
    for (const Predicate& each : head.predicates) {
      if (each.needs.automata.contains(automaton)) needs.emplace(&head, each.condition);
    }
  }
  return needs;
}

bool Heads::admit(Variable& variable, uint64_t number) const {
  constexpr size_t kMostNumbers = 64;
  constexpr size_t kMostPointers = 1000;
  auto& values = variable.values;
  if (std::find(values.begin(), values.end(), number) != values.end()) return true;
  values.push_back(number);
  // A loop's counter passes its bound by one step.
  const size_t mostSteps = std::max<size_t>(8, variable.bound == 0 ? 0 : variable.bound + 2);
  const size_t most = areSteps(values) ? mostSteps : kMostNumbers;
  if (values.size() <= (variable.isPointer || keeps(variable) ? kMostPointers : most)) return true;
  values.pop_back();
  return false;
}

void Heads::share() {
  for (const auto& [shape, head] : heads_) {
    for (const Variable& each : head.variables) {
      if (each.address == 0) continue;
      Shared& shared = shared_[{each.address, each.bits}];
      shared.kept.automata.insert(each.kept.automata.begin(), each.kept.automata.end());
      shared.isWide |= each.isWide;
    }
  }
  for (auto& [shape, head] : heads_) {
    bool isNew = false;
    for (Variable& each : head.variables) isNew |= take(each);
    head.version += isNew ? 1 : 0;
  }
}

/// Whether there was anything new.
bool Heads::take(Variable& variable) const {
  const auto shared = shared_.find({variable.address, variable.bits});
  if (variable.address == 0 || shared == shared_.end()) return false;
  const size_t before = variable.kept.automata.size();
  variable.kept.automata.insert(shared->second.kept.automata.begin(), shared->second.kept.automata.end());
  variable.isWide |= shared->second.isWide;
  return variable.kept.automata.size() > before;
}

void Heads::forgetPredicates(Head& head) {
  head.predicates.clear();
  head.refinements = 0;
  ++head.version;
}

void Heads::forgetNumbers() {
  for (auto& [shape, head] : heads_) {
    for (Variable& each : head.variables) each.values.clear();
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

bool leadsSomewhere(const SymbolicMachine& machine, uint64_t word) {
  const program::Program& program = machine.program();
  if (word < program::kFunctionBase) return false;
  return (word - program::kFunctionBase) / program::kFunctionStride < program.functions.size() ||
         machine.memory().find(word & program.addresses.addressMask()) != nullptr;
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

void generalise(SymbolicMachine& machine, const Variable& variable) {
  const Value value{0, 0, variable.symbol};
  if (variable.address == 0) {
    machine.putRegister(machine.threads().front()->number, variable.frame, variable.slot, value);
  } else {
    machine.putMemory(variable.address, variable.bits, value);
  }
}

}  // namespace clew::abstraction
