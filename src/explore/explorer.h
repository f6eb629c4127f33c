// What the page of clew explore asks for: where a path leads and what can be done there, parts of variables, what
// differs between two states, a map of what was seen, and searches beside it. A path is all that the page has to
// remember: everything else follows from it. Requests and answers are JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explore/background.h"
#include "explore/compare.h"
#include "explore/http.h"
#include "explore/map.h"
#include "explore/state_json.h"
#include "inspect/session.h"
#include "report/html_trace.h"
#include "support/deadline.h"
#include "support/result.h"

namespace clew::explore {

/// What is explored.
struct Subject {
  const program::Program& program;  // with its locals
  std::vector<std::string> files;   // as they were given
  report::RecordOptions options;
  std::function<std::string(const std::string& verb, const std::string& path)> command;  // that shows a path again
  uint64_t mostBytes;                                                                    // that searches may take
};

class Explorer {
 public:
  Explorer(Subject subject, Decide decide);

  /// Where the page begins; the error if the path does not fit the program.
  support::Result<bool> begin(const machine::Path& path);
  /// Answers a request for a resource, which has been accepted.
  Response answer(const Request& request, std::string_view resource);
  /// To be called now and then.
  void tick() { background_.tick(); }

 private:
  using Json = nlohmann::ordered_json;
  using Answered = support::Result<Json>;

  Response page();
  Answered act(std::string_view resource, const Json& body);
  Answered goTo(const Json& body);
  Answered parts(const Json& body);
  Answered compare(const Json& body);
  Answered search(const Json& body);

  /// Brings the session to a path if that does not take too long; otherwise it stays where it is.
  support::Result<bool> go(const machine::Path& path, double seconds);
  /// Brings the session to the path that a request names.
  support::Result<bool> goToNamed(const Json& body, const char* name);
  /// The number of the state at a path, which is noted in the map; going there may be too much.
  std::optional<uint32_t> stateAt(const machine::Path& path, bool mayGo);
  /// Notes the states on the way to where the session is, as far as there is time.
  void noteWay();
  /// What each choice would do. The session goes there and comes back.
  Json choices();
  Json outlook(const inspect::Choice& choice, const std::vector<report::TraceThread>& threads, uint32_t steps);

  Subject subject_;
  support::Deadline deadline_;
  inspect::Session session_;
  report::PageSources sources_;
  StateJson state_;
  Map map_;
  std::map<std::string, uint32_t> seen_;  // states by paths
  Background background_;
  bool isLate_;  // the program does not come to a choice
  std::string begin_;
  uint64_t generation_ = 0;  // of the numbers of variables
};

}  // namespace clew::explore
