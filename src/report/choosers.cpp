#include "report/trace.h"

namespace clew::report {

std::optional<uint32_t> PathChooser::choose(uint32_t alternatives) {
  if (next_ >= path_.size()) return goOn_ ? std::optional<uint32_t>(0) : std::nullopt;
  const uint32_t alternative = path_[next_];
  if (alternative >= alternatives) {
    mismatch_ = {next_, alternatives};
    return std::nullopt;
  }
  ++next_;
  return alternative;
}

std::optional<uint32_t> RandomChooser::choose(uint32_t alternatives) { return random_.below(alternatives); }

}  // namespace clew::report
