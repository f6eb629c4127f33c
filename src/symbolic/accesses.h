// Memory and symbols: bytes of objects that are parts of terms, and pointers that depend on symbols. Such a pointer is
// a sum; its constant part says which object is meant, the rest where in it. A read is then a choice among the values
// of all places, a write changes each of them if it is the one. The functions are the machine's own, for a symbolic
// domain.
#pragma once

#include <fmt/format.h>

#include "symbolic/arithmetic.h"
#include "symbolic/arrays.h"
#include "symbolic/sums.h"

namespace clew::machine {

using symbolic::constantPart;
using symbolic::strideOf;

/// A sum in which choices are gone that the path has made.
inline term::Term withoutKnownChoices(symbolic::Run& run, term::Term term, unsigned depth = 0) {
  constexpr unsigned kDeepest = 64;
  const term::Node node = run.terms[term];
  if (depth > kDeepest) return term;
  if (node.kind == term::Kind::Add) {
    return run.terms.add(withoutKnownChoices(run, node.a, depth + 1), withoutKnownChoices(run, node.b, depth + 1));
  }
  if (node.kind == term::Kind::ZeroExtend) {  // merged pointers have as few bits as they need
    return run.terms.zeroExtend(withoutKnownChoices(run, node.a, depth + 1), node.width);
  }
  if (node.kind != term::Kind::IfThenElse) return term;
  const auto known = run.path.decide(node.a);
  if (!known) return term;
  return withoutKnownChoices(run, *known ? node.b : node.c, depth + 1);
}

/// The condition of some choice in a sum; none if there is no choice.
inline term::Term choiceIn(const term::Terms& terms, term::Term term) {
  std::vector<term::Term> work{term};
  while (!work.empty()) {
    const term::Node& node = terms[work.back()];
    work.pop_back();
    if (node.kind == term::Kind::IfThenElse) return node.a;
    if (node.kind == term::Kind::ZeroExtend) work.push_back(node.a);
    if (node.kind == term::Kind::Add) work.insert(work.end(), {node.a, node.b});
  }
  return term::kNoTerm;
}

template <typename Domain>
typename Domain::Value Machine<Domain>::loadSymbols(const Object& object, uint64_t offset, unsigned width) const {
  const unsigned bytes = (width + 7) / 8;
  uint64_t word = 0;
  uint64_t undefined = 0;
  bool isSymbolic = false;
  std::memcpy(&word, object.data + offset, bytes);
  if (object.undefined != nullptr) std::memcpy(&undefined, object.undefined + offset, bytes);
  for (unsigned k = 0; k < bytes; ++k) isSymbolic |= object.symbols[offset + k] != 0;
  if (!isSymbolic) return {word & maskOf(width), undefined & maskOf(width)};
  sawSymbols_ = true;
  term::Terms& terms = run_->terms;
  const uint64_t first = object.symbols[offset];
  const term::Term stored = symbolic::termIn(first);
  bool isWhole = first != 0;
  for (unsigned k = 1; k < bytes && isWhole; ++k) isWhole = object.symbols[offset + k] == first + k;
  const bool isArray = isWhole && terms.widthOf(stored) == 0;
  isWhole = isWhole && symbolic::numberIn(first) == 0 && terms.widthOf(stored) == width && width == 8 * bytes;
  if (isWhole) return valueOf(terms, stored, undefined);
  term::Term whole = isArray ? readPart(first, bytes) : term::kNoTerm;
  for (unsigned k = 0; k < bytes && !isArray; ++k) {
    const uint64_t symbol = object.symbols[offset + k];
    const term::Term byte = symbol == 0 ? terms.constant(object.data[offset + k], 8) : readPart(symbol, 1);
    whole = k == 0 ? byte : terms.concat(byte, whole);
  }
  return valueOf(terms, width == 8 * bytes ? whole : terms.extract(whole, 0, width), undefined);
}

/// To be called before the bytes are written.
template <typename Domain>
void Machine<Domain>::storeSymbols(Object& object, uint64_t offset, unsigned width, Value value) {
  const unsigned bytes = (width + 7) / 8;
  memory_.ensureSymbols(object);
  if (value.term == term::kNoTerm) {
    std::fill_n(object.symbols + offset, bytes, 0);
    return;
  }
  const term::Term term = termOf(run_->terms, value, 8 * bytes);
  for (unsigned k = 0; k < bytes; ++k) object.symbols[offset + k] = symbolic::partOf(term, k);
}

template <typename Domain>
struct Machine<Domain>::Places : symbolic::Places {};

/// Makes the constant part of a pointer name an object, by choosing if need be. Continue: it does.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::chooseObject(Thread& thread, Value& pointer) {
  term::Terms& terms = run_->terms;
  if (!Domain::isDefined(pointer)) {
    return fault(thread, Fault::Uninitialized, "the address of the access was never written");
  }
  pointer = valueOf(terms, withoutKnownChoices(*run_, pointer.term));
  if (pointer.term == term::kNoTerm) return Next::Reload;
  if (memory_.find(constantPart(terms, pointer.term)) != nullptr) return Next::Continue;
  const term::Term condition = choiceIn(terms, pointer.term);
  if (condition == term::kNoTerm) return abandon(thread, "an address that is an input is not modelled");
  const auto chosen = fork(thread, std::array{condition, terms.bitNot(condition)});
  if (!chosen) return !thread.trace.fork.empty() ? Next::Stop : Next::End;
  return Next::Reload;
}

/// Pointer arithmetic. The constant part of a pointer names its object, so it must stay in the windows of that object,
/// and which object it is must be known before; what leaves an object never leads to another one.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::addToPointer(Thread& thread, const Instruction& i, Value* r) {
  term::Terms& terms = run_->terms;
  const unsigned bits = pointerBits();
  const Value index = i.op == Op::PointerAddI ? Domain::constant(0) : r[i.b];
  if (!Domain::isDefined(r[i.a]) || !Domain::isDefined(index)) {
    r[i.dst] = Domain::undefinedValue(bits);
    return Next::Continue;
  }
  if (r[i.a].term != term::kNoTerm && choiceIn(terms, r[i.a].term) != term::kNoTerm) {
    const Next next = chooseObject(thread, r[i.a]);
    if (next != Next::Continue) return next;
  }
  term::Term distance = terms.constant(i.imm() & maskOf(bits), bits);
  if (i.op == Op::PointerAdd) {
    const term::Term own = termOf(terms, index, i.width);
    const term::Term extended = i.width < bits   ? terms.signExtend(own, bits)
                                : i.width > bits ? terms.extract(own, 0, bits)
                                                 : own;
    distance = terms.mul(extended, distance);
  }
  const term::Term base = termOf(terms, r[i.a], bits);
  const term::Term sum = terms.add(base, distance);
  const Object* object = memory_.find(constantPart(terms, base));
  if (object != nullptr && memory_.find(constantPart(terms, sum)) != object) {
    return abandon(thread, "a pointer that leaves its object by more than inputs is not modelled");
  }
  r[i.dst] = valueOf(terms, sum);
  return Next::Continue;
}

/// Makes a pointer a plain address, where only choices keep it from being one.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::pinPointer(Thread& thread, Value& pointer) {
  term::Terms& terms = run_->terms;
  if (!Domain::isDefined(pointer)) {
    return fault(thread, Fault::Uninitialized, "the address of the access was never written");
  }
  pointer = valueOf(terms, withoutKnownChoices(*run_, pointer.term));
  if (pointer.term == term::kNoTerm) return Next::Continue;
  if (const term::Term condition = choiceIn(terms, pointer.term); condition != term::kNoTerm) {
    const auto chosen = fork(thread, std::array{condition, terms.bitNot(condition)});
    if (!chosen) return !thread.trace.fork.empty() ? Next::Stop : Next::End;
    return Next::Reload;
  }
  Places places;
  const Object* object = resolveSymbols(thread, pointer, 0, 0, false, places);
  if (object == nullptr) return Next::End;
  return pinPlace(thread, *object, places, 0, pointer);
}

/// The object that a pointer means and the places in it; null after a fault or when the path ends. The access is
/// inside.
template <typename Domain>
Object* Machine<Domain>::resolveSymbols(Thread& thread, Value pointer, uint64_t distance, uint64_t bytes, bool write,
                                        Places& places) {
  term::Terms& terms = run_->terms;
  const unsigned width = pointerBits();
  Object* object = memory_.find(constantPart(terms, pointer.term));
  if (object == nullptr) {
    abandon(thread, "an address that is an input is not modelled");
    return nullptr;
  }
  const char* what = write ? "a write" : "a read";
  if (!object->live) {
    fault(thread, Fault::UseAfterFree, fmt::format("{} of memory that is gone", what));
    return nullptr;
  }
  if (object->external || object->kind == ObjectKind::Thread) {
    abandon(thread, "an access to a variable that is not defined here is not modelled");
    return nullptr;
  }
  if (write && object->constant) {
    fault(thread, Fault::OutOfBounds, "a write to memory that is constant");
    return nullptr;
  }
  const uint64_t difference = (distance - object->address) & maskOf(width);
  places.offset = terms.add(termOf(terms, pointer, width), terms.constant(difference, width));
  const std::string message = fmt::format("{} of {} byte{} outside an object of {} byte{}", what, bytes,
                                          bytes == 1 ? "" : "s", object->size, object->size == 1 ? "" : "s");
  if (bytes > object->size) {
    fault(thread, Fault::OutOfBounds, message);
    return nullptr;
  }
  const term::Term isInside = terms.lessEqual(places.offset, terms.constant(object->size - bytes, width));
  if (check(thread, isInside, Fault::OutOfBounds, message) != Next::Continue) return nullptr;
  places.stride = strideOf(terms, places.offset);
  // The constant may be negative, and then its remainder must not be that of a word.
  const auto stride = static_cast<int64_t>(places.stride);
  const int64_t remainder = signExtend(constantPart(terms, places.offset), width) % stride;
  places.first = static_cast<uint64_t>(remainder < 0 ? remainder + stride : remainder);
  if (places.first > object->size - bytes) {
    ended_ = Outcome::Pruned;  // it can only be outside
    return nullptr;
  }
  places.last = places.first + (object->size - bytes - places.first) / places.stride * places.stride;
  if (places.count() <= symbolic::Run::kFewPlaces) return object;
  if (object->size > symbolic::Arrays::kMostBytes) {
    abandonPlaces(thread, *object, "");
    return nullptr;
  }
  run_->arrays.narrow(places);
  return object;
}

/// A pointer with too many places to go.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::abandonPlaces(const Thread& thread, const Object& object,
                                                              const char* why) {
  return abandon(thread, fmt::format("a pointer into an object of {} bytes{} that depends on inputs is not modelled",
                                     object.size, why));
}

/// Chooses one of the places. Reload: the pointer is plain now.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::pinPlace(Thread& thread, const Object& object, const Places& places,
                                                         uint64_t distance, Value& pointer) {
  term::Terms& terms = run_->terms;
  if (places.count() > symbolic::Run::kMostPlaces) return abandonPlaces(thread, object, " where one place is needed");
  std::vector<term::Term> conditions;
  for (uint64_t place = places.first; place <= places.last; place += places.stride) {
    conditions.push_back(terms.equal(places.offset, terms.constant(place, terms.widthOf(places.offset))));
  }
  const auto chosen = fork(thread, conditions);
  if (!chosen) return !thread.trace.fork.empty() ? Next::Stop : Next::End;
  pointer = Domain::constant((object.address + places.first + *chosen * places.stride - distance) & pointerMask_);
  return Next::Reload;
}

template <typename Domain>
bool Machine<Domain>::isDefinedAt(const Object& object, const Places& places, unsigned width) const {
  if (object.undefined == nullptr) return true;
  for (uint64_t place = places.first; place <= places.last; place += places.stride) {
    for (uint64_t k = 0; k < (width + 7) / 8; ++k) {
      if (object.undefined[place + k] != 0) return false;
    }
  }
  return true;
}

template <typename Domain>
typename Domain::Value Machine<Domain>::loadAnywhere(const Object& object, const Places& places, unsigned width) const {
  term::Terms& terms = run_->terms;
  const unsigned bits = terms.widthOf(places.offset);
  term::Term result = termOf(terms, loadFrom(object, places.last, width), width);
  for (uint64_t place = places.last; place > places.first;) {
    place -= places.stride;
    const term::Term isHere = terms.equal(places.offset, terms.constant(place, bits));
    if (run_->path.decide(isHere) == false) continue;
    result = terms.ifThenElse(isHere, termOf(terms, loadFrom(object, place, width), width), result);
  }
  return valueOf(terms, result);
}

template <typename Domain>
void Machine<Domain>::storeAnywhere(Object& object, const Places& places, unsigned width, Value value) {
  term::Terms& terms = run_->terms;
  const unsigned bits = terms.widthOf(places.offset);
  const term::Term written = termOf(terms, value, width);
  for (uint64_t place = places.first; place <= places.last; place += places.stride) {
    const term::Term isHere = terms.equal(places.offset, terms.constant(place, bits));
    if (run_->path.decide(isHere) == false) continue;
    const term::Term before = termOf(terms, loadFrom(object, place, width), width);
    storeTo(object, place, width, valueOf(terms, terms.ifThenElse(isHere, written, before)));
  }
}

/// Whether others can see an access: then it is to a place that is known.
template <typename Domain>
bool Machine<Domain>::isSeenByOthers(const Object& object) const {
  return object.shared && (liveThreads_ > 1 || object.watched != Watch::None);
}

/// A load or store through a pointer that depends on symbols.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::accessSymbols(Thread& thread, const Instruction& i, Value* r) {
  const bool write = i.op == Op::Store;
  if (const Next next = chooseObject(thread, r[i.a]); next != Next::Continue) return next;
  Places places;
  Object* object = resolveSymbols(thread, r[i.a], i.imm(), (i.width + 7u) / 8, write, places);
  if (object == nullptr) return Next::End;
  const bool isDefined = isDefinedAt(*object, places, i.width) && (!write || Domain::isDefined(r[i.b]));
  if (isSeenByOthers(*object) || !isDefined) return pinPlace(thread, *object, places, i.imm(), r[i.a]);
  if (write) {
    return storeAt(*object, places, i.width, r[i.b]) ? Next::Continue : abandonPlaces(thread, *object, "");
  }
  const auto value = loadAt(*object, places, i.width);
  if (!value) return abandonPlaces(thread, *object, "");
  r[i.dst] = *value;
  return Next::Continue;
}

/// An atomic read-modify-write; also one without symbols, since what it finds may be one.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::updateSymbols(Thread& thread, const Instruction& i, Value* r) {
  if (r[i.a].term != term::kNoTerm) {
    const Next next = pinPointer(thread, r[i.a]);
    return next == Next::Continue ? Next::Reload : next;
  }
  uint64_t offset = 0;
  Object* object = resolve(thread, r[i.a], 0, (i.width + 7u) / 8, true, offset);
  if (object == nullptr) return Next::End;
  const Value old = loadFrom(*object, offset, i.width);
  if (const auto next = resolveLinkAt(thread, *object, offset, old)) return *next;
  const Value operand = r[i.b];
  if (old.term == term::kNoTerm && operand.term == term::kNoTerm) return atomicRmw(thread, i, r);
  if (object->shared && !mayProceed(thread, object->watched)) return Next::Stop;
  term::Terms& terms = run_->terms;
  const term::Term a = termOf(terms, old, i.width);
  const term::Term b = termOf(terms, operand, i.width);
  using program::RmwKind;
  const term::Term result = [&] {
    switch (static_cast<RmwKind>(i.aux)) {
      case RmwKind::Add: return terms.add(a, b);
      case RmwKind::Sub: return terms.sub(a, b);
      case RmwKind::And: return terms.bitAnd(a, b);
      case RmwKind::Nand: return terms.bitNot(terms.bitAnd(a, b));
      case RmwKind::Or: return terms.bitOr(a, b);
      case RmwKind::Xor: return terms.bitXor(a, b);
      case RmwKind::Max: return terms.ifThenElse(terms.lessSigned(a, b), b, a);
      case RmwKind::Min: return terms.ifThenElse(terms.lessSigned(a, b), a, b);
      case RmwKind::UMax: return terms.ifThenElse(terms.less(a, b), b, a);
      case RmwKind::UMin: return terms.ifThenElse(terms.less(a, b), a, b);
      default: return b;
    }
  }();
  const uint64_t undefined = (old.undefined | operand.undefined) != 0 ? maskOf(i.width) : 0;
  storeTo(*object, offset, i.width, valueOf(terms, result, undefined));
  r[i.dst] = old;
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::exchangeSymbols(Thread& thread, const Instruction& i, Value* r) {
  if (r[i.a].term != term::kNoTerm) {
    const Next next = pinPointer(thread, r[i.a]);
    return next == Next::Continue ? Next::Reload : next;
  }
  uint64_t offset = 0;
  Object* object = resolve(thread, r[i.a], 0, (i.width + 7u) / 8, true, offset);
  if (object == nullptr) return Next::End;
  const Value old = loadFrom(*object, offset, i.width);
  if (const auto next = resolveLinkAt(thread, *object, offset, old)) return *next;
  if (old.term == term::kNoTerm && r[i.b].term == term::kNoTerm) return compareExchange(thread, i, r);
  if (!Domain::isDefined(old) || !Domain::isDefined(r[i.b])) {
    return fault(thread, Fault::UninitializedBranch, "a compare-and-exchange compares memory that was never written");
  }
  term::Terms& terms = run_->terms;
  const term::Term before = termOf(terms, old, i.width);
  const term::Term same = terms.equal(before, termOf(terms, r[i.b], i.width));
  if (object->shared && liveThreads_ > 1) {  // whether it writes decides whether it races
    const auto chosen = fork(thread, std::array{same, terms.bitNot(same)});
    if (!chosen) return !thread.trace.fork.empty() ? Next::Stop : Next::End;
  }
  if (object->shared && !mayProceed(thread, object->watched)) return Next::Stop;
  const term::Term after = terms.ifThenElse(same, termOf(terms, r[i.c], i.width), before);
  storeTo(*object, offset, i.width, valueOf(terms, after, r[i.c].undefined));
  r[i.dst] = old;
  r[i.dst + 1] = valueOf(terms, same);
  return Next::Continue;
}

}  // namespace clew::machine
