// Copies of a few bytes through pointers that depend on inputs: how structures are assigned in arrays. They are read
// word by word, and then written so. The functions are the machine's own, for a symbolic domain.
#pragma once

#include <bit>

#include "symbolic/array_accesses.h"

namespace clew::machine {

/// The object and the places in it, also of a pointer that is plain; null after a fault or when the path ends.
template <typename Domain>
Object* Machine<Domain>::resolveEither(Thread& thread, Value pointer, uint64_t bytes, bool write, Places& places) {
  if (pointer.term != term::kNoTerm) return resolveSymbols(thread, pointer, 0, bytes, write, places);
  uint64_t offset = 0;
  Object* object = resolve(thread, pointer, 0, bytes, write, offset);
  places.offset = run_->terms.constant(offset, pointerBits());
  places.first = places.last = offset;
  return object;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::copySymbols(Thread& thread, const Instruction& i, Value* r) {
  constexpr uint64_t kMostBytes = 256;
  const Value length = r[i.c];
  const bool isShort = length.term == term::kNoTerm && Domain::isDefined(length) && length.bits <= kMostBytes;
  if (!isShort) return pinOperands(thread, i, r);
  if (length.bits == 0) return Next::Continue;
  for (const uint32_t slot : {i.a, i.b}) {
    if (r[slot].term == term::kNoTerm) continue;
    if (const Next next = chooseObject(thread, r[slot]); next != Next::Continue) return next;
  }
  Places from;
  Places to;
  const Object* source = resolveEither(thread, r[i.b], length.bits, false, from);
  if (source == nullptr) return Next::End;
  Object* target = resolveEither(thread, r[i.a], length.bits, true, to);
  if (target == nullptr) return Next::End;
  const auto width = static_cast<unsigned>(8 * length.bits);
  // What is written at a place that is known need not have been written before.
  const bool isDefined =
      isDefinedAt(*source, from, width) && (r[i.a].term == term::kNoTerm || isDefinedAt(*target, to, width));
  const bool mustPin = isSeenByOthers(*source) || isSeenByOthers(*target) || !isDefined;
  if (mustPin && r[i.b].term != term::kNoTerm) return pinPlace(thread, *source, from, 0, r[i.b]);
  if (mustPin) return pinPlace(thread, *target, to, 0, r[i.a]);
  return copyWords(*source, from, *target, to, length.bits) ? Next::Continue : abandonPlaces(thread, *target, "");
}

/// All is read before anything is written: both may overlap.
template <typename Domain>
bool Machine<Domain>::copyWords(const Object& source, const Places& from, Object& target, const Places& to,
                                uint64_t bytes) {
  struct Word {
    uint64_t at;
    unsigned width;
    Value value;
  };
  const auto moved = [&](Places places, uint64_t by) {
    places.offset = run_->terms.add(places.offset, run_->terms.constant(by, pointerBits()));
    places.first += by;
    places.last += by;
    return places;
  };
  std::vector<Word> words;
  for (uint64_t at = 0; at < bytes; at += words.back().width / 8) {
    const auto width = static_cast<unsigned>(8 * std::min<uint64_t>(8, std::bit_floor(bytes - at)));
    const auto value = loadAt(source, moved(from, at), width);
    if (!value) return false;
    words.push_back({at, width, *value});
  }
  for (const Word& word : words) {
    if (!storeAt(target, moved(to, word.at), word.width, word.value)) return false;
  }
  return true;
}

}  // namespace clew::machine
