// The answer, as one line and as an exit status.
#pragma once

#include <string>

#include "search/search.h"
#include "support/watchdog.h"

namespace clew::report {

enum class VerdictKind : uint8_t {
  Safe,
  Violated,
  Bounded,
  Unknown
};

struct Verdict {
  VerdictKind kind = VerdictKind::Unknown;
  std::string detail;  // the property, or what was cut, or why

  /// `safe`, `violated (deadlock)`, ...
  std::string text() const;
  /// The word alone.
  const char* word() const;
  /// 0, 1 or 2.
  int exitStatus() const;
};

/// What a search's result amounts to. `safe` only when nothing at all fell short.
Verdict verdictOf(const search::Result& result, const search::Options& options, support::StopReason stopped);

}  // namespace clew::report
