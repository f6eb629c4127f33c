#include "abstraction/names.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "symbolic/arrays.h"
#include "term/parts.h"

namespace clew::abstraction {

namespace {

constexpr unsigned kBits = 64;
constexpr uint64_t kBytes = 8;

}  // namespace

template <typename Look>
bool Names::forEachNumber(Term term, Look look) const {
  bool isAll = true;
  term::forEachPart(terms_, term, [&](Term, const term::Node& node) {
    isAll = node.width != 0;  // the bytes of an array are not put together here
    if (node.kind != term::Kind::Constant) return isAll;
    // A number that is narrower may be what is left of an address with a tag, one that is wider may have it inside.
    for (unsigned shift = 0; shift + node.width <= kBits; ++shift) look(node.value << shift);
    for (unsigned shift = kBits / 8; shift <= kBits / 2; shift += kBits / 8) look(node.value >> shift);
    return isAll;
  });
  return isAll;
}

void Names::forget(symbolic::SymbolicMachine& machine) {
  if (machine.memory().deadObjects() == 0 || !isKnown_) return;
  std::vector<uint64_t> held(hidden_.begin(), hidden_.end());
  std::set<Term> terms;
  const auto& thread = *machine.threads().front();
  for (const machine::Frame& frame : thread.frames) {
    for (const uint32_t slot : machine.program().liveAt(frame.pc)) {
      terms.insert(thread.registers[frame.base + slot].term);
    }
  }
  for (uint32_t arena = 0; arena < machine.memory().arenaCount(); ++arena) {
    for (const machine::Object* object : machine.memory().objectsOf(arena)) {
      for (uint64_t k = 0; object->symbols != nullptr && object->live && k < object->size; ++k) {
        if (object->symbols[k] != 0) terms.insert(symbolic::termIn(object->symbols[k]));
      }
    }
  }
  terms.erase(term::kNoTerm);
  const auto hold = [&](uint64_t word) { held.push_back(word); };
  if (!std::all_of(terms.begin(), terms.end(), [&](Term each) { return forEachNumber(each, hold); })) return;
  for (const uint64_t address : machine.forgetDead(held)) forgotten_.insert(address);
}

bool Names::hide(const symbolic::SymbolicMachine& machine, const Variable& variable, Term value) {
  bool isInTime = true;
  const auto hide = [&](uint64_t word) {
    const machine::Object* object = machine.memory().find(word & machine.program().addresses.addressMask());
    if (object == nullptr || object->kind != machine::ObjectKind::Heap) return;
    isInTime &= !hidden_.insert(object->address).second || !forgotten_.contains(object->address);
  };
  if (terms_.isConstant(value)) {
    for (unsigned shift = 0; shift <= kBits / 2; shift += kBits / 8) hide(terms_.valueOf(value) >> shift);
  } else if (!forEachNumber(value, hide)) {
    isInTime &= !isKnown_ || forgotten_.empty();
    isKnown_ = false;
  }
  const machine::Object* object = variable.address == 0 ? nullptr : machine.memory().find(variable.address);
  if (object == nullptr) return isInTime;
  // The variable may be a part of a word.
  const uint64_t first = variable.address - object->address;
  const uint64_t pointer = machine.program().addresses.pointerBytes();
  for (uint64_t offset = first - std::min(first, pointer - 1); offset < first + variable.bits / kBytes; ++offset) {
    if (offset + pointer > object->size) break;
    uint64_t word = 0;
    std::memcpy(&word, object->data + offset, pointer);
    hide(word);
  }
  return isInTime;
}

}  // namespace clew::abstraction
