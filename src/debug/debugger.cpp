#include "debug/debugger.h"

#include <fmt/format.h>

#include <algorithm>

namespace clew::debug {

namespace {

/// Choices that one command makes for a thread before it gives up.
constexpr uint32_t kMostChoices = 500;

/// How long a path may take at first, and how much longer it may become by one choice.
constexpr double kSecondsToOpen = 60;
constexpr double kSeconds = 10;

support::Error tooLong(double seconds) {
  return {fmt::format("the program goes on for {:g} seconds without a choice", seconds)};
}

machine::Path beginningOf(const machine::Path& path, size_t length) {
  machine::Path beginning = path;
  beginning.shorten(length);
  return beginning;
}

}  // namespace

/// Brings the session to a beginning of its path, and back.
class Debugger::Elsewhere {
 public:
  Elsewhere(inspect::Session& session, size_t choices) : session_(session), path_(session.path()) {
    if (choices < path_.size()) (void)session_.go(beginningOf(path_, choices));  // it fits, as the whole path does
  }
  ~Elsewhere() {
    if (session_.path().size() < path_.size()) (void)session_.go(path_);
  }
  Elsewhere(const Elsewhere&) = delete;  // there is one way back
  Elsewhere& operator=(const Elsewhere&) = delete;

 private:
  inspect::Session& session_;
  const machine::Path path_;
};

report::RecordOptions Debugger::stoppedBy(const support::Deadline& deadline, report::RecordOptions options) {
  options.stop = &deadline.flag();
  return options;
}

Debugger::Debugger(const program::Program& program, report::RecordOptions options)
    : program_(program),
      session_((deadline_.begin(kSecondsToOpen), program), stoppedBy(deadline_, std::move(options))),
      breakpoints_(program) {}

support::Result<bool> Debugger::open(const machine::Path& path) {
  if (deadline_.end() && recording_ == nullptr) return tooLong(kSecondsToOpen);
  const auto gone = follow(path, kSecondsToOpen);
  if (!gone) return gone.error();
  outputTaken_ = 0;
  (void)goTo(0);
  return true;
}

/// Goes to the end of a path, and stays where it is if that does not fit or takes too long.
support::Result<bool> Debugger::follow(const machine::Path& path, double seconds) {
  const machine::Path before = session_.path();
  deadline_.begin(seconds);
  const auto gone = session_.go(path);
  const bool isLate = deadline_.end();
  if (isLate && gone && recording_ != nullptr) (void)session_.go(before);  // which did not take too long
  if (isLate) return tooLong(seconds);
  if (!gone) return gone.error();
  record();
  return true;
}

void Debugger::record() {
  auto recording = std::make_unique<Recording>(program_, session_.options(), session_.path(), session_.trace().steps);
  if (recording_ != nullptr) position_ = recording->positionFrom(*recording_, position_);
  recording_ = std::move(recording);
  for (const Breakpoint& each : breakpoints_.all()) refresh(each);
}

std::optional<support::Error> Debugger::refresh(const Breakpoint& breakpoint) {
  auto positions = breakpoints_.positionsOf(breakpoint, *recording_);
  positionsOf_[breakpoint.id] = positions ? std::move(*positions) : std::vector<uint32_t>();
  return positions ? std::nullopt : std::optional(positions.error());
}

uint32_t Debugger::thread() const {
  const auto& lines = recording_->lines();
  if (!isAtEnd()) return lines[position_].thread;
  const report::Trace& trace = session_.trace();
  if (trace.violation && trace.violation->property != property::Property::Deadlock) {
    for (size_t i = trace.threads.size(); i-- > 0;) {
      if (trace.threads[i].number == trace.violation->thread) return static_cast<uint32_t>(i);
    }
  }
  return lines.empty() ? 0 : lines.back().thread;
}

std::optional<uint32_t> Debugger::neighbour(Direction direction) const {
  if (direction == Direction::Forwards) return isAtEnd() ? std::nullopt : std::optional(position_ + 1);
  return position_ == 0 ? std::nullopt : std::optional(position_ - 1);
}

/// The line that a step leads to, if there is one on the path.
std::optional<uint32_t> Debugger::lineFrom(uint32_t thread, Motion motion, Direction direction) const {
  if (motion == Motion::Any) return neighbour(direction);
  const auto& lines = recording_->lines();
  // How deep the thread is: where it came to last.
  uint32_t depth = program::kNone;
  for (uint32_t at = std::min<uint32_t>(position_ + 1, recording_->end()); at-- > 0;) {
    if (lines[at].thread != thread) continue;
    depth = lines[at].depth;
    break;
  }
  const auto isGoal = [&](const Line& line) {
    if (line.thread != thread || !line.isNew) return false;
    return motion == Motion::Into || line.depth < depth || (motion == Motion::Over && line.depth == depth);
  };
  if (direction == Direction::Forwards) {
    for (uint32_t next = position_ + 1; next < lines.size(); ++next) {
      if (isGoal(lines[next])) return next;
    }
    return std::nullopt;
  }
  for (uint32_t next = position_; next-- > 0;) {
    if (isGoal(lines[next])) return next;
  }
  // Before the first line of a thread somebody else acts.
  return motion == Motion::Over || motion == Motion::Into ? neighbour(direction) : std::nullopt;
}

std::optional<uint32_t> Debugger::breakpointFrom(Direction direction) const {
  std::optional<uint32_t> nearest;
  for (const Breakpoint& each : breakpoints_.all()) {
    if (!each.message.empty()) continue;
    const auto& positions = positionsOf_.at(each.id);
    if (direction == Direction::Forwards) {
      const auto next = std::upper_bound(positions.begin(), positions.end(), position_);
      if (next != positions.end()) nearest = std::min(nearest.value_or(*next), *next);
    } else {
      const auto next = std::lower_bound(positions.begin(), positions.end(), position_);
      if (next != positions.begin()) nearest = std::max(nearest.value_or(0), *std::prev(next));
    }
  }
  return nearest;
}

Stop Debugger::arrive(uint32_t position, Stop::Reason reason) {
  Stop stop{reason, "", {}, {}};
  for (const Breakpoint& each : breakpoints_.all()) {
    const auto& positions = positionsOf_.at(each.id);
    if (each.message.empty()) {
      if (std::binary_search(positions.begin(), positions.end(), position)) stop.breakpoints.push_back(each.id);
      continue;
    }
    const auto first = std::upper_bound(positions.begin(), positions.end(), position_);
    const auto last = std::upper_bound(positions.begin(), positions.end(), position);
    if (first >= last) continue;
    recording_->visit({first, last}, [&](uint32_t at, const Scene& scene) {
      const auto& lines = recording_->lines();
      stop.messages.push_back(filledIn(each.message, scene, lines[std::min<size_t>(at, lines.size() - 1)].thread));
    });
  }
  position_ = position;
  if (isAtEnd()) {
    using Kind = inspect::Standing::Kind;
    stop.text = standing().text;
    stop.reason = standing().kind == Kind::Violated ? Stop::Reason::Violation
                  : standing().kind == Kind::Open   ? Stop::Reason::Choice
                                                    : Stop::Reason::End;
  }
  return stop;
}

Stop Debugger::goTo(uint32_t position) { return arrive(std::min(position, recording_->end()), Stop::Reason::Step); }

/// Makes the next choice for a thread; false if it cannot go on.
bool Debugger::goOn(uint32_t thread, std::string& problem, std::vector<std::string>& notes) {
  if (session_.choiceCount() == 0) return false;
  const std::string name = fmt::format("T{}", thread);
  const auto choices = session_.machine().choices();
  const auto mine = std::find_if(choices.begin(), choices.end(), [&](const machine::ThreadChoice& choice) {
    return session_.names().ofThread(choice.thread) == name;
  });
  if (mine == choices.end()) {
    problem = fmt::format("{} cannot go on; another thread has to be chosen", name);
    return false;
  }
  if (mine->alternatives > 1) {
    notes.push_back(fmt::format("{} takes choice {}, the first of its {} (choose N takes another one)", name,
                                mine->first, mine->alternatives));
  }
  machine::Path path = session_.path();
  path.push(mine->first);
  if (const auto gone = follow(path, kSeconds); !gone) {
    problem = gone.error().message;
    return false;
  }
  return true;
}

Stop Debugger::advance(uint32_t thread, Direction direction, const std::function<std::optional<uint32_t>()>& target) {
  std::vector<std::string> notes;
  std::string problem;
  Stop stop = arriveBy(thread, direction, target, problem, notes);
  if (!problem.empty()) stop.text = problem;
  stop.messages.insert(stop.messages.begin(), notes.begin(), notes.end());
  return stop;
}

Stop Debugger::arriveBy(uint32_t thread, Direction direction, const std::function<std::optional<uint32_t>()>& target,
                        std::string& problem, std::vector<std::string>& notes) {
  const bool isForwards = direction == Direction::Forwards;
  for (uint32_t choices = 0;; ++choices) {
    const auto goal = target();
    const auto breakpoint = breakpointFrom(direction);
    if (breakpoint && (!goal || (isForwards ? *breakpoint <= *goal : *breakpoint >= *goal))) {
      return arrive(*breakpoint, Stop::Reason::Breakpoint);
    }
    if (goal) return arrive(*goal, Stop::Reason::Step);
    if (!isForwards) {
      Stop stop = goTo(0);
      stop.reason = Stop::Reason::Beginning;
      return stop;
    }
    if (choices == kMostChoices) problem = fmt::format("{} choices were made for it", choices);
    if (!problem.empty() || !goOn(thread, problem, notes)) return arrive(recording_->end(), Stop::Reason::Step);
  }
}

Stop Debugger::step(uint32_t thread, Motion motion, Direction direction) {
  return advance(thread, direction, [&] { return lineFrom(thread, motion, direction); });
}

Stop Debugger::run(uint32_t thread, Direction direction) {
  return advance(thread, direction, [] { return std::optional<uint32_t>(); });
}

std::vector<inspect::Choice> Debugger::choices(size_t most) {
  const Elsewhere elsewhere(session_, recording_->choicesBefore(position_));
  return session_.choices(most);
}

uint32_t Debugger::choiceCount() {
  const Elsewhere elsewhere(session_, recording_->choicesBefore(position_));
  return session_.choiceCount();
}

inspect::Outlook Debugger::outlook(uint32_t choice) {
  const Elsewhere elsewhere(session_, recording_->choicesBefore(position_));
  return session_.outlook(choice);
}

support::Result<Stop> Debugger::choose(uint32_t choice) {
  const size_t before = recording_->choicesBefore(position_);
  machine::Path path = beginningOf(session_.path(), before);
  path.push(choice);
  const auto gone = follow(path, kSeconds);
  if (!gone) return gone.error();
  const uint32_t position = recording_->positionOfChoice(before);
  const auto& outputs = recording_->outputs();
  const auto shown =
      std::find_if(outputs.begin(), outputs.end(), [&](const Output& output) { return output.position >= position; });
  outputTaken_ = std::min(outputTaken_, static_cast<size_t>(shown - outputs.begin()));
  return goTo(position);
}

void Debugger::look(const std::function<void(const Scene&)>& look) {
  const uint32_t here = position_;
  recording_->visit({&here, 1}, [&](uint32_t, const Scene& scene) { look(scene); });
}

support::Result<uint32_t> Debugger::addBreakpoint(Breakpoint breakpoint) {
  const Breakpoint& added = breakpoints_.add(std::move(breakpoint));
  if (auto error = refresh(added)) return *error;
  return added.id;
}

bool Debugger::removeBreakpoint(uint32_t id) {
  positionsOf_.erase(id);
  return breakpoints_.remove(id);
}

std::vector<Output> Debugger::takeOutput() {
  const auto& outputs = recording_->outputs();
  std::vector<Output> taken;
  while (outputTaken_ < outputs.size() && outputs[outputTaken_].position < position_) {
    taken.push_back(outputs[outputTaken_++]);
  }
  return taken;
}

}  // namespace clew::debug
