#include "report/junit.h"

#include <fmt/format.h>

#include <sstream>

#include "report/text.h"
#include "support/utf8.h"

namespace clew::report {

namespace {

using support::xmlText;

struct Counts {
  size_t tests = 0, failures = 0, errors = 0, skipped = 0;
};

/// What is wrong with one property; nothing if it holds.
std::string problemText(const JsonReport& report, const Answer& answer, const std::string& clause, Counts& counts) {
  const std::string result = answer.resultOf(clause);
  if (result == "holds") return "";
  if (result == "violated") {
    ++counts.failures;
    std::ostringstream trace;
    if (answer.trace) printTrace(trace, report.program, *answer.trace, TextStyle{});
    const std::string message = answer.trace ? answer.trace->violation->message : answer.verdict.text();
    return fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", xmlText(clause), xmlText(message),
                       xmlText(trace.str()));
  }
  if (answer.verdict.kind == VerdictKind::Violated) {
    ++counts.skipped;
    return fmt::format("      <skipped message=\"{}\"/>\n", xmlText("undecided: " + answer.clause + " is violated"));
  }
  ++counts.errors;
  return fmt::format("      <error type=\"{}\" message=\"{}\"/>\n", answer.verdict.word(),
                     xmlText(answer.verdict.text()));
}

}  // namespace

std::string junitText(const JsonReport& report) {
  Counts counts;
  std::string cases;
  const std::string program = report.input.files.empty() ? "" : report.input.files.front();
  for (const Answer& answer : report.answers) {
    for (const std::string& clause : answer.clauses) {
      ++counts.tests;
      const std::string name = answer.fromFile ? fmt::format("{} ({})", clause, answer.question) : clause;
      const std::string problem = problemText(report, answer, clause, counts);
      // One search decides all properties at once, so a property has no time of its own.
      cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"", xmlText(program), xmlText(name));
      cases += problem.empty() ? "/>\n" : ">\n" + problem + "    </testcase>\n";
    }
  }
  const std::string sums =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"", counts.tests,
                  counts.failures, counts.errors, counts.skipped, report.totalSeconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"clew\" {0}>\n"
      "  <testsuite name=\"{1}\" {0}>\n"
      "{2}"
      "    <system-out>{3}</system-out>\n"
      "  </testsuite>\n"
      "</testsuites>\n",
      sums, xmlText(program), cases, xmlText("verdict: " + report.verdict.text()));
}

}  // namespace clew::report
