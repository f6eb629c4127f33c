// How the ranks of a job share the work.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace clew::distributed {

/// Which states nobody visits again.
enum class Sharing : uint8_t {
  None,   // those that the same rank has visited
  Claims  // those that any rank has
};

/// Who explores what.
enum class Balance : uint8_t {
  Static,  // every rank its own range
  Dynamic  // ranks that have nothing to do get something from others
};

struct Options {
  Sharing sharing = Sharing::Claims;
  Balance balance = Balance::Dynamic;
  double patience = 60;                // seconds without a sign of life of some rank, after which the job ends
  std::optional<std::string> journal;  // directory in which the job can be gone on with
  bool resume = false;
  std::string identity;  // of the job: a line `name: value` for everything that must be the same when it is resumed
};

}  // namespace clew::distributed
