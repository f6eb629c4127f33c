#include "inspect/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "property/evaluate.h"
#include "report/waiting.h"
#include "support/demangle.h"

namespace clew::inspect {

namespace {

using program::Type;

/// Parts that the text of a whole shows, and how deep.
constexpr uint32_t kShownParts = 4;
constexpr unsigned kShownDepth = 2;

std::string typeName(const program::Program& program, uint32_t index, unsigned depth = 0) {
  const Type& type = program.types[index];
  if (!type.name.empty()) return type.name;
  if (depth > 8) return "...";
  switch (type.kind) {
    case Type::Kind::Pointer: {
      const std::string target = type.element == 0 ? "void" : typeName(program, type.element, depth + 1);
      return target + (type.isReference ? " &" : " *");
    }
    case Type::Kind::Array: {
      const uint64_t size = program.types[type.element].size;
      return fmt::format("{}[{}]", typeName(program, type.element, depth + 1), size == 0 ? 0 : type.size / size);
    }
    case Type::Kind::Structure: return "struct";
    case Type::Kind::Enumeration: return "enum";
    default: return "";
  }
}

bool isWhole(const Type& type) { return type.kind == Type::Kind::Structure || type.kind == Type::Kind::Array; }

uint64_t elementsOf(const program::Program& program, const Variable& variable) {
  const uint64_t size = program.types[program.types[variable.typeIndex].element].size;
  return size == 0 ? 0 : variable.bytes / size;
}

}  // namespace

// ---- names ----

void Names::addThread(uint32_t number) { threads_.push_back(number); }

std::string Names::ofThread(uint32_t number) const {
  for (size_t i = threads_.size(); i-- > 0;) {
    if (threads_[i] == number) return fmt::format("T{}", i);
  }
  return fmt::format("thread {}", number);
}

// ---- threads ----

std::vector<ThreadView> View::threads() {
  const program::Program& program = machine_.program();
  const auto nameOfThread = [&](uint32_t number) { return names_.ofThread(number); };
  std::vector<ThreadView> made;
  for (const auto& thread : machine_.threads()) {
    ThreadView view;
    view.number = thread->number;
    view.name = names_.ofThread(thread->number);
    view.routine = thread->number == 0 ? "main" : support::demangled(program.functions[thread->startFunction].name);
    view.state = report::waitText(machine_, names_.heap(), thread->number, nameOfThread);
    view.hasEnded = thread->frames.empty();
    for (size_t i = thread->frames.size(); i-- > 0;) {
      const uint32_t pc = thread->frames[i].pc;
      if (program.functionAt(pc).library) continue;
      const program::Location& location = program.locationAt(pc);
      view.frames.push_back({static_cast<uint32_t>(i), support::demangled(program.functionAt(pc).name), location,
                             program::sourceLine(program, location)});
    }
    made.push_back(std::move(view));
  }
  return made;
}

// ---- variables ----

const machine::Object* View::objectOf(uint64_t address, uint64_t bytes) const {
  const machine::Object* object = machine_.memory().find(address);
  if (object == nullptr || !object->live || object->external || address < object->address) return nullptr;
  const uint64_t offset = address - object->address;
  return offset <= object->size && object->size - offset >= bytes ? object : nullptr;
}

std::string View::scalarText(const Variable& variable) {
  const uint64_t bytes = variable.bitWidth == 0 ? variable.bytes : (variable.bitOffset + variable.bitWidth + 7) / 8;
  const machine::Object* object = objectOf(variable.address, bytes);
  if (object == nullptr) return "(not there)";
  if (bytes == 0 || bytes > sizeof(uint64_t)) return fmt::format("({} bytes)", bytes);
  const uint64_t offset = variable.address - object->address;
  const auto wordAt = [&](const uint8_t* from) {
    uint64_t word = 0;
    if (from == nullptr) return word;
    std::memcpy(&word, from + offset, bytes);
    if (variable.bitWidth == 0) return word;
    return word >> variable.bitOffset & ~uint64_t{0} >> (64 - variable.bitWidth);
  };
  if (wordAt(object->undefined) != 0) return "(uninitialised)";
  uint64_t bits = wordAt(object->data);
  const Type& type = machine_.program().types[variable.typeIndex];
  if (variable.bitWidth != 0 && type.isSigned && (bits >> (variable.bitWidth - 1) & 1) != 0) {
    bits |= ~uint64_t{0} << variable.bitWidth;
  }
  const auto shown = static_cast<unsigned>(variable.bitWidth == 0 ? bytes : std::min<uint64_t>(type.size, 8));
  return report::valueOf(machine_, names_.heap(), variable.typeIndex, bits, shown);
}

std::string View::wholeText(const Variable& variable, unsigned depth) {
  const Type& type = machine_.program().types[variable.typeIndex];
  if (objectOf(variable.address, variable.bytes) == nullptr) return "(not there)";
  if (depth >= kShownDepth) return "{...}";
  const bool isArray = type.kind == Type::Kind::Array;
  const uint32_t count = std::min(variable.parts, kShownParts);
  std::string text = "{";
  for (uint32_t i = 0; i < count; ++i) {
    Variable part = isArray ? element(variable, i) : member(variable, i);
    describe(part, depth + 1);
    text += fmt::format("{}{}{}{}", i == 0 ? "" : ", ", isArray ? "" : part.name, isArray ? "" : " = ", part.value);
  }
  return text + (variable.parts > count ? ", ...}" : "}");
}

void View::describe(Variable& variable, unsigned depth) {
  const program::Program& program = machine_.program();
  const Type& type = program.types[variable.typeIndex];
  constexpr uint64_t kMostParts = 1u << 30;
  if (type.kind == Type::Kind::Structure) {
    variable.parts = static_cast<uint32_t>(type.members.size() + type.bitFields.size());
  } else if (type.kind == Type::Kind::Array) {
    variable.parts = static_cast<uint32_t>(std::min(elementsOf(program, variable), kMostParts));
  }
  variable.value = isWhole(type) ? wholeText(variable, depth) : scalarText(variable);
  if (type.kind == Type::Kind::Pointer) variable.parts = target(variable).address == 0 ? 0 : 1;
}

Variable View::variableAt(std::string name, uint64_t address, uint32_t type, uint64_t bytes) {
  Variable made;
  made.name = std::move(name);
  made.address = address;
  made.typeIndex = type;
  made.bytes = bytes;
  made.type = typeName(machine_.program(), type);
  return made;
}

/// An object as a whole: it may be larger than its type says (an array of variable length), or have none.
Variable View::variableAt(std::string name, const machine::Object& object, uint32_t type) {
  const Type& known = machine_.program().types[type];
  const bool hasSize = known.size != 0 && known.kind != Type::Kind::Array;
  Variable made = variableAt(std::move(name), object.address, type,
                             hasSize ? std::min<uint64_t>(known.size, object.size) : object.size);
  describe(made, 0);
  return made;
}

Variable View::member(const Variable& whole, uint32_t index) {
  const Type& type = machine_.program().types[whole.typeIndex];
  if (index < type.members.size()) {
    const Type::Member& each = type.members[index];
    return variableAt(each.name.empty() ? "(unnamed)" : each.name, whole.address + each.offset, each.type,
                      machine_.program().types[each.type].size);
  }
  const Type::BitField& field = type.bitFields[index - type.members.size()];
  Variable made = variableAt(field.name, whole.address + field.offset / 8, field.type, 0);
  made.bitOffset = static_cast<uint8_t>(field.offset % 8);
  made.bitWidth = static_cast<uint8_t>(field.width);
  return made;
}

Variable View::element(const Variable& whole, uint32_t index) {
  const program::Program& program = machine_.program();
  const uint32_t type = program.types[whole.typeIndex].element;
  const uint64_t size = program.types[type].size;
  return variableAt(fmt::format("[{}]", index), whole.address + index * size, type, size);
}

/// What a pointer points to; its address is 0 if that is nothing that can be shown.
Variable View::target(const Variable& pointer) {
  const program::Program& program = machine_.program();
  const uint32_t type = program.types[pointer.typeIndex].element;
  const machine::Object* object = objectOf(pointer.address, pointer.bytes);
  if (object == nullptr || type == 0 || pointer.bytes > sizeof(uint64_t)) return {};
  uint64_t address = 0;
  std::memcpy(&address, object->data + (pointer.address - object->address), pointer.bytes);
  const uint64_t bytes = program.types[type].size;
  if (bytes == 0 || objectOf(address, bytes) == nullptr) return {};
  return variableAt("*" + pointer.name, address, type, bytes);
}

std::vector<Variable> View::parts(const Variable& variable, uint32_t first, uint32_t count) {
  const Type::Kind kind = machine_.program().types[variable.typeIndex].kind;
  std::vector<Variable> made;
  const uint64_t end = std::min<uint64_t>(variable.parts, uint64_t{first} + count);
  for (auto i = first; i < end; ++i) {
    Variable part = kind == Type::Kind::Pointer ? target(variable)
                    : kind == Type::Kind::Array ? element(variable, i)
                                                : member(variable, i);
    describe(part, 0);
    made.push_back(std::move(part));
  }
  return made;
}

std::vector<Variable> View::locals(uint32_t thread, uint32_t frame) {
  const program::Program& program = machine_.program();
  const auto* whose = machine_.threadByNumber(thread);
  if (whose == nullptr || frame >= whose->frames.size()) return {};
  const uint32_t line = program.locationAt(whose->frames[frame].pc).line;
  const size_t begin = whose->frames[frame].stackObjects;
  const size_t end =
      frame + 1 < whose->frames.size() ? whose->frames[frame + 1].stackObjects : whose->stackObjects.size();
  std::vector<Variable> made;
  std::vector<uint32_t> lines;
  for (size_t i = begin; i < std::min(end, whose->stackObjects.size()); ++i) {
    const machine::Object& object = *whose->stackObjects[i];
    const program::Site& site = program.sites[object.source];
    if (site.name.empty() || site.type == 0) continue;
    if (line != 0 && site.firstLine != 0 && (line < site.firstLine || line > site.lastLine)) continue;
    const auto place = std::find_if(lines.begin(), lines.end(), [&](uint32_t each) { return each < site.firstLine; });
    made.insert(made.begin() + (place - lines.begin()), variableAt(site.name, object, site.type));
    lines.insert(place, site.firstLine);
  }
  return made;
}

std::vector<Variable> View::globals() {
  const program::Program& program = machine_.program();
  std::vector<Variable> made;
  for (size_t i = 0; i < program.globals.size(); ++i) {
    const program::Global& global = program.globals[i];
    const machine::Object* object = machine_.memory().global(static_cast<uint32_t>(i));
    if (global.library || global.constant || global.external || global.type == 0 || object == nullptr) continue;
    if (program.files[global.file].isSystem()) continue;
    const std::string scope = global.scope.empty() ? "" : global.scope + "::";
    made.push_back(variableAt(scope + support::demangled(global.name), *object, global.type));
  }
  return made;
}

std::vector<Variable> View::heap() {
  std::vector<Variable> made;
  for (uint32_t arena = 0; arena < machine_.memory().arenaCount(); ++arena) {
    for (const machine::Object* object : machine_.memory().objectsOf(arena)) {
      if (object->kind != machine::ObjectKind::Heap || !object->live) continue;
      if (machine_.program().sites[object->source].permanent) continue;
      uint32_t type = 0;
      made.push_back(variableAt(report::nameOf(machine_, names_.heap(), *object, 0, object->size, &type), *object, 0));
      made.back().value = fmt::format("({} bytes)", object->size);
    }
  }
  return made;
}

// ---- expressions ----

std::vector<property::Local> View::scope(uint32_t thread, uint32_t frame) {
  std::vector<property::Local> made;
  for (const Variable& local : locals(thread, frame)) made.push_back({local.name, local.address, local.typeIndex});
  return made;
}

/// What an expression computes that lies nowhere.
Variable View::valueOnly(std::string_view text, const property::ValueType& type, uint64_t bits) {
  using Kind = property::ValueType::Kind;
  Variable made;
  made.name = text;
  switch (type.kind) {
    case Kind::Floating: made.value = fmt::format("{}", std::bit_cast<double>(bits)); break;
    case Kind::Pointer:
      made.value = bits == 0 ? "NULL" : "&" + report::nameOfAddress(machine_, names_.heap(), bits);
      made.type = type.target == 0 ? "void *" : typeName(machine_.program(), type.target) + " *";
      break;
    case Kind::Integer:
      made.value = type.isSigned ? fmt::format("{}", static_cast<int64_t>(bits)) : fmt::format("{}", bits);
      break;
  }
  return made;
}

support::Result<Variable> View::evaluate(std::string_view text, uint32_t thread, uint32_t frame) {
  using property::Expression;
  const auto known = scope(thread, frame);
  const auto expression = Expression::parse(text, Expression::Kind::Place, machine_.program(), known);
  if (!expression) return expression.error();
  const auto computed = property::Evaluator(*expression, machine_).compute(expression->root());
  if (computed.failure != property::Failure::None) {
    return support::Error{property::failureText(*expression, computed)};
  }
  if (const uint32_t type = expression->typeOfPlace(); type != program::kNone) {
    Variable made = variableAt(std::string(text), computed.bits, type, machine_.program().types[type].size);
    if (objectOf(made.address, made.bytes) == nullptr) return support::Error{"there is nothing at this place"};
    describe(made, 0);
    return made;
  }
  return valueOnly(text, expression->nodes()[expression->root()].type, computed.bits);
}

support::Result<bool> View::holds(std::string_view text, uint32_t thread, uint32_t frame) {
  using property::Expression;
  const auto known = scope(thread, frame);
  const auto expression = Expression::parse(text, Expression::Kind::Invariant, machine_.program(), known);
  if (!expression) return expression.error();
  property::Evaluator evaluator(*expression, machine_);
  const auto computed = evaluator.compute(expression->root());
  if (computed.failure != property::Failure::None) {
    return support::Error{property::failureText(*expression, computed)};
  }
  return evaluator.isTrue(expression->root(), computed.bits);
}

}  // namespace clew::inspect
