// SHA-256 (FIPS 180-4), for names that nobody can give to something else.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace clew::support {

std::array<uint8_t, 32> sha256(std::span<const uint8_t> bytes);

/// The same as hexadecimal digits.
std::string sha256Text(std::span<const uint8_t> bytes);

}  // namespace clew::support
