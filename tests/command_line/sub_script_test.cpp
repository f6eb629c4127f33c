// Sub-scripts: files of their own for the parts of a script, each certified without the rest, as on machines that have
// nothing else, and what comes of their results.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command_line.h"

namespace clew::test {
namespace {

constexpr const char* kTwoLocks = R"(#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *one(void *p) {
  for (int i = 0; i < 2; i++) { pthread_mutex_lock(&a); x++; pthread_mutex_unlock(&a); }
  return p;
}
static void *two(void *p) {
  for (int i = 0; i < 2; i++) { pthread_mutex_lock(&b); y++; pthread_mutex_unlock(&b); }
  return p;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
)";

class SubScripts : public CommandLine {
 protected:
  void SetUp() override {
    write("fine.c", kTwoLocks);
    expectVerdict(clew({"check", "fine.c", "--script", "fine.clew"}), kSafe, "safe");
    cut("fine.clew", "parts");
  }

  void cut(const std::string& script, const std::string& folder, const Words& more = {}) {
    Words words = {"script", "partition", script, "-k", "3", "--output", folder};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = clew(words);
    ASSERT_EQ(outcome.status, 0) << outcome.describe();
  }
  Outcome certify(const std::string& script, const std::string& result, const Words& more = {},
                  const std::string& program = "fine.c") {
    Words words = {"certify", program, "--script", script, "--result", result, "--secret", "ours"};
    words.insert(words.end(), more.begin(), more.end());
    return clew(words);
  }
  void certifyAll(const Words& more = {}) {
    for (const char* part : {"1", "2", "3"}) {
      const Outcome outcome = certify("parts/" + std::string(part) + ".clew", std::string(part) + ".part", more);
      EXPECT_EQ(outcome.status, 0) << outcome.describe();
      EXPECT_TRUE(outcome.lastLine().starts_with("certificate: accepted (part " + std::string(part) + "/3;"))
          << outcome.describe();
    }
  }
  void expectMerge(Words results, int status, const std::string& line, const std::string& script = "fine.clew") {
    results.insert(results.begin(), {"script", "merge", script});
    const Outcome outcome = clew(results);
    EXPECT_EQ(outcome.status, status) << outcome.describe();
    EXPECT_EQ(outcome.lastLine(), line) << outcome.describe();
  }
};

TEST_F(SubScripts, TogetherCertifyTheScript) {
  certifyAll();
  expectMerge({"1.part", "2.part", "3.part"}, 0, "certificate: accepted");
  expectMerge({"3.part", "1.part", "2.part"}, 0, "certificate: accepted");
}

TEST_F(SubScripts, AreEnoughWithoutTheWholeScript) {
  fs::remove(place("fine.clew"));
  certifyAll();
  expectMerge({"1.part", "2.part", "3.part"}, 0, "certificate: accepted", "parts/2.clew");
}

TEST_F(SubScripts, OfThePapersPartsCertifyTheScript) {
  cut("fine.clew", "parts", {"--method", "greedy"});
  certifyAll();
  expectMerge({"1.part", "2.part", "3.part"}, 0, "certificate: accepted");
}

TEST_F(SubScripts, AreCertifiedBySeveralWorkersToo) {
  certifyAll({"--jobs", "3"});
  expectMerge({"1.part", "2.part", "3.part"}, 0, "certificate: accepted");
}

TEST_F(SubScripts, OfAReducedScriptCertifyIt) {
  std::string text = kTwoLocks;
  for (size_t at = text.find("&b"); at != std::string::npos; at = text.find("&b")) text[at + 1] = 'a';
  write("fine.c", text);  // threads that get into each other's way
  expectVerdict(clew({"check", "fine.c", "--reduction", "local", "--script", "fine.clew"}), kSafe, "safe");
  cut("fine.clew", "parts");
  certifyAll({"--reduction", "local"});
  expectMerge({"1.part", "2.part", "3.part"}, 0, "certificate: accepted");
}

TEST_F(SubScripts, AndPartsOfTheWholeAreTheSame) {
  certifyAll();
  ASSERT_EQ(certify("fine.clew", "2.part", {"--part", "2/3"}).status, 0);
  expectMerge({"1.part", "2.part", "3.part"}, 0, "certificate: accepted");
}

TEST_F(SubScripts, MustAllBeThereOnce) {
  certifyAll();
  const Outcome missing = clew({"script", "merge", "fine.clew", "1.part", "3.part"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_NE(missing.lastLine().find("states were not expanded by any part"), std::string::npos) << missing.describe();
  expectMerge({"1.part", "2.part", "2.part", "3.part"}, 1, "certificate: rejected (part 2 is there twice)");
  // Another partition's part in the place of one.
  ASSERT_EQ(clew({"script", "partition", "fine.clew", "-k", "4", "-o", "four"}).status, 0);
  ASSERT_EQ(certify("four/2.clew", "other.part").status, 0);
  expectMerge({"1.part", "other.part", "3.part"}, 1, "certificate: rejected (the results are of different partitions)");
}

TEST_F(SubScripts, OfAnotherScriptAreRejected) {
  certifyAll();
  expectVerdict(clew({"check", "fine.c", "--script", "other.clew", "--property", "assert"}), kSafe, "safe");
  cut("other.clew", "others");
  ASSERT_EQ(certify("others/2.clew", "2.part").status, 0);
  expectMerge({"1.part", "2.part", "3.part"}, 1, "certificate: rejected (the result of part 2 is of another script)");
}

TEST_F(SubScripts, OfAnotherProgramAreRejected) {
  std::string text = kTwoLocks;
  text.replace(text.find("y++"), 3, "y--");
  write("other.c", text);
  const Outcome outcome = certify("parts/2.clew", "2.part", {}, "other.c");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.lastLine(), "certificate: rejected (the program differs from the one the script was made for)");
}

TEST_F(SubScripts, WithOtherSecretsOrPropertiesAreRejected) {
  certifyAll();
  ASSERT_EQ(clew({"certify", "fine.c", "--script", "parts/2.clew", "--result", "2.part", "--secret", "theirs"}).status,
            0);
  expectMerge({"1.part", "2.part", "3.part"}, 1,
              "certificate: rejected (the results were made with different secrets)");
  ASSERT_EQ(certify("parts/2.clew", "2.part", {"--property", "all"}).status, 0);
  expectMerge({"1.part", "2.part", "3.part"}, 1, "certificate: rejected (the results are about different properties)");
}

TEST_F(SubScripts, SayWhatTheyAre) {
  const Outcome info = clew({"script", "info", "parts/2.clew"});
  ASSERT_EQ(info.status, 0) << info.describe();
  for (const char* text :
       {"kind            part\n", "part            2 of 3\n", "range           S", "initialisation  "}) {
    EXPECT_NE(info.output.find(text), std::string::npos) << text << info.describe();
  }
  const Outcome print = clew({"script", "print", "parts/2.clew"});
  ASSERT_EQ(print.status, 0) << print.describe();
  EXPECT_TRUE(print.output.starts_with("- ")) << print.describe();
  EXPECT_NE(print.output.find(" elsewhere\n"), std::string::npos) << print.describe();
  EXPECT_EQ(print.output.find(" S1\n"), std::string::npos) << print.describe();
  EXPECT_TRUE(clew({"script", "print", "parts/1.clew"}).output.find(" S1\n") < 50u);
  EXPECT_EQ(clew({"script", "print", "parts/2.clew", "--subgraphs"}).status, 0);
}

TEST_F(SubScripts, WantASecretAndAResult) {
  expectComplaint({"certify", "fine.c", "--script", "parts/2.clew"}, "part 2 of 3");
  expectComplaint({"certify", "fine.c", "--script", "parts/2.clew", "--secret", "ours"}, "--result");
  expectComplaint({"certify", "fine.c", "--script", "fine.clew", "--secret", "ours", "--result", "x"}, "sub-script");
  expectComplaint({"certify", "fine.c", "--script", "parts/2.clew", "--secret", "s", "--result", "x", "--part", "1/3"},
                  "is part 2/3, not 1/3");
  EXPECT_EQ(certify("parts/2.clew", "2.part", {"--part", "2/3"}).status, 0);
  expectComplaint({"certify", "fine.c", "--script", "parts/2.clew", "--secret", "s", "--result", "x", "--trust"},
                  "--trust");
  expectComplaint({"script", "partition", "parts/2.clew", "-k", "2"}, "a part already");
  expectComplaint({"script", "info", "fine.clew", "-o", "folder"}, "--output");
  write("file", "");
  expectComplaint({"script", "partition", "fine.clew", "-k", "2", "-o", "file/folder"}, "file/folder");
  ASSERT_EQ(clew({"check", "fine.c", "--script", "t.clew", "--script-kind", "trustful"}).status, 0);
  expectComplaint({"script", "partition", "t.clew", "-k", "2", "-o", "folder"}, "full script");
}

}  // namespace
}  // namespace clew::test
