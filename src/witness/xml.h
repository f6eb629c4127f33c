// A small reader of XML: elements, attributes and text, and nothing that reaches out of the document. Document types,
// with which a short file can be made to stand for an endless one, are refused.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/result.h"

namespace clew::witness {

struct Element {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // of the element itself, without what its children have
  std::vector<Element> children;
  uint32_t line = 0;

  /// The value of an attribute; empty if there is none.
  std::string_view attribute(std::string_view key) const;
};

/// The element that a document consists of; `name` is for complaints.
support::Result<Element> parseXml(const std::string& name, std::string_view text);

}  // namespace clew::witness
