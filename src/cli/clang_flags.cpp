#include "cli/clang_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

namespace clew::cli {

namespace {

namespace fs = std::filesystem;
using support::Error;
using support::Result;

/// Their value is a path, behind them or as the next word.
constexpr std::string_view kPathFlags[] = {"-isystem", "-iquote",   "-idirafter", "-include",
                                           "-imacros", "-isysroot", "--sysroot=", "-I"};
/// The same with other values that matter.
constexpr std::string_view kValueFlags[] = {"-D", "-U", "-x"};
/// Their value is the next word, and does not matter.
constexpr std::string_view kIgnoredWithValue[] = {"-o",
                                                  "-MF",
                                                  "-MT",
                                                  "-MQ",
                                                  "-MJ",
                                                  "-L",
                                                  "-l",
                                                  "-T",
                                                  "-u",
                                                  "-z",
                                                  "-Xclang",
                                                  "-Xlinker",
                                                  "-Xpreprocessor",
                                                  "-Xassembler",
                                                  "-Xanalyzer",
                                                  "-aux-info",
                                                  "--param",
                                                  "-wrapper",
                                                  "-include-pch",
                                                  "--serialize-diagnostics"};
/// Flags that change what code means, each of them the beginning of some.
constexpr std::string_view kKeptBeginnings[] = {"-std=",     "--std=",       "-march=",       "-msse",
                                                "-mssse",    "-mavx",        "-mfma",         "-mbmi",
                                                "-mpopcnt",  "-maes",        "-mpclmul",      "-mlong-double-",
                                                "--target=", "-fno-builtin", "-fpack-struct", "-fms-extensions"};
constexpr std::string_view kKept[] = {"-ansi",
                                      "-m32",
                                      "-m64",
                                      "-pthread",
                                      "-trigraphs",
                                      "-nostdinc",
                                      "-nostdinc++",
                                      "-fsigned-char",
                                      "-funsigned-char",
                                      "-fno-signed-char",
                                      "-fno-unsigned-char",
                                      "-fexceptions",
                                      "-fno-exceptions",
                                      "-frtti",
                                      "-fno-rtti",
                                      "-fwrapv",
                                      "-fno-strict-overflow",
                                      "-fshort-enums",
                                      "-fno-short-enums",
                                      "-fshort-wchar",
                                      "-ffreestanding",
                                      "-fgnu89-inline",
                                      "-fcommon",
                                      "-fno-common",
                                      "-fchar8_t",
                                      "-fno-char8_t",
                                      "-fno-threadsafe-statics",
                                      "-fno-delete-null-pointer-checks"};

template <typename List>
std::optional<std::string_view> beginningIn(const List& list, std::string_view word) {
  const auto found = std::find_if(std::begin(list), std::end(list),
                                  [&](std::string_view beginning) { return word.starts_with(beginning); });
  if (found == std::end(list)) return std::nullopt;
  return *found;
}

template <typename List>
bool isIn(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

std::string pathFrom(const std::string& folder, std::string_view path) {
  // `-I=include` is inside of the sysroot.
  if (folder.empty() || path.empty() || path.front() == '=' || path.front() == '/') return std::string(path);
  return (fs::path(folder) / path).lexically_normal().string();
}

/// A header that is not there is looked for as `#include` does it.
std::string headerFrom(const std::string& folder, std::string_view path) {
  std::error_code failed;
  std::string file = pathFrom(folder, path);
  return fs::exists(file, failed) ? file : std::string(path);
}

/// Goes through flags one by one; those with a path come out with another one.
class FlagReader {
 public:
  FlagReader(const std::vector<std::string>& words, size_t begin, std::string folder)
      : words_(words), at_(begin), folder_(std::move(folder)) {}

  bool atEnd() const { return at_ >= words_.size(); }
  const std::string& now() const { return words_[at_]; }
  void skip(size_t count = 1) { at_ = std::min(at_ + count, words_.size()); }

  /// Takes a flag with its path, if it is one.
  bool takePath(std::vector<std::string>& to) {
    const auto name = beginningIn(kPathFlags, now());
    if (!name) return false;
    const auto from = *name == "-include" || *name == "-imacros" ? headerFrom : pathFrom;
    if (now().size() > name->size()) {
      to.push_back(std::string(*name) + from(folder_, std::string_view(now()).substr(name->size())));
      skip();
      return true;
    }
    to.push_back(now());
    if (at_ + 1 < words_.size()) to.push_back(from(folder_, words_[at_ + 1]));
    skip(2);
    return true;
  }

  bool takeValue(std::vector<std::string>& to) {
    const auto name = beginningIn(kValueFlags, now());
    if (!name) return false;
    const size_t count = now().size() > name->size() ? 1 : 2;
    for (size_t i = 0; i < count && at_ + i < words_.size(); ++i) to.push_back(words_[at_ + i]);
    skip(count);
    return true;
  }

 private:
  const std::vector<std::string>& words_;
  size_t at_;
  std::string folder_;
};

}  // namespace

Result<std::vector<std::string>> commandWords(const std::string& command) {
  if (command.find('\0') != std::string::npos) return Error{"has a zero byte in its command"};
  std::vector<std::string> words;
  bool isInWord = false;
  char quote = '\0';
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
      isInWord = false;
      continue;
    }
    if (!isInWord) words.emplace_back();
    isInWord = true;
    const char next = i + 1 < command.size() ? command[i + 1] : '\0';
    const bool isEscape = c == '\\' && quote != '\'' && next != '\0' && (quote == '\0' || next == '"' || next == '\\');
    if (isEscape) {
      words.back() += next;
      ++i;
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = '\0';
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') return Error{"has a quote without an end"};
  return words;
}

Result<std::vector<std::string>> meaningfulFlags(const std::vector<std::string>& words, const std::string& folder) {
  std::vector<std::string> flags;
  FlagReader reader(words, 1, folder);
  while (!reader.atEnd()) {
    const std::string& word = reader.now();
    const bool isModuleMap = word.ends_with(".modmap");  // CMake's list of modules, which says nothing about flags
    if (word.starts_with('@') && !isModuleMap)
      return Error{fmt::format("has a file with flags, {}, which is not supported", word)};
    if (isIn(kIgnoredWithValue, word)) {
      reader.skip(2);
    } else if (!reader.takePath(flags) && !reader.takeValue(flags)) {
      if (isIn(kKept, word) || beginningIn(kKeptBeginnings, word)) flags.push_back(word);
      reader.skip();
    }
  }
  return flags;
}

std::vector<std::string> relocated(const std::vector<std::string>& flags, const std::string& folder) {
  std::vector<std::string> moved;
  FlagReader reader(flags, 0, folder);
  while (!reader.atEnd()) {
    if (reader.takePath(moved) || reader.takeValue(moved)) continue;
    moved.push_back(reader.now());
    reader.skip();
  }
  return moved;
}

}  // namespace clew::cli
