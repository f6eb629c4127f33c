// Where something stands in the text of a specification, and what is wrong there.
#pragma once

#include <cstdint>
#include <string>

namespace clew::spec {

struct Place {
  uint32_t file = 0;  // into the specification's files
  uint32_t line = 1;
  uint32_t column = 1;  // in bytes, from 1
  bool operator==(const Place&) const = default;
};

/// What is wrong with a text, and where. Thrown inside this layer only; the readers catch it.
struct Mistake {
  Place place;
  std::string what;
};

}  // namespace clew::spec
