#include "report/naming.h"

#include <fmt/format.h>

namespace clew::report {

std::string nameOf(const machine::ConcreteMachine& machine, const machine::Object& object, uint64_t offset,
                   uint64_t bytes, uint32_t* type) {
  const program::Program& program = machine.program();
  *type = 0;
  switch (object.kind) {
    case machine::ObjectKind::Global:
    case machine::ObjectKind::ThreadLocal: {
      const program::Global& global = program.globals[object.source];
      return global.name + program::nameInside(program, global.type, offset, bytes, type);
    }
    case machine::ObjectKind::Stack: {
      const program::Site& site = program.sites[object.source];
      const std::string name = site.name.empty() ? "a local" : site.name;
      return name + program::nameInside(program, site.type, offset, bytes, type);
    }
    case machine::ObjectKind::Heap: {
      const program::Site& site = program.sites[object.source];
      const std::string place = offset == 0 ? "" : fmt::format("+{}", offset);
      return fmt::format("heap({}){}", program::placeOf(program, site.pc), place);
    }
    default: return fmt::format("thread {}", object.arena - 1);
  }
}

std::string nameOfAddress(const machine::ConcreteMachine& machine, uint64_t address) {
  if (address == 0) return "NULL";
  const program::Program& program = machine.program();
  const uint64_t function = (address - program::kFunctionBase) / program::kFunctionStride;
  if (address >= program::kFunctionBase && function < program.functions.size()) return program.functions[function].name;
  const machine::Object* object = machine.memory().find(address);
  if (object == nullptr) return fmt::format("{:#x}", address);
  uint32_t type = 0;
  const std::string name = nameOf(machine, *object, address - object->address, 1, &type);
  return object->live ? name : name + " (freed)";
}

std::string valueOf(const machine::ConcreteMachine& machine, uint32_t type, uint64_t bits, unsigned bytes) {
  const program::Type& known = machine.program().types[type];
  const bool pointer = known.kind == program::Type::Kind::Pointer ||
                       (known.kind == program::Type::Kind::Unknown &&
                        bytes == machine.program().addresses.pointerBytes() && machine.memory().find(bits) != nullptr);
  if (pointer && bits == 0) return "NULL";
  if (pointer) return "&" + nameOfAddress(machine, bits);
  return program::valueText(machine.program(), type, bits, bytes);
}

}  // namespace clew::report
