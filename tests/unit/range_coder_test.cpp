#include "script/range_coder.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace clew::script {
namespace {

/// A decision: of which kind, and which way; or so many bits of which nothing is known.
struct Decision {
  size_t kind;
  uint32_t value;
  unsigned bits = 0;
};
using Chances = std::array<Chance, 16>;

/// Kinds that are mostly yes, mostly no, or anything.
std::vector<Decision> someDecisions(std::mt19937& random, size_t count) {
  std::vector<Decision> decisions;
  for (size_t i = 0; i < count; ++i) {
    const size_t kind = random() % 16;
    if (kind == 15) {
      const unsigned bits = 1 + random() % 32;
      decisions.push_back({kind, static_cast<uint32_t>(random() & (bits == 32 ? ~0u : (1u << bits) - 1)), bits});
    } else {
      const bool usual = random() % 1000 >= kind * kind * 2;
      decisions.push_back({kind, usual == (kind % 2 == 0) ? 1u : 0u});
    }
  }
  return decisions;
}

std::vector<uint8_t> written(const std::vector<Decision>& decisions) {
  RangeEncoder encoder;
  Chances chances;
  for (const Decision& decision : decisions) {
    if (decision.bits > 0) {
      encoder.codeEven(decision.bits, decision.value);
    } else {
      encoder.code(chances[decision.kind], decision.value != 0);
    }
  }
  return encoder.finish();
}

/// Whether these are the decisions, and all of them.
bool reads(std::span<const uint8_t> bytes, const std::vector<Decision>& decisions) {
  RangeDecoder decoder(bytes);
  Chances chances;
  bool same = true;
  for (const Decision& decision : decisions) {
    same &= decision.value ==
            (decision.bits > 0 ? decoder.codeEven(decision.bits) : (decoder.code(chances[decision.kind]) ? 1u : 0u));
  }
  return decoder.isDone() && same;
}

TEST(RangeCoder, ReadsWhatItWrote) {
  std::mt19937 random(1);
  for (size_t count = 0; count < 300; ++count) {
    const auto decisions = someDecisions(random, count);
    EXPECT_TRUE(reads(written(decisions), decisions)) << count;
  }
  const auto decisions = someDecisions(random, 300'000);
  EXPECT_TRUE(reads(written(decisions), decisions));
}

TEST(RangeCoder, NoticesWhatIsMissingOrTooMuch) {
  std::mt19937 random(2);
  for (size_t count = 0; count < 300; ++count) {
    const auto decisions = someDecisions(random, count);
    auto bytes = written(decisions);
    for (size_t length = 0; length < bytes.size(); ++length) {
      EXPECT_FALSE(reads(std::span(bytes).first(length), decisions)) << count << ' ' << length;
    }
    for (const uint8_t more : {0, 1, 255}) {
      bytes.push_back(more);
      EXPECT_FALSE(reads(bytes, decisions)) << count;
      bytes.pop_back();
    }
  }
}

TEST(RangeCoder, TakesHardlyAnythingForWhatIsExpected) {
  const std::vector<Decision> decisions(1'000'000, {0, 1});
  EXPECT_LT(written(decisions).size(), 200u);
  EXPECT_TRUE(reads(written(decisions), decisions));
}

TEST(RangeCoder, ReadsAnyBytesAsSomething) {
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    std::vector<uint8_t> bytes(random() % 64);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(i % 2 == 0 ? 255 : random());
    RangeDecoder decoder(bytes);
    Chances chances;
    for (int decision = 0; decision < 2000; ++decision) decoder.code(chances[random() % 16]);
    EXPECT_FALSE(decoder.isDone() && bytes.empty());
  }
}

}  // namespace
}  // namespace clew::script
