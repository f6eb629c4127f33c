// The debugger as a server of the Debug Adapter Protocol, which editors speak. One conversation, one request after the
// other. A path is there as a whole, so nothing ever runs while nobody looks: a request to go on is answered, then the
// debugger is at the next stop at once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "debug/console.h"
#include "debug/debugger.h"
#include "debug/protocol.h"

namespace clew::debug {

/// What an editor wants to debug, as words of a command line.
struct Launch {
  std::vector<std::string> words;
  std::vector<std::string> clangFlags;
};

class Adapter {
 public:
  /// Opens what is wanted; the debugger stays the opener's.
  using Open = std::function<support::Result<Debugger*>(const Launch&)>;

  Adapter(Connection& connection, Open open) : connection_(connection), open_(std::move(open)) {}

  /// Answers until the conversation ends. The error is why it cannot go on.
  std::optional<support::Error> serve();

 private:
  using Json = nlohmann::json;
  using Answer = support::Result<Json>;
  using Handler = Answer (Adapter::*)(const Json& arguments);

  /// What a reference of the protocol stands for; all end at the next stop.
  struct Holder {
    enum class Kind : uint8_t {
      Locals,
      Globals,
      Heap,
      Locks,
      Choices,
      Parts
    };
    Kind kind = Kind::Locals;
    uint32_t thread = 0;  // number
    uint32_t frame = 0;
    inspect::Variable variable;
  };
  struct FrameHolder {
    uint32_t thread = 0;  // number
    uint32_t frame = 0;
  };

  void respond(const Json& request);
  void send(Json message);
  void sendEvent(const char* event, Json body);
  void sendStop(const Stop& stop, const char* reason);
  void sendOutput(const char* category, const std::string& text);
  void moved(const Stop& stop);

  Answer initialize(const Json& arguments);
  Answer launch(const Json& arguments);
  Answer setBreakpoints(const Json& arguments);
  Answer setFunctionBreakpoints(const Json& arguments);
  Answer setDataBreakpoints(const Json& arguments);
  Answer dataBreakpointInfo(const Json& arguments);
  Answer breakpointLocations(const Json& arguments);
  Answer nothing(const Json& arguments);
  Answer configurationDone(const Json& arguments);
  Answer threads(const Json& arguments);
  Answer stackTrace(const Json& arguments);
  Answer scopes(const Json& arguments);
  Answer variables(const Json& arguments);
  Answer evaluate(const Json& arguments);
  Answer resume(const Json& arguments);
  Answer reverseContinue(const Json& arguments);
  Answer next(const Json& arguments);
  Answer stepIn(const Json& arguments);
  Answer stepOut(const Json& arguments);
  Answer stepBack(const Json& arguments);
  Answer source(const Json& arguments);
  Answer loadedSources(const Json& arguments);
  Answer exceptionInfo(const Json& arguments);
  Answer end(const Json& arguments);

  static const std::unordered_map<std::string, Handler>& handlers();
  Answer step(const Json& arguments, Motion motion, Direction direction);
  uint32_t threadIn(const Json& arguments) const;
  Json addBreakpoint(Breakpoint breakpoint, const Json& asked, std::vector<uint32_t>& kept);
  void replace(std::vector<uint32_t>& ids, std::vector<uint32_t> kept);
  Json sourceOf(const program::Location& location);
  Json shown(const inspect::Variable& variable);
  uint64_t hold(Holder holder);
  std::optional<FrameHolder> frameIn(const Json& arguments);
  std::vector<inspect::Variable> variablesOf(const Holder& holder, const Scene& scene, uint32_t first,
                                             uint32_t count) const;

  /// That one answer has.
  static constexpr uint32_t kMostVariables = 1000;

  Connection& connection_;
  Open open_;
  Debugger* debugger_ = nullptr;
  std::unique_ptr<Console> console_;
  uint64_t sequence_ = 0;
  bool linesFromOne_ = true;
  bool stopsOnEntry_ = false;
  bool isOver_ = false;
  std::function<void()> afterwards_;  // what happens once the request is answered
  std::vector<Holder> holders_;
  std::vector<FrameHolder> frames_;
  std::unordered_map<std::string, std::vector<uint32_t>> lineBreakpoints_;  // by source
  std::vector<uint32_t> functionBreakpoints_;
  std::vector<uint32_t> dataBreakpoints_;
};

}  // namespace clew::debug
