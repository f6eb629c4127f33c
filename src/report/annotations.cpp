#include "report/annotations.h"

#include <fmt/format.h>

#include "report/places.h"
#include "support/utf8.h"

namespace clew::report {

namespace {

/// A command ends with its line, and its properties at commas and colons.
std::string escaped(const std::string& text, bool isProperty) {
  std::string made;
  for (const char c : support::validUtf8(text)) {
    const bool isSpecial = c == '%' || c == '\r' || c == '\n' || (isProperty && (c == ':' || c == ','));
    made += isSpecial ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return made;
}

std::string violationLine(const JsonReport& report, const Answer& answer) {
  const Trace& trace = *answer.trace;
  const program::Location place = placeOfViolation(trace);
  std::string where;
  if (place.line > 0) {
    where = fmt::format("file={},line={},", escaped(report.program.files[place.file].name, true), place.line);
    if (place.column > 0) where += fmt::format("col={},", place.column);
  }
  return fmt::format("::error {}title={}::{}\n", where, escaped("clew: violated (" + answer.clause + ")", true),
                     escaped(trace.violation->message, false));
}

}  // namespace

std::string annotationsText(const JsonReport& report) {
  std::string text;
  for (const Answer& answer : report.answers) {
    if (answer.trace) {
      text += violationLine(report, answer);
    } else if (answer.verdict.kind != VerdictKind::Safe) {
      text += fmt::format("::warning title={}::{}\n", escaped("clew: " + answer.verdict.text(), true),
                          escaped(answer.question + " is not decided", false));
    }
  }
  return text;
}

}  // namespace clew::report
