// Scripts: what is written is what is read. A depth-first search of a generated graph is told to a builder, written to
// a file and read back; lists and numbers must be those of the search.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "generated_graph.h"
#include "program/compile.h"
#include "script/builder.h"
#include "script/file.h"
#include "script/search_tree.h"
#include "support/sha256.h"

namespace clew::script {
namespace {

using namespace test;

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
