// Writing and reading plain values in byte strings.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace clew::support {

/// Appends values to a buffer that the caller keeps, so that its memory is reused.
class ByteWriter {
 public:
  explicit ByteWriter(std::vector<uint8_t>& buffer) : buffer_(buffer) {}

  template <typename T>
  void put(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(append(sizeof(T)), &value, sizeof(T));
  }

  /// Room for so many bytes at the end; valid until the next one is asked for.
  uint8_t* append(size_t length) {
    if (buffer_.size() < length_ + length) buffer_.resize(2 * (length_ + length));
    uint8_t* place = buffer_.data() + length_;
    length_ += length;
    return place;
  }

  std::span<const uint8_t> bytes() const { return {buffer_.data(), length_}; }

 private:
  std::vector<uint8_t>& buffer_;  // may be longer than what was written
  size_t length_ = 0;
};

/// Takes values from the front of a byte string that this program wrote itself.
class ByteReader {
 public:
  explicit ByteReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  template <typename T>
  T get() {
    assert(bytes_.size() >= sizeof(T));
    T value;
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_ = bytes_.subspan(sizeof(T));
    return value;
  }

  size_t left() const { return bytes_.size(); }
  bool empty() const { return bytes_.empty(); }

 private:
  std::span<const uint8_t> bytes_;
};

/// Appends a value to what is already there.
template <typename T>
void appendTo(std::vector<uint8_t>& bytes, T value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto* const first = reinterpret_cast<const uint8_t*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof(T));
}

/// Takes values from the front of bytes that anybody may have written. What is not there is 0, and the reader is not
/// valid any more.
class CheckedReader {
 public:
  explicit CheckedReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  template <typename T>
  T get() {
    T value{};
    if (const auto bytes = take(sizeof(T)); !bytes.empty()) std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }

  /// The next so many bytes; none if there are not so many.
  std::span<const uint8_t> take(uint64_t length) {
    if (!valid_ || length > bytes_.size()) {
      valid_ = false;
      return {};
    }
    const auto taken = bytes_.first(length);
    bytes_ = bytes_.subspan(length);
    return taken;
  }

  size_t left() const { return bytes_.size(); }
  bool isValid() const { return valid_; }
  bool empty() const { return bytes_.empty(); }

 private:
  std::span<const uint8_t> bytes_;
  bool valid_ = true;
};

}  // namespace clew::support
