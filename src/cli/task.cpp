#include "cli/task.h"

#include <fmt/format.h>
#include <glob.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>

#include "support/text_file.h"

namespace clew::cli {

namespace {

using support::Error;
using support::Result;
namespace fs = std::filesystem;

constexpr uint64_t kLargestTask = 1 << 20;
constexpr size_t kMostFiles = 1000;
constexpr size_t kMostProperties = 100;

/// Old programs are full of what today's C forbids and yesterday's compilers only warned of.
constexpr const char* kTolerance[] = {"-w", "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
                                      "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types"};

/// What is wrong with a task. Leaves this file only as a `Result`, like YAML's own exceptions.
struct Malformed {
  YAML::Mark mark;
  std::string what;
};

/// A place as `:line`; nothing where YAML does not know it.
std::string lineOf(const YAML::Mark& mark) { return mark.is_null() ? "" : fmt::format(":{}", mark.line + 1); }

std::string scalar(const YAML::Node& node, const std::string& what) {
  if (!node.IsScalar() || node.Scalar().empty()) throw Malformed{node.Mark(), what + " is not a text"};
  return node.Scalar();
}

class TaskReader {
 public:
  explicit TaskReader(const std::string& name) : folder_(fs::path(name).parent_path()) {}

  Task read(const std::string& text) {
    const YAML::Node root = YAML::Load(text);
    if (!root.IsMap()) throw Malformed{root.Mark(), "not a task: expected a map with format_version and input_files"};
    expectKeys(root,
               {"format_version", "input_files", "required_files", "properties", "options", "additional_information"},
               "the task");
    const std::string version = scalar(required(root, "format_version"), "format_version");
    if (version != "1.0" && version != "2.0" && version != "2.1") {
      throw Malformed{root["format_version"].Mark(), fmt::format("unknown format_version {}", version)};
    }
    readInputs(required(root, "input_files"));
    for (const char* flag : kTolerance) task_.clangFlags.emplace_back(flag);
    if (const YAML::Node options = root["options"]; options && !options.IsNull()) readOptions(options);
    if (const YAML::Node properties = root["properties"]; properties && !properties.IsNull()) {
      readProperties(properties);
    }
    return std::move(task_);
  }

 private:
  static YAML::Node required(const YAML::Node& map, const std::string& key) {
    const YAML::Node value = map[key];
    if (!value) throw Malformed{map.Mark(), fmt::format("the key {} is missing", key)};
    return value;
  }

  static void expectKeys(const YAML::Node& map, std::initializer_list<std::string_view> known, const char* what) {
    for (const auto& entry : map) {
      const std::string key = scalar(entry.first, "a key");
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        throw Malformed{entry.first.Mark(), fmt::format("{} has the unknown key '{}'", what, key.substr(0, 40))};
      }
    }
  }

  std::string placeOf(const std::string& file) const {
    const std::string place = (folder_ / file).lexically_normal().string();
    return place.starts_with('-') ? "./" + place : place;  // or clang would take it for an option
  }

  void readInputs(const YAML::Node& node) {
    if (node.IsScalar()) {
      addInput(node);
    } else if (node.IsSequence()) {
      for (const YAML::Node& each : node) addInput(each);
    }
    if (task_.files.empty()) throw Malformed{node.Mark(), "input_files names no file"};
  }

  /// A name, or a pattern with * and ? for several.
  void addInput(const YAML::Node& node) {
    const std::string file = placeOf(scalar(node, "an input file"));
    if (file.find('\0') != std::string::npos) throw Malformed{node.Mark(), "a name of a file with a zero byte"};
    std::error_code failed;
    if (fs::exists(file, failed) || file.find_first_of("*?[") == std::string::npos) {
      task_.files.push_back(file);
    } else {
      glob_t found{};
      const int status = glob(file.c_str(), 0, nullptr, &found);
      for (size_t i = 0; status == 0 && i < found.gl_pathc && task_.files.size() <= kMostFiles; ++i) {
        task_.files.emplace_back(found.gl_pathv[i]);
      }
      globfree(&found);
      if (status != 0) throw Malformed{node.Mark(), fmt::format("no file matches {}", file)};
    }
    if (task_.files.size() > kMostFiles) throw Malformed{node.Mark(), "too many input files"};
  }

  void readOptions(const YAML::Node& node) {
    if (!node.IsMap()) throw Malformed{node.Mark(), "options is not a map"};
    if (const YAML::Node language = node["language"]) {
      const std::string name = scalar(language, "the language");
      if (name != "C" && name != "C++") {
        throw Malformed{language.Mark(), fmt::format("programs in {} are not supported", name.substr(0, 40))};
      }
    }
    if (const YAML::Node model = node["data_model"]) {
      const std::string name = scalar(model, "the data model");
      if (name != "ILP32" && name != "LP64") {
        throw Malformed{model.Mark(), fmt::format("unknown data model {} (known are ILP32, LP64)", name.substr(0, 40))};
      }
      if (name == "ILP32") task_.clangFlags.emplace_back("-m32");
    }
  }

  void readProperties(const YAML::Node& node) {
    if (!node.IsSequence()) throw Malformed{node.Mark(), "properties is not a list"};
    if (node.size() > kMostProperties) throw Malformed{node.Mark(), "too many properties"};
    for (const YAML::Node& each : node) {
      if (!each.IsMap()) throw Malformed{each.Mark(), "a property is not a map"};
      expectKeys(each, {"property_file", "expected_verdict", "subproperty"}, "a property");
      Task::Property property;
      property.file = placeOf(scalar(required(each, "property_file"), "property_file"));
      if (const YAML::Node expected = each["expected_verdict"]) property.expected = truth(expected);
      if (const YAML::Node part = each["subproperty"]) property.subproperty = scalar(part, "subproperty");
      task_.properties.push_back(property);
    }
  }

  static bool truth(const YAML::Node& node) {
    bool value = false;
    if (!YAML::convert<bool>::decode(node, value)) {
      throw Malformed{node.Mark(), "expected_verdict is neither true nor false"};
    }
    return value;
  }

  fs::path folder_;
  Task task_;
};

}  // namespace

bool isTaskFile(const std::string& name) { return name.ends_with(".yml") || name.ends_with(".yaml"); }

Result<Task> parseTask(const std::string& name, const std::string& text) {
  try {
    return TaskReader(name).read(text);
  } catch (const Malformed& problem) {
    return Error{fmt::format("{}{}: {}", name, lineOf(problem.mark), problem.what)};
  } catch (const YAML::Exception& problem) {
    return Error{fmt::format("{}{}: {}", name, lineOf(problem.mark), problem.msg)};
  }
}

Result<Task> readTask(const std::string& name) {
  const auto text = support::readTextFile(name, kLargestTask);
  if (!text) return text.error();
  if (text->empty()) return Error{name + ": the file is empty"};
  return parseTask(name, *text);
}

Result<std::optional<Task>> openTask(program::Input& input) {
  const auto named = std::find_if(input.files.begin(), input.files.end(), isTaskFile);
  if (named == input.files.end()) return std::optional<Task>();
  if (input.files.size() > 1) return Error{fmt::format("{}: a task comes alone, without other files", *named)};
  auto task = readTask(*named);
  if (!task) return task.error();
  input.files = task->files;
  input.clangFlags.insert(input.clangFlags.begin(), task->clangFlags.begin(), task->clangFlags.end());
  return std::optional<Task>(std::move(*task));
}

}  // namespace clew::cli
