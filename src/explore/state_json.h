// The state of a session as the page shows it. Variables are told with a number each, by which their parts can be asked
// for as long as the session stays where it is; nobody has to be believed what an address or a type is.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "inspect/session.h"
#include "report/html_trace.h"

namespace clew::explore {

class StateJson {
 public:
  StateJson(inspect::Session& session, report::PageSources& sources) : session_(session), sources_(sources) {}

  /// Threads with stacks and locals, globals, heap. Numbers of variables begin anew.
  nlohmann::ordered_json state();
  /// Some parts of a variable that was told before; nothing if there is none with this number.
  std::optional<nlohmann::ordered_json> parts(size_t variable, uint32_t first, uint32_t count);

 private:
  nlohmann::ordered_json threads();
  nlohmann::ordered_json frames(const inspect::ThreadView& thread);
  nlohmann::ordered_json list(const std::vector<inspect::Variable>& variables);
  nlohmann::ordered_json json(const inspect::Variable& variable);

  inspect::Session& session_;
  report::PageSources& sources_;
  std::vector<inspect::Variable> told_;
};

}  // namespace clew::explore
