#include "symbolic/nogoods.h"

#include "support/hash.h"

namespace clew::symbolic {

Nogoods::Number Nogoods::keep(std::span<const Term> literals) {
  if (isCovered(literals)) return kNone;
  const Number number = append(literals, Nogood::Origin::Solver);
  for (const Term literal : literals) occurrences_[literal].push_back(number);
  excludesAll_ = literals.empty();
  ++watched_;
  return number;
}

/// Whether one that is kept is part of this one; those that this one is part of are dropped.
bool Nogoods::isCovered(std::span<const Term> literals) {
  if (excludesAll_) return true;
  bool covered = false;
  touched_.clear();
  for (const Term literal : literals) {
    const auto place = occurrences_.find(literal);
    if (place == occurrences_.end()) continue;
    for (const Number number : place->second) {
      if (entries_[number].present++ == 0) touched_.push_back(number);
    }
  }
  for (const Number number : touched_) covered |= entries_[number].present == entries_[number].size;
  for (const Number number : touched_) {
    const bool covers = std::exchange(entries_[number].present, 0) == literals.size();
    if (covers && !covered) drop(number);
  }
  return covered;
}

void Nogoods::drop(Number number) {
  entries_[number].dropped = true;
  --watched_;
  for (const Term literal : (*this)[number]) std::erase(occurrences_[literal], number);
}

void Nogoods::note(std::span<const Term> literals) {
  const uint64_t hash = support::hashBytes(literals.data(), literals.size_bytes());
  if (isNoted(literals, hash)) return;
  const Number number = append(literals, Nogood::Origin::Difference);
  entries_[number].used = true;
  noted_.emplace(hash, number);
}

bool Nogoods::isNoted(std::span<const Term> literals, uint64_t hash) const {
  const auto [first, last] = noted_.equal_range(hash);
  return std::any_of(first, last, [&](const auto& each) { return std::ranges::equal((*this)[each.second], literals); });
}

Nogoods::Number Nogoods::append(std::span<const Term> literals, Nogood::Origin origin) {
  const auto begin = static_cast<uint32_t>(literals_.size());
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  entries_.push_back({.begin = begin, .size = static_cast<uint32_t>(literals.size()), .origin = origin});
  return static_cast<Number>(entries_.size() - 1);
}

std::span<const Term> Nogoods::operator[](Number number) const {
  return std::span(literals_).subspan(entries_[number].begin, entries_[number].size);
}

void Nogoods::watch(Number number, Term literal) {
  const auto [place, isNew] = watching_.try_emplace(literal, kNone);
  entries_[number].next = std::exchange(place->second, number);
}

std::vector<Nogood> Nogoods::used() const {
  return allThat([](const Entry& entry) { return entry.used; });
}

std::vector<Nogood> Nogoods::kept() const {
  return allThat([](const Entry& entry) { return entry.origin == Nogood::Origin::Solver && !entry.dropped; });
}

template <typename Is>
std::vector<Nogood> Nogoods::allThat(Is is) const {
  std::vector<Nogood> result;
  for (Number number = 0; number < entries_.size(); ++number) {
    if (!is(entries_[number])) continue;
    const auto literals = (*this)[number];
    result.push_back({{literals.begin(), literals.end()}, entries_[number].origin});
  }
  return result;
}

}  // namespace clew::symbolic
