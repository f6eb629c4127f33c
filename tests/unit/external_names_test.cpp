// A state that was named comes back by its name into other tables with the same content, and a content has one name,
// whatever tables it was in, and whatever the run went through in between.
#include "state/external_names.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <memory>

#include "machine/state_tables.h"
#include "resumable_run.h"

namespace clew::state {
namespace {

/// What is under an id, written down in full.
void describe(const machine::StateTables& tables, uint32_t id, Bytes& into) {
  if (id == 0) return into.push_back('-');
  if (!isComponent(id)) {
    into.push_back('(');
    for (const uint32_t part : tables.nodes[id].id) describe(tables, part, into);
    return into.push_back(')');
  }
  const auto bytes = tables.components[id];
  into.push_back('"');
  into.push_back(static_cast<uint8_t>(bytes.size()));
  into.push_back(static_cast<uint8_t>(bytes.size() >> 8));
  into.insert(into.end(), bytes.begin(), bytes.end());
}
Bytes contentOf(const machine::StateTables& tables, Pair key) {
  Bytes content;
  describe(tables, key.first, content);
  describe(tables, key.second, content);
  return content;
}

/// Of few different contents, so that equal ones are in different places, of different kinds.
uint32_t randomTree(machine::StateTables& tables, int height) {
  if (height == 0 || *rc::gen::inRange(0, 4) == 0) {
    const auto length = *rc::gen::weightedElement<size_t>({{8, 3}, {4, 40}, {1, 30'000}});
    const auto kind = *rc::gen::inRange<uint8_t>(0, static_cast<uint8_t>(ComponentKind::kCount));
    return tables.components.intern(recordOf(length, *rc::gen::inRange<uint64_t>(0, 4)),
                                    static_cast<ComponentKind>(kind));
  }
  Quad quad;
  const auto parts = *rc::gen::inRange<size_t>(1, 5);
  for (size_t i = 0; i < parts; ++i) quad.id[i] = randomTree(tables, height - 1);
  return tables.nodes.intern(quad).id;
}

void checkNames() {
  ResumableRun<ExternalNames> run(randomOptions());
  std::map<Bytes, std::pair<uint32_t, uint32_t>> model;
  auto modelWhenSaved = model;
  Bytes saved = run.save();
  auto tables = std::make_unique<machine::StateTables>();
  run->use(tables->components, tables->nodes);
  const auto steps = *rc::gen::inRange(0, 60);
  for (int i = 0; i < steps; ++i) {
    const auto action = *rc::gen::inRange(0, 16);
    if (action == 0) {
      RC_ASSERT(run.disk().drain());
      saved = run.save();
      modelWhenSaved = model;
    } else if (action <= 2) {
      if (action == 1) {
        run.restore(saved);
        model = modelWhenSaved;
      }
      tables = std::make_unique<machine::StateTables>();
      run->use(tables->components, tables->nodes);
    } else if (action <= 8 && !model.empty()) {
      const auto& [content, name] = *std::next(model.begin(), *rc::gen::inRange<ptrdiff_t>(0, std::ssize(model)));
      const Pair key = run->keyOf({name.first, name.second});
      RC_ASSERT(contentOf(*tables, key) == content);
      RC_ASSERT((run->nameOf(key) == Pair{name.first, name.second}));
    } else {
      const Pair key = {randomTree(*tables, 3), *rc::gen::inRange(0, 3) == 0 ? 0 : randomTree(*tables, 3)};
      const Pair name = run->nameOf(key);
      const auto known = model.emplace(contentOf(*tables, key), std::pair(name.first, name.second));
      RC_ASSERT(known.first->second == std::pair(name.first, name.second));
    }
    RC_ASSERT(!run.disk().hasFailed());
  }
}

RC_GTEST_PROP(ExternalNames, LeadBackToTheContent, ()) { checkNames(); }

class NamesOnDisk : public testing::Test {
 protected:
  NamesOnDisk() : disk_(std::move(*support::Disk::open(directory_.path()))), names_(*disk_, {}) {
    names_.use(tables_.components, tables_.nodes);
  }
  TemporaryDirectory directory_;
  std::unique_ptr<support::Disk> disk_;
  ExternalNames names_;
  machine::StateTables tables_;
};

TEST_F(NamesOnDisk, EqualBytesHaveOneNameInAllKinds) {
  const Bytes bytes = recordOf(20, 1);
  const Pair name = names_.nameOf(Pair{tables_.components.intern(bytes, ComponentKind::Data), 0});
  machine::StateTables others;
  names_.use(others.components, others.nodes);
  EXPECT_EQ(names_.nameOf(Pair{others.components.intern(bytes, ComponentKind::Object), 0}), name);
}

TEST_F(NamesOnDisk, WhatIsNoNameIsReported) {
  for (const Pair none : {Pair{7, 0}, Pair{kComponentTag | 1, 0}, Pair{kComponentTag | 7u << 28 | 1, 0}, Pair{0, 0}}) {
    auto disk = std::move(*support::Disk::open((directory_ / "another").string()));
    ExternalNames names(*disk, {});
    names.use(tables_.components, tables_.nodes);
    EXPECT_EQ(names.keyOf(none), Pair{});
    EXPECT_TRUE(disk->hasFailed()) << none.first;
  }
}

}  // namespace
}  // namespace clew::state
