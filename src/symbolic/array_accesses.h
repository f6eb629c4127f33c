// Accesses through pointers that depend on inputs and have many places to go (arrays.h). A read chooses among what is
// at the places, or reads an array where most of them are part of one. A write makes an array of all bytes that it can
// reach; memory then says of each of these which byte of the array it is. So what copies, saves or undoes memory byte
// by byte need not know arrays. The functions are the machine's own, for a symbolic domain.
#pragma once

#include "symbolic/accesses.h"

namespace clew::machine {

/// An array that bytes of an object are part of: the byte at a place is that with the number `place + shift`.
template <typename Domain>
struct Machine<Domain>::Origin {
  term::Term array = term::kNoTerm;
  int64_t shift = 0;

  bool hasAll(const Object& object, uint64_t place, unsigned bytes) const {
    if (array == term::kNoTerm || !reaches(place)) return false;
    for (unsigned k = 0; k < bytes; ++k) {
      if (object.symbols[place + k] != partAt(place + k)) return false;
    }
    return true;
  }
  /// Whether there is a byte with such a number.
  bool reaches(uint64_t place) const { return static_cast<int64_t>(place) + shift >= 0; }
  uint64_t partAt(uint64_t place) const { return symbolic::partOf(array, 0) + place + static_cast<uint64_t>(shift); }
};

/// What some bytes of memory are that are next to each other in one term.
template <typename Domain>
term::Term Machine<Domain>::readPart(uint64_t part, unsigned bytes) const {
  term::Terms& terms = run_->terms;
  const term::Term whole = symbolic::termIn(part);
  const uint64_t number = symbolic::numberIn(part);
  if (terms.widthOf(whole) != 0) return terms.extract(whole, static_cast<unsigned>(8 * number), 8 * bytes);
  const symbolic::Places place{terms.constant(number, pointerBits()), number, 1, number};
  return run_->arrays.read(whole, place, bytes);
}

/// The array that most places are part of, if most are part of one; it may be another one if not. A vote: what is
/// there more often than all else together is left.
template <typename Domain>
typename Machine<Domain>::Origin Machine<Domain>::originOf(const Object& object, const Places& places,
                                                           unsigned bytes) const {
  if (object.symbols == nullptr) return {};
  Origin leading;
  uint64_t lead = 0;
  for (uint64_t place = places.first; place <= places.last; place += places.stride) {
    if (leading.hasAll(object, place, bytes)) {
      ++lead;
    } else if (lead > 0) {
      --lead;
    } else {
      const uint64_t part = object.symbols[place];
      const auto shift = static_cast<int64_t>(symbolic::numberIn(part)) - static_cast<int64_t>(place);
      if (part == 0 || run_->terms.widthOf(symbolic::termIn(part)) != 0) continue;
      leading = {symbolic::termIn(part), shift};
      lead = 1;
    }
  }
  return leading;
}

/// Nothing if there are too many different values.
template <typename Domain>
std::optional<typename Domain::Value> Machine<Domain>::loadFromArray(const Object& object, const Places& places,
                                                                     unsigned width) const {
  term::Terms& terms = run_->terms;
  const unsigned bytes = (width + 7) / 8;
  const Origin origin = originOf(object, places, bytes);
  std::vector<symbolic::PlacedValue> leaves;
  term::Term otherwise = origin.array == term::kNoTerm ? terms.constant(0, 8 * bytes) : term::kNoTerm;
  for (uint64_t place = places.first; place <= places.last; place += places.stride) {
    if (origin.hasAll(object, place, bytes)) continue;
    const term::Term word = termOf(terms, loadFrom(object, place, 8 * bytes), 8 * bytes);
    if (word != otherwise) leaves.push_back({place, word});
    if (leaves.size() > symbolic::Arrays::kMostLeaves) return std::nullopt;
  }
  if (origin.array != term::kNoTerm && leaves.size() < places.count()) {
    const auto shift = static_cast<uint64_t>(origin.shift);
    const uint64_t first = origin.shift < 0 ? places.firstFrom(0 - shift) : places.first;
    const term::Term moved = terms.add(places.offset, terms.constant(shift & pointerMask_, pointerBits()));
    otherwise = run_->arrays.read(origin.array, {moved, first + shift, places.stride, places.last + shift}, bytes);
  }
  return valueOf(terms, terms.extract(run_->arrays.choose(places, leaves, otherwise), 0, width));
}

/// Makes an array of an object; none if there are too many different bytes. What was never written stays out, and so
/// does what the array it comes from does not reach.
template <typename Domain>
typename Machine<Domain>::Origin Machine<Domain>::arrayOf(const Object& object, const Places& places) const {
  term::Terms& terms = run_->terms;
  Origin origin = originOf(object, places, 1);
  if (origin.array == term::kNoTerm || !origin.reaches(places.first)) origin = {terms.arrayZero(), 0};
  // An array of zeros has what it lacks.
  const bool isNew = origin.array == terms.arrayZero();
  std::vector<symbolic::PlacedValue> bytes;
  for (uint64_t place = 0; place < object.size; ++place) {
    const bool isDefined = object.undefined == nullptr || object.undefined[place] == 0;
    if (!isDefined || !origin.reaches(place) || (!isNew && origin.hasAll(object, place, 1))) continue;
    const term::Term byte = termOf(terms, loadFrom(object, place, 8), 8);
    if (isNew && terms.isConstant(byte, 0)) continue;
    bytes.push_back({place + static_cast<uint64_t>(origin.shift), byte});
    if (bytes.size() > symbolic::Arrays::kMostLeaves) return {};
  }
  origin.array = run_->arrays.put(origin.array, bytes);
  return origin;
}

/// False if there are too many different bytes; then nothing has changed. All of the object becomes one array: members
/// of structures that lie between each other would be many.
template <typename Domain>
bool Machine<Domain>::storeToArray(Object& object, const Places& places, unsigned width, Value value) {
  term::Terms& terms = run_->terms;
  const unsigned bytes = (width + 7) / 8;
  Origin origin = arrayOf(object, places);
  if (origin.array == term::kNoTerm) return false;
  const auto shift = static_cast<uint64_t>(origin.shift);
  const term::Term moved = terms.add(places.offset, terms.constant(shift & pointerMask_, pointerBits()));
  origin.array = run_->arrays.write(origin.array, moved, bytes, termOf(terms, value, 8 * bytes));
  memory_.ensureSymbols(object);
  memory_.touch(object, 0, object.size);
  for (uint64_t place = 0; place < object.size; place += symbolic::Cell::kMostBytes) {
    const uint64_t length = std::min<uint64_t>(symbolic::Cell::kMostBytes, object.size - place);
    if (run_->cells != nullptr) noteCell(object, place, static_cast<unsigned>(length));
  }
  for (uint64_t place = 0; place < object.size; ++place) {
    const bool isDefined = object.undefined == nullptr || object.undefined[place] == 0;
    if (!isDefined || !origin.reaches(place)) continue;
    object.data[place] = 0;
    object.symbols[place] = origin.partAt(place);
  }
  return true;
}

/// What is at some of the places, which are all defined; nothing if that is not modelled.
template <typename Domain>
std::optional<typename Domain::Value> Machine<Domain>::loadAt(const Object& object, const Places& places,
                                                              unsigned width) const {
  if (places.count() > symbolic::Run::kFewPlaces) return loadFromArray(object, places, width);
  return loadAnywhere(object, places, width);
}

template <typename Domain>
bool Machine<Domain>::storeAt(Object& object, const Places& places, unsigned width, Value value) {
  // Who merges ways wants to see which places they change, if these are few enough for it.
  const uint64_t few = run_->cells != nullptr ? symbolic::kMostCells : symbolic::Run::kFewPlaces;
  if (places.count() > few) return storeToArray(object, places, width, value);
  storeAnywhere(object, places, width, value);
  return true;
}

}  // namespace clew::machine
