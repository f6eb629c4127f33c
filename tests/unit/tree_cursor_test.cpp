// The tree over a list of ids, compared with the list itself: equal lists have equal roots, different
// lists of one length have different roots, and a move reports the items that differ and no others.
#include "state/tree_cursor.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace clew::state {
namespace {

using List = std::vector<uint32_t>;

void fill(TreeCursor& cursor, const List& list) {
  cursor.layout(static_cast<uint32_t>(list.size()));
  for (uint32_t i = 0; i < list.size(); ++i) cursor.set(i, list[i]);
}

List contentOf(const TreeCursor& cursor) {
  List list;
  for (uint32_t i = 0; i < cursor.size(); ++i) list.push_back(cursor[i]);
  return list;
}

rc::Gen<List> listOf(size_t length) { return rc::gen::container<List>(length, rc::gen::inRange<uint32_t>(1, 4)); }

TEST(TreeCursor, GivesTheEmptyListTheRootZero) {
  QuadTable quads;
  TreeCursor cursor(quads);
  EXPECT_EQ(cursor.size(), 0u);
  EXPECT_EQ(cursor.root(), 0u);
  EXPECT_EQ(cursor.halves(), (Pair{0, 0}));
  EXPECT_EQ(quads.size(), 0u);
  fill(cursor, {42, 43});
  EXPECT_NE(cursor.root(), 0u);
  fill(cursor, {});
  EXPECT_EQ(cursor.root(), 0u);
}

TEST(TreeCursor, GivesAListOfOneItemThatItemAsRoot) {
  QuadTable quads;
  TreeCursor cursor(quads);
  fill(cursor, {42});
  EXPECT_EQ(cursor.root(), 42u);
}

TEST(TreeCursor, InternsOnlyAboutLogarithmicallyManyPairsForOneChange) {
  QuadTable quads;
  TreeCursor cursor(quads);
  List list(1000, 1);
  for (uint32_t i = 0; i < list.size(); ++i) list[i] = i + 1;
  fill(cursor, list);
  cursor.root();
  const uint32_t before = quads.size();
  cursor.set(567, 5000);
  cursor.root();
  EXPECT_LE(quads.size() - before, 10u);
}

TEST(TreeCursor, GivesEveryListOfALengthItsOwnRoot) {
  for (uint32_t length = 1; length <= 6; ++length) {
    QuadTable quads;
    TreeCursor cursor(quads);
    std::set<uint32_t> roots;
    std::set<std::pair<uint32_t, uint32_t>> halves;
    uint32_t lists = 1;
    for (uint32_t i = 0; i < length; ++i) lists *= 3;
    for (uint32_t code = 0; code < lists; ++code) {
      List list;
      for (uint32_t i = 0, rest = code; i < length; ++i, rest /= 3) list.push_back(rest % 3 + 1);
      fill(cursor, list);
      roots.insert(cursor.root());
      halves.insert({cursor.halves().first, cursor.halves().second});
    }
    EXPECT_EQ(roots.size(), lists) << "length " << length;
    EXPECT_EQ(halves.size(), lists) << "length " << length;
  }
}

RC_GTEST_PROP(TreeCursor, GivesEqualListsEqualRootsHoweverTheyCameAbout, ()) {
  const auto length = *rc::gen::inRange<size_t>(1, 40);
  const List start = *listOf(length);
  const auto changes = *rc::gen::container<std::vector<std::pair<uint32_t, uint32_t>>>(
      rc::gen::pair(rc::gen::inRange<uint32_t>(0, static_cast<uint32_t>(length)), rc::gen::inRange<uint32_t>(1, 4)));
  QuadTable quads;
  TreeCursor changed(quads);
  fill(changed, start);
  List model = start;
  for (const auto& [item, id] : changes) {
    if (*rc::gen::arbitrary<bool>()) changed.root();
    changed.set(item, id);
    model[item] = id;
  }
  TreeCursor direct(quads);
  fill(direct, model);
  RC_ASSERT(changed.root() == direct.root());
  RC_ASSERT(changed.halves() == direct.halves());
  RC_ASSERT(contentOf(changed) == model);
}

/// A cursor next to the list it stands for. An item without a value was invalidated: its content does not
/// matter until it is set or moved over.
class Pairing {
 public:
  explicit Pairing(QuadTable& quads) : cursor_(quads), quads_(quads) {}

  void layout(const List& list) {
    fill(cursor_, list);
    model_.assign(list.begin(), list.end());
  }

  void set(uint32_t item, uint32_t id) {
    cursor_.set(item, id);
    model_[item] = id;
  }

  /// Brings the tree up to date, as a save does, so that a move or an invalidation may follow.
  void save() {
    if (!isKnown()) return;
    const Pair halves = cursor_.halves();
    const uint32_t root = cursor_.root();
    const List list = known();
    const auto [place, isNew] = roots_.try_emplace(list, root, halves);
    RC_ASSERT(place->second.first == root);
    RC_ASSERT(place->second.second == halves);
  }

  void invalidate(uint32_t item) {
    save();
    cursor_.invalidate(item);
    model_[item].reset();
  }

  void moveTo(const List& list, bool byRoot) {
    save();
    TreeCursor other(quads_);
    fill(other, list);
    std::map<uint32_t, uint32_t> reported;
    const auto note = [&](uint32_t item, uint32_t id) { RC_ASSERT(reported.emplace(item, id).second); };
    if (byRoot) {
      cursor_.moveTo(other.root(), note);
    } else {
      cursor_.moveTo(other.halves(), note);
    }
    std::map<uint32_t, uint32_t> expected;
    for (uint32_t i = 0; i < list.size(); ++i) {
      if (model_[i] != list[i]) expected.emplace(i, list[i]);
    }
    RC_ASSERT(reported == expected);
    model_.assign(list.begin(), list.end());
    RC_ASSERT(contentOf(cursor_) == list);
    save();
  }

  bool isKnown() const {
    return std::all_of(model_.begin(), model_.end(), [](const auto& item) { return item.has_value(); });
  }
  size_t size() const { return model_.size(); }

 private:
  List known() const {
    List list;
    for (const auto& item : model_) list.push_back(*item);
    return list;
  }

  TreeCursor cursor_;
  QuadTable& quads_;
  std::vector<std::optional<uint32_t>> model_;
  std::map<List, std::pair<uint32_t, Pair>> roots_;
};

RC_GTEST_PROP(TreeCursor, BehavesLikeAListUnderAnySequenceOfOperations, ()) {
  QuadTable quads;
  Pairing pairing(quads);
  pairing.layout(*listOf(*rc::gen::inRange<size_t>(1, 40)));
  const auto steps = *rc::gen::inRange(1, 60);
  for (int step = 0; step < steps; ++step) {
    const auto item = *rc::gen::inRange<uint32_t>(0, static_cast<uint32_t>(pairing.size()));
    switch (*rc::gen::inRange(0, 8)) {
      case 0: pairing.layout(*listOf(*rc::gen::inRange<size_t>(1, 40))); break;
      case 1: pairing.invalidate(item); break;
      case 2: pairing.moveTo(*listOf(pairing.size()), true); break;
      case 3: pairing.moveTo(*listOf(pairing.size()), false); break;
      case 4: pairing.save(); break;
      default:
        // The machine sets nothing between an invalidation and the move that follows it.
        if (pairing.isKnown()) pairing.set(item, *rc::gen::inRange<uint32_t>(1, 4));
        break;
    }
  }
}

using Changes = std::vector<TreeCursor::Change>;

/// A few changes of a list, in rising order; the list follows.
Changes change(List& list) {
  std::map<uint32_t, uint32_t> changes;
  const auto count = *rc::gen::inRange<size_t>(0, TreeCursor::kMostChanges + 1);
  for (size_t i = 0; i < count; ++i) {
    const auto item = *rc::gen::inRange<uint32_t>(0, static_cast<uint32_t>(list.size()));
    changes[item] = list[item] = *rc::gen::inRange<uint32_t>(1, 6);
  }
  Changes result;
  for (const auto& [item, id] : changes) result.push_back({item, id});
  return result;
}

Pair halvesOf(QuadTable& quads, const List& list) {
  TreeCursor cursor(quads);
  fill(cursor, list);
  return cursor.halves();
}

RC_GTEST_PROP(TreeCursor, ForeseesTheHalves, ()) {
  List list = *listOf(*rc::gen::inRange<size_t>(1, 80));
  QuadTable quads;
  TreeCursor cursor(quads);
  fill(cursor, list);
  const Pair halves = cursor.halves();
  const Changes changes = change(list);
  const Pair foreseen = cursor.halvesAfter(changes);
  RC_ASSERT(cursor.halves() == halves);
  for (const auto& [item, id] : changes) cursor.set(item, id);
  RC_ASSERT(cursor.halves() == foreseen);
  RC_ASSERT(contentOf(cursor) == list);
}

RC_GTEST_PROP(TreeCursor, RollsBackToAnyMarkHoweverItWasChanged, ()) {
  List list = *listOf(*rc::gen::inRange<size_t>(1, 80));
  QuadTable quads;
  TreeCursor cursor(quads);
  fill(cursor, list);
  std::vector<List> path;
  const auto steps = *rc::gen::inRange(1, 40);
  for (int step = 0; step < steps; ++step) {
    if (*rc::gen::inRange(0, 3) == 0 && !path.empty()) {
      const List target = path[*rc::gen::inRange<size_t>(0, path.size())];
      while (path.back() != target) path.pop_back();
      path.pop_back();
      List reported = list;
      RC_ASSERT(cursor.rollback(halvesOf(quads, target), [&](uint32_t item, uint32_t id) { reported[item] = id; }));
      RC_ASSERT(reported == target);
      list = target;
    } else {
      cursor.mark();
      path.push_back(list);
      const Changes changes = change(list);
      if (*rc::gen::arbitrary<bool>()) {
        cursor.replace(changes, halvesOf(quads, list));
      } else {
        for (const auto& [item, id] : changes) cursor.set(item, id);
      }
    }
    RC_ASSERT(contentOf(cursor) == list);
    RC_ASSERT(cursor.halves() == halvesOf(quads, list));
    if (*rc::gen::arbitrary<bool>()) RC_ASSERT(cursor.halvesAfter({}) == halvesOf(quads, list));
  }
}

TEST(TreeCursor, ForgetsOldMarksOnly) {
  QuadTable quads;
  TreeCursor cursor(quads);
  fill(cursor, List(10, 1));
  std::vector<Pair> path;
  for (uint32_t step = 0; step < 10'000; ++step) {
    cursor.mark();
    path.push_back(cursor.halves());
    cursor.set(step % 10, step + 2);
  }
  const auto ignore = [](uint32_t, uint32_t) {};
  EXPECT_FALSE(cursor.rollback(path[0], ignore));
  EXPECT_EQ(cursor[9], 10'001u);
  EXPECT_TRUE(cursor.rollback(path[9'800], ignore));
  EXPECT_EQ(cursor[9], 9'801u);
  EXPECT_EQ(cursor[0], 9'792u);
  EXPECT_EQ(cursor.halvesAfter({}), path[9'800]);
  EXPECT_FALSE(cursor.rollback(path[9'800], ignore));
}

RC_GTEST_PROP(TreeCursor, ReportsAnInvalidatedItemEvenIfItIsTheSame, ()) {
  const List list = *listOf(*rc::gen::inRange<size_t>(1, 40));
  const auto item = *rc::gen::inRange<uint32_t>(0, static_cast<uint32_t>(list.size()));
  QuadTable quads;
  TreeCursor cursor(quads);
  fill(cursor, list);
  const uint32_t root = cursor.root();
  cursor.invalidate(item);
  std::vector<uint32_t> reported;
  cursor.moveTo(root, [&](uint32_t each, uint32_t id) {
    RC_ASSERT(id == list[each]);
    reported.push_back(each);
  });
  RC_ASSERT(reported == std::vector<uint32_t>{item});
  RC_ASSERT(cursor.root() == root);
}

}  // namespace
}  // namespace clew::state
