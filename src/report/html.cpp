#include "report/html.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/html_trace.h"
#include "report/page.h"
#include "report/text.h"
#include "support/text_file.h"
#include "support/version.h"
#include "support/watchdog.h"

namespace clew::report {

namespace {

using nlohmann::ordered_json;

/// What was measured, in words: pairs of a name and a text.
ordered_json factsJson(const JsonReport& report) {
  const search::Statistics& statistics = report.statistics;
  ordered_json facts = ordered_json::array();
  const auto add = [&](const char* name, const std::string& text) { facts.push_back({name, text}); };
  add("engine", report.engine);
  if (report.engine == kReplay) {
    add("data model", report.program.dataModel());
    return facts;
  }
  if (report.engine == "explicit") {
    add("search", search::nameOf(report.options.order));
    add("store", search::nameOf(report.options.store));
    if (!report.options.heuristics.empty()) add("heuristics", search::textOf(report.options.heuristics));
    add("reduction", search::reductionNameOf(report.options));
    add("symmetry", machine::nameOf(search::symmetryOf(report.options)));
  }
  add("workers", std::to_string(report.options.jobs));
  add("data model", report.program.dataModel());
  add("states", grouped(statistics.states));
  if (statistics.passed > 0) add("passed through", grouped(statistics.passed));
  add("transitions", grouped(statistics.transitions));
  if (statistics.spared > 0) add("spared transitions", grouped(statistics.spared));
  add("depth", grouped(statistics.depth));
  add("search time", fmt::format("{:.2f} s", report.seconds));
  add("whole time", fmt::format("{:.2f} s", report.totalSeconds));
  add("memory of states", byteText(statistics.storeBytes));
  add("peak memory", byteText(support::peakResidentBytes()));
  if (const auto& disk = statistics.disk) {
    add("on disk", byteText(disk->bytes));
    add("written", byteText(disk->written));
    add("read", byteText(disk->read));
    add("checkpoints", grouped(disk->checkpoints));
  }
  if (const auto& symbolic = statistics.symbolic) {
    add("branches on inputs", grouped(symbolic->branches));
    add("pruned", grouped(symbolic->pruned));
    add("paths asked about", grouped(symbolic->queries));
    add("solver calls", grouped(symbolic->solverCalls));
    add("nogoods", grouped(symbolic->nogoods));
    add("terms", grouped(symbolic->terms));
  }
  if (const auto& abstract = statistics.abstract) {
    add("abstract states", grouped(abstract->states));
    add("heads of loops", grouped(abstract->heads));
    add("predicates", grouped(abstract->predicates));
    add("of these interpolants", grouped(abstract->interpolants));
    add("refinements", grouped(abstract->refinements));
    add("solver calls", grouped(abstract->solverCalls));
  }
  return facts;
}

ordered_json rangesJson(const JsonReport& report) {
  ordered_json list = ordered_json::array();
  for (size_t i = 0; i < report.statistics.ranges.size() && i < report.options.ranges.size(); ++i) {
    const search::Statistics::OfRange& range = report.statistics.ranges[i];
    list.push_back({report.options.ranges[i].text(), grouped(range.states), grouped(range.transitions),
                    fmt::format("{:.2f}", range.seconds)});
  }
  return list;
}

ordered_json ranksJson(const JsonReport& report) {
  ordered_json list = ordered_json::array();
  for (size_t i = 0; i < report.statistics.ranks.size(); ++i) {
    const search::Statistics::Rank& rank = report.statistics.ranks[i];
    list.push_back({std::to_string(i), grouped(rank.states), grouped(rank.transitions), grouped(rank.claims),
                    grouped(rank.messages), byteText(rank.bytes), fmt::format("{:.2f}", rank.seconds)});
  }
  return list;
}

ordered_json samplesJson(const Samples& samples) {
  ordered_json searches = ordered_json::array();
  for (const auto& search : samples.searches()) {
    ordered_json list = ordered_json::array();
    for (const Sample& sample : search) {
      list.push_back({sample.seconds, sample.states, sample.transitions, sample.frontier, sample.bytes});
    }
    searches.push_back(std::move(list));
  }
  return searches;
}

/// One entry for each question; `trace` is the number of its trace among all.
ordered_json answersJson(const JsonReport& report) {
  ordered_json list = ordered_json::array();
  size_t traces = 0;
  for (const Answer& answer : report.answers) {
    ordered_json clauses = ordered_json::array();
    for (const std::string& clause : answer.clauses) clauses.push_back({clause, answer.resultOf(clause)});
    ordered_json entry = {{"name", answer.shortName()},        {"kind", answer.verdict.word()},
                          {"result", answer.result()},         {"text", answer.resultText()},
                          {"expected", answer.expectedText()}, {"clauses", std::move(clauses)}};
    if (answer.closeUp) entry["trace"] = traces++;
    list.push_back(std::move(entry));
  }
  return list;
}

ordered_json notesJson(const JsonReport& report) {
  ordered_json notes = ordered_json::array();
  for (const Answer& answer : report.answers) {
    for (const std::string& note : answer.notes) notes.push_back(note);
  }
  return notes;
}

}  // namespace

std::string insideElement(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  // In JSON these characters are in strings only, where they may be written by their numbers.
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&') {
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text += c;
    }
  }
  return text;
}

std::string asHtml(std::string_view text) {
  std::string html;
  for (const char c : text) {
    const bool isMarkup = std::string_view("<>&\"'").find(c) != std::string_view::npos;
    html += isMarkup ? fmt::format("&#{};", static_cast<unsigned>(c)) : std::string(1, c);
  }
  return html;
}

std::optional<support::Error> writeHtml(const std::string& file, const JsonReport& report, const Samples& samples) {
  PageSources sources(report.program, report.input.files);
  ordered_json traces = ordered_json::array();
  for (const Answer& answer : report.answers) {
    if (answer.closeUp) traces.push_back(pageTrace(*answer.closeUp, answer.command, sources));
  }
  std::string files;
  for (const std::string& name : report.input.files) files += (files.empty() ? "" : ", ") + name;
  const ordered_json json = {{"clew", support::kVersion},
                             {"files", files},
                             {"program", report.program.contentHash},
                             {"verdict", report.verdict.word()},
                             {"detail", report.verdict.detail},
                             {"facts", factsJson(report)},
                             {"answers", answersJson(report)},
                             {"notes", notesJson(report)},
                             {"ranges", rangesJson(report)},
                             {"ranks", ranksJson(report)},
                             {"samples", samplesJson(samples)},
                             {"traces", std::move(traces)},
                             {"sources", sources.json()}};
  const std::string text = json.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
  const std::string summary = fmt::format("{}: {}", files, report.verdict.text());
  return support::writeTextFile(file, pageWith(insideElement(text), asHtml(files), asHtml(summary)));
}

}  // namespace clew::report
