// What the tests of the command line share: a folder to run clew in, the meaning of each exit status, a few
// programs, and the two forms that the answer to a program can have: one line of complaint where the input is
// wrong, otherwise a verdict, which is the last line of the output.
//
// The binary comes from the compile definition CLEW_BINARY; an environment variable of the same name
// overrides it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>

#include "process.h"

namespace clew::test {

namespace fs = std::filesystem;

/// The exit status of each kind of answer.
inline constexpr int kSafe = 0;
inline constexpr int kViolated = 1;
inline constexpr int kUndecided = 2;
inline constexpr int kBadInput = 3;

/// The environment variable of this name, or the fallback where it is not set.
inline std::string setting(const char* name, const char* fallback) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : fallback;
}

inline size_t lines(const std::string& text) { return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')); }

inline constexpr const char* kFine = "int main(void) { return 0; }\n";

inline constexpr const char* kAssertion = R"(#include <assert.h>
#include <clew.h>
int main(void) {
  int x = clew_choose(3);
  assert(x != 2);
  return 0;
}
)";

inline constexpr const char* kDeadlock = R"(#include <pthread.h>
static pthread_mutex_t a, b;
static void *worker(void *x) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  return 0;
}
)";

inline constexpr const char* kEndlessStates = R"(#include <clew.h>
static unsigned g[64];
int main(void) { for (;;) g[clew_choose(64)]++; }
)";

/// Each test has a folder of its own, in which clew runs.
class CommandLine : public testing::Test {
 protected:
  CommandLine() : folder_((fs::temp_directory_path() / "clew-command-line-XXXXXX").string()) {
    if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("cannot make " + folder_);
  }
  ~CommandLine() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  /// The whole path of a file in the folder.
  std::string place(const std::string& name) const { return folder_ + "/" + name; }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(place(name), std::ios::binary) << content;
  }

  std::string read(const std::string& name) const {
    std::ifstream stream(place(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

  /// Runs any command in the folder.
  Outcome command(Words words, std::optional<Signal> signal = std::nullopt, const Words& environment = {}) const {
    return Process(words, folder_, environment).finish(signal);
  }

  /// Runs clew with these words.
  Outcome clew(Words words, std::optional<Signal> signal = std::nullopt, const Words& environment = {}) const {
    words.insert(words.begin(), setting("CLEW_BINARY", CLEW_BINARY));
    return command(words, signal, environment);
  }

  /// The names in the folder.
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.insert(entry.path().filename().string());
    return names;
  }

  /// Wrong input: exactly one line, which says `says`, and nothing else but the status.
  void expectComplaint(const Words& words, const std::string& says) const {
    const auto before = files();
    const Outcome outcome = clew(words);
    ASSERT_EQ(outcome.status, kBadInput) << outcome.describe();
    EXPECT_EQ(outcome.output, "") << outcome.describe();
    EXPECT_EQ(lines(outcome.errors), 1u) << outcome.describe();
    EXPECT_TRUE(outcome.errors.starts_with("clew: ") && outcome.errors.ends_with('\n')) << outcome.describe();
    EXPECT_NE(outcome.errors.find(says), std::string::npos) << outcome.describe();
    EXPECT_EQ(files(), before) << "a file was left behind\n" << outcome.describe();
  }

  /// The last line is this verdict, whole or up to where it may vary.
  static void expectVerdict(const Outcome& outcome, int status, const std::string& verdict) {
    EXPECT_EQ(outcome.status, status) << outcome.describe();
    EXPECT_TRUE(outcome.lastLine().starts_with("verdict: " + verdict)) << outcome.describe();
    EXPECT_TRUE(outcome.output.ends_with('\n')) << outcome.describe();
    EXPECT_EQ(outcome.output.find("\033"), std::string::npos) << "escape codes without a terminal\n"
                                                              << outcome.describe();
    EXPECT_EQ(outcome.errors.find("\033"), std::string::npos) << outcome.describe();
  }

  /// Whether the numbers of states and transitions were printed.
  static bool hasStatistics(const Outcome& outcome) {
    return outcome.output.find(" states, ") != std::string::npos &&
           outcome.output.find(" transitions, ") != std::string::npos;
  }

  /// What clang makes of a C text; leaves no file behind.
  std::string bitcodeOf(const std::string& text) const {
    write("source.c", text);
    const Outcome compiled = command({"clang-19", "-c", "-emit-llvm", "-O0", "source.c", "-o", "source.bc"});
    EXPECT_EQ(compiled.status, 0) << compiled.describe();
    const std::string bitcode = read("source.bc");
    fs::remove(place("source.c"));
    fs::remove(place("source.bc"));
    return bitcode;
  }

 private:
  std::string folder_;
};

}  // namespace clew::test
