#include "symbolic/nogood_code.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "term/compute.h"
#include "term/typing.h"

namespace clew::symbolic {

using support::Error;
using support::Result;
using term::Kind;
using term::Node;

namespace {

// Kinds are written as numbers: who changes them changes the format.
static_assert(static_cast<int>(Kind::IfThenElse) == 26 && static_cast<int>(Kind::UnsignedToFloat) == 51);

constexpr uint64_t kMostNodes = uint64_t{1} << 24;

bool hasValue(Kind kind) { return kind == Kind::Constant || kind == Kind::Symbol || kind == Kind::Extract; }

// ---- writing ----

void put(std::vector<uint8_t>& bytes, uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<uint8_t>(number | 0x80));
  bytes.push_back(static_cast<uint8_t>(number));
}

/// All terms in the nogoods, by rising number.
std::vector<Term> termsIn(std::span<const Nogood> nogoods, const term::Terms& terms) {
  std::vector<bool> seen(terms.size());
  std::vector<Term> found;
  std::vector<Term> open;
  for (const Nogood& nogood : nogoods) open.insert(open.end(), nogood.literals.begin(), nogood.literals.end());
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term == term::kNoTerm || seen[term]) continue;
    seen[term] = true;
    found.push_back(term);
    const Node& node = terms[term];
    open.insert(open.end(), {node.a, node.b, node.c});
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

Result<std::vector<uint8_t>> writeNogoods(std::span<const Nogood> nogoods, const InputSymbols& symbols) {
  const term::Terms& terms = symbols.terms();
  const std::vector<Term> table = termsIn(nogoods, terms);
  if (table.size() > kMostNodes) return Error{"there are too many terms for a certificate"};
  std::unordered_map<Term, uint64_t> places;
  std::vector<uint8_t> bytes;
  put(bytes, table.size());
  for (const Term term : table) {
    const Node& node = terms[term];
    const uint64_t place = places.size();
    bytes.push_back(static_cast<uint8_t>(node.kind));
    bytes.push_back(node.width);
    for (const Term operand : {node.a, node.b, node.c}) {
      if (operand != term::kNoTerm) put(bytes, place - places.at(operand));
    }
    const auto input = node.kind == Kind::Symbol ? symbols.numberOf(term) : node.value;
    if (!input || node.kind == Kind::ArraySymbol) return Error{"there is a symbol that is no input"};
    if (hasValue(node.kind)) put(bytes, *input);
    places.emplace(term, place);
  }
  put(bytes, nogoods.size());
  for (const Nogood& nogood : nogoods) {
    put(bytes, nogood.literals.size());
    uint64_t next = 0;
    for (const Term literal : nogood.literals) {
      put(bytes, places.at(literal) - next);
      next = places.at(literal) + 1;
    }
  }
  return bytes;
}

// ---- reading ----

namespace {

class Reader {
 public:
  Reader(std::span<const uint8_t> bytes, InputSymbols& symbols)
      : bytes_(bytes), symbols_(symbols), terms_(symbols.terms()) {}

  std::optional<std::vector<Nogood>> read() {
    const uint64_t nodes = number();
    if (nodes > std::min<uint64_t>(kMostNodes, bytes_.size())) return std::nullopt;
    while (table_.size() < nodes) {
      if (!readNode()) return std::nullopt;
    }
    const uint64_t count = number();
    if (count > bytes_.size()) return std::nullopt;
    std::vector<Nogood> nogoods;
    while (nogoods.size() < count) {
      if (!readNogood(nogoods.emplace_back())) return std::nullopt;
    }
    if (!valid_ || !bytes_.empty() || terms_.isFull()) return std::nullopt;
    return nogoods;
  }

 private:
  /// What is not there is 0, and nothing counts any more.
  uint8_t byte() {
    valid_ = valid_ && !bytes_.empty();
    if (!valid_) return 0;
    const uint8_t first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }
  uint64_t number() {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const uint8_t next = byte();
      number |= uint64_t{next & 0x7Fu} << shift;
      if (next < 0x80) return number;
    }
    valid_ = false;
    return 0;
  }

  bool readNode() {
    Node node{};
    node.kind = static_cast<Kind>(byte());
    node.width = byte();
    if (node.kind > Kind::UnsignedToFloat || node.kind == Kind::ArraySymbol) return false;
    const std::array<Term*, 3> operands = {&node.a, &node.b, &node.c};
    for (unsigned k = 0; k < term::operandsOf(node.kind); ++k) {
      const uint64_t distance = number();
      if (distance == 0 || distance > table_.size()) return false;
      *operands[k] = table_[table_.size() - distance];
    }
    if (hasValue(node.kind)) node.value = number();
    if (!valid_ || !term::isWellTyped(terms_, node)) return false;
    table_.push_back(node.kind == Kind::Symbol ? symbols_.symbolOf(node.value, node.width, "input")
                                               : terms_.asWritten(node));
    return !terms_.isFull();
  }

  /// Terms that are written twice are one, so the order in the table may not be that of the terms.
  bool readNogood(Nogood& nogood) {
    const uint64_t count = number();
    if (count == 0 || count > bytes_.size()) return false;
    uint64_t next = 0;
    for (uint64_t k = 0; k < count; ++k) {
      const uint64_t skipped = number();
      if (!valid_ || next >= table_.size() || skipped >= table_.size() - next) return false;
      const Term literal = table_[next + skipped];
      next += skipped + 1;
      if (terms_.widthOf(literal) != 1) return false;
      nogood.literals.push_back(literal);
    }
    std::sort(nogood.literals.begin(), nogood.literals.end());
    const auto last = std::unique(nogood.literals.begin(), nogood.literals.end());
    nogood.literals.erase(last, nogood.literals.end());
    return true;
  }

  std::span<const uint8_t> bytes_;
  InputSymbols& symbols_;
  term::Terms& terms_;
  std::vector<Term> table_;
  bool valid_ = true;
};

}  // namespace

Result<std::vector<Nogood>> readNogoods(std::span<const uint8_t> bytes, InputSymbols& symbols) {
  auto nogoods = Reader(bytes, symbols).read();
  if (!nogoods) return Error{"the list of nogoods is damaged"};
  return std::move(*nogoods);
}

}  // namespace clew::symbolic
