#include "symbolic/arrays.h"

#include <algorithm>
#include <bit>

#include "symbolic/sums.h"

namespace clew::symbolic {

using term::Kind;
using term::kNoTerm;
using term::Node;

namespace {

/// A tree over the bits of the offset. The highest bit decides first; where all places are on one side of it, it is not
/// asked. So conditions are few, and they are the bits a solver has anyway.
class Tree {
 public:
  Tree(term::Terms& terms, const Places& places, Term otherwise)
      : terms_(terms), places_(places), otherwise_(otherwise) {}

  /// Of the places in [begin, begin + 2^bits); none if there are none.
  Term build(uint64_t begin, unsigned bits, std::span<const PlacedValue> leaves) {
    const uint64_t count = places_.countIn(begin, begin + (uint64_t{1} << bits));
    if (count == 0) return kNoTerm;
    if (leaves.empty()) return otherwise_;
    if (count == 1) return leaves.front().value;
    const uint64_t middle = begin + (uint64_t{1} << (bits - 1));
    const auto above = std::partition_point(leaves.begin(), leaves.end(),
                                            [&](const PlacedValue& leaf) { return leaf.place < middle; });
    const auto split = static_cast<size_t>(above - leaves.begin());
    const Term low = build(begin, bits - 1, leaves.first(split));
    const Term high = build(middle, bits - 1, leaves.subspan(split));
    if (low == kNoTerm || high == kNoTerm) return low == kNoTerm ? high : low;
    return low == high ? low : terms_.ifThenElse(terms_.extract(places_.offset, bits - 1, 1), high, low);
  }

 private:
  term::Terms& terms_;
  const Places& places_;
  Term otherwise_;
};

}  // namespace

uint64_t Places::firstFrom(uint64_t begin) const {
  return begin <= first ? first : first + (begin - first + stride - 1) / stride * stride;
}

uint64_t Places::countIn(uint64_t begin, uint64_t end) const {
  const uint64_t from = firstFrom(begin);
  const uint64_t to = std::min(end, last + 1);
  return from >= to ? 0 : (to - 1 - from) / stride + 1;
}

void Arrays::narrow(Places& places) {
  const unsigned width = terms_.widthOf(places.offset);
  const term::Range range = terms_.rangeOf(places.offset);
  const auto isBelow = [&](uint64_t place) {
    return path_.decide(terms_.less(places.offset, terms_.constant(place, width)));
  };
  // Of the places by number: those below `least` are excluded, and those above `most`.
  uint64_t least = 0;
  uint64_t most = places.count() - 1;
  const auto placeOf = [&](uint64_t number) { return places.first + number * places.stride; };
  for (uint64_t bound = most; least < bound;) {
    const uint64_t middle = least + (bound - least + 1) / 2;
    if (placeOf(middle) <= range.least || isBelow(placeOf(middle)) == false) {
      least = middle;
    } else {
      bound = middle - 1;
    }
  }
  for (uint64_t bound = least; bound < most;) {
    const uint64_t middle = bound + (most - bound) / 2;
    if (placeOf(middle) >= range.most || isBelow(placeOf(middle) + 1) == true) {
      most = middle;
    } else {
      bound = middle + 1;
    }
  }
  places.last = placeOf(most);
  places.first = placeOf(least);
}

Term Arrays::choose(const Places& places, std::span<const PlacedValue> leaves, Term otherwise) {
  const auto bits = static_cast<unsigned>(std::bit_width(places.last));
  return Tree(terms_, places, otherwise).build(0, bits, leaves);
}

// ---- what was written ----

/// If the topmost store is the last of so many that wrote a word, the word; otherwise its byte.
Arrays::Write Arrays::writeAt(Term array, unsigned bytes, unsigned width) {
  const Node top = terms_[array];
  const Term last = terms_.extract(top.b, 0, width);
  const Write single{last, top.c, top.a, 1};
  if (bytes == 1) return single;
  Write whole{terms_.sub(last, terms_.constant(bytes - 1, width)), kNoTerm, array, bytes};
  for (unsigned k = bytes; k-- > 0;) {
    const Node node = terms_[whole.below];
    const Term index = indexOf(terms_.add(whole.offset, terms_.constant(k, width)));
    if (node.kind != Kind::Store || node.b != index) return single;
    whole.word = whole.word == kNoTerm ? node.c : terms_.concat(whole.word, node.c);
    whole.below = node.a;
  }
  return whole;
}

const Arrays::Table& Arrays::tableAt(Term array) {
  constexpr size_t kMostTabled = size_t{1} << 21;
  const auto found = tables_.find(array);
  if (found != tables_.end()) return found->second;
  if (tabled_ > kMostTabled) {
    tables_.clear();
    tabled_ = 0;
  }
  Table table{{}, 0, array};
  std::map<uint64_t, Term> newest;
  while (terms_[table.below].kind == Kind::Store && terms_.isConstant(terms_[table.below].b)) {
    const Node& node = terms_[table.below];
    newest.try_emplace(terms_.valueOf(node.b), node.c);
    table.below = node.a;
    ++table.writes;
  }
  for (const auto& [place, byte] : newest) table.bytes.push_back({place, byte});
  tabled_ += table.bytes.size();
  return tables_.emplace(array, std::move(table)).first->second;
}

Term Arrays::write(Term array, Term offset, unsigned bytes, Term word) {
  const unsigned width = terms_.widthOf(offset);
  const Node top = terms_[array];
  if (top.kind == Kind::Store && !terms_.isConstant(top.b)) {
    const Write before = writeAt(array, bytes, width);
    if (before.bytes == bytes && before.offset == offset) array = before.below;
  }
  for (unsigned k = 0; k < bytes; ++k) {
    const Term index = indexOf(terms_.add(offset, terms_.constant(k, width)));
    array = terms_.asWritten({Kind::Store, 0, array, index, terms_.extract(word, 8 * k, 8), 0});
  }
  return array;
}

/// What is overwritten goes when it is the larger part: so an array is never much longer than it need be, and on the
/// whole no store is made more than a few times.
Term Arrays::put(Term array, std::span<const PlacedValue> bytes) {
  constexpr size_t kFew = 64;
  std::vector<PlacedValue> whole(bytes.begin(), bytes.end());
  const Table& table = tableAt(array);
  if (table.writes + bytes.size() > 2 * table.bytes.size() + kFew && table.writes != 0) {
    whole.clear();
    std::set_union(bytes.begin(), bytes.end(), table.bytes.begin(), table.bytes.end(), std::back_inserter(whole),
                   [](const PlacedValue& a, const PlacedValue& b) { return a.place < b.place; });
    array = table.below;
  }
  for (const PlacedValue& leaf : whole) {
    array = terms_.asWritten({Kind::Store, 0, array, terms_.constant(leaf.place, 64), leaf.value, 0});
  }
  return array;
}

// ---- reading ----

/// How the bytes of a read lie to those of a write: by the steps in which the distance between them goes.
Arrays::Relation Arrays::relationOf(Term offset, unsigned bytes, const Write& write) {
  const Term distance = terms_.sub(write.offset, offset);
  const int64_t constant = term::asSigned(constantPart(terms_, distance), terms_.widthOf(distance));
  const auto isApart = [&](int64_t by) {
    return by >= static_cast<int64_t>(bytes) || by <= -static_cast<int64_t>(write.bytes);
  };
  const bool isAligned = bytes == write.bytes;
  if (terms_.isConstant(distance)) {
    return isApart(constant) ? Relation::Apart : constant == 0 && isAligned ? Relation::SameOrApart : Relation::Any;
  }
  const auto stride = static_cast<int64_t>(strideOf(terms_, distance));
  if (stride <= 0) return Relation::Any;
  const int64_t remainder = (constant % stride + stride) % stride;
  if (remainder != 0) return isApart(remainder) && isApart(remainder - stride) ? Relation::Apart : Relation::Any;
  return isAligned && isApart(stride) && isApart(-stride) ? Relation::SameOrApart : Relation::Any;
}

Term Arrays::bottom(Term array, Term offset, unsigned bytes) {
  if (terms_[array].kind == Kind::ArrayZero) return terms_.constant(0, 8 * bytes);
  Term word = kNoTerm;
  for (unsigned k = 0; k < bytes; ++k) {
    const Term index = indexOf(terms_.add(offset, terms_.constant(k, terms_.widthOf(offset))));
    const Term byte = terms_.select(array, index);
    word = k == 0 ? byte : terms_.concat(byte, word);
  }
  return word;
}

/// The word at a place; bytes that are not in the table are those of `below`.
Term Arrays::wordIn(const Table& table, uint64_t place, unsigned bytes, Term below) {
  auto next = std::partition_point(table.bytes.begin(), table.bytes.end(),
                                   [&](const PlacedValue& leaf) { return leaf.place < place; });
  Term word = kNoTerm;
  for (unsigned k = 0; k < bytes; ++k) {
    const bool isThere = next != table.bytes.end() && next->place == place + k;
    const Term byte = isThere ? next->value : terms_.extract(below, 8 * k, 8);
    if (isThere) ++next;
    word = k == 0 ? byte : terms_.concat(byte, word);
  }
  return word;
}

Term Arrays::throughTable(Term array, const Places& places, unsigned bytes, Term below) {
  constexpr size_t kMostLooks = 4096;
  const Table& table = tableAt(array);
  if (places.first == places.last) return wordIn(table, places.first, bytes, below);
  const std::array<uint64_t, 7> key = {array, places.offset, places.first, places.stride, places.last, bytes, below};
  if (const auto found = looks_.find(key); found != looks_.end()) return found->second;
  std::vector<PlacedValue> leaves;
  uint64_t next = places.first;
  for (const PlacedValue& leaf : table.bytes) {
    next = std::max(next, places.firstFrom(leaf.place < bytes ? 0 : leaf.place - bytes + 1));
    for (; next <= std::min(leaf.place, places.last); next += places.stride) {
      leaves.push_back({next, wordIn(table, next, bytes, below)});
    }
  }
  if (looks_.size() == kMostLooks) looks_.clear();
  return looks_[key] = choose(places, leaves, below);
}

Term Arrays::throughWrite(const Write& write, Relation relation, Term offset, unsigned bytes, Term below) {
  if (relation == Relation::SameOrApart) {
    return terms_.ifThenElse(terms_.equal(offset, write.offset), write.word, below);
  }
  const unsigned width = terms_.widthOf(offset);
  Term word = kNoTerm;
  for (unsigned k = 0; k < bytes; ++k) {
    Term byte = terms_.extract(below, 8 * k, 8);
    for (unsigned written = 0; written < write.bytes; ++written) {
      const Term isHere = terms_.equal(terms_.add(offset, terms_.constant(k, width)),
                                       terms_.add(write.offset, terms_.constant(written, width)));
      const auto known = decide(isHere);
      if (known == false) continue;
      const Term stored = terms_.extract(write.word, 8 * written, 8);
      byte = known == true ? stored : terms_.ifThenElse(isHere, stored, byte);
    }
    word = k == 0 ? byte : terms_.concat(byte, word);
  }
  return word;
}

std::optional<bool> Arrays::decide(Term condition) {
  if (terms_.isConstant(condition)) return terms_.isTrue(condition);
  return asksPath_ ? path_.decide(condition) : std::nullopt;
}

Term Arrays::read(Term array, const Places& places, unsigned bytes) {
  constexpr size_t kMostKnown = size_t{1} << 16;
  if (!terms_.isConstant(places.offset)) return look(array, places, bytes);
  const std::array<uint64_t, 3> key = {array, places.first, bytes};
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  asksPath_ = false;
  const Term word = look(array, places, bytes);
  asksPath_ = true;
  if (known_.size() == kMostKnown) known_.clear();
  return known_[key] = word;
}

Term Arrays::look(Term array, const Places& places, unsigned bytes) {
  struct Layer {
    Term table;  // or none
    Write write;
    Relation relation;
  };
  const Term offset = places.offset;
  std::vector<Layer> layers;
  Term word = kNoTerm;
  for (unsigned writes = 0; terms_[array].kind == Kind::Store;) {
    if (terms_.isConstant(terms_[array].b)) {
      layers.push_back({array, {}, Relation::Any});
      array = tableAt(array).below;
      continue;
    }
    const Write write = writeAt(array, bytes, terms_.widthOf(offset));
    const Relation relation = relationOf(offset, bytes, write);
    const auto isHere =
        relation == Relation::SameOrApart ? decide(terms_.equal(offset, write.offset)) : std::optional<bool>();
    if (isHere == true) {
      word = write.word;
      break;
    }
    const bool isElsewhere = relation == Relation::Apart || isHere == false;
    if (!isElsewhere && writes++ == kMostWrites) break;
    if (!isElsewhere) layers.push_back({kNoTerm, write, relation});
    array = write.below;
  }
  if (word == kNoTerm) word = bottom(array, offset, bytes);
  for (size_t k = layers.size(); k-- > 0;) {
    const Layer& layer = layers[k];
    word = layer.table != kNoTerm ? throughTable(layer.table, places, bytes, word)
                                  : throughWrite(layer.write, layer.relation, offset, bytes, word);
  }
  return word;
}

}  // namespace clew::symbolic
