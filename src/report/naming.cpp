#include "report/naming.h"

#include <fmt/format.h>

#include "support/demangle.h"

namespace clew::report {

namespace {

/// Where something is, without folders, as traces name places.
std::string shortPlace(const program::Program& program, uint32_t pc) {
  const std::string place = program::placeOf(program, pc);
  return place.substr(place.rfind('/') + 1);
}

}  // namespace

uint32_t HeapNumbers::of(const machine::Object& object) {
  Number& number = numbers_[object.address];
  if (number.value == 0 || (number.freed && object.live)) number = {++inOneSite_[object.source], false};
  return number.value;
}

void HeapNumbers::forget(uint64_t address) {
  if (const auto found = numbers_.find(address); found != numbers_.end()) found->second.freed = true;
}

std::string nameOf(const machine::ConcreteMachine& machine, HeapNumbers& numbers, const machine::Object& object,
                   uint64_t offset, uint64_t bytes, uint32_t* type) {
  const program::Program& program = machine.program();
  *type = 0;
  switch (object.kind) {
    case machine::ObjectKind::Global:
    case machine::ObjectKind::ThreadLocal: {
      const program::Global& global = program.globals[object.source];
      return support::demangled(global.name) + program::nameInside(program, global.type, offset, bytes, type);
    }
    case machine::ObjectKind::Stack: {
      const program::Site& site = program.sites[object.source];
      const std::string name = site.name.empty() ? "a local" : site.name;
      return name + program::nameInside(program, site.type, offset, bytes, type);
    }
    case machine::ObjectKind::Heap: {
      const program::Site& site = program.sites[object.source];
      const std::string place = offset == 0 ? "" : fmt::format("+{}", offset);
      const uint32_t number = numbers.of(object);
      const std::string which = number == 1 ? "" : fmt::format("#{}", number);
      return fmt::format("heap({}){}{}", shortPlace(program, site.pc), which, place);
    }
    default: return fmt::format("thread {}", object.arena - 1);
  }
}

std::string nameOfAddress(const machine::ConcreteMachine& machine, HeapNumbers& numbers, uint64_t address) {
  if (address == 0) return "NULL";
  const program::Program& program = machine.program();
  const uint64_t function = (address - program::kFunctionBase) / program::kFunctionStride;
  if (address >= program::kFunctionBase && function < program.functions.size()) {
    return support::demangled(program.functions[function].name);
  }
  const machine::Object* object = machine.memory().find(address);
  if (object == nullptr) return fmt::format("{:#x}", address);
  uint32_t type = 0;
  const std::string name = nameOf(machine, numbers, *object, address - object->address, 1, &type);
  return object->live ? name : name + " (freed)";
}

std::string valueOf(const machine::ConcreteMachine& machine, HeapNumbers& numbers, uint32_t type, uint64_t bits,
                    unsigned bytes) {
  const program::Type& known = machine.program().types[type];
  const bool pointer = known.kind == program::Type::Kind::Pointer ||
                       (known.kind == program::Type::Kind::Unknown &&
                        bytes == machine.program().addresses.pointerBytes() && machine.memory().find(bits) != nullptr);
  if (pointer && bits == 0) return "NULL";
  if (pointer) {
    const std::string name = nameOfAddress(machine, numbers, bits);
    return name.starts_with("0x") ? name : "&" + name;  // a number in a pointer points to nothing
  }
  return program::valueText(machine.program(), type, bits, bytes);
}

}  // namespace clew::report
