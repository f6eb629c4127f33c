#include "cli/settings.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "cli/clang_flags.h"
#include "cli/described.h"
#include "cli/options.h"
#include "cli/toml.h"
#include "support/text_file.h"

namespace clew::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "clew.toml";
constexpr uint64_t kLargestSettings = 1 << 20;
constexpr const char* kConfig = "--config";
constexpr const char* kNoConfig = "--no-config";
constexpr const char* kClangFlags = "--clang-flags";

bool isVerb(std::string_view name) {
  const auto all = verbs();
  return std::any_of(all.begin(), all.end(), [&](const Verb& verb) { return verb.name == name; });
}

/// A file of the project, as it is named from where clew was started.
std::string placeOf(const fs::path& folder, const std::string& file) {
  if (folder.empty() || file.empty() || fs::path(file).is_absolute()) return file;
  return (folder / file).lexically_normal().string();
}

/// Settings can name programs to be run (a solver, a plugin of clang), so those that somebody else may have put into a
/// folder above are not taken unless they are asked for.
bool isOurs(const std::string& name) {
  struct stat status{};
  return stat(name.c_str(), &status) == 0 && (status.st_uid == geteuid() || status.st_uid == 0);
}

/// CLI11 calls this when it has read the command line, and before it looks whether anything is missing. What is set
/// here is checked at once, so that an error can name its line.
class Settings : public CLI::Config {
 public:
  Settings(CLI::App& app, program::Input& input) : app_(app), input_(input) {}

  std::string to_config(const CLI::App*, bool, bool, std::string) const override { return {}; }

  /// Nothing is left for CLI11 to do.
  std::vector<CLI::ConfigItem> from_config(std::istream&) const override {
    input_.hasSettings = true;
    const bool isGiven = app_.get_config_ptr()->count() > 0;
    if (app_.get_option(kNoConfig)->count() > 0) {
      if (!isGiven) return {};
      throw CLI::FileError(fmt::format("{} does not go with {}", kNoConfig, kConfig));
    }
    const auto name = app_.get_config_ptr()->as<std::string>();
    if (!isGiven && !isOurs(name)) {
      throw CLI::FileError(fmt::format("{} belongs to somebody else; use {} or {}", name, kConfig, kNoConfig));
    }
    const auto text = support::readTextFile(name, kLargestSettings);
    if (!text) throw CLI::FileError(text.error().message);
    const auto entries = readToml(name, *text);
    if (!entries) throw CLI::FileError(entries.error().message);
    std::string verb = app_.get_name();
    verb.erase(0, verb.rfind(' ') + 1);
    // A verb's own table is more exact than the one for all.
    for (const std::string_view table : {std::string_view(verb), std::string_view("program")}) {
      for (const TomlEntry& entry : *entries) {
        if (entry.table == table) apply(name, entry);
      }
    }
    for (const TomlEntry& entry : *entries) checkTable(name, entry);
    if (isatty(STDERR_FILENO) != 0) remark(fmt::format("settings: {}", name));
    return {};
  }

 private:
  [[noreturn]] static void fail(const std::string& name, const TomlEntry& entry, const std::string& what) {
    throw CLI::FileError(fmt::format("{}:{}: {}", name, entry.line, what));
  }

  static void checkTable(const std::string& name, const TomlEntry& entry) {
    if (entry.table.empty()) fail(name, entry, fmt::format("{} stands before the first table", entry.key));
    if (entry.table == "program" || isVerb(entry.table)) return;
    fail(name, entry, fmt::format("unknown table [{}] (known are [program] and one for each verb)", entry.table));
  }

  CLI::Option* find(const TomlEntry& entry) const {
    if (entry.key == "files") return app_.get_option_no_throw("FILE");
    CLI::Option* option = app_.get_option_no_throw("--" + entry.key);
    if (option == nullptr || !option->get_configurable()) return nullptr;
    return entry.table == "program" && option->get_group() != kProgramGroup ? nullptr : option;
  }

  /// Whether the command line, or a table before this one, has said something else.
  static bool isDecided(const CLI::Option& option) {
    const auto isGiven = [](const CLI::Option* other) { return other->count() > 0; };
    const auto others = option.get_excludes();
    return option.count() > 0 || std::any_of(others.begin(), others.end(), isGiven);
  }

  void apply(const std::string& name, const TomlEntry& entry) const {
    CLI::Option* option = find(entry);
    if (option == nullptr) fail(name, entry, fmt::format("unknown key {} in [{}]", entry.key, entry.table));
    const Described described = describe(*option);
    if (described.isFlag != (entry.kind == TomlEntry::Kind::Truth)) {
      fail(name, entry, fmt::format("{} is {}", entry.key, described.isFlag ? "true or false" : "no truth value"));
    }
    if (!described.isRepeated && entry.kind == TomlEntry::Kind::Array) {
      fail(name, entry, fmt::format("{} has one value, not an array", entry.key));
    }
    if (isDecided(*option) || entry.values.empty() || (described.isFlag && entry.values.front() == "false")) return;
    try {
      option->add_result(valuesOf(name, entry, described));
      option->run_callback();
    } catch (const CLI::ParseError& error) {
      option->clear();  // or CLI11 would complain as well, and first
      fail(name, entry, error.what());
    }
  }

  static std::vector<std::string> valuesOf(const std::string& name, const TomlEntry& entry, const Described& option) {
    const fs::path folder = fs::path(name).parent_path();
    if (option.names.front() == kClangFlags) return relocated(entry.values, folder.string());
    std::vector<std::string> values = entry.values;
    for (std::string& value : values) {
      const size_t equals = value.find('=');
      if (option.isPath()) {
        value = placeOf(folder, value);
      } else if (option.value.ends_with("=FILE]") && equals != std::string::npos) {
        value = value.substr(0, equals + 1) + placeOf(folder, value.substr(equals + 1));
      }
    }
    return values;
  }

  CLI::App& app_;
  program::Input& input_;
};

/// The nearest clew.toml, from here up to where a repository or the file system begins.
std::string nearest() {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  if (failed) return {};
  fs::path way;
  for (fs::path folder = here;; folder = folder.parent_path(), way /= "..") {
    if (fs::is_regular_file(folder / kName, failed)) return (way / kName).string();
    if (fs::exists(folder / ".git", failed) || folder == folder.root_path()) return {};
  }
}

}  // namespace

void addSettings(CLI::App& app, program::Input& input) {
  const CLI::Validator isFile(
      [](std::string& name) {
        std::error_code failed;
        return fs::is_regular_file(name, failed) ? std::string() : fmt::format("{}: no such file", name);
      },
      "");
  app.config_formatter(std::make_shared<Settings>(app, input));
  app.set_config(kConfig, "", "settings of the project (default: clew.toml, here or in a folder above)")
      ->type_name("FILE.toml")
      ->check(isFile);
  app.add_flag(kNoConfig, input.hasSettings, "no settings but the command line's")->configurable(false);
}

void findSettings(CLI::App& app) {
  CLI::Option* config = app.get_config_ptr();
  if (config == nullptr) return;
  const std::string found = nearest();
  // CLI11 overlooks what is wrong with a file that is not required.
  if (!found.empty()) config->default_str(found)->required();
}

void forgetSettings(CLI::App& app) {
  if (CLI::Option* config = app.get_config_ptr()) config->default_str("")->required(false);
}

}  // namespace clew::cli
