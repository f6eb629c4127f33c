// What somebody sees who types a command: wrong input gets one clear line and status 3, what cannot be
// decided gets a verdict that says why and status 2, limits and Ctrl-C end a run within a second, and the
// report keeps to its schema.
//
// The binary comes from the compile definition CLEW_BINARY, the schema from CLEW_REPORT_SCHEMA; environment
// variables of the same names override them.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

extern char** environ;

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;
using nlohmann::json;

constexpr int kSafe = 0;
constexpr int kViolated = 1;
constexpr int kUndecided = 2;
constexpr int kBadInput = 3;

std::string setting(const char* name, const char* fallback) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : fallback;
}

// ---------------------------------------------------------------------------------------------
// Processes

/// What a process left behind. A process that died by a signal has the status 128 + signal.
struct Outcome {
  std::string command;
  std::string output;
  std::string errors;
  int status = -1;
  double seconds = 0;

  std::string describe() const {
    return command + "\nstatus " + std::to_string(status) + "\n--- output\n" + output + "--- errors\n" + errors +
           "---\n";
  }
  std::string lastLine() const {
    std::string text = output;
    if (text.ends_with('\n')) text.pop_back();
    const size_t newline = text.rfind('\n');
    return newline == std::string::npos ? text : text.substr(newline + 1);
  }
};

/// A signal to send to the process after some time.
struct Signal {
  int number;
  double afterSeconds;
};

/// Runs a command without a shell, in a folder, with both outputs collected. A process that takes longer
/// than a minute is killed.
class Process {
 public:
  Process(const Words& words, const std::string& folder, const Words& environment) : begin_(Clock::now()) {
    for (const auto& word : words) outcome_.command += (outcome_.command.empty() ? "" : " ") + word;
    openPipes();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipes_[0][1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pipes_[1][1], STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    // Whoever runs the tests in the background may have had Ctrl-C ignored.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> argv = pointers(words);
    std::vector<char*> variables = pointers(environment);
    variables.pop_back();
    for (char** each = environ; *each != nullptr; ++each) variables.push_back(*each);
    variables.push_back(nullptr);
    const int failed = posix_spawnp(&child_, argv[0], &actions, &attributes, argv.data(), variables.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    for (auto& pipe : pipes_) close(pipe[1]);
    if (failed != 0) throw std::runtime_error("cannot run " + outcome_.command + ": " + std::strerror(failed));
  }

  Outcome finish(std::optional<Signal> signal) {
    std::optional<Clock::time_point> sent;
    std::array<pollfd, 2> watched = {pollfd{pipes_[0][0], POLLIN, 0}, pollfd{pipes_[1][0], POLLIN, 0}};
    while (watched[0].fd >= 0 || watched[1].fd >= 0) {
      poll(watched.data(), watched.size(), 20);
      if (signal && !sent && since(begin_) >= signal->afterSeconds) {
        kill(child_, signal->number);
        sent = Clock::now();
      }
      if (since(begin_) > kLongest) kill(child_, SIGKILL);
      read(watched[0], outcome_.output);
      read(watched[1], outcome_.errors);
    }
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    outcome_.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome_.seconds = since(sent.value_or(begin_));
    return outcome_;
  }

 private:
  static constexpr double kLongest = 60;

  static double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

  static std::vector<char*> pointers(const Words& words) {
    std::vector<char*> result;
    for (const auto& word : words) result.push_back(const_cast<char*>(word.c_str()));
    result.push_back(nullptr);
    return result;
  }

  void openPipes() {
    for (auto& pipe : pipes_) {
      if (pipe2(pipe.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
    }
  }

  static void read(pollfd& watched, std::string& into) {
    if (watched.fd < 0 || watched.revents == 0) return;
    std::array<char, 4096> buffer;
    const ssize_t length = ::read(watched.fd, buffer.data(), buffer.size());
    if (length > 0) {
      into.append(buffer.data(), static_cast<size_t>(length));
    } else if (length == 0 || errno != EINTR) {
      close(watched.fd);
      watched.fd = -1;
    }
  }

  Clock::time_point begin_;
  std::array<std::array<int, 2>, 2> pipes_{};
  pid_t child_ = 0;
  Outcome outcome_;
};

size_t lines(const std::string& text) { return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')); }

// ---------------------------------------------------------------------------------------------
// The programs that are checked

constexpr const char* kFine = "int main(void) { return 0; }\n";

constexpr const char* kAssertion = R"(#include <assert.h>
#include <clew.h>
int main(void) {
  int x = clew_choose(3);
  assert(x != 2);
  return 0;
}
)";

constexpr const char* kDeadlock = R"(#include <pthread.h>
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

constexpr const char* kEndlessStates = R"(#include <clew.h>
static unsigned g[64];
int main(void) { for (;;) g[clew_choose(64)]++; }
)";

constexpr const char* kLongLocalLoop = R"(int main(void) {
  unsigned long x = 1;
  while (x) x = (x * 3 + 2) | 1;
  return (int)x;
}
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

  std::string place(const std::string& name) const { return folder_ + "/" + name; }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(place(name), std::ios::binary) << content;
  }

  std::string read(const std::string& name) const {
    std::ifstream stream(place(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

  Outcome command(Words words, std::optional<Signal> signal = std::nullopt, const Words& environment = {}) const {
    return Process(words, folder_, environment).finish(signal);
  }

  Outcome clew(Words words, std::optional<Signal> signal = std::nullopt, const Words& environment = {}) const {
    words.insert(words.begin(), setting("CLEW_BINARY", CLEW_BINARY));
    return command(words, signal, environment);
  }

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

  /// The same where clang has shown its own lines before.
  void expectCompileError(const Words& words, const std::string& file) const {
    const Outcome outcome = clew(words);
    EXPECT_EQ(outcome.status, kBadInput) << outcome.describe();
    EXPECT_EQ(outcome.output, "") << outcome.describe();
    EXPECT_NE(outcome.errors.find("error: "), std::string::npos) << outcome.describe();
    EXPECT_TRUE(outcome.errors.ends_with("clew: " + file + " does not compile\n")) << outcome.describe();
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

  static bool hasStatistics(const Outcome& outcome) {
    return outcome.output.find(" states, ") != std::string::npos &&
           outcome.output.find(" transitions, ") != std::string::npos;
  }

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

std::string randomBytes(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

// ---------------------------------------------------------------------------------------------
// Files that are no programs

class BadInput : public CommandLine {};

TEST_F(BadInput, MissingFile) {
  for (const char* verb : {"check", "run"}) expectComplaint({verb, "missing.c"}, "missing.c: no such file");
  expectComplaint({"replay", "missing.c", "--path", "0"}, "missing.c: no such file");
  expectComplaint({"replay", "missing.json"}, "missing.json");
}

TEST_F(BadInput, EmptyFile) {
  for (const char* name : {"empty.c", "empty.bc", "empty.ll"}) {
    write(name, "");
    expectComplaint({"check", name}, "the file is empty");
  }
}

TEST_F(BadInput, Directory) {
  fs::create_directory(place("folder.c"));
  expectComplaint({"check", "folder.c"}, "is a directory");
  expectComplaint({"check", "."}, "is a directory");
}

TEST_F(BadInput, AnotherKindOfFile) {
  write("notes.txt", kFine);
  write("program", kFine);
  expectComplaint({"check", "notes.txt"}, "notes.txt: not a program");
  expectComplaint({"check", "program"}, "program: not a program");
  expectComplaint({"check", "/dev/null"}, "/dev/null: not a program");
}

TEST_F(BadInput, TextThatIsNotC) {
  write("text.c", "Dear reader,\nthis is not C.\n");
  expectCompileError({"check", "text.c"}, "text.c");
  expectCompileError({"run", "text.c"}, "text.c");
}

TEST_F(BadInput, RandomBytesNamedC) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    write("random.c", randomBytes(400, seed));
    expectCompileError({"check", "random.c"}, "random.c");
  }
}

TEST_F(BadInput, UnknownClangFlag) {
  write("fine.c", kFine);
  expectCompileError({"check", "fine.c", "--", "-fno-such-flag-exists"}, "fine.c");
}

TEST_F(BadInput, RandomBytesNamedBitcode) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    write("random.bc", randomBytes(800, seed));
    expectComplaint({"check", "random.bc"}, "random.bc");
  }
}

TEST_F(BadInput, BitcodeOfAnotherVersion) {
  // The magic is right, what follows means nothing to this version.
  for (unsigned seed = 1; seed <= 10; ++seed) {
    write("other.bc", "BC\xC0\xDE" + randomBytes(600, seed));
    expectComplaint({"check", "other.bc"}, "other.bc");
  }
  write("other.bc", "BC\xC0\xDE");
  expectComplaint({"check", "other.bc"}, "other.bc");
}

TEST_F(BadInput, TruncatedBitcode) {
  const std::string bitcode = bitcodeOf(kFine);
  for (const size_t length :
       {size_t{1}, size_t{3}, size_t{4}, size_t{50}, bitcode.size() / 4, bitcode.size() / 2, bitcode.size() - 4}) {
    write("short.bc", bitcode.substr(0, length));
    expectComplaint({"check", "short.bc"}, "short.bc");
  }
}

TEST_F(BadInput, ProgramInLlvmAssemblyWithASyntaxError) {
  write("broken.ll", "define i32 @main() {\n  ret i32 0\n}\nthis is no definition\n");
  expectComplaint({"check", "broken.ll"}, "broken.ll:4");
}

TEST_F(BadInput, LlvmAssemblyThatIsNotValid) {
  write("invalid.ll",
        "define i32 @main() {\nentry:\n  br label %entry2\nentry2:\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret "
        "i32 %y\n}\n");
  expectComplaint({"check", "invalid.ll"}, "invalid.ll");
}

TEST_F(BadInput, ProgramWithoutMain) {
  write("library.c", "int f(void) { return 1; }\n");
  expectComplaint({"check", "library.c"}, "no function main");
  write("declared.c", "int main(void);\nint (*f)(void) = main;\n");
  expectComplaint({"check", "declared.c"}, "no function main");
}

TEST_F(BadInput, TwoMains) {
  write("one.c", kFine);
  write("two.c", kFine);
  expectComplaint({"check", "one.c", "two.c"}, "main");
}

// ---------------------------------------------------------------------------------------------
// Command lines that mean nothing

class BadCommandLine : public CommandLine {
 protected:
  BadCommandLine() {
    write("fine.c", kFine);
    write("choice.c", kAssertion);
  }
};

TEST_F(BadCommandLine, UnknownVerb) {
  expectComplaint({"chekc", "fine.c"}, "chekc");
  expectComplaint({"help", "chekc"}, "chekc");
}

TEST_F(BadCommandLine, UnknownOption) {
  for (const char* verb : {"check", "run", "replay"})
    expectComplaint({verb, "fine.c", "--no-such-option"}, "--no-such-option");
}

TEST_F(BadCommandLine, NoFile) {
  for (const char* verb : {"check", "run", "replay"}) expectComplaint({verb}, "FILE");
}

TEST_F(BadCommandLine, MalformedPath) {
  for (const char* path : {"a.b", "1.", "0x", "1..2", "0x4294967296"}) {
    expectComplaint({"run", "choice.c", "--path", path}, "not a path");
    expectComplaint({"replay", "choice.c", "--path", path}, "not a path");
  }
  expectComplaint({"run", "choice.c", "--path", "0x4000000000"}, "path");
}

TEST_F(BadCommandLine, MalformedPathWithANewlineStillGetsOneLine) {
  expectComplaint({"run", "choice.c", "--path", "1\n2"}, "not a path");
}

TEST_F(BadCommandLine, PathThatDoesNotFit) {
  expectComplaint({"run", "choice.c", "--path", "7"}, "does not fit");
  expectComplaint({"replay", "choice.c", "--path", "7"}, "does not fit");
  expectComplaint({"replay", "choice.c", "--path", "0.0.0"}, "does not fit");
}

TEST_F(BadCommandLine, ReplayWithoutAPath) { expectComplaint({"replay", "choice.c"}, "--path"); }

TEST_F(BadCommandLine, UnknownProperty) {
  expectComplaint({"check", "fine.c", "--property", "liveness"}, "'liveness'");
  expectComplaint({"check", "fine.c", "--property", "assert,liveness"}, "'liveness'");
  expectComplaint({"check", "fine.c", "--property", "assert,"}, "''");
}

TEST_F(BadCommandLine, EmptyPropertyIsNotAllProperties) {
  expectComplaint({"check", "fine.c", "--property", ""}, "property");
}

TEST_F(BadCommandLine, MemoryLimitThatIsNoNumberOfBytes) {
  for (const char* limit : {"abc", "-5M", "0", "5Q", "5 M", "1e400", "nan", "inf", "5MM"}) {
    expectComplaint({"check", "fine.c", "--memory-limit", limit}, "not a number of bytes");
  }
}

TEST_F(BadCommandLine, MemoryLimitBeyondAllNumbers) {
  expectComplaint({"check", "fine.c", "--memory-limit", "1e15T"}, "not a number of bytes");
}

TEST_F(BadCommandLine, EmptyMemoryLimit) {
  expectComplaint({"check", "fine.c", "--memory-limit", ""}, "not a number of bytes");
}

TEST_F(BadCommandLine, LimitsThatAreNoNumbers) {
  expectComplaint({"check", "fine.c", "--max-states", "many"}, "--max-states");
  expectComplaint({"check", "fine.c", "--max-depth", "1.5"}, "--max-depth");
  expectComplaint({"check", "fine.c", "--time-limit", "soon"}, "--time-limit");
  expectComplaint({"check", "fine.c", "--time-limit", "0"}, "--time-limit");
  expectComplaint({"check", "fine.c", "--time-limit", "-1"}, "--time-limit");
}

TEST_F(BadCommandLine, NegativeOrGiganticLimits) {
  expectComplaint({"check", "fine.c", "--max-states", "-1"}, "--max-states");
  expectComplaint({"check", "fine.c", "--max-depth", "-1"}, "--max-depth");
  expectComplaint({"check", "fine.c", "--max-depth", "99999999999999999999999"}, "--max-depth");
  expectComplaint({"check", "fine.c", "--time-limit", "nan"}, "--time-limit");
}

TEST_F(BadCommandLine, ComplaintsAreShortEnoughToRead) {
  EXPECT_LT(clew({"check", "fine.c", "--time-limit", "0"}).errors.size(), 300u);
}

TEST_F(BadCommandLine, UnknownSearchOrder) { expectComplaint({"check", "fine.c", "--search", "sideways"}, "--search"); }

TEST_F(BadCommandLine, StatelessBreadthFirst) {
  expectComplaint({"check", "fine.c", "--stateless", "--search", "bfs"}, "--stateless needs --search dfs");
}

TEST_F(BadCommandLine, SeedAndPathTogether) {
  expectComplaint({"run", "fine.c", "--seed", "1", "--path", "0"}, "--seed");
}

TEST_F(BadCommandLine, ReportIntoAMissingFolder) {
  expectComplaint({"check", "fine.c", "--json", "missing/report.json"}, "missing/report.json");
}

TEST_F(BadCommandLine, ReportOverAFolderLeavesNothingBehind) {
  fs::create_directory(place("folder"));
  expectComplaint({"check", "fine.c", "--json", "folder"}, "folder");
}

TEST_F(BadCommandLine, ReportThatIsNone) {
  write("list.json", "[1, 2]");
  write("broken.json", "{\"violation\": ");
  write("other.json", "{\"violation\": 3, \"files\": [7]}");
  write("empty.json", "");
  for (const char* file : {"list.json", "broken.json", "other.json", "empty.json"})
    expectComplaint({"replay", file}, file);
}

// ---------------------------------------------------------------------------------------------
// Help

class Help : public CommandLine {};

TEST_F(Help, ListsTheVerbsAndTheProperties) {
  for (const Words& words : {Words{"help"}, Words{"--help"}, Words{"-h"}}) {
    const Outcome outcome = clew(words);
    EXPECT_EQ(outcome.status, 0) << outcome.describe();
    EXPECT_EQ(outcome.errors, "");
    for (const char* word : {"check", "run", "replay", "deadlock", "use-after-free", "Exit status"}) {
      EXPECT_NE(outcome.output.find(word), std::string::npos) << word;
    }
  }
}

TEST_F(Help, OfAVerbShowsExamplesFirst) {
  for (const std::string verb : {"check", "run", "replay"}) {
    const Outcome outcome = clew({"help", verb});
    EXPECT_EQ(outcome.status, 0) << outcome.describe();
    EXPECT_TRUE(outcome.output.starts_with("Examples:\n  clew " + verb)) << outcome.describe();
    EXPECT_LT(outcome.output.find("clew " + verb), outcome.output.find("--help")) << outcome.describe();
    EXPECT_EQ(clew({verb, "--help"}).output, outcome.output);
  }
}

TEST_F(Help, PrintsTheVersion) {
  const Outcome outcome = clew({"--version"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.output.starts_with("clew ")) << outcome.describe();
  EXPECT_EQ(lines(outcome.output), 1u);
}

// ---------------------------------------------------------------------------------------------
// Verdicts

class Verdicts : public CommandLine {};

TEST_F(Verdicts, SafeIsStatusZero) {
  write("fine.c", kFine);
  const Outcome outcome = clew({"check", "fine.c"});
  expectVerdict(outcome, kSafe, "safe");
  EXPECT_EQ(outcome.lastLine(), "verdict: safe");
  EXPECT_TRUE(hasStatistics(outcome)) << outcome.describe();
  EXPECT_EQ(outcome.errors, "");
}

TEST_F(Verdicts, QuietPrintsTheVerdictAlone) {
  write("fine.c", kFine);
  EXPECT_EQ(clew({"check", "fine.c", "--quiet"}).output, "verdict: safe\n");
}

TEST_F(Verdicts, ViolatedIsStatusOneAndNamesTheProperty) {
  write("choice.c", kAssertion);
  write("lock.c", kDeadlock);
  for (const char* order : {"dfs", "bfs"}) {
    const Outcome assertion = clew({"check", "choice.c", "--search", order});
    expectVerdict(assertion, kViolated, "violated (assert)");
    EXPECT_NE(assertion.output.find("clew replay choice.c --path 2"), std::string::npos) << assertion.describe();
    expectVerdict(clew({"check", "lock.c", "--search", order}), kViolated, "violated (deadlock)");
  }
}

TEST_F(Verdicts, NoColoursWithoutATerminalWhateverTheEnvironmentSays) {
  write("lock.c", kDeadlock);
  for (const Words& environment : {Words{"NO_COLOR=1"}, Words{"TERM=xterm-256color"}, Words{"CLICOLOR_FORCE=1"}}) {
    expectVerdict(clew({"check", "lock.c"}, std::nullopt, environment), kViolated, "violated (deadlock)");
  }
}

TEST_F(Verdicts, AViolationThatIsNotSelectedIsNotSafe) {
  write("choice.c", kAssertion);
  expectVerdict(clew({"check", "choice.c", "--property", "deadlock"}), kUndecided, "unknown (");
}

TEST_F(Verdicts, InfiniteRecursionIsNamed) {
  write("deep.c", "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n");
  const Outcome outcome = clew({"check", "deep.c"});
  expectVerdict(outcome, kUndecided, "unknown (calls nest");
  EXPECT_NE(outcome.lastLine().find("deep.c:1"), std::string::npos) << outcome.describe();
  expectVerdict(clew({"run", "deep.c"}), kUndecided, "unknown (calls nest");
}

TEST_F(Verdicts, AnAllocationOfAGigabyteIsNamed) {
  write(
      "large.c",
      "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(1 << 30);\n  p[5] = 1;\n  free(p);\n  return 0;\n}\n");
  const Outcome outcome = clew({"check", "large.c"});
  expectVerdict(outcome, kUndecided, "unknown (");
  EXPECT_NE(outcome.lastLine().find("1073741824 bytes"), std::string::npos) << outcome.describe();
  EXPECT_NE(outcome.lastLine().find("large.c:3"), std::string::npos) << outcome.describe();
}

TEST_F(Verdicts, AnUnmodelledFunctionThatIsCalledIsNamedWithItsPlace) {
  write("unknown.c", "extern int mystery(int);\nint main(void) {\n  return mystery(3);\n}\n");
  for (const char* verb : {"check", "run"}) {
    const Outcome outcome = clew({verb, "unknown.c"});
    expectVerdict(outcome, kUndecided, "unknown (");
    EXPECT_NE(outcome.lastLine().find("mystery"), std::string::npos) << outcome.describe();
    EXPECT_NE(outcome.lastLine().find("unknown.c:3"), std::string::npos) << outcome.describe();
  }
}

TEST_F(Verdicts, AnUnmodelledFunctionThatIsOnlyDeclaredIsFine) {
  write("declared.c",
        "extern int mystery(int);\nextern int other;\nint main(int argc, char **argv) {\n  (void)argv;\n"
        "  if (argc > 5) return mystery(other);\n  return 0;\n}\n");
  expectVerdict(clew({"check", "declared.c"}), kSafe, "safe");
  expectVerdict(clew({"check", "declared.c", "--arg", "1", "--arg", "2", "--arg", "3", "--arg", "4", "--arg", "5"}),
                kUndecided, "unknown (");
}

TEST_F(Verdicts, AcceptBitcodeAndAssemblyOfAProgram) {
  write("fine.bc", bitcodeOf(kFine));
  write("fine.ll", "define i32 @main() {\n  ret i32 0\n}\n");
  expectVerdict(clew({"check", "fine.bc"}), kSafe, "safe");
  expectVerdict(clew({"check", "fine.ll"}), kSafe, "safe");
}

// ---------------------------------------------------------------------------------------------
// Limits

class Limits : public CommandLine {
 protected:
  Limits() {
    write("endless.c", kEndlessStates);
    write("local.c", kLongLocalLoop);
    write("volatile.c", "int main(void) { volatile unsigned long x = 0; for (;;) x++; }\n");
  }

  /// Compiling and loading is no part of the second that a limit may take.
  static constexpr double kLoading = 1.5;

  static void expectCut(const Outcome& outcome, const std::string& verdict) {
    expectVerdict(outcome, kUndecided, verdict);
    EXPECT_TRUE(hasStatistics(outcome)) << outcome.describe();
    EXPECT_EQ(outcome.errors, "") << outcome.describe();
  }
};

TEST_F(Limits, OnDepth) {
  for (const char* order : {"dfs", "bfs"})
    expectCut(clew({"check", "endless.c", "--max-depth", "2", "--search", order}), "bounded (depth 2)");
}

TEST_F(Limits, OnDepthThatCutNothingIsSafe) {
  write("choice.c", "#include <clew.h>\nint main(void) { clew_choose(2); clew_choose(2); return 0; }\n");
  for (const char* order : {"dfs", "bfs"}) {
    expectCut(clew({"check", "choice.c", "--max-depth", "1", "--search", order}), "bounded (depth 1)");
    expectVerdict(clew({"check", "choice.c", "--max-depth", "2", "--search", order}), kSafe, "safe");
  }
}

TEST_F(Limits, OnStates) {
  for (const char* order : {"dfs", "bfs"}) {
    const Outcome outcome = clew({"check", "endless.c", "--max-states", "1000", "--search", order});
    expectCut(outcome, "bounded (1000 states)");
    EXPECT_NE(outcome.output.find("1,000 states"), std::string::npos) << outcome.describe();
  }
}

TEST_F(Limits, OnTime) {
  for (const char* order : {"dfs", "bfs"}) {
    const Outcome outcome = clew({"check", "endless.c", "--time-limit", "1", "--search", order});
    expectCut(outcome, "unknown (time limit)");
    EXPECT_LT(outcome.seconds, 1 + 1 + kLoading) << outcome.describe();
  }
}

TEST_F(Limits, OnTimeInsideALongLocalLoop) {
  for (const char* program : {"local.c", "volatile.c"}) {
    const Outcome outcome = clew({"check", program, "--time-limit", "1"});
    expectCut(outcome, "unknown (time limit)");
    EXPECT_LT(outcome.seconds, 1 + 1 + kLoading) << outcome.describe();
  }
}

TEST_F(Limits, OnTimeOfOnePath) {
  const Outcome outcome = clew({"run", "local.c", "--time-limit", "1"});
  expectVerdict(outcome, kUndecided, "bounded (one path, not to its end)");
  EXPECT_LT(outcome.seconds, 1 + 1 + kLoading) << outcome.describe();
}

TEST_F(Limits, OnMemory) {
  write("growing.c", "#include <clew.h>\nstatic char g[4096];\nint main(void) { for (;;) g[clew_choose(4096)]++; }\n");
  for (const char* order : {"dfs", "bfs"}) {
    expectCut(clew({"check", "growing.c", "--memory-limit", "150M", "--search", order, "--time-limit", "40"}),
              "unknown (memory limit)");
  }
}

TEST_F(Limits, OnTimeWriteTheReportToo) {
  const Outcome outcome = clew({"check", "endless.c", "--time-limit", "1", "--json", "report.json"});
  expectCut(outcome, "unknown (time limit)");
  const json report = json::parse(read("report.json"));
  EXPECT_EQ(report["verdict"], "unknown");
  EXPECT_EQ(report["detail"], "time limit");
  EXPECT_GT(report["statistics"]["states"].get<uint64_t>(), 1000u);
}

class Interrupt : public Limits {};

TEST_F(Interrupt, EndsASearchWithinASecond) {
  for (const char* order : {"dfs", "bfs"}) {
    const Outcome outcome = clew({"check", "endless.c", "--search", order}, Signal{SIGINT, 2});
    expectCut(outcome, "unknown (interrupted)");
    EXPECT_LT(outcome.seconds, 1) << outcome.describe();
  }
}

TEST_F(Interrupt, EndsALongLocalLoopWithinASecond) {
  for (const char* program : {"local.c", "volatile.c"}) {
    const Outcome outcome = clew({"check", program}, Signal{SIGINT, 2});
    expectCut(outcome, "unknown (interrupted)");
    EXPECT_LT(outcome.seconds, 1) << outcome.describe();
  }
}

TEST_F(Interrupt, EndsOnePathWithinASecond) {
  for (const char* program : {"local.c", "endless.c"}) {
    const Outcome outcome = clew({"run", program}, Signal{SIGINT, 2});
    expectVerdict(outcome, kUndecided, "bounded (one path, not to its end)");
    EXPECT_LT(outcome.seconds, 1) << outcome.describe();
  }
}

TEST_F(Interrupt, EndsAReplayWithinASecond) {
  const Outcome outcome = clew({"replay", "local.c", "--path", ""}, Signal{SIGINT, 2});
  expectVerdict(outcome, kUndecided, "");
  EXPECT_LT(outcome.seconds, 1) << outcome.describe();
}

TEST_F(Interrupt, BySigtermEndsTheSameWay) {
  const Outcome outcome = clew({"check", "endless.c"}, Signal{SIGTERM, 2});
  expectCut(outcome, "unknown (interrupted)");
  EXPECT_LT(outcome.seconds, 1) << outcome.describe();
}

// ---------------------------------------------------------------------------------------------
// The report

/// Checks a document against the part of JSON Schema (draft 7) that docs/report.schema.json uses: type,
/// enum, required, properties, additionalProperties, items and references into the schema itself.
class Schema {
 public:
  explicit Schema(json root) : root_(std::move(root)) {}

  std::vector<std::string> complaintsAbout(const json& document) {
    complaints_.clear();
    validate(document, root_, "report");
    return complaints_;
  }

 private:
  void validate(const json& value, const json& schema, const std::string& where) {
    if (schema.contains("$ref")) {
      return validate(value, root_.at(json::json_pointer(schema["$ref"].get<std::string>().substr(1))), where);
    }
    for (const auto& [key, unused] : schema.items()) {
      if (!kKeywords.contains(key))
        throw std::logic_error("the schema uses " + key + ", which this validator does not know");
    }
    if (schema.contains("type") && !hasType(value, schema["type"])) {
      complaints_.push_back(where + " is not of type " + schema["type"].get<std::string>() + ": " + value.dump());
      return;
    }
    if (schema.contains("enum") &&
        std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end()) {
      complaints_.push_back(where + " is none of " + schema["enum"].dump() + ": " + value.dump());
    }
    if (value.is_object()) validateObject(value, schema, where);
    if (value.is_array() && schema.contains("items")) {
      for (size_t i = 0; i < value.size(); ++i)
        validate(value[i], schema["items"], where + "[" + std::to_string(i) + "]");
    }
  }

  void validateObject(const json& value, const json& schema, const std::string& where) {
    for (const auto& name : schema.value("required", json::array())) {
      if (!value.contains(name)) complaints_.push_back(where + " has no " + name.get<std::string>());
    }
    const json properties = schema.value("properties", json::object());
    const json others = schema.value("additionalProperties", json(true));
    for (const auto& [name, each] : value.items()) {
      const std::string place = where + "." + name;
      if (properties.contains(name)) {
        validate(each, properties[name], place);
      } else if (others.is_object()) {
        validate(each, others, place);
      } else if (others == false) {
        complaints_.push_back(place + " is not in the schema");
      }
    }
  }

  static bool hasType(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    throw std::logic_error("the schema uses the type " + type + ", which this validator does not know");
  }

  inline static const std::set<std::string> kKeywords = {"$schema", "title",      "description", "type",
                                                         "enum",    "required",   "properties",  "additionalProperties",
                                                         "items",   "definitions"};
  json root_;
  std::vector<std::string> complaints_;
};

class Report : public CommandLine {
 protected:
  json report(const Words& words) {
    Words command = {"check"};
    command.insert(command.end(), words.begin(), words.end());
    command.insert(command.begin() + 1, {"--json", "report.json"});
    const Outcome outcome = clew(command);
    const json document = json::parse(read("report.json"));
    for (const auto& complaint : schema_.complaintsAbout(document))
      ADD_FAILURE() << complaint << "\n" << document.dump(2);
    EXPECT_EQ(document["exit_status"], outcome.status) << outcome.describe();
    const std::string detail = document["detail"];
    const std::string verdict = document["verdict"].get<std::string>() + (detail.empty() ? "" : " (" + detail + ")");
    EXPECT_EQ(outcome.lastLine(), "verdict: " + verdict);
    uint64_t sum = 0;
    for (const auto& [threads, states] : document["statistics"]["states_by_live_threads"].items())
      sum += states.get<uint64_t>();
    EXPECT_EQ(sum, document["statistics"]["states"]);
    return document;
  }

  Schema schema_{json::parse(std::ifstream(setting("CLEW_REPORT_SCHEMA", CLEW_REPORT_SCHEMA)))};
};

TEST_F(Report, OfASafeProgramSaysThatEveryPropertyHolds) {
  write("fine.c", kFine);
  const json document = report({"fine.c", "--arg", "one", "--", "-DX=1"});
  EXPECT_EQ(document["verdict"], "safe");
  EXPECT_EQ(document["files"], json({"fine.c"}));
  EXPECT_EQ(document["clang_flags"], json({"-DX=1"}));
  EXPECT_EQ(document["arguments"], json({"one"}));
  EXPECT_EQ(document["statistics"]["states"], 1);
  EXPECT_EQ(document["statistics"]["transitions"], 0);
  EXPECT_GE(document["properties"].size(), 10u);
  for (const auto& property : document["properties"]) EXPECT_EQ(property["result"], "holds");
  EXPECT_FALSE(document.contains("violation"));
  EXPECT_FALSE(document.contains("trace"));
  EXPECT_EQ(files(), (std::set<std::string>{"fine.c", "report.json"}));
}

TEST_F(Report, OfAViolationHasPathAndTrace) {
  write("choice.c", kAssertion);
  const json document = report({"choice.c"});
  EXPECT_EQ(document["verdict"], "violated");
  EXPECT_EQ(document["violation"]["property"], "assert");
  EXPECT_EQ(document["violation"]["path"], "2");
  EXPECT_EQ(document["violation"]["location"]["file"], "choice.c");
  EXPECT_EQ(document["violation"]["location"]["line"], 5);
  for (const auto& property : document["properties"]) {
    EXPECT_EQ(property["result"], property["name"] == "assert" ? "violated" : "undecided");
  }
  EXPECT_EQ(document["trace"]["threads"][0]["routine"], "main");
}

TEST_F(Report, OfADeadlockSaysWhereEachThreadStands) {
  write("lock.c", kDeadlock);
  const json document = report({"lock.c", "--search", "bfs"});
  EXPECT_EQ(document["violation"]["property"], "deadlock");
  ASSERT_EQ(document["trace"]["end"].size(), 2u) << document.dump(2);
  std::set<int> lines;
  for (const auto& end : document["trace"]["end"]) lines.insert(end["location"]["line"].get<int>());
  EXPECT_EQ(lines, (std::set<int>{5, 12}));
  std::set<std::string> names;
  for (const auto& thread : document["trace"]["threads"]) names.insert(thread["name"]);
  for (const auto& line : document["trace"]["lines"])
    EXPECT_TRUE(names.contains(line["thread"].get<std::string>())) << line;
}

TEST_F(Report, ListsOnlySelectedProperties) {
  write("fine.c", kFine);
  const json document = report({"fine.c", "--property", "deadlock,assert"});
  ASSERT_EQ(document["properties"].size(), 2u);
}

TEST_F(Report, OfABoundedSearchDecidesNothing) {
  write("endless.c", kEndlessStates);
  const json document = report({"endless.c", "--max-states", "100"});
  EXPECT_EQ(document["verdict"], "bounded");
  EXPECT_EQ(document["statistics"]["states"], 100);
  for (const auto& property : document["properties"]) EXPECT_EQ(property["result"], "undecided");
}

TEST_F(Report, OfAnUnknownVerdictNamesTheReason) {
  write("unknown.c", "extern void mystery(void);\nint main(void) {\n  mystery();\n}\n");
  const json document = report({"unknown.c"});
  EXPECT_EQ(document["verdict"], "unknown");
  EXPECT_NE(document["detail"].get<std::string>().find("mystery"), std::string::npos);
}

TEST_F(Report, CountsTheSameStatesInBothOrders) {
  write("lock.c",
        "#include <pthread.h>\nstatic int x;\nstatic void *f(void *a) { x++; x++; return a; }\n"
        "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);\n"
        "  pthread_join(t, 0); pthread_join(u, 0); return 0; }\n");
  const json depth = report({"lock.c"});
  const json breadth = report({"lock.c", "--search", "bfs"});
  for (const char* field : {"states", "transitions", "states_by_live_threads"}) {
    EXPECT_EQ(depth["statistics"][field], breadth["statistics"][field]) << field;
  }
  EXPECT_EQ(depth["program"], breadth["program"]);
}

TEST_F(Report, OfBytesThatAreNoUtf8IsStillValid) {
  write(
      "print.c",
      "#include <assert.h>\n#include <stdio.h>\nint main(void) { puts(\"\\xff\\xfe \\\"quoted\\\"\"); assert(0); }\n");
  EXPECT_EQ(report({"print.c"})["verdict"], "violated");
}

// ---------------------------------------------------------------------------------------------
// Run and replay

class Replay : public CommandLine {};

TEST_F(Replay, ShowsTheViolationOfAPathOnTheCommandLine) {
  write("choice.c", kAssertion);
  expectVerdict(clew({"replay", "choice.c", "--path", "2"}), kViolated, "violated (assert)");
  expectVerdict(clew({"run", "choice.c", "--path", "2"}), kViolated, "violated (assert)");
  expectVerdict(clew({"replay", "choice.c", "--path", "1"}), kUndecided, "bounded (one path, exit status 0)");
}

TEST_F(Replay, TakesAReportWithItsFlagsAndArguments) {
  write("flags.c",
        "#include <assert.h>\n#include <clew.h>\nint main(int argc, char **argv) {\n  int x = clew_choose(LIMIT);\n"
        "  assert(argc != 2 || argv[1][0] != 'a' || x != 4);\n  return 0;\n}\n");
  expectVerdict(clew({"check", "flags.c", "--json", "report.json", "--arg", "a", "--", "-DLIMIT=5"}), kViolated,
                "violated (assert)");
  const Outcome outcome = clew({"replay", "report.json"});
  expectVerdict(outcome, kViolated, "violated (assert)");
  EXPECT_NE(outcome.output.find("flags.c"), std::string::npos) << outcome.describe();
}

TEST_F(Replay, ComplainsWhenTheProgramHasChanged) {
  write("choice.c", kAssertion);
  clew({"check", "choice.c", "--json", "report.json"});
  write("choice.c", std::string(kAssertion) + "int added;\n");
  expectComplaint({"replay", "report.json"}, "has changed");
  fs::remove(place("choice.c"));
  expectComplaint({"replay", "report.json"}, "choice.c: no such file");
}

TEST_F(Replay, ComplainsAboutAReportWithoutACounterexample) {
  write("fine.c", kFine);
  clew({"check", "fine.c", "--json", "report.json"});
  expectComplaint({"replay", "report.json"}, "not a report with a counterexample");
}

TEST_F(Replay, ShowsTheSameTraceAsTheCheck) {
  write("lock.c", kDeadlock);
  const Outcome checked = clew({"check", "lock.c", "--json", "report.json"});
  const Outcome replayed = clew({"replay", "report.json"});
  const auto trace = [](const Outcome& outcome, const char* end) {
    return outcome.output.substr(0, outcome.output.find(end));
  };
  EXPECT_EQ(trace(checked, "\nto see it again"), trace(replayed, "\nverdict:"))
      << checked.describe() << replayed.describe();
}

class Run : public CommandLine {};

TEST_F(Run, PrintsWhatTheProgramPrintsAndItsStatus) {
  write("hello.c",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n  printf(\"%d %s\\n\", argc, argv[1]);\n  return "
        "7;\n}\n");
  const Outcome outcome = clew({"run", "hello.c", "--arg", "x y"});
  EXPECT_EQ(outcome.output, "2 x y\nverdict: bounded (one path, exit status 7)\n") << outcome.describe();
}

TEST_F(Run, MakesTheSameChoicesForTheSameSeed) {
  write("dice.c",
        "#include <clew.h>\n#include <stdio.h>\nint main(void) { for (int i = 0; i < 20; i++) printf(\"%d\", "
        "clew_choose(6)); }\n");
  EXPECT_EQ(clew({"run", "dice.c", "--seed", "7"}).output, clew({"run", "dice.c", "--seed", "7"}).output);
  EXPECT_NE(clew({"run", "dice.c", "--seed", "7"}).output, clew({"run", "dice.c", "--seed", "8"}).output);
  EXPECT_TRUE(clew({"run", "dice.c"}).output.starts_with("00000000000000000000"));
  EXPECT_TRUE(clew({"run", "dice.c", "--path", "1.5x3"}).output.starts_with("15550000000000000000"));
}

}  // namespace
