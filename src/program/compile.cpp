#include "program/compile.h"

#include <fmt/format.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "program/embedded.h"

namespace clew::program {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  path_ = (fs::temp_directory_path() / "clew-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr) path_.clear();
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

namespace {

constexpr const char* kClang = "clang-19";

support::Result<int> run(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const auto& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ) != 0) {
    return support::Error{fmt::format("cannot run {} (is it installed?)", words[0])};
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

support::Result<std::string> compile(const std::string& source, const std::vector<std::string>& flags,
                                     const TemporaryFolder& folder, size_t number) {
  const std::string include = folder.path() + "/include";
  const std::string output = fmt::format("{}/{}.bc", folder.path(), number);
  std::error_code failed;
  fs::create_directory(include, failed);
  std::ofstream(include + "/clew.h") << embeddedHeader();
  fs::create_directory(include + "/bits", failed);
  // Found before libstdc++'s own, which spin before they wait: a state per turn, and no schedule that differs.
  for (const char* name : {"/bits/atomic_wait.h", "/bits/atomic_timed_wait.h"}) {
    std::ofstream(include + name) << embeddedWaitHeader();
  }
  std::vector<std::string> words = {kClang, "-c", "-emit-llvm", "-U_FORTIFY_SOURCE", "-isystem", include};
  words.insert(words.end(), flags.begin(), flags.end());
  for (const char* word : {"-O0", "-g", "-Xclang", "-disable-O0-optnone", "-fno-stack-protector"}) {
    words.emplace_back(word);
  }
  // What __FILE__ says must not depend on from where a program is checked.
  const std::string place = fs::path(source).parent_path().string();
  if (!place.empty()) words.push_back(fmt::format("-fmacro-prefix-map={}/=", place));
  words.insert(words.end(), {"-o", output, source});
  const auto status = run(words);
  if (!status) return status.error();
  if (*status != 0) return support::Error{fmt::format("{} does not compile", source)};
  return output;
}

}  // namespace clew::program
