#include "state/external_names.h"

#include <algorithm>

namespace clew::state {

namespace {

constexpr std::array<const char*, static_cast<size_t>(ComponentKind::kCount)> kFileNames = {"frames", "data", "objects",
                                                                                            "threads", "processes"};
constexpr const char* kNodesName = "nodes";

}  // namespace

FileOptions ExternalNames::named(const FileOptions& options, const char* name) {
  FileOptions own = options;
  own.name = name;
  own.cacheBytes = options.cacheBytes / (kKinds + 1);
  return own;
}

ExternalNames::ExternalNames(support::Disk& disk, const FileOptions& options) : disk_(disk) {
  for (size_t kind = 0; kind < kKinds; ++kind) {
    stored_[kind] = std::make_unique<ExternalTable>(disk, named(options, kFileNames[kind]));
  }
  storedNodes_ = std::make_unique<ExternalTuples<Quad>>(disk, named(options, kNodesName));
}

ExternalNames::ExternalNames(support::Disk& disk, const FileOptions& options, support::CheckedReader& saved)
    : disk_(disk) {
  for (size_t kind = 0; kind < kKinds; ++kind) {
    stored_[kind] = std::make_unique<ExternalTable>(disk, named(options, kFileNames[kind]), saved);
  }
  storedNodes_ = std::make_unique<ExternalTuples<Quad>>(disk, named(options, kNodesName), saved);
}

void ExternalNames::use(ComponentPool& components, QuadTable& nodes) {
  components_ = &components;
  nodes_ = &nodes;
  componentNames_ = {};
  nodeNames_ = {};
  ids_.clear();
}

/// Grows in steps, so that it is rarely done and little is wasted.
uint32_t& ExternalNames::entry(std::vector<uint32_t>& names, uint32_t index) {
  constexpr size_t kStep = 4096;
  if (index >= names.size()) names.resize(std::max(names.size() + names.size() / 4, index + kStep));
  return names[index];
}

uint32_t ExternalNames::nameComponent(uint32_t id) {
  const auto [kind, number] = store((*components_)[id], components_->kindOf(id));
  if (number >> kNumberBits != 0) disk_.fail("there are too many different components for the external store");
  const uint32_t name = kComponentTag | kind << kNumberBits | number;
  entry(componentNames_, id & ~kComponentTag) = name;
  ids_.insert(name, id);
  return name;
}

/// Which part of a state has a content first differs from tables to tables, so a content that is stored as that of
/// another kind is not stored again: it would have a second name.
std::pair<uint32_t, uint32_t> ExternalNames::store(std::span<const uint8_t> bytes, ComponentKind firstKind) {
  const auto own = static_cast<uint32_t>(firstKind);
  if (const uint32_t known = stored_[own]->find(bytes); known != 0) return {own, known};
  for (uint32_t kind = 0; kind < kKinds; ++kind) {
    if (kind == own) continue;
    if (const uint32_t known = stored_[kind]->find(bytes); known != 0) return {kind, known};
  }
  return {own, stored_[own]->intern(bytes).number};
}

uint32_t ExternalNames::nameNode(uint32_t id) {
  Quad names;
  const Quad& quad = (*nodes_)[id];
  for (size_t i = 0; i < 4; ++i) names.id[i] = quad.id[i] == 0 ? 0 : nameOf(quad.id[i]);
  const uint32_t name = storedNodes_->intern(names).number;
  if (isComponent(name)) disk_.fail("there are too many different nodes for the external store");
  entry(nodeNames_, id) = name;
  ids_.insert(name, id);
  return name;
}

Pair ExternalNames::keyOf(Pair name) {
  const Pair key = {idOf(name.first, kHighest), name.second == 0 ? 0 : idOf(name.second, kHighest)};
  return disk_.hasFailed() ? Pair{} : key;
}

uint32_t ExternalNames::idOf(uint32_t name, unsigned height) {
  if (const uint32_t known = ids_.find(name); known != 0) return known;
  return isComponent(name) ? fetchComponent(name) : fetchNode(name, height);
}

uint32_t ExternalNames::damaged() {
  disk_.fail("what is stored of a state does not fit together");
  return 0;
}

uint32_t ExternalNames::fetchComponent(uint32_t name) {
  const uint32_t number = name & ((1u << kNumberBits) - 1);
  const size_t kind = (name & ~kComponentTag) >> kNumberBits;
  if (kind >= kKinds || number == 0) return damaged();
  if (!stored_[kind]->read(number, buffer_)) return 0;
  const uint32_t id = components_->intern(buffer_, static_cast<ComponentKind>(kind));
  entry(componentNames_, id & ~kComponentTag) = name;
  ids_.insert(name, id);
  return id;
}

uint32_t ExternalNames::fetchNode(uint32_t name, unsigned height) {
  if (name == 0 || height == 0) return damaged();
  const Quad names = (*storedNodes_)[name];
  if (disk_.hasFailed()) return 0;
  Quad quad;
  for (size_t i = 0; i < 4; ++i) {
    if (names.id[i] == 0) continue;
    quad.id[i] = idOf(names.id[i], height - 1);
    if (quad.id[i] == 0) return 0;
  }
  const uint32_t id = nodes_->intern(quad).id;
  entry(nodeNames_, id) = name;
  ids_.insert(name, id);
  return id;
}

void ExternalNames::save(std::vector<uint8_t>& into) const {
  for (const auto& table : stored_) table->save(into);
  storedNodes_->save(into);
}

bool ExternalNames::isFull() const {
  return storedNodes_->isFull() ||
         std::any_of(stored_.begin(), stored_.end(), [](const auto& table) { return table->isFull(); });
}

uint64_t ExternalNames::memoryBytes() const {
  uint64_t sum = storedNodes_->memoryBytes() + ids_.bytes() +
                 (componentNames_.capacity() + nodeNames_.capacity()) * sizeof(uint32_t);
  for (const auto& table : stored_) sum += table->memoryBytes();
  return sum;
}

PageFiles::Statistics ExternalNames::statistics() const {
  PageFiles::Statistics sum = storedNodes_->statistics();
  for (const auto& table : stored_) sum += table->statistics();
  return sum;
}

void ExternalNames::IdMap::clear() {
  slots_ = {};
  used_ = 0;
}

uint32_t ExternalNames::IdMap::find(uint32_t name) const {
  if (slots_.empty()) return 0;
  for (size_t place = homeOf(name, slots_.size());; place = (place + 1) & (slots_.size() - 1)) {
    if (slots_[place] == 0) return 0;
    if (slots_[place] >> 32 == name) return static_cast<uint32_t>(slots_[place]);
  }
}

void ExternalNames::IdMap::insert(uint32_t name, uint32_t id) {
  constexpr size_t kFirst = 1024;
  if (4 * (used_ + 1) > 3 * slots_.size()) {
    std::vector<uint64_t> larger(std::max(kFirst, 2 * slots_.size()));
    for (const uint64_t slot : slots_) {
      if (slot != 0) place(larger, slot);
    }
    slots_ = std::move(larger);
  }
  place(slots_, uint64_t{name} << 32 | id);
  ++used_;
}

void ExternalNames::IdMap::place(std::vector<uint64_t>& slots, uint64_t slot) {
  size_t place = homeOf(static_cast<uint32_t>(slot >> 32), slots.size());
  while (slots[place] != 0 && slots[place] >> 32 != slot >> 32) place = (place + 1) & (slots.size() - 1);
  slots[place] = slot;
}

}  // namespace clew::state
