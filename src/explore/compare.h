// Two states side by side: what differs of their threads and of what is in memory.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "inspect/session.h"

namespace clew::explore {

/// A state as texts by names: `T1`: where it stands, `queue.items[2]`: a value.
struct Portrait {
  std::map<std::string, std::string> threads;
  std::map<std::string, std::string> values;
  uint32_t state = 0;
  std::string standing;
  bool isCut = false;  // there is more in memory than is compared
};

/// Of the state that the session is in.
Portrait portraitOf(inspect::Session& session);

/// What differs, as lists of [name, in the first, in the second]; what one of them does not have is null.
nlohmann::ordered_json differences(const Portrait& first, const Portrait& second);

}  // namespace clew::explore
