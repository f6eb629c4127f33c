#include "script/part_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/sha256.h"

namespace clew::script {

namespace {

using nlohmann::json;
using support::Error;
using support::Result;

constexpr std::string_view kMagic = "CLEWPART";
constexpr uint64_t kMostHead = 1 << 20;
constexpr size_t kDigest = 64;  // digits of the SHA-256 of everything before, at the end
constexpr size_t kMeaning = sizeof(uint32_t) + sizeof(support::Hash128);

void putMeanings(std::string& out, const std::vector<Meaning>& meanings) {
  for (const Meaning& meaning : meanings) {
    out.append(reinterpret_cast<const char*>(&meaning.state), sizeof(meaning.state));
    out.append(reinterpret_cast<const char*>(meaning.hash.data()), sizeof(meaning.hash));
  }
}

std::string digestOf(std::string_view bytes) {
  return support::sha256Text({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

std::vector<Meaning> takeMeanings(std::string_view& bytes, uint64_t count) {
  std::vector<Meaning> meanings(count);
  for (Meaning& meaning : meanings) {
    std::memcpy(&meaning.state, bytes.data(), sizeof(meaning.state));
    std::memcpy(meaning.hash.data(), bytes.data() + sizeof(meaning.state), sizeof(meaning.hash));
    bytes.remove_prefix(kMeaning);
  }
  return meanings;
}

}  // namespace

std::string subjectOf(const Metadata& metadata) {
  const json text = {{"semantics", metadata.semantics},
                     {"program", metadata.program},
                     {"arguments", metadata.arguments},
                     {"input", metadata.input},
                     {"entry", metadata.entry},
                     {"reduction", metadata.reduction},
                     {"symmetry", metadata.symmetry},
                     {"malloc_may_fail", metadata.mallocMayFail},
                     {"max_call_depth", metadata.maxCallDepth},
                     {"properties", metadata.properties},
                     {"invariants", metadata.invariants},
                     {"next", metadata.next}};
  return digestOf(text.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string encodeResult(const PartResult& result) {
  const json head = {{"script", result.script},         {"subject", result.subject},     {"session", result.session},
                     {"properties", result.properties}, {"part", result.part},           {"parts", result.parts},
                     {"own", result.own.size()},        {"others", result.others.size()}};
  const std::string text = head.dump();
  std::string out(kMagic);
  const auto length = static_cast<uint64_t>(text.size());
  out.append(reinterpret_cast<const char*>(&length), sizeof(length));
  out += text;
  putMeanings(out, result.own);
  putMeanings(out, result.others);
  out += digestOf(out);
  return out;
}

std::optional<Error> writeResult(const std::string& path, const PartResult& result) {
  const std::string out = encodeResult(result);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(out.data(), static_cast<std::streamsize>(out.size()));
  file.flush();
  if (!file) return Error{fmt::format("{} cannot be written", path)};
  return std::nullopt;
}

Result<PartResult> readResult(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return Error{fmt::format("{}: there is no such file", path)};
  std::string content(std::filesystem::file_size(path, failed), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  return decodeResult(file ? content : "", path);
}

Result<PartResult> decodeResult(std::string_view bytes, const std::string& name) {
  const Error damaged{fmt::format("{}: this is no result of clew certify --part, or it is damaged", name)};
  uint64_t length = 0;
  const size_t start = kMagic.size() + sizeof(length);
  if (bytes.size() < start + kDigest || !bytes.starts_with(kMagic)) return damaged;
  std::string_view rest = bytes;
  const std::string_view digest = rest.substr(rest.size() - kDigest);
  rest.remove_suffix(kDigest);
  if (digestOf(rest) != digest) return damaged;
  std::memcpy(&length, rest.data() + kMagic.size(), sizeof(length));
  rest.remove_prefix(start);
  if (length > kMostHead || length > rest.size()) return damaged;
  try {
    const json head = json::parse(rest.substr(0, length));
    rest.remove_prefix(length);
    PartResult result;
    head.at("script").get_to(result.script);
    head.at("subject").get_to(result.subject);
    head.at("session").get_to(result.session);
    head.at("properties").get_to(result.properties);
    head.at("part").get_to(result.part);
    head.at("parts").get_to(result.parts);
    const auto own = head.at("own").get<uint64_t>();
    const auto others = head.at("others").get<uint64_t>();
    if (result.parts > kMostParts || own > kMostStates || others > kMostStates ||
        rest.size() != (own + others) * kMeaning)
      return damaged;
    result.own = takeMeanings(rest, own);
    result.others = takeMeanings(rest, others);
    return result;
  } catch (const json::exception&) {
    return damaged;
  }
}

namespace {

/// Whether they are about the same, and each is of another part.
std::optional<std::string> mismatchOf(const File& file, const std::vector<PartResult>& results) {
  const Metadata& metadata = file.metadata();
  const std::string& script = metadata.kind == Kind::Part ? metadata.whole : file.hash();
  const std::string subject = subjectOf(metadata);
  const PartResult& first = results.front();
  std::vector<bool> seen(size_t{first.parts} + 1, false);
  for (const PartResult& result : results) {
    if (result.script != script) return fmt::format("the result of part {} is of another script", result.part);
    if (result.subject != subject) {
      return fmt::format("the result of part {} is about another program, other options or other claims", result.part);
    }
    if (result.session != first.session) return "the results were made with different secrets";
    if (result.properties != first.properties) return "the results are about different properties";
    if (result.parts != first.parts || result.part == 0 || result.part > first.parts) {
      return "the results are of different partitions";
    }
    if (seen[result.part]) return fmt::format("part {} is there twice", result.part);
    seen[result.part] = true;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> disagreementOf(const File& file, const std::vector<PartResult>& results) {
  if (results.empty()) return "there are no results";
  if (auto mismatch = mismatchOf(file, results)) return mismatch;
  const Metadata& metadata = file.metadata();
  const uint64_t states = metadata.kind == Kind::Part ? metadata.wholeStates : metadata.states;
  uint64_t count = 0;
  for (const PartResult& result : results) count += result.own.size();
  if (count < states) return fmt::format("{} of {} states were not expanded by any part", states - count, states);
  std::vector<support::Hash128> meaning(states + 1, support::Hash128{});
  std::vector<bool> expanded(states + 1, false);
  for (const PartResult& result : results) {
    for (const Meaning& own : result.own) {
      if (own.state == 0 || own.state > states) return "a result names a state that the script does not have";
      if (expanded[own.state]) return fmt::format("state {} was expanded twice", own.state);
      expanded[own.state] = true;
      meaning[own.state] = own.hash;
    }
  }
  for (const PartResult& result : results) {
    for (const Meaning& other : result.others) {
      if (other.state > states) return "a result names a state that the script does not have";
      if (other.state != kNowhere && meaning[other.state] != other.hash) {
        return fmt::format("state {} stands for two different states", other.state);
      }
    }
  }
  std::sort(meaning.begin() + 1, meaning.end());
  if (std::adjacent_find(meaning.begin() + 1, meaning.end()) != meaning.end()) {
    return "two numbers stand for the same state";
  }
  for (const PartResult& result : results) {
    for (const Meaning& other : result.others) {
      if (other.state == kNowhere && !std::binary_search(meaning.begin() + 1, meaning.end(), other.hash)) {
        return fmt::format("part {} leads to a state that no part has", result.part);
      }
    }
  }
  return std::nullopt;
}

}  // namespace clew::script
