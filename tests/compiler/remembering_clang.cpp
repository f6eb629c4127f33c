// clang, with a memory. The same small programs are checked in many ways by the tests, and most of a check's time would
// be clang's start. Under ctest this program is the `clang-19` that clew finds first. It runs the real one, keeps the
// bitcode, and gives it out again when the same command comes with the same source. clew notices nothing.
//
// What counts as the same: the words, but for the folder that clew makes for each compilation, the working directory,
// the content of the source and of clew's own headers, and all files that the source includes as they were the last
// time. Only what clang had nothing to say about is kept. Anything but a compilation by clew goes straight to clang.
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "support/sha256.h"

extern char** environ;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr int kNoClang = 127;

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<char*> pointersTo(Words& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

[[noreturn]] void becomeClang(Words words) {
  words[0] = CLEW_CLANG;
  execv(CLEW_CLANG, pointersTo(words).data());
  std::exit(kNoClang);
}

/// A compilation as clew asks for it.
struct Compilation {
  Words words;
  fs::path output;
  fs::path source;

  fs::path folder() const { return output.parent_path(); }
};

std::optional<Compilation> compilationOf(const Words& words) {
  const auto has = [&](const char* word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  const auto output = std::find(words.begin(), words.end(), "-o");
  if (!has("-c") || !has("-emit-llvm") || words.end() - output != 3) return std::nullopt;
  return Compilation{words, output[1], output[2]};
}

/// A name that differs wherever the bitcode could, as far as that is known before clang runs.
std::string keyOf(const Compilation& compilation) {
  std::string text = fs::current_path().string() + '\n';
  const std::string folder = compilation.folder().string() + '/';
  for (const std::string& word : compilation.words) {
    text += word.starts_with(folder) ? "folder/" + word.substr(folder.size()) : word;
    text += '\n';
  }
  for (const char* header : {"include/clew.h", "include/bits/atomic_wait.h"}) {
    text += contentOf(compilation.folder() / header) + '\n';
  }
  text += contentOf(compilation.source);
  return clew::support::sha256Text({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

/// When a file was written last, and its size; nothing if there is no such file.
std::string stampOf(const std::string& file) {
  struct stat status = {};
  if (stat(file.c_str(), &status) != 0) return "";
  std::ostringstream text;
  text << status.st_mtim.tv_sec << '.' << status.st_mtim.tv_nsec << '/' << status.st_size;
  return text.str();
}

/// The files in a rule as make reads it, but for those in the folder that is gone next time.
Words filesIn(const std::string& rule, const std::string& folder) {
  Words files;
  std::string file;
  const auto end = [&] {
    if (!file.empty() && !file.ends_with(':') && !file.starts_with(folder)) files.push_back(file);
    file.clear();
  };
  for (size_t i = 0; i < rule.size(); i++) {
    if (rule[i] == '\\' && i + 1 < rule.size() && rule[i + 1] == ' ') {
      file += rule[++i];
    } else if (rule[i] == ' ' || rule[i] == '\n' || rule[i] == '\\') {
      end();
    } else {
      file += rule[i];
    }
  }
  end();
  return files;
}

/// Lines of a stamp and a file each.
bool areUnchanged(const fs::path& list) {
  std::ifstream stream(list);
  for (std::string stamp, file; std::getline(stream >> stamp >> std::ws, file);) {
    if (stampOf(file) != stamp) return false;
  }
  return true;
}

/// Runs clang, with its complaints in a file; its exit status.
int runClang(Words words, const fs::path& errors, const fs::path& rule) {
  words[0] = CLEW_CLANG;
  words.insert(words.end(), {"-MD", "-MF", rule.string()});
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int failed = posix_spawn(&child, CLEW_CLANG, &actions, nullptr, pointersTo(words).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return kNoClang;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Another process may keep the same at the same time, so files appear whole; the list last, as it is looked for.
void keep(const Compilation& compilation, const fs::path& kept, const fs::path& rule) {
  const std::string own = "." + std::to_string(getpid());
  const fs::path bitcode = kept.string() + ".bc" + own;
  const fs::path list = kept.string() + ".files" + own;
  std::error_code failed;
  if (!fs::copy_file(compilation.output, bitcode, failed)) return;
  std::ofstream stream(list);
  for (const std::string& file : filesIn(contentOf(rule), compilation.folder().string() + '/')) {
    stream << stampOf(file) << ' ' << file << '\n';
  }
  stream.close();
  fs::rename(bitcode, kept.string() + ".bc", failed);
  fs::rename(list, kept.string() + ".files", failed);
}

int compile(const Compilation& compilation, const fs::path& memory) {
  const fs::path kept = memory / keyOf(compilation);
  std::error_code failed;
  const bool isKnown = fs::exists(kept.string() + ".files", failed) && areUnchanged(kept.string() + ".files");
  if (isKnown &&
      fs::copy_file(kept.string() + ".bc", compilation.output, fs::copy_options::overwrite_existing, failed)) {
    return 0;
  }
  fs::create_directories(memory, failed);
  const fs::path errors = compilation.output.string() + ".errors";
  const fs::path rule = compilation.output.string() + ".rule";
  const int status = runClang(compilation.words, errors, rule);
  const std::string complaints = contentOf(errors);
  std::cerr << complaints;
  if (status == 0 && complaints.empty()) keep(compilation, kept, rule);
  fs::remove(errors, failed);
  fs::remove(rule, failed);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  const Words words(argv, argv + argc);
  const char* memory = std::getenv("CLEW_COMPILED");
  const auto compilation = compilationOf(words);
  if (memory == nullptr || !compilation) becomeClang(words);
  return compile(*compilation, memory);
}
