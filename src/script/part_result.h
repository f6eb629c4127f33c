// What somebody found who certified one part of a script: that the part is as the script says, and which states the
// numbers stand for that occur in it, as keyed hashes. The results of all parts together certify the script. What a
// result says is what was executed, except for the name of the script, which may be what a sub-script claims: so
// nothing rests on the name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "script/partition.h"
#include "support/keyed_hash.h"
#include "support/result.h"

namespace clew::script {

/// A number and what it stands for.
struct Meaning {
  StateId state = 0;
  support::Hash128 hash{};
};

struct PartResult {
  std::string script;      // SHA-256 of the whole script
  std::string subject;     // what it is about, as `subjectOf` says
  std::string session;     // SHA-256 of the secret under which the hashes were made
  std::string properties;  // what was checked: properties and invariants, one a line
  uint32_t part = 1;       // from 1
  uint32_t parts = 1;
  std::vector<Meaning> own;  // the states of the part, in the order of their numbers
  // Other states to which they lead; kNowhere if the certifier was not told which these are.
  std::vector<Meaning> others;
};

/// SHA-256 of all that makes the states of a script what they are: the program, the options, and what it claims. All of
/// it is compared, or checked, by whoever certifies.
std::string subjectOf(const Metadata& metadata);

/// As bytes, and back; `name` is whose bytes these are, for the error.
std::string encodeResult(const PartResult& result);
support::Result<PartResult> decodeResult(std::string_view bytes, const std::string& name);

std::optional<support::Error> writeResult(const std::string& path, const PartResult& result);
support::Result<PartResult> readResult(const std::string& path);

/// Whether the results belong together, are all there, and agree; otherwise why not. The file is that of the whole
/// script, or of a part of it.
std::optional<std::string> disagreementOf(const File& file, const std::vector<PartResult>& results);

}  // namespace clew::script
