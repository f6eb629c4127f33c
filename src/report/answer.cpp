#include "report/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>
#include <vector>

namespace clew::report {

namespace {

/// The name that people use for a property file.
std::string shortName(const Answer& answer) {
  return answer.fromFile ? std::filesystem::path(answer.question).stem().string() : answer.question;
}

std::string expectedText(const Answer& answer) {
  if (!answer.expected) return "-";
  if (*answer.expected) return "holds";
  return answer.expectedClause.empty() ? "violated" : fmt::format("violated ({})", answer.expectedClause);
}

std::string resultText(const Answer& answer) {
  std::string text = answer.result();
  if (answer.relevant == false && answer.verdict.kind == VerdictKind::Safe) {
    return text + " (irrelevant: the program does nothing that it looks for)";
  }
  if (answer.relevant && answer.trace) {
    const std::string& message = answer.trace->violation->message;
    const size_t colon = message.find(": ");
    return colon == std::string::npos ? text : fmt::format("{} ({})", text, message.substr(colon + 2));
  }
  if (answer.trace && answer.trace->violation) {
    const std::string_view property = property::nameOf(answer.trace->violation->property);
    const bool known = answer.clause.empty() || answer.clause == property || answer.clause == "unreach-call";
    text += known ? "" : fmt::format(" ({}: {})", answer.clause, property);
  } else if (!answer.verdict.detail.empty()) {
    text += fmt::format(" ({})", answer.verdict.detail);
  }
  return answer.differs() ? text + ", not as expected" : text;
}

}  // namespace

const char* Answer::result() const {
  if (verdict.kind == VerdictKind::Safe) return "holds";
  return verdict.kind == VerdictKind::Violated ? "violated" : "undecided";
}

const char* Answer::resultOf(const std::string& which) const {
  return verdict.kind == VerdictKind::Violated && which != clause ? "undecided" : result();
}

bool Answer::differs() const {
  if (!expected || (verdict.kind != VerdictKind::Safe && verdict.kind != VerdictKind::Violated)) return false;
  if (*expected != (verdict.kind == VerdictKind::Safe)) return true;
  return !*expected && !expectedClause.empty() && expectedClause != clause;
}

Verdict verdictOf(std::span<const Answer> answers) {
  if (answers.size() == 1) return answers.front().verdict;
  Verdict whole{VerdictKind::Safe, ""};
  for (const VerdictKind kind : {VerdictKind::Violated, VerdictKind::Unknown, VerdictKind::Bounded}) {
    for (const Answer& answer : answers) {
      if (answer.verdict.kind != kind) continue;
      const bool violated = kind == VerdictKind::Violated;
      const std::string& detail = answer.verdict.detail;
      const std::string part = violated ? detail : fmt::format("{}: {}", shortName(answer), detail);
      whole.detail += whole.detail.empty() ? part : ", " + part;
    }
    if (whole.detail.empty()) continue;
    whole.kind = kind;
    return whole;
  }
  return whole;
}

void printTable(std::ostream& out, std::span<const Answer> answers) {
  const bool hasEfforts =
      std::any_of(answers.begin(), answers.end(), [](const Answer& answer) { return answer.effort.has_value(); });
  std::vector<std::vector<std::string>> rows = {{"property", "expected"}};
  if (hasEfforts) rows[0].insert(rows[0].end(), {"partition", "time", "refinements", "seen"});
  rows[0].emplace_back("result");
  for (const Answer& answer : answers) {
    auto& row = rows.emplace_back(std::vector{shortName(answer), expectedText(answer)});
    if (answer.effort) {
      const Effort& effort = *answer.effort;
      row.insert(row.end(), {std::to_string(effort.partition), fmt::format("{:.2f} s", effort.seconds),
                             std::to_string(effort.refinements), std::to_string(effort.transitions)});
    } else if (hasEfforts) {
      row.insert(row.end(), 4, "-");
    }
    row.push_back(resultText(answer));
  }
  std::vector<size_t> widths(rows[0].size() - 1);
  for (const auto& row : rows) {
    for (size_t column = 0; column < widths.size(); ++column)
      widths[column] = std::max(widths[column], row[column].size());
  }
  for (const auto& row : rows) {
    for (size_t column = 0; column < widths.size(); ++column)
      out << fmt::format("{:{}}  ", row[column], widths[column]);
    out << row.back() << "\n";
  }
}

}  // namespace clew::report
