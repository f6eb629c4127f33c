#include "validation/monitor.h"

#include <bit>
#include <cstdlib>
#include <cstring>

#include "machine/user_place.h"
#include "report/inputs.h"

namespace clew::validation {

namespace {

using program::Op;
using program::Told;
using witness::Kind;

bool isUnsignedType(std::string_view type) {
  return type.starts_with("unsigned") || type == "size_t" || type == "bool";
}

/// An input as a number, of the type that its function has.
witness::Value numberOf(const program::Function& function, uint64_t bits) {
  const std::string_view type = report::typeOfNondet(function.name);
  const unsigned width = function.inputBits == 0 ? 32 : function.inputBits;
  if (isUnsignedType(type)) return {static_cast<witness::Wide>(bits), width >= 32};
  const unsigned shift = 64 - width;
  return {static_cast<witness::Wide>(static_cast<int64_t>(bits << shift) >> shift), false};
}

/// Whether it is equal to a number as it is written, for floating point.
bool isEqualFloat(std::string_view type, uint64_t bits, const std::string& text) {
  if (type == "float") return std::bit_cast<float>(static_cast<uint32_t>(bits)) == std::strtof(text.c_str(), nullptr);
  return std::bit_cast<double>(bits) == std::strtod(text.c_str(), nullptr);
}

}  // namespace

Monitor::Monitor(const Plan& plan, const machine::ConcreteMachine& machine) : plan_(plan), machine_(machine) {
  progress_.ordinals = std::make_shared<const std::map<uint32_t, uint32_t>>(std::map<uint32_t, uint32_t>{{0, 0}});
  const auto& globals = machine.program().globals;
  for (uint32_t i = 0; i < globals.size(); ++i) {
    if (!globals[i].library) globals_.emplace(globals[i].name, i);
  }
}

uint32_t Monitor::ordinalOf(uint32_t thread) const {
  const auto known = progress_.ordinals->find(thread);
  return known == progress_.ordinals->end() ? program::kNone : known->second;
}

bool Monitor::isAt(const Point& point, uint32_t thread, const program::Location& location) const {
  const witness::Waypoint& waypoint = *point.waypoint;
  return waypoint.place.line == location.line && (!waypoint.thread || *waypoint.thread == ordinalOf(thread)) &&
         program::isSameFile(machine_.program().files[location.file].name, waypoint.place.file);
}

template <typename IsPassed>
void Monitor::happen(IsPassed isPassed) {
  const auto& avoided = isAtEnd() ? plan_.avoidedAtEnd : plan_.stages[progress_.stage].avoided;
  for (const Point& point : avoided) progress_.isOut |= isPassed(point);
  if (!isAtEnd() && isPassed(*next())) ++progress_.stage;
}

bool Monitor::isMet(const Point& point, const program::Function& function, uint64_t bits) {
  const std::string_view type = report::typeOfNondet(function.name);
  if (!point.waypoint->function.empty() && point.waypoint->function != function.name) return false;
  if (type == "float" || type == "double") {
    const std::string& number = point.constraint->result();
    return !number.empty() && isEqualFloat(type, bits, number);
  }
  const witness::Value value = numberOf(function, bits);
  return point.constraint->holds({&value, 1}) == true;
}

void Monitor::input(uint32_t thread, const program::Function& function, const program::Location& location,
                    uint64_t bits) {
  happen([&](const Point& point) {
    return point.waypoint->kind == Kind::FunctionReturn && isAt(point, thread, location) &&
           isMet(point, function, bits);
  });
}

/// A thread has done something that others can see.
void Monitor::come(uint32_t thread) {
  const uint32_t pc = machine::userPc(machine_, thread);
  if (pc == program::kNone) return;
  const program::Location& location = machine_.program().locationAt(pc);
  happen(
      [&](const Point& point) { return point.isPassage && point.waypoint->thread && isAt(point, thread, location); });
}

void Monitor::access(const Access& access) {
  if (access.object->shared) come(access.thread);
}

void Monitor::operation(uint32_t thread, uint32_t pc, uint64_t operand, uint64_t result) {
  const Op op = machine_.program().code[pc].op;
  if (op == Op::Note && Told::isTold(result)) return tell(thread, Told::of(result), operand);
  if (op == Op::ThreadCreate) {
    auto ordinals = *progress_.ordinals;
    ordinals[static_cast<uint32_t>(result)] = ++progress_.created;
    progress_.ordinals = std::make_shared<const std::map<uint32_t, uint32_t>>(std::move(ordinals));
  }
  if (op != Op::Choose) return come(thread);
  // The search itself tells of inputs that are made of several choices.
  const machine::Frame* frame = report::inputFrame(machine_, thread);
  if (frame == nullptr || machine_.program().functionAt(frame->pc).input != program::InputKind::None) return;
  if (const uint32_t place = machine::userPc(machine_, thread); place != program::kNone) {
    input(thread, machine_.program().functionAt(frame->pc), machine_.program().locationAt(place), result);
  }
}

void Monitor::tell(uint32_t thread, Told told, uint64_t value) {
  if (told.mark >= plan_.marks.size()) return;
  const program::Mark& mark = plan_.marks[told.mark];
  const auto isMine = [&](const Point& point) {
    const auto& wanted = point.waypoint->thread;
    return point.mark == told.mark && (!wanted || *wanted == ordinalOf(thread));
  };
  if (mark.kind == program::Mark::Kind::Branch) {
    const auto decided = static_cast<int64_t>(value);
    return happen([&](const Point& point) { return isMine(point) && point.decision == decided; });
  }
  if (told.index > 0) {
    told_[told.mark][told.index - 1] = value;
    return;
  }
  bool areKnown = true;
  const std::vector<witness::Value> values = valuesAt(told.mark, value, areKnown);
  told_.erase(told.mark);
  happen([&](const Point& point) {
    if (!isMine(point)) return false;
    return point.isPassage || (areKnown && point.constraint && point.constraint->holds(values) == true);
  });
}

std::vector<witness::Value> Monitor::valuesAt(uint32_t mark, uint64_t kinds, bool& areKnown) {
  const std::vector<std::string>& names = plan_.marks[mark].variables;
  std::vector<witness::Value> values(names.size());
  const auto told = told_.find(mark);
  for (uint32_t i = 0; i < names.size(); ++i) {
    const bool isGlobal = (kinds >> i & 1) != 0;
    const auto global = isGlobal ? valueOfGlobal(names[i]) : std::nullopt;
    if ((kinds >> (32 + i) & 1) != 0 || (isGlobal && !global)) {
      areKnown = false;
      unknownVariable_ = names[i];
    } else if (isGlobal) {
      values[i] = *global;
    } else {
      const uint64_t bits = told == told_.end() || !told->second.contains(i) ? 0 : told->second.at(i);
      const bool isUnsigned = (kinds >> (16 + i) & 1) != 0;
      values[i] = {
          isUnsigned ? static_cast<witness::Wide>(bits) : static_cast<witness::Wide>(static_cast<int64_t>(bits)),
          isUnsigned};
    }
  }
  return values;
}

std::optional<witness::Value> Monitor::valueOfGlobal(const std::string& name) const {
  const auto known = globals_.find(name);
  if (known == globals_.end()) return std::nullopt;
  const program::Program& program = machine_.program();
  const program::Global& global = program.globals[known->second];
  const program::Type& type = program.types[global.type];
  using TypeKind = program::Type::Kind;
  const bool isNumber = type.kind == TypeKind::Signed || type.kind == TypeKind::Unsigned ||
                        type.kind == TypeKind::Boolean || type.kind == TypeKind::Character ||
                        type.kind == TypeKind::Enumeration || type.kind == TypeKind::Pointer;
  const machine::Object* object = machine_.memory().global(known->second);
  if (!isNumber || global.threadLocal || global.size > 8 || global.size == 0 || object == nullptr) return std::nullopt;
  uint64_t bits = 0;
  std::memcpy(&bits, object->data, global.size);
  const auto shift = static_cast<unsigned>(64 - 8 * global.size);
  if (type.isSigned) return witness::Value{static_cast<int64_t>(bits << shift) >> shift, false};
  return witness::Value{static_cast<witness::Wide>(bits), global.size >= 4};
}

}  // namespace clew::validation
