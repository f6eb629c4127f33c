#include "state/record_files.h"

namespace clew::state {

uint64_t RecordFiles::append(Record record, uint64_t hash) {
  const size_t number = pages_.streamOf(hash);
  PageFiles::Stream& stream = pages_.stream(number);
  const uint64_t unit = stream.pages * kUnitsPerPage + stream.used / kUnit;
  if (record.size() > kLongest) {
    pages_.complain(number, stream.pages, "cannot hold a record of more than 256 MiB");
    return 0;
  }
  const auto length = static_cast<Length>(record.size());
  std::memcpy(stream.tail.data() + stream.used, &length, sizeof(length));
  stream.used += sizeof(length);
  put(number, record);
  stream.used = (stream.used + kUnit - 1) / kUnit * kUnit;
  if (stream.used == PageFiles::kContent) pages_.finishPage(number);
  return unit << pages_.streamBits() | number;
}

void RecordFiles::put(size_t number, Record bytes) {
  PageFiles::Stream& stream = pages_.stream(number);
  while (!bytes.empty()) {
    if (stream.used == PageFiles::kContent) pages_.finishPage(number);
    const size_t count = std::min(bytes.size(), PageFiles::kContent - stream.used);
    std::memcpy(stream.tail.data() + stream.used, bytes.data(), count);
    stream.used += count;
    bytes = bytes.subspan(count);
  }
}

bool RecordFiles::read(uint64_t position, std::vector<uint8_t>& into) {
  const size_t stream = position & (pages_.streams() - 1);
  Place place{};
  if (!locate(pages_, stream, position >> pages_.streamBits(), place)) return false;
  into.resize(place.length);
  uint8_t* next = into.data();
  return forPieces(pages_, place, [&](Record piece) {
    std::memcpy(next, piece.data(), piece.size());
    next += piece.size();
    return true;
  });
}

bool RecordFiles::equals(uint64_t position, Record record) {
  const size_t stream = position & (pages_.streams() - 1);
  Place place{};
  if (!locate(pages_, stream, position >> pages_.streamBits(), place) || place.length != record.size()) return false;
  return forPieces(pages_, place, [&](Record piece) {
    const bool same = std::memcmp(piece.data(), record.data(), piece.size()) == 0;
    record = record.subspan(piece.size());
    return same;
  });
}

}  // namespace clew::state
