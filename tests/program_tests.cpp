// Whole programs as tests. Each task file under tests/programs (BenchExec form) names a C program and
// what a check of it must find; this file turns every one of them into a GoogleTest of its own.
//
// A program that is clean must be judged safe under all properties, and the certificate of that must be accepted.
// A program with a violation must be
// judged violated, with exactly the property of its task file, depth-first and breadth-first, and the
// path that the first search reports must lead `clew replay` to the same violation. If the task file
// tells what the program prints, `clew run` must print that.
//
// The tasks in the folder svcomp are given to `clew check` as they are. Each property must get the answer that
// the task expects, with the subproperty that it names, and each violation must be found again by a replay.
//
// The folder and the binary come from the compile definitions CLEW_PROGRAM_TESTS and CLEW_BINARY, and
// environment variables of the same names override them.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#ifndef CLEW_PROGRAM_TESTS
#define CLEW_PROGRAM_TESTS "tests/programs"
#endif
#ifndef CLEW_BINARY
#define CLEW_BINARY "clew"
#endif

extern char** environ;

namespace {

namespace fs = std::filesystem;

constexpr const char* kSecondsPerProcess = "60";
constexpr int kExitOfTimeout = 124;
constexpr int kExitSafe = 0;
constexpr int kExitViolated = 1;
constexpr int kExitUndecided = 2;

std::string setting(const char* name, const char* fallback) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : fallback;
}

// ---------------------------------------------------------------------------------------------
// Processes

// What a process left behind. A process that died by a signal has the status 128 + signal.
struct ProcessResult {
  std::string command;
  std::string standardOutput;
  std::string standardError;
  int exitStatus = -1;

  // All that a person needs to see what went wrong.
  std::string describe() const {
    std::string text = "command: " + command + "\nexit status: " + std::to_string(exitStatus);
    if (exitStatus == kExitOfTimeout) text += " (stopped after " + std::string(kSecondsPerProcess) + " s)";
    return text + "\n--- standard output\n" + standardOutput + "--- standard error\n" + standardError + "---\n";
  }

  std::string lastLine() const {
    const std::string text = standardOutput.substr(lastLineStart());
    return text.substr(0, text.find('\n'));
  }

  // What is left of the output of `clew run` is what the program itself printed.
  std::string outputWithoutLastLine() const { return standardOutput.substr(0, lastLineStart()); }

 private:
  std::size_t lastLineStart() const {
    if (standardOutput.size() < 2) return 0;
    const std::size_t newline = standardOutput.rfind('\n', standardOutput.size() - 2);
    return newline == std::string::npos ? 0 : newline + 1;
  }
};

// For people only: the process gets its arguments as they are, no shell sees them.
std::string quoted(const std::vector<std::string>& arguments) {
  std::string line;
  for (const std::string& argument : arguments) {
    const bool plain = !argument.empty() && argument.find_first_not_of(
                                                "abcdefghijklmnopqrstuvwxyz"
                                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                "0123456789-_./=+,:") == std::string::npos;
    std::string shown = argument;
    for (std::size_t at = 0; !plain && (at = shown.find('\'', at)) != std::string::npos; at += 4)
      shown.replace(at, 1, "'\\''");
    line += (line.empty() ? "" : " ") + (plain ? shown : "'" + shown + "'");
  }
  return line;
}

struct Pipe {
  int readEnd = -1;
  int writeEnd = -1;

  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
    readEnd = ends[0];
    writeEnd = ends[1];
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    closeWriteEnd();
    close(readEnd);
  }
  void closeWriteEnd() {
    if (writeEnd >= 0) close(writeEnd);
    writeEnd = -1;
  }
};

// Reads both pipes until both are at their end. One after the other would block on a full pipe.
void drain(const Pipe& output, const Pipe& error, ProcessResult& result) {
  std::array<pollfd, 2> waiting{pollfd{output.readEnd, POLLIN, 0}, pollfd{error.readEnd, POLLIN, 0}};
  const std::array<std::string*, 2> targets{&result.standardOutput, &result.standardError};
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR)
      throw std::runtime_error(std::string("poll: ") + std::strerror(errno));
    for (std::size_t i = 0; i < waiting.size(); i++) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      std::array<char, 65536> buffer{};
      const ssize_t count = read(waiting[i].fd, buffer.data(), buffer.size());
      if (count > 0)
        targets[i]->append(buffer.data(), static_cast<std::size_t>(count));
      else if (count == 0 || errno != EINTR)
        waiting[i].fd = -1;
    }
  }
}

// Runs a command to its end, or to the time limit, with nothing on its standard input.
ProcessResult run(std::vector<std::string> command) {
  ProcessResult result;
  result.command = quoted(command);
  const std::vector<std::string> limit{"timeout", "--kill-after=5", kSecondsPerProcess};
  command.insert(command.begin(), limit.begin(), limit.end());
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);

  Pipe output;
  Pipe error;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.writeEnd, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.writeEnd, STDERR_FILENO);
  pid_t process = -1;
  const int failure = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::runtime_error("cannot run " + result.command + ": " + std::strerror(failure));

  output.closeWriteEnd();
  error.closeWriteEnd();
  drain(output, error, result);
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) throw std::runtime_error(std::string("waitpid: ") + std::strerror(errno));
  result.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

// ---------------------------------------------------------------------------------------------
// Tasks

struct Task {
  fs::path file;     // the task file
  fs::path program;  // the program that it names
  std::vector<std::string> properties;
  bool holds = true;  // all of the properties hold, or the only one is violated
  std::vector<std::string> options;
  std::optional<std::string> output;
  std::optional<std::uint64_t> states;
};

// Everything that is wrong with a task file ends here, with one line that says what.
struct TaskError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void expectKeys(const YAML::Node& map, const std::set<std::string>& known, const std::string& where) {
  if (!map.IsMap()) throw TaskError(where + " is not a map");
  for (const auto& entry : map)
    if (const std::string key = entry.first.as<std::string>(); !known.contains(key))
      throw TaskError(where + " has the unknown key " + key);
}

YAML::Node required(const YAML::Node& map, const std::string& key) {
  const YAML::Node value = map[key];
  if (!value) throw TaskError("the key " + key + " is missing");
  return value;
}

void parseProperties(const YAML::Node& list, Task& task) {
  if (!list.IsSequence() || list.size() == 0) throw TaskError("properties is not a list with at least one entry");
  std::size_t violated = 0;
  for (const YAML::Node& entry : list) {
    expectKeys(entry, {"property_file", "expected_verdict"}, "a property");
    const fs::path property = task.file.parent_path() / required(entry, "property_file").as<std::string>();
    if (property.extension() != ".prp" || !fs::is_regular_file(property))
      throw TaskError("there is no property file " + property.string());
    task.properties.push_back(property.stem().string());
    violated += required(entry, "expected_verdict").as<bool>() ? 0 : 1;
  }
  if (violated > 0 && task.properties.size() != 1)
    throw TaskError("a program with a violation lists exactly one property");
  task.holds = violated == 0;
}

void parseOptions(const YAML::Node& options, Task& task) {
  expectKeys(options, {"language", "data_model", "clew", "output", "states"}, "options");
  const std::string language = required(options, "language").as<std::string>();
  if (language != "C" && language != "C++") throw TaskError("the language is neither C nor C++");
  const std::string model = required(options, "data_model").as<std::string>();
  if (model != "LP64" && model != "ILP32") throw TaskError("the data model is neither LP64 nor ILP32");
  if (const YAML::Node extra = options["clew"]) {
    if (!extra.IsSequence()) throw TaskError("options.clew is not a list");
    task.options = extra.as<std::vector<std::string>>();
  }
  if (model == "ILP32") {
    if (std::find(task.options.begin(), task.options.end(), "--") == task.options.end()) task.options.push_back("--");
    task.options.push_back("-m32");
  }
  if (const YAML::Node output = options["output"]) task.output = output.as<std::string>();
  if (const YAML::Node states = options["states"]) task.states = states.as<std::uint64_t>();
}

Task parseTask(const fs::path& file) {
  Task task;
  task.file = file;
  const YAML::Node root = YAML::LoadFile(file.string());
  expectKeys(root, {"format_version", "input_files", "properties", "options"}, "the task");
  if (required(root, "format_version").as<std::string>() != "2.0") throw TaskError("the format version is not 2.0");
  task.program = file.parent_path() / required(root, "input_files").as<std::string>();
  if (!fs::is_regular_file(task.program)) throw TaskError("there is no program " + task.program.string());
  parseProperties(required(root, "properties"), task);
  parseOptions(required(root, "options"), task);
  return task;
}

// ---------------------------------------------------------------------------------------------
// Tests

// A file that is gone with its owner; clew writes its report there.
class TemporaryFile {
 public:
  TemporaryFile() : path_((fs::temp_directory_path() / "clew-program-test-XXXXXX").string()) {
    const int descriptor = mkstemp(path_.data());
    if (descriptor < 0) throw std::runtime_error("cannot make " + path_ + ": " + std::strerror(errno));
    close(descriptor);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  const std::string& path() const { return path_; }
  std::string content() const {
    std::ifstream stream(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

 private:
  std::string path_;
};

class ProgramTest : public testing::Test {
 public:
  explicit ProgramTest(Task task) : task_(std::move(task)) {}

  void TestBody() override {
    checkVerdict();
    if (task_.output && !HasFatalFailure()) checkOutput();
  }

 private:
  // Everything that is checked by default but races, which many of these programs have on purpose, and the
  // task's own property.
  std::string selection() const {
    std::string names = "default,-data-race";
    for (const std::string& name : task_.properties) names += "," + name;
    return names;
  }

  // The options of the task come last because they may end in `-- CLANG FLAGS`.
  ProcessResult clew(const std::string& verb, const std::vector<std::string>& own) const {
    std::vector<std::string> command{setting("CLEW_BINARY", CLEW_BINARY), verb, task_.program.string()};
    command.push_back("--property=" + selection());
    command.insert(command.end(), own.begin(), own.end());
    command.insert(command.end(), task_.options.begin(), task_.options.end());
    return run(command);
  }

  void expectVerdict(const ProcessResult& result) const {
    const std::string verdict = task_.holds ? "verdict: safe" : "verdict: violated (" + task_.properties.front() + ")";
    EXPECT_EQ(result.lastLine(), verdict) << result.describe();
    EXPECT_EQ(result.exitStatus, task_.holds ? kExitSafe : kExitViolated) << result.describe();
  }

  void checkVerdict() const {
    const TemporaryFile report;
    const TemporaryFile script;
    const ProcessResult checked = clew("check", {"--json", report.path(), "--script", script.path()});
    expectVerdict(checked);
    if (HasFailure()) return;
    {
      SCOPED_TRACE("the certificate must be accepted");
      const ProcessResult certified = clew("certify", {"--script", script.path()});
      EXPECT_TRUE(certified.lastLine().starts_with("certificate: accepted")) << certified.describe();
      EXPECT_EQ(certified.exitStatus, 0) << certified.describe();
    }
    nlohmann::json json;
    try {
      json = nlohmann::json::parse(report.content());
    } catch (const nlohmann::json::exception& problem) {
      FAIL() << "the JSON report cannot be read: " << problem.what() << "\n" << report.content() << checked.describe();
    }
    if (task_.states) {
      EXPECT_EQ(json.value("/statistics/states"_json_pointer, std::uint64_t{0}), *task_.states) << json.dump(2) << "\n"
                                                                                                << checked.describe();
    }
    if (!task_.holds) checkViolation(json, checked);
  }

  void checkViolation(const nlohmann::json& json, const ProcessResult& checked) const {
    const auto pathInReport = "/violation/path"_json_pointer;
    ASSERT_TRUE(json.contains(pathInReport) && json[pathInReport].is_string())
        << "the JSON report has no violation.path\n"
        << json.dump(2) << "\n"
        << checked.describe();
    {
      SCOPED_TRACE("the reported path must lead to the same violation");
      expectVerdict(clew("replay", {"--path", json[pathInReport].get<std::string>()}));
    }
    SCOPED_TRACE("breadth-first search must find the same violation");
    expectVerdict(clew("check", {"--search", "bfs"}));
  }

  void checkOutput() const {
    const ProcessResult result = clew("run", {});
    EXPECT_TRUE(result.lastLine().starts_with("verdict: ")) << result.describe();
    EXPECT_EQ(result.outputWithoutLastLine(), *task_.output) << result.describe();
  }

  Task task_;
};

/// A task as a verifier of SV-COMP gets it: several properties, each with its own answer.
class SvcompTest : public testing::Test {
 public:
  explicit SvcompTest(fs::path file) : file_(std::move(file)) {}

  void TestBody() override {
    const YAML::Node task = YAML::LoadFile(file_.string());
    for (const char* order : {"dfs", "bfs"}) {
      SCOPED_TRACE(order);
      check(task["properties"], order);
      if (HasFailure()) return;
    }
  }

 private:
  static ProcessResult clew(const std::vector<std::string>& words) {
    std::vector<std::string> command{setting("CLEW_BINARY", CLEW_BINARY)};
    command.insert(command.end(), words.begin(), words.end());
    return run(command);
  }

  void check(const YAML::Node& properties, const std::string& order) const {
    const TemporaryFile report;
    const ProcessResult checked = clew({"check", file_.string(), "--json", report.path(), "--search", order});
    const auto json = nlohmann::json::parse(report.content(), nullptr, false);
    ASSERT_TRUE(json.is_object() && json.contains("property_files")) << checked.describe();
    ASSERT_EQ(json["property_files"].size(), properties.size()) << checked.describe();
    std::set<std::string> results;
    for (std::size_t i = 0; i < properties.size(); i++) {
      compare(properties[i], json["property_files"][i], checked);
      results.insert(json["property_files"][i]["result"].get<std::string>());
    }
    const int status = results.contains("violated")    ? kExitViolated
                       : results.contains("undecided") ? kExitUndecided
                                                       : kExitSafe;
    EXPECT_EQ(checked.exitStatus, status) << checked.describe();
    EXPECT_TRUE(checked.lastLine().starts_with("verdict: ")) << checked.describe();
  }

  /// Where the task expects nothing, undefined behaviour of another kind must leave the question open.
  void compare(const YAML::Node& property, const nlohmann::json& answer, const ProcessResult& checked) const {
    const std::string name = fs::path(property["property_file"].as<std::string>()).filename().string();
    SCOPED_TRACE(name);
    EXPECT_EQ(fs::path(answer["file"].get<std::string>()).filename().string(), name);
    if (isRefused(answer)) return;
    const YAML::Node expected = property["expected_verdict"];
    const std::string result = !expected ? "undecided" : expected.as<bool>() ? "holds" : "violated";
    ASSERT_EQ(answer["result"], result) << checked.describe();
    if (result != "violated") return;
    if (property["subproperty"]) EXPECT_EQ(answer["subproperty"], property["subproperty"].as<std::string>());
    const ProcessResult replayed = clew({"replay", file_.string(), "--path", answer["violation"]["path"],
                                         "--property-file", answer["file"].get<std::string>()});
    EXPECT_EQ(replayed.lastLine(), "verdict: violated (" + answer["subproperty"].get<std::string>() + ")")
        << replayed.describe();
  }

  static bool isRefused(const nlohmann::json& answer) {
    return answer["result"] == "undecided" &&
           (answer["detail"] == "termination is not supported" || answer["detail"] == "coverage is not supported");
  }

  fs::path file_;
};

class FailingTest : public testing::Test {
 public:
  explicit FailingTest(std::string reason) : reason_(std::move(reason)) {}
  void TestBody() override { FAIL() << reason_; }

 private:
  std::string reason_;
};

// `lock_order_violates_deadlock`, `peterson_keeps_assert`: the name says what must hold.
std::string testName(const Task& task) {
  std::string name = task.file.stem().string() + (task.holds ? "_keeps" : "_violates");
  for (std::size_t i = 0; i < task.properties.size(); i++) name += (i == 0 ? "_" : "_and_") + task.properties[i];
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

void registerFailure(const std::string& name, const std::string& reason) {
  testing::RegisterTest("Programs", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                        [reason]() -> testing::Test* { return new FailingTest(reason); });
}

void registerTask(const fs::path& file) {
  const std::string group = file.parent_path().filename().string();
  if (group == "svcomp") {
    testing::RegisterTest("Programs/svcomp", file.stem().c_str(), nullptr, nullptr, file.c_str(), 1,
                          [file]() -> testing::Test* { return new SvcompTest(file); });
    return;
  }
  try {
    const Task task = parseTask(file);
    testing::RegisterTest(("Programs/" + group).c_str(), testName(task).c_str(), nullptr, nullptr, file.c_str(), 1,
                          [task]() -> testing::Test* { return new ProgramTest(task); });
  } catch (const std::exception& problem) {
    registerFailure(group + "_" + file.stem().string() + "_is_a_well_formed_task",
                    file.string() + ": " + problem.what());
  }
}

void registerTasks(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
    if (at->is_regular_file() && at->path().extension() == ".yml") files.push_back(at->path());
  if (files.empty())
    registerFailure("are_found", "no task files in " + folder.string() + (problem ? ": " + problem.message() : ""));
  // Shards agree on the numbering only if the order does not depend on the file system.
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) registerTask(file);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  registerTasks(fs::path(setting("CLEW_PROGRAM_TESTS", CLEW_PROGRAM_TESTS)));
  return RUN_ALL_TESTS();
}
