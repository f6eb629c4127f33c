// Simulates a distributed search on a recorded one: the ranks, which search depth-first and give away halves of what is
// untried in their shallowest states, and claims in batches, as in src/distributed/worker.cpp and ranges.cpp, on a
// network with a latency and a bandwidth. What a state leads to is read from standard input, as `clew script print`
// writes it; how long steps and messages take is given.
//
//   clew script print prog.clew | cluster_simulation ranks=1000,latency=2,step=1.3 ranks=...
//
// For each argument a line of JSON is printed. cluster_simulation.py compiles and calls this.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <queue>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace {

// These are the worker's; times are in microseconds.
constexpr size_t kBatch = 256;
constexpr uint64_t kStretch = 192;
constexpr uint32_t kDepthsStolen = 4;
constexpr size_t kMostStolen = 512;
constexpr double kLongestPause = 200;
constexpr double kShortestSleep = 20;  // a shorter pause is a yield
constexpr size_t kHashBytes = 16;
constexpr size_t kNodeBytes = 8;    // of a path to what is stolen
constexpr size_t kRangeBytes = 30;  // and of each range
constexpr size_t kListBytes = 16;

constexpr double kYield = 1;
constexpr double kHeaderBytes = 64;  // of a message on the wire
constexpr unsigned kLastBeats = 4;   // after the last state, until everybody knows that it was the last

/// What each state leads to, in the order of the alternatives.
struct Graph {
  std::vector<uint32_t> begin;  // by state, into the successors; one more at the end
  std::vector<uint32_t> successors;

  size_t states() const { return begin.size() - 1; }
};

/// Times are in microseconds.
struct Setting {
  double ranks = 1;
  double copies = 1;  // of the program: as if it first chose one of so many inputs, and nothing was the same after that
  double latency = 2;       // of a message
  double bandwidth = 1000;  // of a rank, in bytes per microsecond
  double step = 1;          // that a transition takes
  double message = 1;       // that a message takes of a rank's time, at each end
  double claim = 0.1;       // that a claim takes at its owner
  double far = 0.25;        // that it takes to bring back a state that another rank granted
  double flush = 2000;      // after which claims are sent although there are few
  double few = 64;          // open states, below which they are sent at once
};

/// Several copies of a recorded search under a common first state; one copy is just that search.
class Space {
 public:
  Space(const Graph& graph, uint32_t copies)
      : graph_(graph), copies_(copies), first_(copies > 1 ? 1 : 0), size_(static_cast<uint32_t>(graph.states())) {}

  size_t states() const { return first_ + size_t{copies_} * size_; }
  uint32_t alternatives(uint32_t state) const {
    if (state < first_) return copies_;
    const uint32_t recorded = (state - first_) % size_;
    return graph_.begin[recorded + 1] - graph_.begin[recorded];
  }
  /// What an alternative leads to.
  uint32_t successor(uint32_t state, uint32_t alternative) const {
    if (state < first_) return first_ + alternative * size_;
    const uint32_t recorded = (state - first_) % size_;
    return state - recorded + graph_.successors[graph_.begin[recorded] + alternative];
  }

 private:
  const Graph& graph_;
  const uint32_t copies_, first_, size_;
};

/// The number of the state at the end of a line; 0 if there is none.
uint32_t stateOf(const char* line) {
  const char* mark = std::strrchr(line, 'S');
  return mark == nullptr ? 0 : static_cast<uint32_t>(std::strtoul(mark + 1, nullptr, 10));
}

std::optional<Graph> readGraph(FILE* file) {
  struct Edge {
    uint32_t from, to;
  };
  std::vector<Edge> edges;
  uint32_t current = 0;
  uint32_t last = 0;
  char line[8192];
  while (std::fgets(line, sizeof line, file) != nullptr) {
    const uint32_t state = stateOf(line);
    if (state == 0) return std::nullopt;
    const bool goesBack = line[0] == 'B' && line[1] == ' ';
    if (current != 0 && !goesBack) edges.push_back({current - 1, state - 1});
    current = state;
    last = std::max(last, state);
  }
  if (last == 0) return std::nullopt;
  Graph graph;
  graph.begin.assign(size_t{last} + 1, 0);
  for (const Edge& edge : edges) ++graph.begin[edge.from + 1];
  for (size_t i = 1; i < graph.begin.size(); ++i) graph.begin[i] += graph.begin[i - 1];
  graph.successors.resize(edges.size());
  std::vector<uint32_t> next(graph.begin.begin(), graph.begin.end() - 1);
  for (const Edge& edge : edges) graph.successors[next[edge.from]++] = edge.to;
  return graph;
}

uint64_t mixed(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

/// Which rank has come to which state.
class Known {
 public:
  Known() : slots_(size_t{1} << 20, 0) {}

  /// False if it had before.
  bool insert(unsigned rank, uint32_t state) {
    const uint64_t key = (uint64_t{rank} << 32 | state) + 1;
    uint64_t& slot = slots_[find(key)];
    if (slot == key) return false;
    slot = key;
    if (++count_ * 4 > slots_.size() * 3) grow();
    return true;
  }

 private:
  size_t find(uint64_t key) const {
    size_t place = mixed(key) & (slots_.size() - 1);
    while (slots_[place] != 0 && slots_[place] != key) place = (place + 1) & (slots_.size() - 1);
    return place;
  }
  void grow() {
    std::vector<uint64_t> old(2 * slots_.size(), 0);
    old.swap(slots_);
    for (const uint64_t key : old) {
      if (key != 0) slots_[find(key)] = key;
    }
  }

  std::vector<uint64_t> slots_;
  size_t count_ = 0;
};

enum class Kind : uint8_t {
  Claims,
  Answers,
  Ask,
  Work,
  Nothing
};

struct Candidate {
  uint32_t state, parent;
  bool isGranted = false;
};

/// An open state: the alternatives of it that are left, if somebody has looked at it; all otherwise.
struct Open {
  uint32_t state;
  uint32_t next = 0, end = 0;
  bool isBegun = false;
  bool isFar = false;  // another rank granted it
};

struct Message {
  double arrival = 0;
  uint64_t number = 0;  // messages of the same time come in the order in which they were sent
  unsigned from = 0;
  Kind kind = Kind::Nothing;
  std::vector<Candidate> candidates = {};  // claimed, or answered
  std::vector<Open> ranges = {};           // stolen
  size_t nodes = 0;                        // on the ways to them
};

/// What is on its way to a rank, the next to arrive first.
class Inbox {
 public:
  void push(Message message) {
    const size_t place = free_.empty() ? messages_.size() : free_.back();
    order_.push({message.arrival, message.number, place});
    if (free_.empty()) {
      messages_.push_back(std::move(message));
    } else {
      free_.pop_back();
      messages_[place] = std::move(message);
    }
  }
  /// The next one, if it has arrived by then.
  std::optional<Message> take(double time) {
    if (order_.empty() || std::get<double>(order_.top()) > time) return std::nullopt;
    const size_t place = std::get<2>(order_.top());
    order_.pop();
    free_.push_back(place);
    return std::move(messages_[place]);
  }

 private:
  using Entry = std::tuple<double, uint64_t, size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> order_;
  std::vector<Message> messages_;
  std::vector<size_t> free_;
};

struct Rank {
  std::vector<Open> open;
  std::vector<std::vector<Candidate>> outboxes;  // by owner
  std::vector<unsigned> filled;                  // outboxes with something in them
  Inbox inbox;
  bool asked = false;
  double askAgain = 0, pause = 0, nextFlush = 0, linkFree = 0;
  double busy = 0;  // time spent on steps that nobody had done
  double firstWork = -1;
  uint64_t transitions = 0, states = 0, claims = 0, messages = 0, bytes = 0, steals = 0, asks = 0, replayed = 0;
};

class Simulation {
 public:
  Simulation(const Graph& graph, const Setting& setting)
      : space_(graph, static_cast<uint32_t>(setting.copies)),
        setting_(setting),
        size_(static_cast<unsigned>(setting.ranks)),
        ranks_(size_),
        claimed_(space_.states(), false),
        parent_(space_.states(), 0),
        depth_(space_.states(), 0),
        stamp_(space_.states(), 0) {
    for (Rank& rank : ranks_) rank.outboxes.resize(size_);
  }

  void run() {
    now_ = 0;
    known_.insert(0, 0);
    claimed_[0] = true;
    ranks_[0].open.push_back({.state = 0});
    ranks_[0].states = 1;
    left_ = 1;
    for (unsigned i = 0; i < size_; ++i) turns_.push({0, i});
    while (left_ > 0) {
      const auto [time, rank] = turns_.top();
      turns_.pop();
      now_ = time;
      turn(rank);
      turns_.push({now_, rank});
    }
  }

  void print() const;

 private:
  using Turn = std::pair<double, unsigned>;

  // What a rank does between two looks at its messages. The clock is the rank's own meanwhile.
  void turn(unsigned self);
  void work(unsigned self);
  void expand(unsigned self, uint64_t& done);
  void reach(unsigned self, uint32_t state, uint32_t parent);
  void settle(unsigned self, const Candidate& candidate, bool isFar);
  bool claim(uint32_t state);
  unsigned ownerOf(uint32_t state) const { return static_cast<unsigned>(mixed(state + 0x9e3779b97f4a7c15) % size_); }
  void wait(Rank& rank);

  void handle(unsigned self, Message& message);
  void ask(unsigned self);
  void give(unsigned self, unsigned to);
  std::vector<Open> chooseRanges(Rank& rank);
  size_t nodesTo(const std::vector<Open>& ranges);
  void flush(unsigned self, unsigned owner);
  void flushAll(unsigned self);
  void send(unsigned self, unsigned to, size_t bytes, Message message);

  const Space space_;
  const Setting setting_;
  const unsigned size_;  // of the job
  std::vector<Rank> ranks_;
  Known known_;
  std::vector<bool> claimed_;
  std::vector<uint32_t> parent_, depth_, stamp_;
  uint32_t stamps_ = 0;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;
  std::mt19937 random_{1};
  double now_ = 0;
  uint64_t left_ = 0;  // states that are open or on their way, and claims without an answer
  uint64_t sent_ = 0;
};

void Simulation::turn(unsigned self) {
  Rank& rank = ranks_[self];
  while (std::optional<Message> message = rank.inbox.take(now_)) {
    now_ += setting_.message;
    handle(self, *message);
  }
  if (static_cast<double>(rank.open.size()) < setting_.few || now_ >= rank.nextFlush) {
    flushAll(self);
    rank.nextFlush = now_ + setting_.flush;
  }
  if (!rank.open.empty()) {
    work(self);
    rank.pause = 0;
  } else {
    ask(self);
    wait(rank);
  }
}

void Simulation::work(unsigned self) {
  Rank& rank = ranks_[self];
  if (rank.firstWork < 0) rank.firstWork = now_;
  uint64_t done = 0;  // states and transitions
  while (!rank.open.empty() && done < kStretch) expand(self, done);
}

/// Goes on with the last open state until one of its alternatives leads to a state that becomes open, which is next.
void Simulation::expand(unsigned self, uint64_t& done) {
  Rank& rank = ranks_[self];
  const size_t place = rank.open.size() - 1;
  Open& begun = rank.open[place];
  if (begun.isFar) now_ += setting_.far;
  begun.isFar = false;
  if (!begun.isBegun) begun.end = space_.alternatives(begun.state);
  begun.isBegun = true;
  while (rank.open[place].next < rank.open[place].end && place + 1 == rank.open.size()) {
    const uint32_t state = rank.open[place].state;
    const uint32_t alternative = rank.open[place].next++;
    now_ += setting_.step;
    rank.busy += setting_.step;
    ++rank.transitions;
    ++done;
    reach(self, space_.successor(state, alternative), state);
  }
  if (rank.open[place].next < rank.open[place].end) return;
  rank.open.erase(rank.open.begin() + static_cast<std::ptrdiff_t>(place));
  ++done;
  --left_;
}

/// A claim at home is answered at once, and costs a rank what it costs one that is alone, which the time of a step has
/// in it.
void Simulation::reach(unsigned self, uint32_t state, uint32_t parent) {
  if (!known_.insert(self, state)) return;
  Rank& rank = ranks_[self];
  ++left_;
  const unsigned owner = ownerOf(state);
  if (owner == self) return settle(self, {state, parent, claim(state)}, false);
  std::vector<Candidate>& outbox = rank.outboxes[owner];
  if (outbox.empty()) rank.filled.push_back(owner);
  outbox.push_back({state, parent});
  ++rank.claims;
  if (outbox.size() == kBatch) {
    flush(self, owner);
    std::erase(rank.filled, owner);
  }
}

bool Simulation::claim(uint32_t state) {
  if (claimed_[state]) return false;
  claimed_[state] = true;
  return true;
}

void Simulation::settle(unsigned self, const Candidate& candidate, bool isFar) {
  if (!candidate.isGranted) {
    --left_;
    return;
  }
  Rank& rank = ranks_[self];
  ++rank.states;
  parent_[candidate.state] = candidate.parent;
  depth_[candidate.state] = depth_[candidate.parent] + 1;
  rank.open.push_back({.state = candidate.state, .isFar = isFar});
}

void Simulation::wait(Rank& rank) {
  now_ += rank.pause > kShortestSleep ? rank.pause : kYield;
  rank.pause = std::min(rank.pause * 5 / 4 + 1, kLongestPause);
}

void Simulation::handle(unsigned self, Message& message) {
  Rank& rank = ranks_[self];
  switch (message.kind) {
    case Kind::Claims: {
      Message answer{.kind = Kind::Answers, .candidates = std::move(message.candidates)};
      for (Candidate& candidate : answer.candidates) candidate.isGranted = claim(candidate.state);
      const size_t count = answer.candidates.size();
      now_ += setting_.claim * static_cast<double>(count);
      return send(self, message.from, count, std::move(answer));
    }
    case Kind::Answers:
      for (const Candidate& candidate : message.candidates) settle(self, candidate, true);
      return;
    case Kind::Ask: return give(self, message.from);
    case Kind::Work:
      rank.asked = false;
      ++rank.steals;
      rank.replayed += message.nodes;
      now_ += setting_.step * static_cast<double>(message.nodes);
      for (const Open& range : message.ranges) {
        known_.insert(self, range.state);
        rank.open.push_back(range);
      }
      return;
    case Kind::Nothing: rank.asked = false; rank.askAgain = now_ + rank.pause;
  }
}

void Simulation::ask(unsigned self) {
  Rank& rank = ranks_[self];
  flushAll(self);
  if (rank.asked || size_ == 1 || now_ < rank.askAgain) return;
  const unsigned other = random_() % (size_ - 1);
  ++rank.asks;
  rank.asked = true;
  send(self, other < self ? other : other + 1, 0, {.kind = Kind::Ask});
}

void Simulation::give(unsigned self, unsigned to) {
  Rank& rank = ranks_[self];
  Message message{.kind = Kind::Work, .ranges = chooseRanges(rank)};
  if (message.ranges.empty()) return send(self, to, 0, {.kind = Kind::Nothing});
  message.nodes = nodesTo(message.ranges);
  const size_t bytes = kListBytes + kNodeBytes * message.nodes + kRangeBytes * message.ranges.size();
  send(self, to, bytes, std::move(message));
}

/// Takes the upper half of what is untried in each of the shallowest open states off the list; where that is one
/// alternative, or nobody has looked at the state, every other one.
std::vector<Open> Simulation::chooseRanges(Rank& rank) {
  std::vector<std::pair<uint32_t, size_t>> shallow;  // depth and place
  shallow.reserve(rank.open.size());
  for (size_t i = 0; i < rank.open.size(); ++i) shallow.emplace_back(depth_[rank.open[i].state], i);
  std::sort(shallow.begin(), shallow.end());
  uint32_t depths = 0;
  size_t count = 0;
  for (; count < std::min(shallow.size(), kMostStolen); ++count) {
    depths += count == 0 || shallow[count].first != shallow[count - 1].first ? 1 : 0;
    if (depths > kDepthsStolen) break;
  }
  shallow.resize(count);
  std::vector<Open> chosen;
  std::vector<bool> isGone(rank.open.size(), false);
  bool isKept = rank.open.size() == 1;
  for (const auto& [depth, place] : shallow) {
    Open& open = rank.open[place];
    const uint32_t left = open.end - open.next;
    if (left > 1) {
      chosen.push_back({open.state, open.end - left / 2, open.end, true});
      open.end -= left / 2;
      ++left_;
      continue;
    }
    if (!isKept) {
      chosen.push_back(open);
      isGone[place] = true;
    }
    isKept = !isKept;
  }
  std::vector<Open> kept;
  kept.reserve(rank.open.size());
  for (size_t i = 0; i < rank.open.size(); ++i) {
    if (!isGone[i]) kept.push_back(rank.open[i]);
  }
  rank.open = std::move(kept);
  return chosen;
}

/// How many states there are on the ways to these, without the first.
size_t Simulation::nodesTo(const std::vector<Open>& ranges) {
  ++stamps_;
  size_t nodes = 0;
  for (const Open& range : ranges) {
    for (uint32_t state = range.state; state != 0 && stamp_[state] != stamps_; state = parent_[state]) {
      stamp_[state] = stamps_;
      ++nodes;
    }
  }
  return nodes;
}

void Simulation::flush(unsigned self, unsigned owner) {
  std::vector<Candidate>& outbox = ranks_[self].outboxes[owner];
  const size_t bytes = kHashBytes * outbox.size();
  Message message{.kind = Kind::Claims};
  message.candidates.swap(outbox);
  send(self, owner, bytes, std::move(message));
}

void Simulation::flushAll(unsigned self) {
  for (const unsigned owner : ranks_[self].filled) flush(self, owner);
  ranks_[self].filled.clear();
}

void Simulation::send(unsigned self, unsigned to, size_t bytes, Message message) {
  Rank& rank = ranks_[self];
  now_ += setting_.message;
  rank.linkFree = std::max(rank.linkFree, now_) + (kHeaderBytes + static_cast<double>(bytes)) / setting_.bandwidth;
  message.arrival = rank.linkFree + setting_.latency;
  message.number = ++sent_;
  message.from = self;
  ++rank.messages;
  rank.bytes += bytes;
  ranks_[to].inbox.push(std::move(message));
}

void Simulation::print() const {
  Rank sum;
  uint64_t largest = 0;
  double lastBegin = 0;
  unsigned without = 0;  // ranks that never had anything to do
  for (const Rank& rank : ranks_) {
    for (uint64_t Rank::* field : {&Rank::transitions, &Rank::states, &Rank::claims, &Rank::messages, &Rank::bytes,
                                   &Rank::steals, &Rank::asks, &Rank::replayed}) {
      sum.*field += rank.*field;
    }
    sum.busy += rank.busy;
    largest = std::max(largest, rank.transitions);
    lastBegin = std::max(lastBegin, rank.firstWork);
    without += rank.firstWork < 0 ? 1 : 0;
  }
  const unsigned rounds = static_cast<unsigned>(std::bit_width(size_ - 1));
  const double seconds =
      1e-6 * (now_ + kLastBeats * rounds * (setting_.latency + setting_.message + kLongestPause / 2));
  std::printf(
      "{\"ranks\": %u, \"latency\": %g, \"seconds\": %.6f, \"states\": %ju, \"transitions\": %ju, \"claims\": %ju, "
      "\"messages\": %ju, \"bytes\": %ju, \"steals\": %ju, \"asks\": %ju, \"replayed\": %ju, \"largest\": %ju, "
      "\"busy\": %.6f, \"last_begin\": %.6f, \"without_work\": %u}\n",
      size_, setting_.latency, seconds, uintmax_t{sum.states}, uintmax_t{sum.transitions}, uintmax_t{sum.claims},
      uintmax_t{sum.messages}, uintmax_t{sum.bytes}, uintmax_t{sum.steals}, uintmax_t{sum.asks},
      uintmax_t{sum.replayed}, uintmax_t{largest}, 1e-6 * sum.busy, 1e-6 * lastBegin, without);
  std::fflush(stdout);
}

/// Reads `name=number,name=number`.
std::optional<Setting> parseSetting(const std::string& text) {
  Setting setting;
  const std::map<std::string, double Setting::*> fields = {
      {"ranks", &Setting::ranks},     {"copies", &Setting::copies},
      {"latency", &Setting::latency}, {"bandwidth", &Setting::bandwidth},
      {"step", &Setting::step},       {"message", &Setting::message},
      {"claim", &Setting::claim},     {"far", &Setting::far},
      {"flush", &Setting::flush},     {"few", &Setting::few}};
  std::istringstream in(text);
  for (std::string item; std::getline(in, item, ',');) {
    const size_t equals = item.find('=');
    const auto field = fields.find(item.substr(0, equals));
    if (equals == std::string::npos || field == fields.end()) return std::nullopt;
    setting.*field->second = std::strtod(item.c_str() + equals + 1, nullptr);
  }
  const bool isGood = setting.ranks >= 1 && setting.ranks <= 10'000 && setting.copies >= 1 && setting.copies <= 1000 &&
                      setting.latency >= 0 && setting.bandwidth > 0 && setting.step > 0 && setting.message >= 0 &&
                      setting.claim >= 0 && setting.far >= 0 && setting.flush >= 0;
  return isGood ? std::optional(setting) : std::nullopt;
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Graph> graph = readGraph(stdin);
  if (!graph) {
    std::fprintf(stderr, "cluster_simulation: standard input is not what `clew script print` writes\n");
    return 3;
  }
  for (int i = 1; i < argc; ++i) {
    const std::optional<Setting> setting = parseSetting(argv[i]);
    if (!setting) {
      std::fprintf(stderr, "cluster_simulation: not a setting: %s\n", argv[i]);
      return 3;
    }
    if (setting->copies * static_cast<double>(graph->states()) > UINT32_MAX / 2) {
      std::fprintf(stderr, "cluster_simulation: too many copies: %s\n", argv[i]);
      return 3;
    }
    Simulation simulation(*graph, *setting);
    simulation.run();
    simulation.print();
  }
}
