// Objects and their names. A name must depend on nothing but what is alive, or two interleavings that
// allocate the same objects would not reach the same state; a dead object's name must not be given to
// another one as long as it is there, or a use after free would hit the wrong object.
#include "machine/memory.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace clew::machine {
namespace {

constexpr uint32_t kPiece = 64;
constexpr program::AddressLayout kLayout = program::kAddresses64;
constexpr uint64_t kWindow = uint64_t{1} << kLayout.windowBits;

program::Program programWithSites(size_t sites) {
  program::Program program;
  program.sites.resize(sites);
  return program;
}

/// The object is found from its whole length and from the promised margins on both sides.
bool isFound(const Memory& memory, const Object* object) {
  const uint64_t margin = kLayout.margin() / 2;
  const uint64_t end = object->address + object->size;
  const auto addresses = {
      object->address - margin, object->address - 1, object->address, object->address + object->size / 2, end,
      end + margin - 1};
  return std::all_of(addresses.begin(), addresses.end(),
                     [&](uint64_t address) { return memory.find(address) == object; });
}

TEST(Memory, FindsNothingWhereNothingIs) {
  const auto program = programWithSites(1);
  const Memory memory(program);
  for (const uint64_t address :
       {uint64_t{0}, uint64_t{1}, kWindow, uint64_t{1} << 36, kLayout.addressMask(), kLayout.wild, ~uint64_t{0}}) {
    EXPECT_EQ(memory.find(address), nullptr);
  }
}

TEST(Memory, FindsAnObjectAtBothEndsAndInsideItsMargins) {
  const auto program = programWithSites(1);
  Memory memory(program);
  for (const uint64_t size : {uint64_t{0}, uint64_t{1}, uint64_t{8}, kWindow - 1, kWindow, kWindow + 1, 3 * kWindow,
                              kLayout.margin(), kLayout.margin() / 2, kLayout.margin() / 2 + 1, uint64_t{1} << 20}) {
    const Object* object = memory.create(1, ObjectKind::Heap, 0, size, kPiece);
    ASSERT_NE(object, nullptr);
    EXPECT_EQ(object->size, size);
    EXPECT_TRUE(isFound(memory, object));
  }
}

TEST(Memory, FindsObjectsWithPointersOfThirtyTwoBits) {
  for (const bool threads : {false, true}) {
    auto program = programWithSites(1);
    program.addresses = program::addresses32(threads);
    const program::AddressLayout& layout = program.addresses;
    EXPECT_EQ(uint64_t{layout.arenas()} * layout.windowsPerArena() << layout.windowBits, uint64_t{1} << 31);
    Memory memory(program);
    std::vector<Object*> objects;
    for (const uint64_t size : {uint64_t{0}, uint64_t{1}, uint64_t{8}, layout.margin() / 2, layout.margin() / 2 + 1,
                                2 * layout.margin(), 5 * layout.margin() + 3, uint64_t{1} << 20}) {
      for (const uint32_t arena : {1u, layout.arenas() - 1}) {
        Object* object = memory.create(arena, ObjectKind::Heap, 0, size, kPiece);
        ASSERT_NE(object, nullptr);
        EXPECT_LT(object->address + size + layout.margin() / 2, uint64_t{1} << 31);
        EXPECT_EQ(layout.arenaOf(object->address), arena);
        objects.push_back(object);
      }
    }
    for (const Object* object : objects) {
      const uint64_t margin = layout.margin() / 2;
      EXPECT_EQ(memory.find(object->address - margin), object);
      EXPECT_EQ(memory.find(object->address + object->size + margin - 1), object);
      EXPECT_EQ(memory.find(layout.markWild(object->address)), nullptr);
    }
    EXPECT_EQ(memory.create(1, ObjectKind::Heap, 0, uint64_t{1} << layout.arenaBits, kPiece), nullptr);
  }
}

TEST(Memory, ForgetsAnObjectThatIsRemoved) {
  const auto program = programWithSites(1);
  Memory memory(program);
  Object* object = memory.create(1, ObjectKind::Heap, 0, 3 * kWindow, kPiece);
  const uint64_t address = object->address;
  memory.remove(*object);
  for (uint64_t offset = 0; offset < 3 * kWindow; offset += 1000) EXPECT_EQ(memory.find(address + offset), nullptr);
  EXPECT_TRUE(memory.arena(1).objects.empty());
  EXPECT_EQ(memory.bytes(), 0u);
}

TEST(Memory, KeepsTheNameOfADeadObjectTaken) {
  const auto program = programWithSites(1);
  Memory memory(program);
  Object* first = memory.create(1, ObjectKind::Heap, 0, 8, kPiece);
  const uint64_t address = first->address;
  memory.kill(*first);
  EXPECT_FALSE(first->live);
  EXPECT_EQ(memory.deadObjects(), 1u);
  EXPECT_EQ(memory.find(address), first);
  const Object* second = memory.create(1, ObjectKind::Heap, 0, 8, kPiece);
  EXPECT_NE(second->address, address);
  memory.remove(*first);
  EXPECT_EQ(memory.deadObjects(), 0u);
  EXPECT_EQ(memory.find(address), nullptr);
  EXPECT_EQ(memory.create(1, ObjectKind::Heap, 0, 8, kPiece)->address, address);
}

TEST(Memory, GivesTheLowestFreeNameOfASiteFirst) {
  const auto program = programWithSites(3);
  Memory memory(program);
  std::vector<Object*> objects;
  for (int i = 0; i < 8; ++i) objects.push_back(memory.create(1, ObjectKind::Heap, 1, 8, kPiece));
  for (size_t i = 1; i < objects.size(); ++i) EXPECT_EQ(objects[i]->window, objects[i - 1]->window + 1);
  const uint32_t third = objects[2]->window;
  const uint32_t sixth = objects[5]->window;
  memory.remove(*objects[5]);
  memory.remove(*objects[2]);
  EXPECT_EQ(memory.create(1, ObjectKind::Heap, 1, 8, kPiece)->window, third);
  EXPECT_EQ(memory.create(1, ObjectKind::Heap, 1, 8, kPiece)->window, sixth);
}

TEST(Memory, NamesObjectsOfASiteAlikeWhateverOtherSitesAllocate) {
  const auto program = programWithSites(4);
  Memory one(program);
  Memory other(program);
  other.create(1, ObjectKind::Heap, 0, 8, kPiece);
  other.create(1, ObjectKind::Heap, 2, 8, kPiece);
  other.create(2, ObjectKind::Heap, 1, 8, kPiece);
  EXPECT_EQ(one.create(1, ObjectKind::Heap, 1, 8, kPiece)->address,
            other.create(1, ObjectKind::Heap, 1, 8, kPiece)->address);
}

TEST(Memory, SaysWhenAnArenaIsFull) {
  const auto program = programWithSites(1);
  Memory memory(program);
  Object* object = memory.createAt(1, memory.plan().overflowBase, ObjectKind::Heap, 0, 8, kPiece);
  // A million objects take a while; that every window is taken is all that matters.
  memory.arena(1).windows.assign(kLayout.windowsPerArena(), object);
  EXPECT_EQ(memory.create(1, ObjectKind::Heap, 0, 8, kPiece), nullptr);
}

TEST(Memory, GivesAFreshObjectNoWrittenBytesOnceItIsMadeUndefined) {
  const auto program = programWithSites(1);
  Memory memory(program);
  Object* object = memory.create(1, ObjectKind::Heap, 0, 100, kPiece);
  EXPECT_EQ(object->pieces, 2u);
  EXPECT_EQ(object->pieceLength(0), 64u);
  EXPECT_EQ(object->pieceLength(1), 36u);
  memory.makeUndefined(*object);
  EXPECT_TRUE(std::all_of(object->data, object->data + 100, [](uint8_t byte) { return byte == 0; }));
  EXPECT_TRUE(std::all_of(object->undefined, object->undefined + 100, [](uint8_t mask) { return mask == 0xFF; }));
}

TEST(Memory, NotesExactlyThePiecesThatAWriteTouchesAndEachOnce) {
  const auto program = programWithSites(1);
  Memory memory(program);
  Object* object = memory.create(1, ObjectKind::Heap, 0, 300, kPiece);
  const auto clean = [&] {
    std::fill_n(object->pieceIds, object->pieces, 1);
    memory.dirty().clear();
  };
  const auto touched = [&](uint64_t offset, uint64_t length) {
    memory.touch(*object, offset, length);
    std::vector<uint32_t> pieces;
    for (const DirtyPiece& dirty : memory.dirty()) pieces.push_back(dirty.piece);
    return pieces;
  };
  using Pieces = std::vector<uint32_t>;
  clean();
  EXPECT_EQ(touched(0, 0), Pieces());
  EXPECT_EQ(touched(0, 64), Pieces({0}));
  EXPECT_EQ(touched(63, 2), Pieces({0, 1}));
  EXPECT_EQ(touched(10, 100), Pieces({0, 1}));
  clean();
  EXPECT_EQ(touched(299, 1), Pieces({4}));
  EXPECT_EQ(touched(0, 300), Pieces({4, 0, 1, 2, 3}));
  memory.kill(*object);
  EXPECT_TRUE(memory.dirty().empty());
}

TEST(Memory, LaysOutGlobalsAsTheProgramSays) {
  auto program = programWithSites(1);
  for (uint32_t i = 0; i < 3; ++i) {
    program::Global global;
    global.address = kLayout.addressOf(0, 10 + 2 * i, 8 * (i + 1));
    global.size = 8 * (i + 1);
    global.pieceSize = 8;
    global.constant = i == 1;
    global.bytes.assign(global.size, static_cast<uint8_t>(i + 1));
    program.globals.push_back(global);
  }
  const Memory memory(program);
  EXPECT_EQ(memory.globalItems(), 1u + 3u);  // constants cannot change
  for (uint32_t i = 0; i < 3; ++i) {
    const Object* object = memory.global(i);
    EXPECT_TRUE(isFound(memory, object));
    EXPECT_EQ(object->shared, i != 1);
    EXPECT_EQ(object->data[0], i + 1);
  }
  EXPECT_EQ(memory.globalItem(3).object, memory.global(2));
  EXPECT_EQ(memory.globalItem(3).piece, 2u);
}

/// The naming rule, told naively: a small object takes the lowest free window of its site, everything
/// else the lowest run of free windows behind those of all sites.
class NamingModel {
 public:
  NamingModel(ArenaPlan plan) : plan_(std::move(plan)) {}

  uint32_t take(uint32_t site, uint32_t count) {
    constexpr uint32_t kWindowsPerSite = 8;
    if (count == 1) {
      for (uint32_t i = 0; i < kWindowsPerSite; ++i) {
        const uint32_t window = plan_.siteBase + site * kWindowsPerSite + i;
        if (taken_.insert(window).second) return window;
      }
    }
    uint32_t window = plan_.overflowBase;
    const auto fits = [&] {
      for (uint32_t i = 0; i < count; ++i) {
        if (taken_.contains(window + i)) return false;
      }
      return true;
    };
    while (!fits()) ++window;
    for (uint32_t i = 0; i < count; ++i) taken_.insert(window + i);
    return window;
  }

  void giveBack(uint32_t window, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) taken_.erase(window + i);
  }

 private:
  ArenaPlan plan_;
  std::set<uint32_t> taken_;
};

RC_GTEST_PROP(Memory, NamesObjectsByWhatIsAliveAndNothingElse, ()) {
  const auto program = programWithSites(3);
  Memory memory(program);
  NamingModel model(memory.plan());
  std::vector<Object*> objects;
  uint64_t bytes = 0;
  const auto steps = *rc::gen::inRange(1, 120);
  for (int step = 0; step < steps; ++step) {
    const auto pick = [&] { return *rc::gen::inRange<size_t>(0, objects.size()); };
    const int action = objects.empty() ? 0 : *rc::gen::inRange(0, 6);
    if (action <= 2) {
      const auto site = *rc::gen::inRange(0u, 3u);
      const auto size = *rc::gen::element<uint64_t>(0, 8, 100, kWindow, 2 * kWindow, 3 * kWindow);
      Object* object = memory.create(1, ObjectKind::Heap, site, size, kPiece);
      RC_ASSERT(object != nullptr);
      RC_ASSERT(object->window == model.take(site, kLayout.windowsFor(size)));
      objects.push_back(object);
    } else if (action == 3) {
      Object* object = objects[pick()];
      if (object->live) memory.kill(*object);
    } else {
      const size_t index = pick();
      model.giveBack(objects[index]->window, kLayout.windowsFor(objects[index]->size));
      memory.remove(*objects[index]);
      objects.erase(objects.begin() + static_cast<ptrdiff_t>(index));
    }
    bytes = 0;
    uint32_t dead = 0;
    for (const Object* object : objects) {
      RC_ASSERT(isFound(memory, object));
      bytes += object->live ? object->size + object->pieces * sizeof(state::ComponentId) : 0;
      dead += object->live ? 0 : 1;
    }
    RC_ASSERT(memory.bytes() == bytes);
    RC_ASSERT(memory.deadObjects() == dead);
    const auto& listed = memory.arena(1).objects;
    RC_ASSERT(listed.size() == objects.size());
    RC_ASSERT(std::is_sorted(listed.begin(), listed.end(),
                             [](const Object* a, const Object* b) { return a->window < b->window; }));
  }
}

}  // namespace
}  // namespace clew::machine
