#include "report/formats.h"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <set>

#include "report/annotations.h"
#include "report/junit.h"
#include "report/sarif.h"
#include "report/witness.h"
#include "support/text_file.h"
#include "witness/graphml_writer.h"
#include "witness/yaml_writer.h"

namespace clew::report {

namespace {

using support::Error;
using support::Result;

struct Known {
  std::string_view name;
  FormatKind kind;
};

constexpr std::array kKnown = {Known{"json", FormatKind::Json},       Known{"sarif", FormatKind::Sarif},
                               Known{"witness", FormatKind::Witness}, Known{"graphml", FormatKind::Graphml},
                               Known{"junit", FormatKind::Junit},     Known{"github", FormatKind::Github}};

/// The text, or why there is none.
Result<std::string> textOf(FormatKind kind, const JsonReport& report) {
  switch (kind) {
    case FormatKind::Json: return jsonText(report);
    case FormatKind::Sarif: return sarifText(report);
    case FormatKind::Junit: return junitText(report);
    case FormatKind::Github: return annotationsText(report);
    default: break;
  }
  const auto witness = witnessOf(report);
  if (!witness) return witness.error();
  return kind == FormatKind::Witness ? yamlText(*witness) : graphmlText(*witness);
}

}  // namespace

std::string formatNames() {
  std::string names;
  for (const Known& known : kKnown) names += fmt::format("{}{}", names.empty() ? "" : ", ", known.name);
  return names;
}

Result<Format> parseFormat(std::string_view text) {
  const size_t end = text.find('=');
  const std::string_view name = text.substr(0, end);
  for (const Known& known : kKnown) {
    if (known.name != name) continue;
    Format format{known.kind, end == std::string_view::npos ? "-" : std::string(text.substr(end + 1))};
    if (format.file.empty()) return Error{fmt::format("--format {}: the name of the file is empty", name)};
    return format;
  }
  return Error{fmt::format("unknown format '{}' (known are {}, each as KIND=FILE)", name, formatNames())};
}

std::optional<Error> checkFormats(const std::vector<Format>& formats) {
  std::set<std::string> files;
  for (const Format& format : formats) {
    if (!files.insert(format.file).second && !format.goesToOutput()) {
      return Error{fmt::format("{}: two formats go to the same file", format.file)};
    }
    if (format.goesToOutput()) continue;
    if (auto error = checkWritable(format.file)) return error;
  }
  return std::nullopt;
}

std::vector<Error> writeFormats(const std::vector<Format>& formats, const JsonReport& report) {
  std::vector<Error> errors;
  for (const Format& format : formats) {
    const auto text = textOf(format.kind, report);
    if (!text) {
      std::cout << "note: no witness was written: " << text.error().message << "\n";
    } else if (format.goesToOutput()) {
      std::cout << *text;
    } else if (auto error = support::writeTextFile(format.file, *text)) {
      errors.push_back(std::move(*error));
    }
  }
  return errors;
}

}  // namespace clew::report
