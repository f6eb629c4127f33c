#include "report/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>
#include <vector>

namespace clew::report {

std::string Answer::shortName() const { return fromFile ? std::filesystem::path(question).stem().string() : question; }

std::string Answer::expectedText() const {
  if (!expected) return "-";
  if (*expected) return "holds";
  return expectedClause.empty() ? "violated" : fmt::format("violated ({})", expectedClause);
}

std::string Answer::resultText() const {
  std::string text = result();
  if (relevant == false && verdict.kind == VerdictKind::Safe) {
    return text + " (irrelevant: the program does nothing that it looks for)";
  }
  if (relevant && trace) {
    const std::string& message = trace->violation->message;
    const size_t colon = message.find(": ");
    return colon == std::string::npos ? text : fmt::format("{} ({})", text, message.substr(colon + 2));
  }
  if (trace && trace->violation) {
    const std::string_view property = property::nameOf(trace->violation->property);
    const bool known = clause.empty() || clause == property || clause == "unreach-call";
    text += known ? "" : fmt::format(" ({}: {})", clause, property);
  } else if (!verdict.detail.empty()) {
    text += fmt::format(" ({})", verdict.detail);
  }
  return differs() ? text + ", not as expected" : text;
}

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

namespace {

std::string lengthText(const search::Length& length) {
  return fmt::format("{} step{} with {} context switch{}", length.steps, length.steps == 1 ? "" : "s", length.switches,
                     length.switches == 1 ? "" : "es");
}

}  // namespace

void printMinimised(std::ostream& out, std::span<const Answer> answers) {
  for (const Answer& answer : answers) {
    if (!answer.minimised || answer.minimised->before.steps == 0) continue;
    const search::Minimised& path = *answer.minimised;
    if (path.after == path.before && !path.isLeast) continue;
    out << "minimised: " << (answers.size() > 1 ? answer.shortName() + ": " : "") << lengthText(path.after);
    if (!(path.after == path.before)) out << fmt::format(", from {} with {}", path.before.steps, path.before.switches);
    if (path.isLeast) out << (path.measure == search::Measure::Steps ? "; shortest possible" : "; fewest possible");
    out << "\n";
  }
}

Verdict verdictOf(std::span<const Answer> answers) {
  if (answers.size() == 1) return answers.front().verdict;
  Verdict whole{VerdictKind::Safe, ""};
  for (const VerdictKind kind : {VerdictKind::Violated, VerdictKind::Unknown, VerdictKind::Bounded}) {
    for (const Answer& answer : answers) {
      if (answer.verdict.kind != kind) continue;
      const bool violated = kind == VerdictKind::Violated;
      const std::string& detail = answer.verdict.detail;
      const std::string part = violated ? detail : fmt::format("{}: {}", answer.shortName(), detail);
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
    auto& row = rows.emplace_back(std::vector{answer.shortName(), answer.expectedText()});
    if (answer.effort) {
      const Effort& effort = *answer.effort;
      row.insert(row.end(), {std::to_string(effort.partition), fmt::format("{:.2f} s", effort.seconds),
                             std::to_string(effort.refinements), std::to_string(effort.transitions)});
    } else if (hasEfforts) {
      row.insert(row.end(), 4, "-");
    }
    row.push_back(answer.resultText());
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
