#include "program/program.h"

#include <fmt/format.h>

#include <cstring>

namespace clew::program {

namespace {

constexpr const char* kOperands[] = {
#define CLEW_OPCODE(name, operands) operands,
#include "program/opcodes.def"
};

constexpr const char* kNames[] = {
#define CLEW_OPCODE(name, operands) #name,
#include "program/opcodes.def"
};

int64_t signExtend(uint64_t bits, unsigned bytes) {
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<int64_t>(bits << shift) >> shift;
}

std::string characterText(uint64_t bits, bool isSigned) {
  const auto character = static_cast<unsigned char>(bits);
  if (character >= 32 && character < 127) return fmt::format("'{}'", static_cast<char>(character));
  return isSigned ? std::to_string(signExtend(bits, 1)) : std::to_string(character);
}

std::string floatText(uint64_t bits, unsigned bytes) {
  if (bytes == 4) {
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return fmt::format("{}", value);
  }
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return fmt::format("{}", value);
}

}  // namespace

const char* operandsOf(Op op) { return kOperands[static_cast<size_t>(op)]; }
const char* nameOf(Op op) { return kNames[static_cast<size_t>(op)]; }

std::string placeOf(const Program& program, uint32_t pc) {
  const Location& location = program.locationAt(pc);
  if (location.line == 0) return program.functionAt(pc).name;
  return fmt::format("{}:{}", program.files[location.file].name, location.line);
}

std::string sourceLine(const Program& program, const Location& location) {
  const SourceFile& file = program.files[location.file];
  if (location.line == 0 || location.line > file.lines.size()) return "";
  const std::string& text = file.lines[location.line - 1];
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::string nameInside(const Program& program, uint32_t type, uint64_t offset, uint64_t size, uint32_t* innerType) {
  std::string name;
  while (true) {
    *innerType = type;
    const Type& current = program.types[type];
    if (offset == 0 && current.size == size && current.kind != Type::Kind::Structure &&
        current.kind != Type::Kind::Array) {
      return name;
    }
    if (current.kind == Type::Kind::Array && program.types[current.element].size > 0) {
      const uint64_t step = program.types[current.element].size;
      name += fmt::format("[{}]", offset / step);
      offset %= step;
      type = current.element;
      continue;
    }
    if (current.kind == Type::Kind::Structure) {
      const Type::Member* inside = nullptr;
      for (const Type::Member& member : current.members) {
        if (member.offset <= offset && offset < member.offset + program.types[member.type].size) {
          inside = &member;
          break;
        }
      }
      // The first bytes of a synchronisation object stand for the whole of it.
      const bool opaque = current.name.starts_with("pthread_") || current.name.empty();
      if (inside != nullptr && !(opaque && offset == 0 && inside->name.starts_with("__"))) {
        if (!inside->name.empty()) name += "." + inside->name;
        offset -= inside->offset;
        type = inside->type;
        continue;
      }
      if (offset == 0) return name;
    }
    return offset == 0 ? name : name + fmt::format("+{}", offset);
  }
}

std::string valueText(const Program& program, uint32_t type, uint64_t bits, unsigned bytes) {
  const Type& known = program.types[type];
  switch (known.kind) {
    case Type::Kind::Boolean: return (bits & 1) != 0 ? "true" : "false";
    case Type::Kind::Character: return characterText(bits, known.isSigned);
    case Type::Kind::Float: return floatText(bits, bytes);
    case Type::Kind::Unsigned: return std::to_string(bits);
    case Type::Kind::Pointer: return bits == 0 ? "NULL" : fmt::format("{:#x}", bits);
    case Type::Kind::Enumeration:
      for (const Type::Enumerator& constant : known.constants) {
        if (constant.value == signExtend(bits, bytes)) return constant.name;
      }
      break;
    default: break;
  }
  return std::to_string(signExtend(bits, bytes));
}

std::string listing(const Program& program) {
  std::string text;
  for (const Function& function : program.functions) {
    text += fmt::format("{}: {} slots, {} parameters\n", function.name, function.slots, function.parameters);
    for (uint32_t pc = function.entry; pc < function.end; ++pc) {
      const Instruction& each = program.code[pc];
      text += fmt::format("  {:5} {:16} w{} x{} dst {} a {} b {} imm {:#x}", pc, nameOf(each.op), each.width, each.aux,
                          each.dst, each.a, each.b, each.imm());
      if (program.liveRangeOf[pc] != 0) {
        text += " live";
        for (const uint32_t slot : program.liveAt(pc)) text += fmt::format(" {}", slot);
      }
      text += fmt::format("  ; {}\n", placeOf(program, pc));
    }
  }
  return text;
}

}  // namespace clew::program
