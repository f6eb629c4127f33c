// Against the vectors that the authors of SipHash publish for the 128-bit result.
#include "support/keyed_hash.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace clew::support {
namespace {

TEST(KeyedHash, GivesWhatItsAuthorsSay) {
  std::array<uint8_t, 16> keyBytes;
  std::iota(keyBytes.begin(), keyBytes.end(), uint8_t{0});
  Hash128 key;
  std::memcpy(key.data(), keyBytes.data(), sizeof(key));
  std::vector<uint8_t> input(64);
  std::iota(input.begin(), input.end(), uint8_t{0});
  const auto hash = [&](size_t length) { return KeyedHash(key)(std::span(input).first(length)); };
  EXPECT_EQ(hash(0), (Hash128{0xe6a825ba047f81a3u, 0x930255c71472f66du}));
  EXPECT_EQ(hash(1), (Hash128{0x44af996bd8c187dau, 0x45fc229b11597634u}));
  EXPECT_EQ(hash(63), (Hash128{0x4a83502f77d15051u, 0x7cbd3f979a063e50u}));
}

TEST(KeyedHash, DependsOnTheKey) {
  const std::vector<uint8_t> input(20, 7);
  EXPECT_NE(KeyedHash({1, 2})(input), KeyedHash({1, 3})(input));
  EXPECT_NE(KeyedHash({1, 2})(input), KeyedHash({1, 2})(std::span(input).first(19)));
}

}  // namespace
}  // namespace clew::support
