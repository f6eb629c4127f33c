// Certificates of symbolic searches. What a search has refuted is certified by another one that knows only its nogoods.
// Forged nogoods are tried on programs that are wrong: whatever somebody writes, these are never certified.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>

#include "loaded_program.h"
#include "symbolic/nogood_code.h"
#include "symbolic/search.h"

namespace clew::test {
namespace {

using symbolic::InputSymbols;
using symbolic::Nogood;
using Bytes = std::vector<uint8_t>;
using Nogoods = std::vector<Nogood>;

// Needs solvers: a product is no matter of differences. The wrong ones are wrong for one input in 2^32.
constexpr const char* kSquares = R"(extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
#include <assert.h>
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = __VERIFIER_nondet_uint();
  unsigned sum = 0;
  if (x % 3 == 1) sum += 1;
  if (y & 4) sum += 2;
  unsigned square = x * x;
  assert(square % 4 < 2 || sum > LIMIT);
  if (sum == 3) assert((y | 4) == y);
  assert(((x ^ y) & 1) == ((x + y) & 1) WRONG);
  return 0;
}
)";

constexpr const char* kThreads = R"(#include <assert.h>
#include <pthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static pthread_mutex_t mutex;
static unsigned total;
static void *worker(void *x) {
  unsigned char input = __VERIFIER_nondet_uchar();
  pthread_mutex_lock(&mutex);
  if (input > 16) total += input * input % 4; else total += 1;
  pthread_mutex_unlock(&mutex);
  return x;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(total <= LIMIT);
  return 0;
}
)";

std::string with(std::string text, const std::string& word, const std::string& value) {
  const size_t place = text.find(word);
  return text.replace(place, word.size(), value);
}

std::string squares(const std::string& wrong) { return with(with(kSquares, "LIMIT", "9"), "WRONG", wrong); }

class SymbolicCertificate : public testing::Test {
 protected:
  static search::Options whatOf() {
    search::Options what;
    property::prepare(what.machine, what.properties);
    return what;
  }

  /// The nogoods of a search that finds nothing.
  static Bytes nogoodsOf(const program::Program& program, symbolic::Options how = {}) {
    Bytes bytes;
    how.nogoods = &bytes;
    how.merging = symbolic::Merging::Never;  // as for --script: a search that merges would write nogoods of other paths
    how.blocks.formulas = false;
    const std::atomic<bool> stop{false};
    search::Statistics statistics;
    const search::Options what = whatOf();
    const auto result = symbolic::explore(program, what, how, stop, statistics);
    EXPECT_FALSE(result.violation || result.shortfall.unknown || !result.shortfall.cuts.empty());
    return bytes;
  }

  /// Why a certificate is rejected; empty: it is accepted.
  static std::string judge(const program::Program& program, const Bytes& nogoods, symbolic::Options how = {}) {
    const std::atomic<bool> stop{false};
    search::Statistics statistics;
    const search::Options what = whatOf();
    const auto rejection = symbolic::certify(program, what, how, nogoods, stop, statistics);
    return rejection ? rejection->reason : "";
  }

  /// Nogoods after somebody has changed them.
  template <typename Change>
  static Bytes changed(const Bytes& bytes, Change change) {
    term::Terms terms;
    InputSymbols symbols(terms);
    auto nogoods = symbolic::readNogoods(bytes, symbols);
    EXPECT_TRUE(nogoods);
    change(*nogoods, terms, symbols);
    const auto written = symbolic::writeNogoods(*nogoods, symbols);
    EXPECT_TRUE(written);
    return *written;
  }
};

TEST_F(SymbolicCertificate, IsAcceptedHoweverItWasFound) {
  for (const std::string& text : {squares(""), with(kThreads, "LIMIT", "6")}) {
    const auto program = loadedProgram(text);
    symbolic::Options eager;
    eager.solving = symbolic::Solving::Eager;
    symbolic::Options several;
    several.workers = 3;
    for (const symbolic::Options& how : {symbolic::Options{}, eager, several}) {
      const Bytes nogoods = nogoodsOf(program, how);
      EXPECT_EQ(judge(program, nogoods), "");
      EXPECT_EQ(judge(program, nogoods, several), "");
    }
  }
}

TEST_F(SymbolicCertificate, IsNotAcceptedWithoutItsNogoods) {
  const auto program = loadedProgram(squares(""));
  const Bytes nogoods = nogoodsOf(program);
  EXPECT_NE(judge(program, {0, 0}).find("a path to a violation of assert is not refuted"), std::string::npos);
  EXPECT_EQ(judge(program, {}), "the list of nogoods is damaged");
  // Some may be dispensable, since others refute the same paths, but not all that are dropped one after the other.
  size_t count = 0;
  changed(nogoods, [&](Nogoods& list, auto&, auto&) { count = list.size(); });
  ASSERT_GE(count, 2u);
  for (size_t kept = 0; kept < count; ++kept) {
    const Bytes one = changed(nogoods, [&](Nogoods& list, auto&, auto&) { list = {list[kept]}; });
    EXPECT_NE(judge(program, one), "") << kept;
  }
}

TEST_F(SymbolicCertificate, IsRejectedWhenANogoodSaysTooMuch) {
  const auto program = loadedProgram(squares(""));
  const Bytes nogoods = nogoodsOf(program);
  const Bytes shortened = changed(nogoods, [](Nogoods& list, auto&, auto&) {
    const auto longest = std::max_element(list.begin(), list.end(), [](const Nogood& a, const Nogood& b) {
      return a.literals.size() < b.literals.size();
    });
    ASSERT_GE(longest->literals.size(), 2u);
    longest->literals.pop_back();
  });
  EXPECT_EQ(judge(program, shortened), "a nogood is wrong: its literals can be true together");
}

TEST_F(SymbolicCertificate, IsRejectedWhenTheSolverDoesNotKnow) {
  const auto program = loadedProgram(squares(""));
  const Bytes nogoods = nogoodsOf(program);
  symbolic::Options helpless;
  helpless.solver = *term::SolverSpec::parse("cmd:false");
  EXPECT_EQ(judge(program, nogoods, helpless).find("a nogood is not proven"), 0u);
}

TEST_F(SymbolicCertificate, OfAnotherProgramProvesNothing) {
  const Bytes nogoods = nogoodsOf(loadedProgram(squares("")));
  EXPECT_NE(judge(loadedProgram(squares("&& x != 77777")), nogoods), "");
  EXPECT_NE(judge(loadedProgram(with(kThreads, "LIMIT", "1")), nogoods), "");
}

TEST_F(SymbolicCertificate, DoesNotDependOnItsBounds) {
  const auto program = loadedProgram(R"(extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), rounds = 0;
  while (x % 8 != 0) x++, rounds++;
  assert(rounds < 8);
  return 0;
}
)");
  symbolic::Options enough, little;
  enough.bounds.unwind = 20;
  little.bounds.unwind = 3;
  const Bytes nogoods = nogoodsOf(program, enough);
  EXPECT_EQ(judge(program, nogoods, enough), "");
  EXPECT_EQ(judge(program, nogoods, little).find("a path beyond the bounds is not refuted"), 0u);
}

/// The nogoods of a program, each without some of its literals, or with bytes that were changed.
Bytes forged(const Bytes& nogoods, std::mt19937_64& random) {
  const auto below = [&](size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random); };
  term::Terms terms;
  InputSymbols symbols(terms);
  auto list = symbolic::readNogoods(nogoods, symbols);
  for (Nogood& nogood : *list) {
    while (nogood.literals.size() > 1 && below(2) == 0) {
      nogood.literals.erase(nogood.literals.begin() + static_cast<ptrdiff_t>(below(nogood.literals.size())));
    }
  }
  Bytes bytes = *symbolic::writeNogoods(*list, symbols);
  for (size_t change = below(3); change > 0; --change)
    bytes[below(bytes.size())] ^= static_cast<uint8_t>(1u << below(8));
  return bytes;
}

TEST_F(SymbolicCertificate, OfAProgramThatIsWrongIsNeverAccepted) {
  std::mt19937_64 random(1);
  const std::vector<std::pair<program::Program, Bytes>> subjects = [] {
    std::vector<std::pair<program::Program, Bytes>> subjects;
    const Bytes ofSquares = nogoodsOf(loadedProgram(squares("")));
    subjects.emplace_back(loadedProgram(squares("&& x != 77777")), ofSquares);
    subjects.emplace_back(loadedProgram(squares("&& square != 81")), ofSquares);
    const Bytes ofThreads = nogoodsOf(loadedProgram(with(kThreads, "LIMIT", "6")));
    subjects.emplace_back(loadedProgram(with(kThreads, "LIMIT", "1")), ofThreads);
    return subjects;
  }();
  for (int round = 0; round < 60; ++round) {
    for (const auto& [program, nogoods] : subjects) EXPECT_NE(judge(program, forged(nogoods, random)), "");
  }
}

}  // namespace
}  // namespace clew::test
