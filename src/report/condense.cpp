#include "report/condense.h"

#include <vector>

#include "report/trace.h"

namespace clew::report {

namespace {

/// Which of the lines from `begin` to `end` stay.
std::vector<bool> chosen(const Trace& trace, size_t begin, size_t end, size_t most) {
  std::vector<bool> stays(end - begin, end - begin <= most);
  if (end - begin <= most) return stays;
  std::vector<size_t> relevant;
  for (size_t i = begin; i < end; ++i) {
    if (!trace.lines[i].isMinor) relevant.push_back(i - begin);
  }
  // What comes last is nearest to the violation.
  const size_t first = relevant.size() <= most ? relevant.size() : most / 3;
  for (size_t i = 0; i < relevant.size(); ++i) {
    stays[relevant[i]] = i < first || relevant.size() - i <= most - first;
  }
  return stays;
}

}  // namespace

void condense(Trace& trace, size_t linesPerStep) {
  std::vector<TraceLine> kept;
  std::vector<size_t> places(trace.lines.size());  // of the old lines among the new ones
  for (size_t begin = 0; begin < trace.lines.size();) {
    size_t end = begin;
    while (end < trace.lines.size() && trace.lines[end].step == trace.lines[begin].step) ++end;
    const std::vector<bool> stays = chosen(trace, begin, end, linesPerStep);
    bool isInGap = false;
    for (size_t i = begin; i < end; ++i) {
      TraceLine& line = trace.lines[i];
      if (stays[i - begin]) {
        kept.push_back(std::move(line));
      } else if (!isInGap) {
        kept.push_back({line.step, line.thread, {}, "", "", {kMoreLines}, line.isMinor});
      } else {
        kept.back().isMinor &= line.isMinor;
      }
      isInGap = !stays[i - begin];
      places[i] = kept.size() - 1;
    }
    begin = end;
  }
  for (TraceInput& input : trace.inputs) {
    if (input.line < places.size()) input.line = places[input.line];
  }
  trace.lines = std::move(kept);
}

}  // namespace clew::report
