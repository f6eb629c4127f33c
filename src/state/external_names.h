// Names for states that outlive the tables they were saved in: external collapse. Every component and every node of the
// tree over them is stored once on disk, components of each kind in files of their own, each behind its own cache, and
// is known by its number there. So the tables in memory are no more than a cache too, one that is emptied as a whole: a
// state that was named comes back into new ones by its name.
//
// A name looks like a key in the tables, a pair of ids of nodes or components. An id of a component has, below its tag,
// three bits that say which kind it is.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "state/component_pool.h"
#include "state/external_table.h"
#include "state/tuple_table.h"

namespace clew::state {

class ExternalNames {
 public:
  /// `options` are those of all files, except for their names and for the cache, which all share.
  ExternalNames(support::Disk& disk, const FileOptions& options);
  /// As they were when `save` was called.
  ExternalNames(support::Disk& disk, const FileOptions& options, support::CheckedReader& saved);

  /// From now on, keys are those of these tables.
  void use(ComponentPool& components, QuadTable& nodes);

  /// The name of a state that is in the tables.
  Pair nameOf(Pair key) { return {nameOf(key.first), key.second == 0 ? 0 : nameOf(key.second)}; }
  /// The key of a state with this name, which is put into the tables. Nothing if the disk has failed.
  Pair keyOf(Pair name);

  void save(std::vector<uint8_t>& into) const;
  bool isFull() const;
  uint64_t memoryBytes() const;
  /// Of everything on disk.
  PageFiles::Statistics statistics() const;

 private:
  static constexpr size_t kKinds = static_cast<size_t>(ComponentKind::kCount);
  static constexpr unsigned kNumberBits = 28;
  static constexpr unsigned kHighest = 100;  // tree; one that is damaged may lead round in a circle

  /// From names to ids in the tables.
  class IdMap {
   public:
    void clear();
    uint32_t find(uint32_t name) const;
    void insert(uint32_t name, uint32_t id);
    uint64_t bytes() const { return slots_.size() * sizeof(uint64_t); }

   private:
    static size_t homeOf(uint32_t name, size_t size) { return (name * 0x9E3779B97F4A7C15u >> 32) & (size - 1); }
    static void place(std::vector<uint64_t>& slots, uint64_t slot);
    std::vector<uint64_t> slots_;  // [name | id]; 0 is empty
    size_t used_ = 0;
  };

  static FileOptions named(const FileOptions& options, const char* name);
  static uint32_t& entry(std::vector<uint32_t>& names, uint32_t index);

  uint32_t nameOf(uint32_t id) {
    const bool isLeaf = isComponent(id);
    const std::vector<uint32_t>& names = isLeaf ? componentNames_ : nodeNames_;
    const uint32_t index = id & ~kComponentTag;
    if (index < names.size() && names[index] != 0) [[likely]]
      return names[index];
    return isLeaf ? nameComponent(id) : nameNode(id);
  }
  /// The kind and number under which a component is stored.
  std::pair<uint32_t, uint32_t> store(std::span<const uint8_t> bytes, ComponentKind firstKind);
  uint32_t nameComponent(uint32_t id);
  uint32_t nameNode(uint32_t id);
  uint32_t idOf(uint32_t name, unsigned height);
  uint32_t fetchComponent(uint32_t name);
  uint32_t fetchNode(uint32_t name, unsigned height);
  uint32_t damaged();

  support::Disk& disk_;
  std::array<std::unique_ptr<ExternalTable>, kKinds> stored_;
  std::unique_ptr<ExternalTuples<Quad>> storedNodes_;

  ComponentPool* components_ = nullptr;
  QuadTable* nodes_ = nullptr;
  std::vector<uint32_t> componentNames_;  // by id without its tag; 0: none yet
  std::vector<uint32_t> nodeNames_;
  IdMap ids_;
  std::vector<uint8_t> buffer_;
};

}  // namespace clew::state
