// Scripts: what is written is what is read. A depth-first search of a generated graph is told to a builder, written to
// a file and read back; lists and numbers must be those of the search.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "program/compile.h"
#include "script/builder.h"
#include "script/file.h"
#include "script/search_tree.h"
#include "support/sha256.h"

namespace clew::script {
namespace {

// ---- names ----

std::string sha256Of(const std::string& text) {
  return support::sha256Text({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

TEST(Sha256, GivesTheDigestsOfTheStandard) {
  EXPECT_EQ(sha256Of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256Of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256Of(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PadsWhatHardlyFitsABlockAndWhatHardlyDoesNot) {
  const std::map<size_t, std::string> digests = {
      {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
      {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
      {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
      {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
      {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
  };
  for (const auto& [length, digest] : digests) EXPECT_EQ(sha256Of(std::string(length, 'a')), digest) << length;
}

// ---- what is written is what is read ----

/// A graph as a search would find it: of each node its list, and where each transition leads.
struct Subject {
  static constexpr uint32_t kNoNode = 0xFFFF'FFFF;
  struct Node {
    std::vector<Label> labels;
    std::vector<uint32_t> to;
  };
  Alphabet alphabet;
  std::vector<Node> nodes;

  void add(Node& node, uint32_t choice, const std::vector<uint32_t>& to) const {
    const Alphabet::Entry& entry = alphabet.entries()[choice];
    for (uint32_t i = 0; i < entry.choice.alternatives; ++i) {
      node.labels.push_back(entry.first + i);
      node.to.push_back(to[i]);
    }
  }
};

/// The lists of a script, by the numbers of the states.
struct Lists {
  std::vector<std::vector<Label>> labels;
  std::vector<std::vector<StateId>> to;
  std::vector<StateId> parent;
  bool operator==(const Lists&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Lists& lists) {
  for (size_t state = 0; state < lists.labels.size(); ++state) {
    out << state + 1 << ":";
    for (size_t i = 0; i < lists.labels[state].size(); ++i) {
      out << " " << lists.labels[state][i] << ">" << lists.to[state][i];
    }
    out << "\n";
  }
  return out;
}

/// A depth-first search of a graph, which tells a builder what it does and notes for itself what must come of it.
class Search {
 public:
  Search(const Subject& subject, Builder& builder, Kind kind) : subject_(subject), builder_(builder), kind_(kind) {
    visit(0, kNowhere);
  }
  const Lists& lists() const { return lists_; }

 private:
  void visit(uint32_t node, StateId parent) {
    const Subject::Node& lists = subject_.nodes[node];
    const auto number = static_cast<StateId>(lists_.labels.size() + 1);
    numbers_.emplace(node, number);
    lists_.labels.emplace_back();
    lists_.to.emplace_back();
    lists_.parent.push_back(parent);
    builder_.enter(keyOf(node), lists.labels);
    for (size_t i = 0; i < lists.labels.size(); ++i) {
      const uint32_t to = lists.to[i];
      const auto known = numbers_.find(to);
      const bool isNew = to != Subject::kNoNode && known == numbers_.end();
      if (kind_ == Kind::Full || isNew) {
        lists_.labels[number - 1].push_back(lists.labels[i]);
        lists_.to[number - 1].push_back(to == Subject::kNoNode ? kNowhere
                                        : isNew                ? static_cast<StateId>(numbers_.size() + 1)
                                                               : known->second);
      }
      if (to == Subject::kNoNode) {
        builder_.stop();
      } else if (isNew) {
        visit(to, number);
      } else {
        builder_.reach(keyOf(to));
      }
    }
  }
  static uint64_t keyOf(uint32_t node) { return (uint64_t{node} << 32) + 77; }

  const Subject& subject_;
  Builder& builder_;
  const Kind kind_;
  std::map<uint32_t, StateId> numbers_;
  Lists lists_;
};

Lists listsOf(const SearchTree& tree) {
  Lists lists;
  for (StateId state = 1; state <= tree.states(); ++state) {
    lists.labels.emplace_back();
    lists.to.emplace_back();
    lists.parent.push_back(tree.parent(state));
    for (uint64_t i = tree.first(state); i < tree.end(state); ++i) {
      lists.labels.back().push_back(tree.label(i));
      lists.to.back().push_back(tree.to(i));
    }
  }
  return lists;
}

/// How many chunks the file had that a graph went through.
size_t expectRoundTrip(const Subject& subject, Kind kind = Kind::Full, ChunkLimits limits = {}) {
  Builder builder(subject.alphabet, kind, limits);
  const Search search(subject, builder, kind);
  EXPECT_TRUE(builder.isComplete());
  const program::TemporaryFolder folder;
  const std::string name = folder.path() + "/script";
  Metadata metadata;
  metadata.kind = kind;
  const auto failed = writeFile(name, metadata, subject.alphabet, builder.finish());
  EXPECT_FALSE(failed) << failed->message;
  const auto file = File::open(name);
  if (!file) {
    ADD_FAILURE() << file.error().message;
    return 0;
  }
  EXPECT_EQ(file->metadata().states, search.lists().labels.size());
  const auto tree = SearchTree::read(*file, 1);
  if (tree) {
    EXPECT_EQ(listsOf(*tree), search.lists());
  } else {
    ADD_FAILURE() << tree.error().message << "\n" << search.lists();
  }
  return file->chunks().size();
}

/// Nodes with any lists and any successors.
Subject anyGraph(std::mt19937& random, uint32_t nodes, uint32_t threads) {
  const auto below = [&](uint32_t end) { return std::uniform_int_distribution<uint32_t>(0, end - 1)(random); };
  Subject subject;
  const uint32_t choices = threads * (1 + below(5));
  for (uint32_t i = 0; i < choices; ++i) subject.alphabet.add({i % threads, 10 * i, 1 + below(3)}, "here");
  subject.nodes.resize(nodes);
  for (Subject::Node& node : subject.nodes) {
    for (uint32_t thread = 0; thread < threads; ++thread) {
      if (below(3) == 0) continue;
      const uint32_t choice = thread + threads * below(choices / threads);
      std::vector<uint32_t> to(subject.alphabet.entries()[choice].choice.alternatives);
      for (uint32_t& node : to) node = below(8) == 0 ? Subject::kNoNode : below(nodes);
      subject.add(node, choice, to);
    }
  }
  return subject;
}

/// Threads that go round and round, each in its own steps, and at times exclude or end each other: the squares of a
/// real program, with exceptions.
Subject product(std::mt19937& random, uint32_t threads, uint32_t steps) {
  const auto below = [&](uint32_t end) { return std::uniform_int_distribution<uint32_t>(0, end - 1)(random); };
  Subject subject;
  for (uint32_t thread = 0; thread < threads; ++thread) {
    for (uint32_t step = 0; step < steps; ++step) subject.alphabet.add({thread, step, below(4) == 0 ? 2u : 1u}, "");
  }
  uint32_t nodes = 1;
  for (uint32_t thread = 0; thread < threads; ++thread) nodes *= steps;
  const uint32_t rare = 2 + below(30);
  for (uint32_t number = 0; number < nodes; ++number) {
    Subject::Node node;
    for (uint32_t thread = 0, weight = 1; thread < threads; ++thread, weight *= steps) {
      if (below(rare) == 0) continue;
      const uint32_t step = number / weight % steps;
      const uint32_t next = number - step * weight + (step + 1) % steps * weight;
      subject.add(node, thread * steps + step, {below(rare) == 0 ? Subject::kNoNode : next, below(nodes)});
    }
    subject.nodes.push_back(node);
  }
  return subject;
}

std::mt19937 anyRandom() { return std::mt19937(*rc::gen::arbitrary<uint32_t>()); }
Kind anyKind() { return *rc::gen::element(Kind::Full, Kind::Trustful); }

RC_GTEST_PROP(Script, IsReadAsItWasWritten, ()) {
  std::mt19937 random = anyRandom();
  expectRoundTrip(anyGraph(random, *rc::gen::inRange(1, 200), *rc::gen::inRange(1, 7)), anyKind());
}

RC_GTEST_PROP(Script, OfThreadsThatHardlyMeetIsReadAsItWasWritten, ()) {
  std::mt19937 random = anyRandom();
  expectRoundTrip(product(random, *rc::gen::inRange(1, 5), *rc::gen::inRange(1, 6)), anyKind());
}

RC_GTEST_PROP(Script, InChunksOfFewStatesIsReadAsItWasWritten, ()) {
  std::mt19937 random = anyRandom();
  const Subject subject = product(random, *rc::gen::inRange(2, 4), *rc::gen::inRange(2, 6));
  expectRoundTrip(subject, anyKind(),
                  {.states = std::max<uint64_t>(1, subject.nodes.size() / *rc::gen::inRange(2, 6))});
}

RC_GTEST_PROP(Script, InChunksOfFewTransitionsIsReadAsItWasWritten, ()) {
  std::mt19937 random = anyRandom();
  const Subject subject = product(random, *rc::gen::inRange(2, 4), *rc::gen::inRange(2, 6));
  const uint64_t parts = *rc::gen::inRange(2, 6);
  expectRoundTrip(subject, anyKind(), {.transitions = std::max<uint64_t>(1, 2 * subject.nodes.size() / parts)});
}

TEST(Script, EndsAChunkAtStatesOrTransitions) {
  std::mt19937 random(1);
  const Subject subject = product(random, 3, 4);
  EXPECT_EQ(expectRoundTrip(subject), 1u);
  EXPECT_GT(expectRoundTrip(subject, Kind::Full, {.states = 20}), 2u);
  EXPECT_GT(expectRoundTrip(subject, Kind::Full, {.transitions = 40}), 2u);
  EXPECT_GT(expectRoundTrip(subject, Kind::Trustful, {.transitions = 20}), 2u);
}

TEST(Script, OfOneStateHasOneState) {
  Subject subject;
  subject.nodes.resize(1);
  expectRoundTrip(subject);
  expectRoundTrip(subject, Kind::Trustful);
  subject.alphabet.add({0, 5, 2}, "main.c:3");
  subject.add(subject.nodes[0], 0, {Subject::kNoNode, Subject::kNoNode});
  expectRoundTrip(subject);
  expectRoundTrip(subject, Kind::Trustful);
  subject.nodes[0].to = {0, Subject::kNoNode};
  expectRoundTrip(subject);
  expectRoundTrip(subject, Kind::Trustful);
}

TEST(Script, HasStatesWithoutTransitionsAndThreadsThatComeLate) {
  Subject subject;
  subject.alphabet.add({0, 1, 3}, "");
  subject.alphabet.add({5, 2, 1}, "");
  subject.nodes.resize(4);
  subject.add(subject.nodes[0], 0, {1, 2, 3});
  subject.add(subject.nodes[2], 0, {1, 1, 0});
  subject.add(subject.nodes[2], 1, {3});
  expectRoundTrip(subject);
  expectRoundTrip(subject, Kind::Trustful);
}

TEST(Script, OfALongPathHasAllOfIt) {
  Subject subject;
  subject.alphabet.add({0, 1, 1}, "");
  subject.nodes.resize(20'000);
  for (uint32_t i = 0; i < subject.nodes.size(); ++i) {
    subject.add(subject.nodes[i], 0, {(i + 1) % static_cast<uint32_t>(subject.nodes.size())});
  }
  expectRoundTrip(subject);
  expectRoundTrip(subject, Kind::Trustful);
}

// ---- what cannot be a script is not written ----

TEST(Builder, NoticesThatASearchIsNotWhole) {
  Alphabet alphabet;
  alphabet.add({0, 1, 2}, "");
  const std::vector<Label> both = {0, 1};
  Builder none(alphabet, Kind::Full);
  EXPECT_FALSE(none.isComplete());
  Builder half(alphabet, Kind::Full);
  half.enter(7, both);
  half.stop();
  EXPECT_FALSE(half.isComplete());
  half.reach(7);
  EXPECT_TRUE(half.isComplete());
  half.stop();
  EXPECT_FALSE(half.isComplete());
  Builder unknown(alphabet, Kind::Full);
  unknown.enter(7, both);
  unknown.reach(8);
  unknown.stop();
  EXPECT_FALSE(unknown.isComplete());
}

}  // namespace
}  // namespace clew::script
