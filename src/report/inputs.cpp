#include "report/inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstring>
#include <utility>

#include "report/naming.h"

namespace clew::report {

namespace {

using program::InputKind;

constexpr std::string_view kNondet = "__VERIFIER_nondet_";
constexpr std::string_view kChoose = "clew_choose";
constexpr size_t kWord = 8;
/// More bytes than this are not shown.
constexpr size_t kBytesShown = 16;

constexpr std::array<std::pair<std::string_view, std::string_view>, 22> kTypes = {{{"bool", "bool"},
                                                                                   {"char", "char"},
                                                                                   {"uchar", "unsigned char"},
                                                                                   {"unsigned_char", "unsigned char"},
                                                                                   {"u8", "unsigned char"},
                                                                                   {"short", "short"},
                                                                                   {"ushort", "unsigned short"},
                                                                                   {"u16", "unsigned short"},
                                                                                   {"int", "int"},
                                                                                   {"uint", "unsigned"},
                                                                                   {"unsigned", "unsigned"},
                                                                                   {"unsigned_int", "unsigned"},
                                                                                   {"u32", "unsigned"},
                                                                                   {"long", "long"},
                                                                                   {"ulong", "unsigned long"},
                                                                                   {"longlong", "long long"},
                                                                                   {"ulonglong", "unsigned long long"},
                                                                                   {"u64", "unsigned long long"},
                                                                                   {"size_t", "size_t"},
                                                                                   {"loff_t", "long long"},
                                                                                   {"float", "float"},
                                                                                   {"double", "double"}}};

uint64_t wordOf(const std::vector<uint8_t>& bytes) {
  uint64_t word = 0;
  for (size_t i = 0; i < std::min(bytes.size(), kWord); ++i) word |= uint64_t{bytes[i]} << 8 * i;
  return word;
}

std::vector<uint8_t> bytesOf(uint64_t word, size_t count) {
  std::vector<uint8_t> bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<uint8_t>(word >> 8 * i);
  return bytes;
}

std::string hexText(const std::vector<uint8_t>& bytes) {
  std::string text;
  for (size_t i = 0; i < std::min(bytes.size(), kBytesShown); ++i) {
    text += fmt::format("{}{:02x}", i == 0 ? "" : " ", bytes[i]);
  }
  return bytes.size() > kBytesShown ? fmt::format("{} ... ({} bytes)", text, bytes.size()) : text;
}

/// A value of a C type that has a name.
std::string valueText(std::string_view type, const std::vector<uint8_t>& bytes) {
  const uint64_t word = wordOf(bytes);
  if (type == "bool") return word != 0 ? "true" : "false";
  if (type == "float") return fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(word)));
  if (type == "double") return fmt::format("{}", std::bit_cast<double>(word));
  if (type.starts_with("unsigned") || type == "size_t") return std::to_string(word);
  const auto shift = static_cast<unsigned>(8 * (kWord - bytes.size()));
  return std::to_string(static_cast<int64_t>(word << shift) >> shift);
}

/// Objects of a structure with their bytes and where their pointers lead: `#1 (05 00 00 00 -> #2), #2 (...)`.
std::string structureText(const machine::StructureLayout& layout,
                          const std::vector<machine::StructureWalk::Question>& questions,
                          const std::vector<uint64_t>& answers) {
  struct Shown {
    std::vector<uint8_t> bytes;
    std::vector<std::string> targets;
  };
  std::vector<Shown> objects;
  std::string first = "null";
  for (size_t k = 0; k < questions.size(); ++k) {
    const auto& [isLink, object, offset] = questions[k];
    if (!isLink) {
      objects[object].bytes.push_back(static_cast<uint8_t>(answers[k]));
      continue;
    }
    const size_t known = layout.isTree ? 0 : objects.size();
    if (answers[k] == known + 1) objects.push_back({{}, std::vector<std::string>(layout.links.size(), "null")});
    const size_t number = answers[k] == known + 1 ? objects.size() : answers[k];
    const std::string target = number == 0 ? "null" : fmt::format("#{}", number);
    if (object == machine::StructureWalk::kNone) {
      first = target;
    } else {
      const auto link = std::find(layout.links.begin(), layout.links.end(), offset);
      objects[object].targets[static_cast<size_t>(link - layout.links.begin())] = target;
    }
  }
  std::string text = objects.empty() ? first : "";
  for (size_t k = 0; k < objects.size(); ++k) {
    text += fmt::format("{}#{} ({} -> {})", k == 0 ? "" : ", ", k + 1, hexText(objects[k].bytes),
                        fmt::join(objects[k].targets, ", "));
  }
  return text;
}

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void trimEnd(std::string_view& text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
}

/// Takes `word` off the end of a text; whether it was there.
bool takeEnd(std::string_view& text, std::string_view word) {
  trimEnd(text);
  if (!text.ends_with(word)) return false;
  text.remove_suffix(word.size());
  trimEnd(text);
  return true;
}

/// Whether these are the arguments of a call, and nothing is done with its result but to assign it.
bool isWholeCall(std::string_view text) {
  int open = 0;
  for (const char c : text) {
    if (c == '(') ++open;
    const bool isBehind = open == 0;
    if (c == ')' && --open < 0) return false;
    if (isBehind && (c == ';' || c == ',')) return true;
    if (isBehind && c != ' ' && c != '\t') return false;
  }
  return false;
}

}  // namespace

const machine::Frame* inputFrame(const machine::ConcreteMachine& machine, uint32_t thread) {
  const program::Program& program = machine.program();
  const auto& frames = machine.threadByNumber(thread)->frames;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const program::Function& function = program.functionAt(frame->pc);
    if (!function.library) return nullptr;
    if (function.input != InputKind::None || function.name == kChoose) return &*frame;
  }
  return nullptr;
}

std::string_view typeOfNondet(std::string_view function) {
  if (!function.starts_with(kNondet)) return "";
  function.remove_prefix(kNondet.size());
  const auto known =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& each) { return each.first == function; });
  return known == kTypes.end() ? "" : known->second;
}

std::string assignedName(std::string_view source, std::string_view function) {
  const size_t place = source.find(function);
  if (place == std::string_view::npos || source.find(function, place + 1) != std::string_view::npos) return "";
  if (!isWholeCall(source.substr(place + function.size()))) return "";
  std::string_view before = source.substr(0, place);
  while (takeEnd(before, ")")) {  // casts
    const size_t open = before.rfind('(');
    if (open == std::string_view::npos || before.substr(open).find(')') != std::string_view::npos) return "";
    before = before.substr(0, open);
  }
  if (!takeEnd(before, "=")) return "";
  size_t begin = before.size();
  int brackets = 0;
  for (; begin > 0; --begin) {
    const char c = before[begin - 1];
    const bool isArrow = (c == '>' && begin > 1 && before[begin - 2] == '-') ||
                         (c == '-' && begin < before.size() && before[begin] == '>');
    if (c == ']') ++brackets;
    if (c == '[' && --brackets < 0) break;
    if (!isWordCharacter(c) && c != '.' && c != '[' && c != ']' && !isArrow && brackets == 0) break;
  }
  const std::string_view name = before.substr(begin);
  return name.empty() || !isWordCharacter(name.front()) ? "" : std::string(name);
}

bool InputCollector::isInside(uint32_t thread) const { return inputFrame(machine_, thread) != nullptr; }

InputCollector::Part InputCollector::begin(uint32_t thread) const {
  Part part;
  const machine::Frame& frame = *inputFrame(machine_, thread);
  const program::Function& giver = machine_.program().functionAt(frame.pc);
  if (giver.input == InputKind::Value) part.size = giver.inputBits;
  if (giver.input == InputKind::None || giver.input == InputKind::Value) return part;
  const auto* arguments = machine_.threadByNumber(thread)->registers.data() + frame.base;
  if (giver.input == InputKind::Structure) {
    part.structure.emplace(layoutAt(arguments));
    part.name = machine_.textAt(arguments[5].bits);
    return part;
  }
  part.address = arguments[0].bits;
  part.size = 8 * arguments[1].bits;
  part.name = machine_.textAt(arguments[2].bits);
  return part;
}

/// As the arguments of clew_structure say.
machine::StructureLayout InputCollector::layoutAt(const machine::ConcreteMachine::Value* arguments) const {
  machine::StructureLayout layout{.size = arguments[0].bits,
                                  .most = arguments[1].bits,
                                  .links = {},
                                  .pointerBytes = machine_.program().addresses.pointerBytes(),
                                  .isTree = arguments[4].bits != 0};
  const machine::Object* links = machine_.memory().find(arguments[2].bits);
  for (uint64_t k = 0; links != nullptr && k < arguments[3].bits; ++k) {
    uint64_t link = 0;
    const uint64_t offset = arguments[2].bits - links->address + k * layout.pointerBytes;
    std::memcpy(&link, links->data + offset, layout.pointerBytes);
    layout.links.push_back(link);
  }
  return layout;
}

std::optional<TraceInput> InputCollector::add(uint32_t thread, uint64_t alternatives, uint64_t chosen) {
  const program::Function& giver = machine_.program().functionAt(inputFrame(machine_, thread)->pc);
  TraceInput input;
  input.function = giver.name;
  if (giver.name == kChoose) {
    input.bytes = bytesOf(chosen, sizeof(int));
    input.value = std::to_string(chosen);
    input.isChoice = true;
    return input;
  }
  if (alternatives < 2) return std::nullopt;  // nothing was chosen
  if (!parts_.contains(thread)) parts_[thread] = begin(thread);
  Part& part = parts_[thread];
  if (part.structure) {
    part.questions.push_back(part.structure->next());
    part.structure->answer(chosen);
  }
  part.pieces.push_back(chosen);
  part.bits += static_cast<uint64_t>(std::countr_zero(alternatives));
  if (part.structure ? !part.structure->isOver() : part.bits < part.size) return std::nullopt;
  const Part whole = std::move(part);
  parts_.erase(thread);
  if (giver.input == InputKind::Bytes) {
    input.bytes.assign(whole.pieces.begin(), whole.pieces.end());
    input.name = whole.name;
    nameBytes(input, whole.address);
    if (giver.name == program::kUnwrittenGiver) nameUnwritten(input);
    return input;
  }
  if (whole.structure) {
    input.bytes.assign(whole.pieces.begin(), whole.pieces.end());
    input.name = whole.name;
    input.value = structureText(whole.structure->layout(), whole.questions, whole.pieces);
    return input;
  }
  uint64_t word = 0;
  const uint64_t width = whole.bits / whole.pieces.size();
  for (const uint64_t piece : whole.pieces) word = word << width | piece;
  input.bytes = bytesOf(word, (whole.size + 7) / 8);
  input.value = valueText(typeOfNondet(giver.name), input.bytes);
  return input;
}

/// A variable that is not in memory has no type any more.
void InputCollector::nameUnwritten(TraceInput& input) {
  const bool isNumber = std::has_single_bit(input.bytes.size()) && input.bytes.size() <= kWord;
  if (!input.name.empty() && isNumber && input.value == hexText(input.bytes)) input.value = valueText("", input.bytes);
  if (input.name.empty()) input.name = "memory";
}

/// Says what bytes are by the type of what lies there.
void InputCollector::nameBytes(TraceInput& input, uint64_t address) const {
  const machine::Object* object = machine_.memory().find(address);
  uint32_t type = 0;
  if (object != nullptr && object->kind != machine::ObjectKind::Heap) {
    HeapNumbers none;
    const std::string name = nameOf(machine_, none, *object, address - object->address, input.bytes.size(), &type);
    if (input.name.empty()) input.name = name;
  }
  const program::Type& known = machine_.program().types[type];
  const bool isScalar = known.kind != program::Type::Kind::Unknown && known.kind != program::Type::Kind::Structure &&
                        known.kind != program::Type::Kind::Array && known.size == input.bytes.size() &&
                        known.size <= kWord;
  input.value = isScalar ? program::valueText(machine_.program(), type, wordOf(input.bytes),
                                              static_cast<unsigned>(input.bytes.size()))
                         : hexText(input.bytes);
}

}  // namespace clew::report
