#include "report/text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <string_view>

namespace clew::report {

namespace {

constexpr size_t kLongestSource = 44;
constexpr size_t kMostLanes = 16;
/// Fewer lines than this are not worth a fold.
constexpr uint32_t kFewestFolded = 3;
/// More inputs than this are counted, not shown.
constexpr size_t kMostInputs = 20;

std::string placeText(const program::Program& program, const program::Location& location) {
  if (location.line == 0) return "";
  const std::string& name = program.files[location.file].name;
  return fmt::format("{}:{}", name.substr(name.rfind('/') + 1), location.line);
}

/// Number of terminal cells; UTF-8 continuation bytes take none.
size_t cells(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string shortened(const std::string& text, size_t most) {
  if (cells(text) <= most) return text;
  size_t end = most - 3;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

std::string padded(const std::string& text, size_t width) {
  const size_t used = cells(text);
  return used >= width ? text : text + std::string(width - used, ' ');
}

class TracePrinter {
 public:
  TracePrinter(std::ostream& out, const program::Program& program, const Trace& trace, const TextStyle& style)
      : out_(out), program_(program), trace_(trace), style_(style) {
    first_.assign(trace.threads.size(), program::kNone);
    last_.assign(trace.threads.size(), 0);
    for (uint32_t i = 0; i < trace.lines.size(); ++i) {
      const TraceLine& line = trace.lines[i];
      first_[line.thread] = std::min(first_[line.thread], i);
      last_[line.thread] = i;
      placeWidth_ = std::max(placeWidth_, cells(placeText(program, line.location)));
      sourceWidth_ = std::max(sourceWidth_, std::min(kLongestSource, cells(line.source)));
    }
    for (const uint32_t value : trace.values) valueWidth_ = std::max(valueWidth_, std::to_string(value).size());
    for (const ThreadEnd& end : trace.ends) {
      last_[end.thread] = static_cast<uint32_t>(trace.lines.size());
      placeWidth_ = std::max(placeWidth_, cells(placeText(program, end.location)));
    }
  }

  void print() {
    if (!trace_.lines.empty()) {
      printThreads();
      printHeader();
    }
    for (uint32_t i = 0; i < trace_.lines.size();) {
      const uint32_t behind = style_.folds ? behindMinor(i) : i;
      if (behind - i >= kFewestFolded) {
        printFold(i, behind);
        i = behind;
      } else {
        printLine(i++);
      }
    }
    printEnd();
    printInputs();
  }

 private:
  std::string colour(const char* code, const std::string& text) const {
    return style_.colour ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }

  const char* laneColour(size_t thread) const {
    static constexpr const char* kColours[] = {"36", "33", "35", "32", "34", "31"};
    return kColours[thread % std::size(kColours)];
  }

  bool hasLanes() const { return trace_.threads.size() <= kMostLanes; }

  void printThreads() {
    out_ << "threads:";
    const char* separator = " ";
    for (const TraceThread& thread : trace_.threads) {
      out_ << separator << thread.name << " " << thread.routine;
      separator = ", ";
    }
    out_ << "\n\n";
  }

  void printHeader() {
    out_ << " step  " << (trace_.values.empty() ? "" : padded("h", valueWidth_ + 2));
    if (hasLanes()) {
      for (size_t i = 0; i < trace_.threads.size(); ++i) {
        const bool last = i + 1 == trace_.threads.size();
        out_ << colour(laneColour(i), padded(trace_.threads[i].name, last ? 0 : 4));
      }
    } else {
      out_ << "thread";
    }
    out_ << "\n";
  }

  /// Where the minor lines end that begin here.
  uint32_t behindMinor(uint32_t line) const {
    while (line < trace_.lines.size() && trace_.lines[line].isMinor) ++line;
    return line;
  }

  /// One line in place of several.
  void printFold(uint32_t first, uint32_t behind) {
    out_ << std::string(7, ' ') << (trace_.values.empty() ? "" : std::string(valueWidth_ + 2, ' '))
         << foldedLanes(first, behind)
         << colour("2", fmt::format("{} {} lines that have nothing to do with it", style_.unicode ? "⋯" : "...",
                                    behind - first))
         << "\n";
  }

  /// Threads that do something there, and those that go on.
  std::string foldedLanes(uint32_t first, uint32_t behind) const {
    if (!hasLanes()) return std::string(8, ' ');
    std::string text;
    for (size_t i = 0; i < trace_.threads.size(); ++i) {
      const auto begin = trace_.lines.begin();
      const bool acts =
          std::any_of(begin + first, begin + behind, [&](const TraceLine& line) { return line.thread == i; });
      const char* mark = " ";
      if (acts) {
        mark = style_.unicode ? "┆" : ":";
      } else if (first_[i] < first && first <= last_[i]) {
        mark = style_.unicode ? "│" : "|";
      }
      text += colour(laneColour(i), padded(mark, 4));
    }
    return text;
  }

  std::string lanes(uint32_t line, uint32_t active) const {
    if (!hasLanes()) return padded(trace_.threads[active].name, 8);
    std::string text;
    for (size_t i = 0; i < trace_.threads.size(); ++i) {
      const char* mark = " ";
      if (i == active) {
        mark = style_.unicode ? "●" : "*";
      } else if (first_[i] < line && line <= last_[i]) {
        mark = style_.unicode ? "│" : "|";
      }
      text += colour(laneColour(i), padded(mark, 4));
    }
    return text;
  }

  /// What the heuristics said of the state after a step, in a column of its own.
  std::string valueText(uint32_t step, bool sameStep) const {
    if (trace_.values.empty()) return "";
    const bool isKnown = !sameStep && step < trace_.values.size();
    return padded(isKnown ? std::to_string(trace_.values[step]) : "", valueWidth_ + 2);
  }

  void printLine(uint32_t index) {
    const TraceLine& line = trace_.lines[index];
    const bool sameStep = index > 0 && trace_.lines[index - 1].step == line.step;
    out_ << (sameStep ? std::string(5, ' ') : fmt::format("{:5}", line.step)) << "  " << valueText(line.step, sameStep)
         << lanes(index, line.thread) << padded(placeText(program_, line.location), placeWidth_) << "  "
         << padded(shortened(line.source, kLongestSource), sourceWidth_) << "  ";
    const char* separator = "";
    for (const std::string& effect : line.effects) {
      out_ << separator << colour("1", effect);
      separator = "; ";
    }
    out_ << "\n";
  }

  /// In front of a place; empty when there is only one thread.
  std::string threadName(uint32_t number) const {
    if (trace_.threads.size() < 2) return "";
    for (size_t i = trace_.threads.size(); i-- > 0;) {
      if (trace_.threads[i].number == number) return trace_.threads[i].name + " ";
    }
    return "";
  }

  void printEnd() {
    if (trace_.violation && trace_.violation->property != property::Property::Deadlock) {
      out_ << "\n"
           << colour("1;31", std::string(property::nameOf(trace_.violation->property))) << ": "
           << trace_.violation->message << "\n";
      // An invariant can be violated before anything was executed.
      if (trace_.place.line > 0)
        out_ << "  " << threadName(trace_.violation->thread) << "at " << placeText(program_, trace_.place) << ": "
             << program::sourceLine(program_, trace_.place) << "\n";
    }
    if (trace_.violation && trace_.violation->property == property::Property::Deadlock) {
      out_ << "\n" << colour("1;31", "deadlock") << ": no thread can go on\n";
    }
    if (!trace_.unknown.empty()) {
      out_ << "\nstopped: " << trace_.unknown << "\n  at " << placeText(program_, trace_.place) << ": "
           << program::sourceLine(program_, trace_.place) << "\n";
    }
    if (trace_.ends.size() < 2 && !(trace_.violation && trace_.violation->property == property::Property::Deadlock))
      return;
    out_ << "\nat the end:\n";
    for (const ThreadEnd& end : trace_.ends) {
      out_ << "  " << colour(laneColour(end.thread), padded(trace_.threads[end.thread].name, 4))
           << padded(placeText(program_, end.location), placeWidth_) << "  "
           << padded(shortened(end.source, kLongestSource), std::max<size_t>(sourceWidth_, 1)) << "  " << end.state
           << "\n";
    }
  }

  /// What the program got from outside, in short.
  void printInputs() {
    if (trace_.inputs.empty()) return;
    out_ << "\ninputs:\n";
    for (size_t i = 0; i < std::min(trace_.inputs.size(), kMostInputs); ++i) {
      const TraceInput& input = trace_.inputs[i];
      const std::string thread = trace_.threads.size() < 2 ? "" : trace_.threads[input.thread].name + " ";
      const std::string giver = input.function == program::kUnwrittenGiver ? "never written," : input.function;
      const std::string function = input.name.empty() ? "" : giver + " ";
      out_ << "  " << input.nameOrCall() << " = " << colour("1", input.value) << "  (" << thread << function << "at "
           << placeText(program_, input.location) << ")\n";
    }
    if (trace_.inputs.size() > kMostInputs) {
      out_ << "  ... and " << trace_.inputs.size() - kMostInputs << " more\n";
    }
  }

  std::ostream& out_;
  const program::Program& program_;
  const Trace& trace_;
  const TextStyle& style_;
  std::vector<uint32_t> first_;  // line where a thread first acts
  std::vector<uint32_t> last_;   // line after which it is gone
  size_t valueWidth_ = 1;
  size_t placeWidth_ = 0;
  size_t sourceWidth_ = 0;
};

}  // namespace

TextStyle TextStyle::detect(int descriptor) {
  TextStyle style;
  const char* noColour = getenv("NO_COLOR");
  style.colour = isatty(descriptor) != 0 && (noColour == nullptr || *noColour == 0);
  style.unicode = false;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = getenv(name);
    if (value == nullptr || *value == 0) continue;
    const std::string_view locale = value;
    style.unicode = locale.find("UTF-8") != std::string_view::npos || locale.find("utf8") != std::string_view::npos;
    break;
  }
  return style;
}

void printTrace(std::ostream& out, const program::Program& program, const Trace& trace, const TextStyle& style) {
  TracePrinter(out, program, trace, style).print();
}

std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t place = text.size(); place > 3;) text.insert(place -= 3, ",");
  return text;
}

std::string byteText(uint64_t bytes) {
  static constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto amount = static_cast<double>(bytes);
  size_t unit = 0;
  while (amount >= 1024 && unit + 1 < std::size(kUnits)) amount /= 1024, ++unit;
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", amount, kUnits[unit]);
}

namespace {

/// What several processes did, and how evenly.
std::string ranksLine(const search::Statistics& statistics) {
  uint64_t most = 0;
  uint64_t claims = 0;
  uint64_t messages = 0;
  uint64_t bytes = 0;
  for (const search::Statistics::Rank& rank : statistics.ranks) {
    most = std::max(most, rank.states);
    claims += rank.claims;
    messages += rank.messages;
    bytes += rank.bytes;
  }
  const double mean = static_cast<double>(statistics.states) / static_cast<double>(statistics.ranks.size());
  return fmt::format("{} rank{}, the busiest with {:.2f} times the mean; {} claims of others' states, {} messages, {}",
                     statistics.ranks.size(), statistics.ranks.size() == 1 ? "" : "s",
                     mean == 0 ? 1.0 : static_cast<double>(most) / mean, grouped(claims), grouped(messages),
                     byteText(bytes));
}

std::string symbolicLine(const search::Statistics::Symbolic& counts) {
  const auto some = [](uint64_t number, const char* what, const char* plural) {
    return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : plural);
  };
  return fmt::format("{} on inputs, {} pruned; {} asked about, {}, {}; {}", some(counts.branches, "branch", "es"),
                     grouped(counts.pruned), some(counts.queries, "path", "s"),
                     some(counts.solverCalls, "solver call", "s"), some(counts.nogoods, "nogood", "s"),
                     some(counts.terms, "term", "s"));
}

std::string abstractLine(const search::Statistics::Abstract& counts) {
  const auto some = [](uint64_t number, const char* what) {
    return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
  };
  std::string predicates = some(counts.predicates, "predicate");
  if (counts.interpolants != 0) predicates += fmt::format(" ({})", some(counts.interpolants, "interpolant"));
  return fmt::format("abstraction: {} at {} of loops, {}, {}; {}, {}, {}", some(counts.states, "state"),
                     some(counts.heads, "head"), some(counts.variables, "variable"), predicates,
                     some(counts.refinements, "refinement"), some(counts.solverCalls, "solver call"),
                     some(counts.terms, "term"));
}

}  // namespace

std::string statisticsLine(const search::Statistics& statistics, double seconds) {
  const std::string passed =
      statistics.passed == 0 ? "" : fmt::format(" (and {} passed through)", grouped(statistics.passed));
  const std::string spared = statistics.spared == 0 ? "" : fmt::format(" ({} spared)", grouped(statistics.spared));
  std::string line = fmt::format("{} states{}, {} transitions{}, depth {}, {:.2f} s, {}", grouped(statistics.states),
                                 passed, grouped(statistics.transitions), spared, grouped(statistics.depth), seconds,
                                 byteText(statistics.storeBytes));
  if (const auto& disk = statistics.disk) {
    const auto rate = [](uint64_t bytes, double time) {
      return byteText(static_cast<uint64_t>(time > 0 ? static_cast<double>(bytes) / time : 0)) + "/s";
    };
    const uint64_t asked = disk->cacheHits + disk->cacheMisses;
    line += fmt::format(
        "\ndisk: {}; {} written at {}, {} read at {}; {:.1f}% of {} page reads from the cache; checkpoints: {}",
        byteText(disk->bytes), byteText(disk->written), rate(disk->written, disk->writeSeconds), byteText(disk->read),
        rate(disk->read, disk->readSeconds),
        asked == 0 ? 100.0 : 100.0 * static_cast<double>(disk->cacheHits) / static_cast<double>(asked), grouped(asked),
        grouped(disk->checkpoints));
  }
  if (statistics.symbolic) line += "\n" + symbolicLine(*statistics.symbolic);
  if (statistics.abstract) line += "\n" + abstractLine(*statistics.abstract);
  if (!statistics.ranks.empty()) line += "\n" + ranksLine(statistics);
  return line;
}

void printRanges(std::ostream& out, const std::vector<search::Range>& ranges, const search::Statistics& statistics) {
  if (ranges.size() < 2) return;
  for (size_t i = 0; i < statistics.ranges.size(); ++i) {
    const search::Statistics::OfRange& range = statistics.ranges[i];
    out << fmt::format("range {} of {}: {} states, {} transitions, {:.2f} s ({})\n", i + 1, ranges.size(),
                       grouped(range.states), grouped(range.transitions), range.seconds, ranges[i].text());
  }
}

namespace {

std::string wordsOf(const program::Program& program, const machine::Reason& reason) {
  using Kind = machine::Reason::Kind;
  switch (reason.kind) {
    case Kind::Blocked: return "cannot go on";
    case Kind::OnlyOne: return "explored: nobody else can go on";
    case Kind::Alone: return "explored first: nothing that others can do has to do with its next step";
    case Kind::Together: return "explored first, with the others that are: the rest has nothing to do with their steps";
    case Kind::Waits: return "not explored here: what it does next can as well be done later";
    case Kind::Meets:
      return fmt::format("explored: thread {} may touch the same memory at {}", reason.other,
                         program::placeOf(program, reason.otherPc));
    case Kind::MayLoop: return "explored with all others: its next step may close a loop, or keep others from going on";
    case Kind::Everybody: break;
  }
  return "explored: no thread can go first";
}

}  // namespace

void printReasons(std::ostream& out, const program::Program& program, const Trace& trace) {
  for (const machine::Reason& reason : trace.reasons) {
    out << fmt::format("thread {} before {}: {}\n", reason.thread, program::placeOf(program, reason.pc),
                       wordsOf(program, reason));
  }
}

}  // namespace clew::report
