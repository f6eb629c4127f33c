// Parts of a script that are certified one by one, as on different machines, and what comes of their results.
#include <gtest/gtest.h>

#include <string>

#include "command_line.h"

namespace clew::test {
namespace {

class Parts : public CommandLine {
 protected:
  void SetUp() override {
    write("fine.c", kTwoLocks);
    expectVerdict(clew({"check", "fine.c", "--script", "fine.clew"}), kSafe, "safe");
  }

  Outcome certify(const std::string& part, const std::string& result, const std::string& secret = "ours") {
    return clew({"certify", "fine.c", "--script", "fine.clew", "--part", part, "--secret", secret, "--result", result});
  }
  void certifyAll() {
    for (const char* part : {"1", "2", "3"}) {
      const Outcome outcome = certify(std::string(part) + "/3", std::string(part) + ".part");
      EXPECT_EQ(outcome.status, 0) << outcome.describe();
      EXPECT_TRUE(outcome.lastLine().starts_with("certificate: accepted (part ")) << outcome.describe();
    }
  }
  void expectMerge(Words results, int status, const std::string& line) {
    results.insert(results.begin(), {"script", "merge", "fine.clew"});
    const Outcome outcome = clew(results);
    EXPECT_EQ(outcome.status, status) << outcome.describe();
    EXPECT_EQ(outcome.lastLine(), line) << outcome.describe();
  }

  static constexpr const char* kTwoLocks = R"(#include <pthread.h>
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
};

TEST_F(Parts, TogetherCertifyTheScript) {
  certifyAll();
  expectMerge({"1.part", "2.part", "3.part"}, 0, "certificate: accepted");
  expectMerge({"3.part", "1.part", "2.part"}, 0, "certificate: accepted");
}

TEST_F(Parts, CanBeMoreThanThereAreStates) {
  write("small.c", "int main(void) { return 0; }\n");
  ASSERT_EQ(clew({"check", "small.c", "--script", "small.clew"}).status, 0);
  Words merge = {"script", "merge", "small.clew"};
  for (int part = 1; part <= 5; ++part) {
    const std::string name = std::to_string(part);
    ASSERT_EQ(clew({"certify", "small.c", "--script", "small.clew", "--part", name + "/5", "--secret", "ours",
                    "--result", name + ".part"})
                  .status,
              0);
    merge.push_back(name + ".part");
  }
  EXPECT_EQ(clew(merge).lastLine(), "certificate: accepted");
}

TEST_F(Parts, MustAllBeThereOnce) {
  certifyAll();
  const Outcome missing = clew({"script", "merge", "fine.clew", "1.part", "3.part"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_NE(missing.lastLine().find("states were not expanded by any part"), std::string::npos) << missing.describe();
  expectMerge({"1.part", "2.part", "2.part", "3.part"}, 1, "certificate: rejected (part 2 is there twice)");
}

TEST_F(Parts, MustBelongTogether) {
  certifyAll();
  certify("2/3", "other.part", "theirs");
  expectMerge({"1.part", "other.part", "3.part"}, 1,
              "certificate: rejected (the results were made with different secrets)");
  certify("2/4", "four.part");
  expectMerge({"1.part", "four.part", "3.part"}, 1, "certificate: rejected (the results are of different partitions)");
  clew({"certify", "fine.c", "--script", "fine.clew", "--part", "2/3", "--secret", "ours", "--result", "all.part",
        "--property", "all"});
  expectMerge({"1.part", "all.part", "3.part"}, 1,
              "certificate: rejected (the results are about different properties)");
  expectVerdict(clew({"check", "fine.c", "--script", "fine.clew", "--property", "assert"}), kSafe, "safe");
  expectMerge({"1.part", "2.part", "3.part"}, 1, "certificate: rejected (the result of part 1 is of another script)");
}

TEST_F(Parts, WithADamagedResultAreBadInput) {
  certifyAll();
  const std::string whole = read("2.part");
  for (const size_t place : {size_t{3}, size_t{20}, whole.size() / 2, whole.size() - 1}) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 1);
    write("2.part", damaged);
    const Outcome outcome = clew({"script", "merge", "fine.clew", "1.part", "2.part", "3.part"});
    EXPECT_EQ(outcome.status, kBadInput) << outcome.describe();
    EXPECT_EQ(lines(outcome.errors), 1u) << outcome.describe();
  }
  write("2.part", whole.substr(0, whole.size() / 2));
  EXPECT_EQ(clew({"script", "merge", "fine.clew", "1.part", "2.part", "3.part"}).status, kBadInput);
  EXPECT_EQ(clew({"script", "merge", "fine.clew", "1.part", "none.part", "3.part"}).status, kBadInput);
}

TEST_F(Parts, NeedANumberASecretAndAResult) {
  for (const char* part : {"0/3", "4/3", "3", "1/0", "a/b", "1/3x", "1/9999999999", ""}) {
    EXPECT_EQ(certify(part, "1.part").status, kBadInput) << part;
  }
  EXPECT_EQ(clew({"certify", "fine.c", "--script", "fine.clew", "--part", "1/3"}).status, kBadInput);
  EXPECT_EQ(clew({"script", "merge", "fine.clew"}).status, kBadInput);
}

}  // namespace
}  // namespace clew::test
