#include "search/buckets.h"

#include <utility>

namespace clew::search {

state::FileOptions Buckets::fileOptions(const std::string& name) {
  state::FileOptions options;
  options.name = name;
  options.cacheBytes = 0;  // buckets are read from beginning to end
  return options;
}

void Buckets::add(uint64_t depth, uint32_t value, Candidate candidate) {
  Bucket& bucket = files_[{depth + value, depth}];
  if (bucket.records == nullptr) {
    bucket.name = "bucket" + std::to_string(next_++);
    bucket.records = std::make_unique<Records>(disk_, fileOptions(bucket.name));
  }
  bucket.records->append(candidate);
}

void Buckets::save(std::vector<uint8_t>& into) const {
  support::appendTo(into, next_);
  support::appendTo<uint64_t>(into, files_.size());
  for (const auto& [place, bucket] : files_) {
    support::appendTo(into, place.length);
    support::appendTo(into, place.depth);
    support::appendTo<uint64_t>(into, std::stoull(bucket.name.substr(6)));
    bucket.records->save(into);
  }
}

bool Buckets::restore(support::CheckedReader& in) {
  next_ = in.get<uint64_t>();
  for (auto count = in.get<uint64_t>(); count > 0 && in.isValid(); --count) {
    const Place place = {in.get<uint64_t>(), in.get<uint64_t>()};
    const auto number = in.get<uint64_t>();
    if (place.depth > place.length || number >= next_ || files_.contains(place)) return false;
    Bucket& bucket = files_[place];
    bucket.name = "bucket" + std::to_string(number);
    bucket.records = std::make_unique<Records>(disk_, fileOptions(bucket.name), in);
    if (disk_.hasFailed()) return false;
  }
  return in.isValid();
}

void Buckets::forgetOld() {
  for (const std::string& name : std::exchange(retired_, {})) {
    for (const std::string& file : disk_.filesNamed(name + ".")) disk_.remove(file);
  }
}

}  // namespace clew::search
