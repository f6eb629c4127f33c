#include "debug/protocol.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string_view>

namespace clew::debug {

namespace {

constexpr size_t kLongestHeader = 4096;
constexpr size_t kLongestMessage = size_t{4} << 20;
/// Deeper than any message of the protocol.
constexpr int kDeepest = 64;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool isName(std::string_view text, std::string_view name) {
  if (text.size() != name.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((text[i] | 0x20) != (name[i] | 0x20)) return false;
  }
  return true;
}

/// The length that a header tells.
support::Result<size_t> lengthIn(std::string_view header) {
  std::optional<size_t> length;
  while (!header.empty()) {
    const std::string_view field = header.substr(0, header.find("\r\n"));
    header.remove_prefix(std::min(header.size(), field.size() + 2));
    const size_t colon = field.find(':');
    const std::string_view name = field.substr(0, colon);
    if (colon != std::string_view::npos && isName(name, "Content-Type")) continue;
    const std::string_view value = colon == std::string_view::npos ? "" : trimmed(field.substr(colon + 1));
    size_t number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool isNumber = !value.empty() && read.ec == std::errc() && read.ptr == value.data() + value.size();
    if (!isName(name, "Content-Length") || !isNumber || length) {
      return support::Error{"what was received is no message of the debug adapter protocol"};
    }
    length = number;
  }
  if (!length) return support::Error{"a message of the debug adapter protocol has no Content-Length"};
  if (*length > kLongestMessage) {
    return support::Error{fmt::format("a message of the debug adapter protocol is too long: {} bytes", *length)};
  }
  return *length;
}

}  // namespace

bool Connection::fill() {
  char bytes[16384];
  ssize_t count = 0;
  do count = ::read(in_, bytes, sizeof bytes);
  while (count < 0 && errno == EINTR);
  if (count > 0) buffer_.append(bytes, static_cast<size_t>(count));
  return count > 0;
}

/// Takes a header off the buffer.
support::Result<std::optional<size_t>> Connection::readHeader() {
  constexpr std::string_view kEnd = "\r\n\r\n";
  size_t end = buffer_.find(kEnd);
  while (end == std::string::npos) {
    if (buffer_.size() > kLongestHeader) {
      return support::Error{"what was received is no message of the debug adapter protocol"};
    }
    if (!fill()) {
      if (buffer_.empty()) return std::optional<size_t>();
      return support::Error{"the conversation ended in the middle of a message"};
    }
    end = buffer_.find(kEnd);
  }
  if (end > kLongestHeader) return support::Error{"what was received is no message of the debug adapter protocol"};
  const auto length = lengthIn(std::string_view(buffer_).substr(0, end));
  if (!length) return length.error();
  buffer_.erase(0, end + kEnd.size());
  return std::optional(*length);
}

support::Result<std::optional<nlohmann::json>> Connection::read() {
  const auto length = readHeader();
  if (!length) return length.error();
  if (!*length) return std::optional<nlohmann::json>();
  while (buffer_.size() < **length) {
    if (!fill()) return support::Error{"the conversation ended in the middle of a message"};
  }
  bool isDeep = false;
  const auto watch = [&](int depth, nlohmann::json::parse_event_t, const nlohmann::json&) {
    isDeep |= depth > kDeepest;
    return !isDeep;
  };
  const std::string_view text = std::string_view(buffer_).substr(0, **length);
  nlohmann::json message = nlohmann::json::parse(text, watch, false);
  buffer_.erase(0, **length);
  if (isDeep || message.is_discarded() || !message.is_object()) message = nullptr;
  return std::optional(std::move(message));
}

bool Connection::write(const nlohmann::json& message) {
  // Names of the program may be in any encoding.
  const std::string body = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::string whole = fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
  for (size_t done = 0; done < whole.size();) {
    const ssize_t count = ::write(out_, whole.data() + done, whole.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

std::optional<std::string> textOf(const nlohmann::json& object, const char* name) {
  if (!object.is_object()) return std::nullopt;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::optional<uint64_t> numberOf(const nlohmann::json& object, const char* name) {
  if (!object.is_object()) return std::nullopt;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<uint64_t>();
}

bool flagOf(const nlohmann::json& object, const char* name, bool otherwise) {
  if (!object.is_object()) return otherwise;
  const auto found = object.find(name);
  return found == object.end() || !found->is_boolean() ? otherwise : found->get<bool>();
}

}  // namespace clew::debug
