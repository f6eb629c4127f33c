#include "cli/compile_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/clang_flags.h"
#include "program/needed_files.h"
#include "support/text_file.h"

namespace clew::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using support::Error;
using support::Result;

constexpr uint64_t kLargestDatabase = 64 << 20;
constexpr size_t kMostCommands = 100'000;
constexpr const char* kUsualName = "compile_commands.json";

/// A file as it is named from here, if it is below; absolutely otherwise.
std::string shownAs(const fs::path& file) {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  const fs::path near = file.lexically_relative(here);
  return near.empty() || *near.begin() == ".." ? file.string() : near.string();
}

fs::path absolute(const fs::path& folder, const fs::path& file) {
  std::error_code failed;
  return fs::absolute(folder / file, failed).lexically_normal();
}

std::optional<std::string> textIn(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

Result<std::vector<std::string>> wordsOf(const json& command) {
  if (const auto text = textIn(command, "command")) return commandWords(*text);
  const auto found = command.find("arguments");
  if (found == command.end() || !found->is_array()) return Error{"has neither a command nor arguments"};
  std::vector<std::string> words;
  for (const json& word : *found) {
    if (!word.is_string()) return Error{"has an argument that is no text"};
    words.push_back(word.get<std::string>());
  }
  return words;
}

/// Where the objects of a target are: CMake has a folder X.dir for each, others perhaps a folder.
std::string targetOf(const json& command, const std::vector<std::string>& words) {
  std::string output = textIn(command, "output").value_or("");
  const auto flag = std::find(words.begin(), words.end(), "-o");
  if (output.empty() && words.end() - flag > 1) output = *(flag + 1);
  const size_t folder = output.find(".dir/");
  return folder == std::string::npos ? fs::path(output).parent_path().string() : output.substr(0, folder);
}

/// One entry. Relative folders are relative to the database's.
Result<CompileCommands::Way> readCommand(const json& command, const fs::path& home) {
  if (!command.is_object()) return Error{"is no object"};
  const auto directory = textIn(command, "directory");
  const auto file = textIn(command, "file");
  if (!directory || !file || file->empty()) return Error{"has no directory or no file"};
  if (file->find('\0') != std::string::npos) return Error{"has a zero byte in its file"};
  const auto words = wordsOf(command);
  if (!words) return words.error();
  if (words->empty()) return Error{"has an empty command"};
  const fs::path folder = absolute(home, *directory);
  auto flags = meaningfulFlags(*words, folder.string());
  if (!flags) return flags.error();
  // g++ takes a .c for C++, clang-19 does not.
  const bool isCxx = fs::path(words->front()).filename().string().find("++") != std::string::npos;
  if (isCxx && fs::path(*file).extension() == ".c") flags->insert(flags->begin(), {"-x", "c++"});
  return CompileCommands::Way{{absolute(folder, *file).string(), std::move(*flags)}, targetOf(command, *words)};
}

bool isSource(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  const auto known = {".c", ".cc", ".cpp", ".cxx", ".C"};
  return std::find(known.begin(), known.end(), extension) != known.end();
}

using Way = CompileCommands::Way;

/// Where files are compiled in several ways, takes that of the target that all given files are compiled for, if there
/// is one. Returns the files that nothing decides about.
std::set<std::string> chooseWays(CompileCommands& database, const std::vector<size_t>& given) {
  std::map<std::string, std::vector<Way>> ways;
  for (const Way& way : database.others) ways[way.compilation.file].push_back(way);
  for (const Way& way : database.all) {
    if (const auto found = ways.find(way.compilation.file); found != ways.end()) {
      found->second.insert(found->second.begin(), way);
    }
  }
  const auto waysOf = [&](const Way& way) {
    const auto found = ways.find(way.compilation.file);
    return found == ways.end() ? std::vector<Way>{way} : found->second;
  };
  std::set<std::string> targets;
  for (size_t i = 0; i < given.size(); ++i) {
    std::set<std::string> ofFile;
    for (const Way& way : waysOf(database.all[given[i]])) ofFile.insert(way.target);
    std::set<std::string> common;
    std::set_intersection(targets.begin(), targets.end(), ofFile.begin(), ofFile.end(),
                          std::inserter(common, common.end()));
    targets = i == 0 ? ofFile : common;
  }
  std::set<std::string> undecided;
  for (Way& way : database.all) {
    const std::vector<Way> all = waysOf(way);
    const auto isSame = [&](const Way& each) { return each.compilation.flags == way.compilation.flags; };
    if (std::all_of(all.begin(), all.end(), isSame)) continue;
    const auto isOfTarget = [&](const Way& each) { return targets.size() == 1 && targets.contains(each.target); };
    const auto found = std::find_if(all.begin(), all.end(), isOfTarget);
    if (found != all.end()) {
      way = *found;
    } else {
      undecided.insert(way.compilation.file);
    }
  }
  return undecided;
}

}  // namespace

Result<CompileCommands> parseCompileCommands(const std::string& name, const std::string& text) {
  const json commands = json::parse(text, nullptr, false);
  if (!commands.is_array()) return Error{fmt::format("{}: not a compilation database: expected a JSON array", name)};
  if (commands.size() > kMostCommands) return Error{fmt::format("{}: too many commands", name)};
  CompileCommands result{name, {}, {}};
  std::map<std::string, size_t> places;
  const fs::path home = absolute("", name).parent_path();
  for (size_t i = 0; i < commands.size(); ++i) {
    auto way = readCommand(commands[i], home);
    if (!way) return Error{fmt::format("{}: entry {} {}", name, i + 1, way.error().message)};
    if (!isSource(way->compilation.file)) continue;
    const auto [place, isNew] = places.emplace(way->compilation.file, result.all.size());
    (isNew ? result.all : result.others).push_back(std::move(*way));
  }
  return result;
}

Result<CompileCommands> readCompileCommands(const std::string& place) {
  std::error_code failed;
  const std::string name = fs::is_directory(place, failed) ? (fs::path(place) / kUsualName).string() : place;
  const auto text = support::readTextFile(name, kLargestDatabase);
  if (!text) return text.error();
  return parseCompileCommands(name, *text);
}

Result<std::vector<std::string>> openDatabase(program::Input& input) {
  auto database = readCompileCommands(input.database);
  if (!database) return database.error();
  std::vector<size_t> given;
  for (const std::string& file : input.files) {
    const std::string wanted = absolute("", file).string();
    const auto found = std::find_if(database->all.begin(), database->all.end(),
                                    [&](const Way& each) { return each.compilation.file == wanted; });
    if (found == database->all.end()) return Error{fmt::format("{}: not in {}", file, database->file)};
    given.push_back(static_cast<size_t>(found - database->all.begin()));
  }
  const auto undecided = chooseWays(*database, given);
  std::vector<program::Compilation> all;
  all.reserve(database->all.size());
  for (const Way& way : database->all) all.push_back(way.compilation);
  const auto needed = program::findNeededFiles(all, given, input);
  if (!needed) return Error{fmt::format("{}: {}", database->file, needed.error().message)};
  input.files.clear();
  std::vector<std::string> remarks;
  for (const size_t index : *needed) {
    program::Compilation compilation = all[index];
    compilation.file = shownAs(compilation.file);
    if (undecided.contains(all[index].file)) {
      remarks.push_back(fmt::format("{} is compiled in several ways; the first one is checked", compilation.file));
    }
    input.files.push_back(compilation.file);
    input.compilations.push_back(std::move(compilation));
  }
  return remarks;
}

}  // namespace clew::cli
