#include "debug/recording.h"

#include <algorithm>
#include <charconv>

#include "machine/user_place.h"
#include "program/marks.h"

namespace clew::debug {

namespace {

/// More lines than anybody steps through; a path may have a long computation in it.
constexpr size_t kMostLines = 2'000'000;

bool isSameLine(const program::Location& one, const program::Location& other) {
  return one.file == other.file && one.line == other.line;
}

/// The number that the names give to a thread.
uint32_t indexOf(const inspect::Names& names, uint32_t number) {
  const std::string name = names.ofThread(number);
  uint32_t index = 0;
  std::from_chars(name.data() + 1, name.data() + name.size(), index);
  return index;
}

}  // namespace

/// Hears what a run tells, and keeps the names of what comes to life.
class Recording::Teller : public machine::Observer {
 public:
  Teller(const program::Program& program, inspect::Names& names) : program_(program), names_(names) {}

  std::function<void(uint32_t number, uint32_t pc, bool isEntry)> onLine;
  std::function<void(uint32_t number)> onAct;  // something that others may see, or that is seen later
  std::function<void(bool isError, std::string_view)> onOutput;
  std::function<void(uint64_t address)> onMutex;

  void access(const Access& access) override {
    if (onAct && (access.write || access.object->shared)) onAct(access.thread);
  }
  void operation(uint32_t thread, uint32_t pc, uint64_t operand, uint64_t result) override {
    const program::Op op = program_.code[pc].op;
    if (op == program::Op::Note && program::Told::isTold(result)) {
      const program::Told told = program::Told::of(result);
      if (told.mark == program::Told::kLine) onLine(thread, pc, told.index == program::Told::kEnters);
      return;
    }
    if (op == program::Op::ThreadCreate) names_.addThread(static_cast<uint32_t>(result));
    if (op == program::Op::Free) names_.heap().forget(operand);
    const bool locks = op == program::Op::MutexLock || op == program::Op::MutexTryLock;
    if (onMutex && locks) onMutex(operand);
    if (onAct) onAct(thread);
  }
  void output(int stream, std::string_view bytes) override {
    if (onOutput) onOutput(stream == 2, bytes);
  }

 private:
  const program::Program& program_;
  inspect::Names& names_;
};

Recording::Stage::Stage(const program::Program& program, const report::RecordOptions& options,
                        const std::atomic<bool>& enough)
    : machine(program, tables, options.machine) {
  tables.threadPlaces = options.threads;
  machine.setStopFlags(options.stop, &enough);
  machine.setComplaints(options.complaints);
  if (options.invariants != nullptr) {
    stops.emplace(*options.invariants, machine, property::InvariantChecker::Use::SinglePath);
  }
}

Recording::~Recording() = default;

Recording::Recording(const program::Program& program, const report::RecordOptions& options, const machine::Path& path,
                     uint32_t steps)
    : program_(program), options_(options), stage_(program, options, enough_), choices_(path.size()) {
  Machine& machine = stage_.machine;
  Teller teller(program, names_);
  teller.onLine = [&](uint32_t number, uint32_t pc, bool isEntry) { tell(number, pc, isEntry); };
  teller.onAct = [&](uint32_t number) { lastOf_[indexOf(names_, number)].hasActed = true; };
  teller.onOutput = [&](bool isError, std::string_view text) {
    outputs_.push_back({lines_.empty() ? 0 : end() - 1, isError, std::string(text)});
  };
  teller.onMutex = [&](uint64_t address) {
    if (std::find(mutexes_.begin(), mutexes_.end(), address) == mutexes_.end()) mutexes_.push_back(address);
  };
  machine.setObserver(&teller);
  names_.addThread(0);
  steps_.push_back({{}, names_, 0, 0});
  machine::Outcome outcome = machine.start();
  for (size_t choice = 0; outcome == machine::Outcome::Stopped;) {
    inspect::View(machine, names_).heap();  // objects get their numbers when they come to life
    const bool isChoice = machine.alternativeCount() > 1;
    steps_.push_back({machine.save(), names_, 0, choice});
    endsInState_ = steps_.size() == size_t{steps} + 2;
    if (endsInState_) break;
    if (isChoice) steps_.back().alternative = path[choice++];
    beginStep(machine.choiceOf(steps_.back().alternative).thread);
    outcome = machine.step(steps_.back().alternative);
  }
  if (!endsInState_) machine.discard();
  machine.setObserver(nullptr);
  dropMoved();
}

void Recording::dropMoved() {
  std::sort(moved_.begin(), moved_.end());
  const auto movedBefore = [&](uint32_t position) {
    return static_cast<uint32_t>(std::lower_bound(moved_.begin(), moved_.end(), position) - moved_.begin());
  };
  for (Output& output : outputs_) output.position -= std::min(output.position, movedBefore(output.position + 1));
  std::vector<Line> kept;
  kept.reserve(lines_.size() - moved_.size());
  for (uint32_t position = 0; position < lines_.size(); ++position) {
    if (!std::binary_search(moved_.begin(), moved_.end(), position)) kept.push_back(lines_[position]);
  }
  lines_ = std::move(kept);
  lastOf_.clear();
  moved_.clear();
}

void Recording::add(const Line& line) {
  isCut_ = isCut_ || lines_.size() >= kMostLines;
  if (isCut_) return;
  LastLine& last = lastOf_[line.thread];
  last.position = end();
  last.hasActed = false;
  lines_.push_back(line);
}

void Recording::tell(uint32_t number, uint32_t pc, bool isEntry) {
  const uint32_t told = told_++;
  const uint32_t thread = indexOf(names_, number);
  const size_t depth = stage_.machine.threadByNumber(number)->frames.size();
  // A line that is left and come to again is new; one that only goes on behind a call or in another block is not.
  auto& known = lastOf_[thread].ofFrames;
  known.resize(depth + 1);
  const program::Location& location = program_.locationAt(pc);
  const bool isKnown = !isEntry && isSameLine(known[depth], location);
  known[depth] = location;
  if (isKnown) return;
  const auto step = static_cast<uint32_t>(steps_.size() - 1);
  add({step, told, thread, pc, static_cast<uint32_t>(depth), true, isEntry});
}

void Recording::beginStep(uint32_t number) {
  told_ = 0;
  const uint32_t thread = indexOf(names_, number);
  const LastLine& last = lastOf_[thread];
  const uint32_t pc = machine::userPc(stage_.machine, number);
  if (last.position == program::kNone || pc == program::kNone || isCut_) return;
  Line line = lines_[last.position];
  line.step = static_cast<uint32_t>(steps_.size() - 1);
  line.number = program::kNone;
  if (!last.hasActed) {
    moved_.push_back(last.position);
    return add(line);
  }
  if (lines_.back().thread == thread) return;
  const auto& frames = stage_.machine.threadByNumber(number)->frames;
  const auto frame = std::find_if(frames.rbegin(), frames.rend(), [&](const auto& each) { return each.pc == pc; });
  line.pc = pc;
  line.depth = static_cast<uint32_t>(frames.rend() - frame);
  line.isNew = line.isEntry = false;
  add(line);
}

size_t Recording::choicesBefore(uint32_t position) const {
  const uint32_t step = stepOf(position);
  const bool isBefore = position < end() ? lines_[position].number == program::kNone : endsInState_;
  const size_t state = isBefore ? step : step + 1;
  return state < steps_.size() ? steps_[state].choices : choices_;
}

uint32_t Recording::positionOfChoice(size_t choice) const {
  uint32_t step = 0;
  while (step + 1 < steps_.size() && steps_[step + 1].choices <= choice) ++step;
  const auto found = std::find_if(lines_.begin(), lines_.end(), [&](const Line& line) { return line.step >= step; });
  return static_cast<uint32_t>(found - lines_.begin());
}

uint32_t Recording::positionFrom(const Recording& other, uint32_t position) const {
  const auto orderOf = [](const Line& line) {  // what stands at the beginning of a step comes first
    return std::pair(line.step, line.number == program::kNone ? 0 : line.number + 1);
  };
  const bool wasAtEnd = position >= other.end();
  const Line was =
      wasAtEnd ? Line{other.stepOf(position), program::kNone, 0, 0, 0, true, false} : other.lines_[position];
  auto found = std::partition_point(lines_.begin(), lines_.end(),
                                    [&](const Line& line) { return orderOf(line) < orderOf(was); });
  const bool isThere = found != lines_.end() && orderOf(*found) == orderOf(was);
  // A line that is not there any more is where its thread goes on.
  if (!wasAtEnd && !isThere) {
    found = std::find_if(found, lines_.end(), [&](const Line& line) { return line.thread == was.thread; });
  }
  return static_cast<uint32_t>(found - lines_.begin());
}

uint32_t Recording::stepOf(uint32_t position) const {
  return position < end() ? lines_[position].step : static_cast<uint32_t>(steps_.size() - 1);
}

void Recording::visit(std::span<const uint32_t> positions, const Look& look) {
  while (!positions.empty()) {
    const uint32_t step = stepOf(positions.front());
    const auto other =
        std::find_if(positions.begin(), positions.end(), [&](uint32_t each) { return stepOf(each) != step; });
    const auto count = static_cast<size_t>(other - positions.begin());
    visitStep(step, positions.first(count), look);
    positions = positions.subspan(count);
  }
}

void Recording::visitStep(uint32_t step, std::span<const uint32_t> positions, const Look& look) {
  const Step& taken = steps_[step];
  std::optional<Stage> fresh;
  if (step == 0) fresh.emplace(program_, options_, enough_);  // a machine starts only once
  Machine& machine = fresh ? fresh->machine : stage_.machine;
  inspect::Names names = taken.names;
  inspect::View view(machine, names);
  const Scene scene{machine, view, names};
  if (step > 0) machine.restore(taken.key);
  const auto show = [&] {
    look(positions.front(), scene);
    positions = positions.subspan(1);
  };
  const auto isNext = [&](uint32_t number) {
    return !positions.empty() && positions.front() < end() && lines_[positions.front()].number == number;
  };
  while (isNext(program::kNone)) show();
  const bool isLast = step + 1 == steps_.size() && endsInState_;
  if (isLast && !positions.empty()) return show();
  if (positions.empty()) return;
  Teller teller(program_, names);
  uint32_t told = 0;
  teller.onLine = [&](uint32_t, uint32_t, bool) {
    while (isNext(told)) show();
    enough_ = positions.empty();
    ++told;
  };
  machine.setObserver(&teller);
  const machine::Outcome outcome = step == 0 ? machine.start() : machine.step(taken.alternative);
  if (!positions.empty()) show();  // behind a step that ends in no state
  machine.setObserver(nullptr);
  enough_ = false;
  if (fresh) return;
  if (outcome == machine::Outcome::Stopped) {
    machine.save();
  } else {
    machine.discard();
  }
}

}  // namespace clew::debug
