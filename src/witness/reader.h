// Reads witnesses of others, in either format. A file is hostile until it is read: whatever is wrong with it, and
// whatever of it is too large, ends in one line.
#pragma once

#include <string>

#include "support/result.h"
#include "witness/witness.h"

namespace clew::witness {

/// More points than this has no witness.
constexpr size_t kMostWaypoints = 200'000;

/// The witness that a text holds, which is XML if it begins like it; `name` is for complaints.
support::Result<Witness> parseWitness(const std::string& name, const std::string& text);
/// The same from a file.
support::Result<Witness> readWitness(const std::string& name);

/// The two formats by themselves.
support::Result<Witness> parseYaml(const std::string& name, const std::string& text);
support::Result<Witness> parseGraphml(const std::string& name, const std::string& text);

}  // namespace clew::witness
