// Programs with their scripts, and the certifier as `clew certify` uses it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "cli/certificate.h"
#include "forged_script.h"
#include "program/compile.h"
#include "program/load.h"
#include "script/sub_script.h"
#include "search/certify.h"
#include "search/recorder.h"
#include "search/search.h"

namespace clew::test {

inline constexpr const char* kPhilosophers = R"(#include <pthread.h>
static pthread_mutex_t forks[3];
static void *philosopher(void *x) {
  long i = (long)x;
  pthread_mutex_t *first = i == 2 ? &forks[0] : &forks[i], *second = i == 2 ? &forks[2] : &forks[i + 1];
  for (;;) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  }
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, philosopher, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
)";

inline constexpr const char* kBuffer = R"(#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex;
static pthread_cond_t changed;
static int count;
static void *producer(void *x) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 2) pthread_cond_wait(&changed, &mutex);
    assert(++count <= 2);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 0) pthread_cond_wait(&changed, &mutex);
    --count;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(t, 0);
  return 0;
}
)";

inline constexpr const char* kChoices = R"(#include <assert.h>
#include <clew.h>
static int sum;
int main(void) {
  for (int i = 0; i < 4; i++) sum += clew_choose(3);
  assert(sum <= 8);
  return clew_choose(2);
}
)";

inline constexpr const char* kAssumptions = R"(#include <pthread.h>
#include <clew.h>
extern void __VERIFIER_assume(int);
static _Atomic int turns[2];
static void *worker(void *x) {
  for (int i = 0; i < 2; i++) {
    turns[1] += clew_choose(2);
    __VERIFIER_assume(turns[1] <= turns[0] + 1);
  }
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  turns[0]++;
  turns[0]++;
  pthread_join(t, 0);
  __VERIFIER_assume(turns[1] != 1);
  return 0;
}
)";

/// Small enough to try everything.
inline constexpr const char* kTiny = R"(#include <clew.h>
static int last;
int main(void) {
  last = clew_choose(2);
  last = clew_choose(2);
  return last;
}
)";

inline constexpr const char* kDeadlocks = R"(#include <pthread.h>
static pthread_mutex_t a, b;
static void *worker(void *x) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_join(t, 0);
  return 0;
}
)";

/// What came of a script.
struct Verdict {
  bool accepted = false;
  std::string reason;
  bool isSame = false;  // the lists are those of the original
  bool isRead = true;   // the file could be opened
};

/// A program and the script that the search makes of it.
class Subject {
 public:
  explicit Subject(const std::string& text, property::PropertySet searched = property::PropertySet::defaults(),
                   script::Kind kind = script::Kind::Full,
                   machine::ReductionKind reduction = machine::ReductionKind::None)
      : program_(load(text)) {
    options_.reduction = reduction;
    property::prepare(options_.machine, options_.properties);
    cli::Question question;
    question.properties = searched;
    given_ = cli::describe(program_, {}, question, options_);
    record(searched, kind);
    if (kind == script::Kind::Full) {
      plain_ = plainOf(original_);
      learnStates();
    }
    const auto file = script::File::parse(original_, "original");
    meaning_ = meaningOf(*file, *script::SearchTree::read(*file, 1));
  }

  const Bytes& original() const { return original_; }
  const PlainScript& plain() const { return plain_; }
  const program::Program& program() const { return program_; }

  /// What `clew certify` would say: the same steps in the same order, with little memory.
  Verdict judge(Bytes bytes, bool trust = false, unsigned jobs = 1) const {
    const auto file = script::File::parse(std::move(bytes), "forged");
    if (!file) return {false, file.error().message, false, false};
    if ((file->metadata().kind == script::Kind::Trustful) != trust) return {false, "the script is trustful"};
    if (const auto difference = cli::differenceOf(file->metadata(), given_)) return {false, *difference};
    if (file->metadata().kind == script::Kind::Violation) return {false, "the script is a path"};
    const std::atomic<bool> stop{false};
    search::Statistics statistics;
    search::Options options = options_;
    options.jobs = jobs;
    const auto rejection = search::certify(program_, *file, {&stop, kMostBytes}, options, stop, statistics);
    const auto tree = script::SearchTree::read(*file, jobs, {&stop, kMostBytes});
    return {!rejection, rejection ? rejection->reason : "", tree && meaningOf(*file, *tree) == meaning_};
  }

  /// The same by parts that are certified apart from each other and put together.
  Verdict judgeInParts(Bytes bytes, uint32_t count) const {
    const auto file = script::File::parse(std::move(bytes), "forged");
    if (!file) return {false, file.error().message, false, false};
    if (const auto difference = cli::differenceOf(file->metadata(), given_)) return {false, *difference};
    const std::atomic<bool> stop{false};
    const auto tree = script::SearchTree::read(*file, 1, {&stop, kMostBytes});
    if (!tree) return {false, tree.error().message};
    const auto parts = script::partitionEvenly(*tree, count);
    std::vector<script::PartResult> results;
    for (const script::Part& part : parts) {
      script::PartResult& result = results.emplace_back();
      result.script = file->hash();
      result.subject = script::subjectOf(file->metadata());
      result.part = static_cast<uint32_t>(results.size());
      result.parts = static_cast<uint32_t>(parts.size());
      search::Statistics statistics;
      if (const auto rejection =
              search::certifyPart(program_, *file, *tree, part, {1, 2}, options_, stop, statistics, result)) {
        return {false, rejection->reason};
      }
    }
    const auto disagreement = script::disagreementOf(*file, results);
    return {!disagreement, disagreement.value_or(""), meaningOf(*file, *tree) == meaning_};
  }

  /// Sub-scripts of the original.
  std::vector<Bytes> cut(uint32_t count, bool isGreedy = false) const {
    const auto file = script::File::parse(original_, "original");
    const auto tree = script::SearchTree::read(*file, 1);
    const auto parts = isGreedy ? script::partitionGreedy(*tree, count) : script::partitionEvenly(*tree, count);
    const script::SubScripts scripts(*file, *tree, parts);
    std::vector<Bytes> bytes;
    for (size_t part = 0; part < parts.size(); ++part) {
      const program::TemporaryFolder folder;
      const std::string name = folder.path() + "/part";
      if (const auto error = scripts.write(part, name)) throw std::runtime_error(error->message);
      bytes.push_back(contentOf(name));
    }
    return bytes;
  }

  /// What `clew certify` and `clew script merge` would say of sub-scripts. They are the same if their states are.
  Verdict judgeSubScripts(const std::vector<Bytes>& scripts, unsigned jobs = 1) const {
    std::vector<script::PartResult> results;
    for (const Bytes& bytes : scripts) {
      const auto file = script::File::parse(bytes, "forged");
      if (!file) return {false, file.error().message, false, false};
      const script::Metadata& metadata = file->metadata();
      if (metadata.kind != script::Kind::Part) return {false, "this is no sub-script"};
      if (const auto difference = cli::differenceOf(metadata, given_)) return {false, *difference};
      const std::atomic<bool> stop{false};
      search::Statistics statistics;
      search::Options options = options_;
      options.jobs = jobs;
      script::PartResult& result = results.emplace_back();
      result.script = metadata.whole;
      result.subject = script::subjectOf(metadata);
      result.part = metadata.part;
      result.parts = metadata.parts;
      if (const auto rejection = search::certifySubScript(program_, *file, {&stop, kMostBytes}, {1, 2}, options, stop,
                                                          statistics, result)) {
        return {false, rejection->reason};
      }
    }
    const auto whole = script::File::parse(original_, "original");
    const auto part =
        scripts.empty() ? script::File::parse(original_, "original") : script::File::parse(scripts.front(), "forged");
    // Somebody may have the whole script at hand, or a part of it.
    const auto disagreement = script::disagreementOf(*whole, results);
    const auto other = script::disagreementOf(*part, results);
    const bool isAccepted = !disagreement || !other;
    return {isAccepted, disagreement.value_or(""), isAccepted && statesOf(results) == states_};
  }

  static constexpr uint64_t kMostBytes = uint64_t{256} << 20;

 private:
  static program::Program load(const std::string& text) {
    const program::TemporaryFolder folder;
    const std::string name = folder.path() + "/subject.c";
    std::ofstream(name) << text;
    auto loaded = program::load({{name}, {}, {}});
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return std::move(*loaded);
  }

  void record(property::PropertySet searched, script::Kind kind) {
    search::Recorder recorder(program_, kind);
    search::Options options = options_;
    options.properties = searched;
    options.recorder = &recorder;
    const std::atomic<bool> stop{false};
    search::Statistics statistics;
    const auto result = search::explore(program_, options, stop, statistics);
    if (result.violation || result.shortfall.unknown || !recorder.finish()) throw std::runtime_error("not safe");
    const program::TemporaryFolder folder;
    const std::string name = folder.path() + "/script";
    script::Metadata metadata = given_;
    metadata.kind = kind;
    if (const auto error = script::writeFile(name, metadata, recorder.alphabet(), recorder.take())) {
      throw std::runtime_error(error->message);
    }
    original_ = contentOf(name);
  }

  static Bytes contentOf(const std::string& name) {
    std::ifstream in(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// All states of a script, by their hashes.
  static std::vector<support::Hash128> statesOf(const std::vector<script::PartResult>& results) {
    std::vector<support::Hash128> states;
    for (const script::PartResult& result : results) {
      for (const script::Meaning& own : result.own) states.push_back(own.hash);
    }
    std::sort(states.begin(), states.end());
    return states;
  }
  /// As a certifier of the whole finds them.
  void learnStates() {
    const auto file = script::File::parse(original_, "original");
    const auto tree = script::SearchTree::read(*file, 1);
    const auto parts = script::partitionEvenly(*tree, 1);
    const std::atomic<bool> stop{false};
    search::Statistics statistics;
    std::vector<script::PartResult> results(1);
    search::certifyPart(program_, *file, *tree, parts[0], {1, 2}, options_, stop, statistics, results[0]);
    states_ = statesOf(results);
  }

  program::Program program_;
  search::Options options_;
  script::Metadata given_;
  Bytes original_;
  PlainScript plain_;
  std::vector<uint64_t> meaning_;
  std::vector<support::Hash128> states_;  // in order
};

inline const Subject& philosophers() {
  static const Subject subject(kPhilosophers);
  return subject;
}
/// Large enough for several workers to have something to do.
inline const Subject& eightPhilosophers() {
  static const Subject subject([] {
    std::string text = kPhilosophers;
    for (const auto& [from, to] : {std::pair{'3', '8'}, {'2', '7'}}) std::replace(text.begin(), text.end(), from, to);
    return text;
  }());
  return subject;
}
inline const Subject& reducedPhilosophers() {
  static const Subject subject(kPhilosophers, property::PropertySet::defaults(), script::Kind::Full,
                               machine::ReductionKind::Full);
  return subject;
}
inline const Subject& buffer() {
  static const Subject subject(kBuffer);
  return subject;
}
inline const Subject& choices() {
  static const Subject subject(kChoices);
  return subject;
}
inline const Subject& assumptions() {
  static const Subject subject(kAssumptions);
  return subject;
}
inline const Subject& tiny() {
  static const Subject subject(kTiny);
  return subject;
}

}  // namespace clew::test
