#include "report/html_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "report/text.h"

namespace clew::report {

namespace {

using nlohmann::ordered_json;

/// Of a longer path only the first and the last lines are shown, and what is left out is one row.
constexpr size_t kFirstLines = 1000;
constexpr size_t kLastLines = 3000;
/// A longer file is shown around the lines that matter.
constexpr size_t kLongestFile = 4000;
constexpr uint32_t kAround = 40;
constexpr size_t kLongestLine = 1000;
constexpr size_t kMostInputs = 2000;
constexpr size_t kLongestOutput = size_t{64} << 10;

/// Which row of the page a line of the trace is in.
class Rows {
 public:
  explicit Rows(size_t lines) : lines_(lines) {}

  bool isCut() const { return lines_ > kFirstLines + kLastLines; }
  size_t leftOut() const { return isCut() ? lines_ - kFirstLines - kLastLines : 0; }
  bool isLeftOut(size_t line) const { return isCut() && line >= kFirstLines && line < lines_ - kLastLines; }
  size_t of(size_t line) const {
    if (!isCut() || line < kFirstLines) return line;
    return isLeftOut(line) ? kFirstLines : line - leftOut() + 1;
  }

 private:
  size_t lines_;
};

/// Of several events in the row that stands for what is left out only the last one of each key counts.
template <typename Event, typename Key>
std::vector<Event> condensed(const std::vector<Event>& events, const Rows& rows, Key keyOf) {
  std::map<uint64_t, size_t> last;
  for (size_t i = 0; i < events.size(); ++i) {
    if (rows.isLeftOut(events[i].line)) last[keyOf(events[i])] = i;
  }
  std::vector<Event> kept;
  for (size_t i = 0; i < events.size(); ++i) {
    if (!rows.isLeftOut(events[i].line) || last[keyOf(events[i])] == i) kept.push_back(events[i]);
  }
  return kept;
}

std::string shortened(const std::string& text, size_t most) {
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

class PageTrace {
 public:
  PageTrace(const Trace& trace, PageSources& sources) : trace_(trace), sources_(sources), rows_(trace_.lines.size()) {}

  ordered_json json(const std::string& command) {
    const auto& violation = trace_.violation;
    ordered_json json = {{"property", violation ? property::nameOf(violation->property) : ""},
                         {"message", violation ? violation->message : ""},
                         {"place", sources_.place(trace_.place)},
                         {"path", trace_.path.text()},
                         {"command", command},
                         {"threads", threads()},
                         {"rows", rows()},
                         {"ends", ends()},
                         {"inputs", inputs()},
                         {"inputCount", trace_.inputs.size()},
                         {"output", shortened(trace_.output, kLongestOutput)},
                         {"outputLength", trace_.output.size()}};
    if (violation && violation->property != property::Property::Deadlock) {
      json["failing"] = indexOf(violation->thread);
    }
    if (trace_.moments) addMoments(json);
    return json;
  }

 private:
  size_t indexOf(uint32_t number) const {
    for (size_t i = trace_.threads.size(); i-- > 0;) {
      if (trace_.threads[i].number == number) return i;
    }
    return 0;
  }

  ordered_json threads() const {
    ordered_json list = ordered_json::array();
    for (const TraceThread& thread : trace_.threads)
      list.push_back({{"name", thread.name}, {"routine", thread.routine}});
    return list;
  }

  ordered_json rows() {
    ordered_json list = ordered_json::array();
    for (size_t i = 0; i < trace_.lines.size(); ++i) {
      const TraceLine& line = trace_.lines[i];
      if (rows_.isLeftOut(i)) {
        if (list.size() == kFirstLines) list.push_back({{"step", line.step}, {"leftOut", rows_.leftOut()}});
        continue;
      }
      ordered_json row = {{"step", line.step},
                          {"thread", line.thread},
                          {"place", sources_.place(line.location)},
                          {"function", line.function},
                          {"source", shortened(line.source, kLongestLine)},
                          {"effects", line.effects}};
      if (line.isMinor) row["minor"] = true;
      if (line.step < trace_.values.size()) row["value"] = trace_.values[line.step];
      list.push_back(std::move(row));
    }
    return list;
  }

  ordered_json ends() {
    ordered_json list = ordered_json::array();
    for (const ThreadEnd& end : trace_.ends) {
      list.push_back({{"thread", end.thread}, {"place", sources_.place(end.location)}, {"state", end.state}});
    }
    return list;
  }

  ordered_json inputs() {
    ordered_json list = ordered_json::array();
    for (size_t i = 0; i < std::min(trace_.inputs.size(), kMostInputs); ++i) {
      const TraceInput& input = trace_.inputs[i];
      const bool isGiven = input.function == program::kUnwrittenGiver;
      list.push_back({{"name", input.nameOrCall()},
                      {"value", input.value},
                      {"function", isGiven ? "never written" : input.function},
                      {"thread", input.thread},
                      {"place", sources_.place(input.location)}});
    }
    return list;
  }

  void addMoments(ordered_json& json) {
    const Moments& moments = *trace_.moments;
    ordered_json& places = json["places"] = ordered_json::array();
    for (const Moments::Place& place : moments.places) {
      places.push_back({{"name", place.name}, {"value", place.value}, {"row", rows_.of(place.line)}});
    }
    ordered_json& changes = json["changes"] = ordered_json::array();
    for (const auto& change : condensed(moments.changes, rows_, [](const auto& each) { return each.place; })) {
      changes.push_back({rows_.of(change.line), change.place, change.value});
    }
    json["locks"] = moments.locks;
    ordered_json& holdings = json["holdings"] = ordered_json::array();
    const auto whoAndWhat = [](const Moments::Holding& each) { return uint64_t{each.lock} << 32 | each.thread; };
    for (const auto& each : condensed(moments.holdings, rows_, whoAndWhat)) {
      holdings.push_back({rows_.of(each.line), each.lock, each.thread, each.holds});
    }
    ordered_json& stands = json["stands"] = ordered_json::array();
    for (const auto& each : condensed(moments.stands, rows_, [](const auto& stand) { return stand.thread; })) {
      stands.push_back({rows_.of(each.line), each.thread, sources_.place(each.location), each.state, each.isBlocked});
    }
    json["placesCut"] = moments.isCut;
  }

  const Trace& trace_;
  PageSources& sources_;
  Rows rows_;
};

}  // namespace

ordered_json PageSources::place(const program::Location& location) {
  if (location.line == 0 || location.file >= lines_.size()) return nullptr;
  std::set<uint32_t>& lines = lines_[location.file];
  const bool isFirst = lines.empty();
  const bool isNew = lines.insert(location.line).second;
  if (isFirst || (isNew && !isWhole(program_.files[location.file]))) ++version_;
  return {location.file, location.line, location.column};
}

bool PageSources::isWhole(const program::SourceFile& file) const {
  if (file.lines.size() >= kLongestFile) return false;
  return std::any_of(given_.begin(), given_.end(), [&](const std::string& given) {
    std::error_code failed;  // a file may be gone by now
    return given == file.name || std::filesystem::equivalent(given, file.name, failed);
  });
}

ordered_json PageSources::json() const {
  ordered_json list = ordered_json::array();
  for (size_t i = 0; i < lines_.size(); ++i) {
    const program::SourceFile& file = program_.files[i];
    if (lines_[i].empty()) {
      list.push_back(nullptr);
      continue;
    }
    ordered_json pieces = ordered_json::array();
    const auto add = [&](size_t from, size_t to) {  // lines are counted from 1, the last one is not meant
      ordered_json lines = ordered_json::array();
      for (size_t line = from; line < to; ++line) lines.push_back(shortened(file.lines[line - 1], kLongestLine));
      pieces.push_back({{"from", from}, {"lines", std::move(lines)}});
    };
    const size_t end = file.lines.size() + 1;
    if (isWhole(file)) {
      add(1, end);
    } else {
      size_t shown = 1;
      for (auto line = lines_[i].begin(); line != lines_[i].end();) {
        const size_t from = std::max<size_t>(shown, *line > kAround ? *line - kAround : 1);
        size_t to = std::min<size_t>(end, size_t{*line} + kAround + 1);
        for (++line; line != lines_[i].end() && *line <= to + kAround; ++line) {
          to = std::min<size_t>(end, size_t{*line} + kAround + 1);
        }
        if (from < to) add(from, to);
        shown = std::max(shown, to);
      }
    }
    list.push_back({{"name", file.name}, {"pieces", std::move(pieces)}});
  }
  return list;
}

ordered_json pageTrace(const Trace& trace, const std::string& command, PageSources& sources) {
  return PageTrace(trace, sources).json(command);
}

}  // namespace clew::report
