// Messages of the Debug Adapter Protocol: JSON objects, each behind a header that says how long it is. What comes in
// is from outside: sizes are bounded, and what is no message ends the conversation.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "support/result.h"

namespace clew::debug {

class Connection {
 public:
  /// Descriptors to read from and to write to; they stay the caller's.
  Connection(int in, int out) : in_(in), out_(out) {}

  /// The next message; none at the end of the conversation. The error is what is wrong with its frame, and then nothing
  /// more can be read. A frame whose content is no JSON object gives null.
  support::Result<std::optional<nlohmann::json>> read();
  /// False if nobody listens any more.
  bool write(const nlohmann::json& message);

 private:
  bool fill();
  support::Result<std::optional<size_t>> readHeader();

  const int in_;
  const int out_;
  std::string buffer_;
};

/// What an object has under a name, if that is of the wanted kind.
std::optional<std::string> textOf(const nlohmann::json& object, const char* name);
std::optional<uint64_t> numberOf(const nlohmann::json& object, const char* name);
bool flagOf(const nlohmann::json& object, const char* name, bool otherwise);

}  // namespace clew::debug
