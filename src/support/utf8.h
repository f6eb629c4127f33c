// Text that everybody can read: programs and their names may hold any bytes, while XML, YAML and JSON are UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clew::support {

/// How many bytes the character that begins a text takes; 0 if it is no character of UTF-8.
inline size_t lengthOfCharacter(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first < 0xF0) {
    const bool isTooLong = first == 0xE0 && byte(1) < 0xA0;
    const bool isSurrogate = first == 0xED && byte(1) >= 0xA0;
    return follows(1) && follows(2) && !isTooLong && !isSurrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first < 0xF5) {
    const bool isTooLong = first == 0xF0 && byte(1) < 0x90;
    const bool isTooLarge = first == 0xF4 && byte(1) >= 0x90;
    return follows(1) && follows(2) && follows(3) && !isTooLong && !isTooLarge ? 4 : 0;
  }
  return 0;
}

/// The text with a question mark for every byte that belongs to no character.
inline std::string validUtf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const size_t length = lengthOfCharacter(text);
    if (length == 0) {
      valid += '?';
      text.remove_prefix(1);
    } else {
      valid += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return valid;
}

/// The same as content or attribute of XML, which has no control characters but blanks either.
inline std::string xmlText(std::string_view text) {
  std::string escaped;
  for (const char c : validUtf8(text)) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\n': escaped += "&#10;"; break;
      case '\t': escaped += "&#9;"; break;
      default: escaped += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
    }
  }
  return escaped;
}

}  // namespace clew::support
