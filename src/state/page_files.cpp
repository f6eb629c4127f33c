#include "state/page_files.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <chrono>
#include <cstring>

#include "support/hash.h"

namespace clew::state {

namespace {

constexpr std::array kLayouts = {Layout::Single, Layout::Blocks, Layout::Hashed};
constexpr uint64_t kNoEnd = uint64_t{1} << 62;  // pages of a file that may grow for ever

uint64_t pagesPerFile(const FileOptions& options) {
  if (options.layout != Layout::Blocks) return kNoEnd;
  return std::max<uint64_t>(options.blockBytes / PageFiles::kPageBytes, 1);
}

/// Tells runs apart; where there are no random numbers the time does too.
uint64_t numberOfThisRun() {
  uint64_t number = 0;
  if (getrandom(&number, sizeof(number), 0) == sizeof(number)) return number;
  return static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
}

}  // namespace

const char* nameOf(Layout layout) {
  switch (layout) {
    case Layout::Blocks: return "blocks";
    case Layout::Hashed: return "hashed";
    case Layout::Single: break;
  }
  return "single";
}

std::optional<Layout> layoutNamed(std::string_view name) {
  const auto found = std::find_if(kLayouts.begin(), kLayouts.end(), [&](Layout l) { return name == nameOf(l); });
  if (found == kLayouts.end()) return std::nullopt;
  return *found;
}

PageFiles::PageFiles(support::Disk& disk, FileOptions options, Content content, uint64_t run)
    : disk_(disk),
      options_(std::move(options)),
      content_(content),
      streamBits_(options_.layout == Layout::Hashed ? kHashedBits : 0),
      pagesPerFile_(pagesPerFile(options_)),
      mostPages_((uint64_t{1} << (options_.positionBits - streamBits_)) / content.positionsPerPage),
      run_(run),
      cache_(kPageBytes, options_.cacheBytes / kPageBytes, options_.policy),
      streams_(size_t{1} << streamBits_) {
  assert(options_.positionBits > streamBits_ && mostPages_ > 0);
  empty();
}

PageFiles::PageFiles(support::Disk& disk, FileOptions options, Content content)
    : PageFiles(disk, std::move(options), content, numberOfThisRun()) {
  removeFilesBeyond();
}

PageFiles::PageFiles(support::Disk& disk, FileOptions options, Content content, support::CheckedReader& saved)
    : PageFiles(disk, std::move(options), content, 0) {
  if (restore(saved)) return;
  empty();
  disk_.fail(fmt::format("what was saved of {} is damaged or does not fit", options_.name));
}

void PageFiles::empty() {
  for (Stream& stream : streams_) stream = {0, 0, std::vector<uint8_t>(kPageBytes)};
}

std::string PageFiles::fileName(uint64_t file) const { return fmt::format("{}.{}", options_.name, file); }

uint64_t PageFiles::checksum(const uint8_t* page, Place place) const {
  const std::string name = fileName(place.file);
  return support::hashBytes(page, kContent, support::hashBytes(name.data(), name.size(), run_ + place.page));
}

void PageFiles::complain(size_t stream, uint64_t page, std::string_view what) {
  disk_.fail(fmt::format("{} {}", fileName(placeOf(stream, page).file), what));
}

support::Disk::File* PageFiles::open(uint64_t file, support::Disk::Mode mode) {
  if (file >= files_.size()) files_.resize(file + 1);
  if (files_[file] != nullptr && mode == support::Disk::Mode::Keep) return files_[file].get();
  const size_t turn = openings_ % kMostOpen;
  if (openings_ >= kMostOpen) files_[opened_[turn]] = nullptr;
  files_[file] = disk_.openFile(fileName(file), mode);
  opened_[turn] = file;
  ++openings_;
  return files_[file].get();
}

void PageFiles::finishPage(size_t number) {
  Stream& stream = streams_[number];
  const Place place = placeOf(number, stream.pages);
  const uint64_t sum = checksum(stream.tail.data(), place);
  std::memcpy(stream.tail.data() + kContent, &sum, sizeof(sum));
  // What was just stored is often wanted soon, and reading it back would wait for the writing thread.
  std::memcpy(cache_.insert(stream.pages << streamBits_ | number), stream.tail.data(), kPageBytes);
  using Mode = support::Disk::Mode;
  if (support::Disk::File* const file = open(place.file, place.page == 0 ? Mode::Create : Mode::Keep)) {
    disk_.write(*file, place.page * kPageBytes, std::move(stream.tail));
  }
  stream.tail = std::vector<uint8_t>(kPageBytes);
  stream.used = 0;
  if (++stream.pages < mostPages_) return;
  complain(number, stream.pages - 1,
           fmt::format("is full: with positions of {} bits {} MiB is the most", options_.positionBits,
                       mostPages_ * kPageBytes >> 20));
}

const uint8_t* PageFiles::load(size_t stream, uint64_t number) {
  uint8_t* const frame = cache_.insert(number << streamBits_ | stream);
  if (readPages(stream, number, {frame, kPageBytes})) return frame;
  cache_.clear();  // the frame has no page, and none will be read any more
  return nullptr;
}

bool PageFiles::readPages(size_t stream, uint64_t first, std::span<uint8_t> into) {
  const Place place = placeOf(stream, first);
  support::Disk::File* const file = open(place.file, support::Disk::Mode::Keep);
  if (file == nullptr) return false;
  bool good = disk_.read(*file, place.page * kPageBytes, into);
  for (size_t done = 0; good && done < into.size(); done += kPageBytes) {
    uint64_t sum;
    std::memcpy(&sum, into.data() + done + kContent, sizeof(sum));
    good = sum == checksum(into.data() + done, {place.file, place.page + done / kPageBytes});
  }
  if (!good) complain(stream, first, "is damaged");
  return good;
}

uint64_t PageFiles::pagesInARow(size_t stream, uint64_t first) const {
  return std::min(streams_[stream].pages - first, pagesPerFile_ - first % pagesPerFile_);
}

void PageFiles::save(std::vector<uint8_t>& into) const {
  std::vector<uint8_t> body;
  support::appendTo(body, content_.recordBytes);
  support::appendTo(body, options_.layout);
  support::appendTo(body, pagesPerFile_);
  support::appendTo(body, run_);
  for (const Stream& stream : streams_) {
    support::appendTo(body, stream.pages);
    support::appendTo(body, uint64_t{stream.used});
    body.insert(body.end(), stream.tail.begin(), stream.tail.begin() + static_cast<std::ptrdiff_t>(stream.used));
  }
  support::appendTo(into, uint64_t{body.size()});
  support::appendTo(into, support::hashBytes(body.data(), body.size()));
  into.insert(into.end(), body.begin(), body.end());
}

bool PageFiles::restore(support::CheckedReader& saved) {
  const auto length = saved.get<uint64_t>();
  const auto sum = saved.get<uint64_t>();
  const auto bytes = saved.take(length);
  if (!saved.isValid() || support::hashBytes(bytes.data(), bytes.size()) != sum) return false;
  support::CheckedReader body(bytes);
  if (body.get<uint32_t>() != content_.recordBytes || body.get<Layout>() != options_.layout) return false;
  if (body.get<uint64_t>() != pagesPerFile_) return false;
  run_ = body.get<uint64_t>();
  if (!takeStreams(body) || !body.isValid() || !body.empty()) return false;
  for (size_t stream = 0; stream < streams_.size(); ++stream) {
    if (!cutOff(stream)) return false;
  }
  removeFilesBeyond();
  return true;
}

bool PageFiles::takeStreams(support::CheckedReader& body) {
  const size_t unit = content_.recordBytes == 0 ? sizeof(uint64_t) : content_.recordBytes;
  for (Stream& stream : streams_) {
    stream.pages = body.get<uint64_t>();
    const auto used = body.get<uint64_t>();
    if (stream.pages >= mostPages_ || used > kContent - unit || used % unit != 0) return false;
    const auto bytes = body.take(used);
    stream.used = bytes.size();
    if (!bytes.empty()) std::memcpy(stream.tail.data(), bytes.data(), bytes.size());
  }
  return true;
}

bool PageFiles::cutOff(size_t stream) {
  for (uint64_t first = 0; first < streams_[stream].pages;) {
    const uint64_t count = pagesInARow(stream, first);
    support::Disk::File* const file = open(placeOf(stream, first).file, support::Disk::Mode::Keep);
    if (file == nullptr) return false;
    disk_.truncate(*file, count * kPageBytes);
    if (disk_.hasFailed()) return false;
    first += count;
  }
  return true;
}

void PageFiles::removeFilesBeyond() {
  const std::string prefix = options_.name + ".";
  for (const std::string& name : disk_.filesNamed(prefix)) {
    uint64_t file = 0;
    std::from_chars(name.data() + prefix.size(), name.data() + name.size(), file);
    if (name != fileName(file)) continue;  // somebody else's
    const uint64_t stream = std::min<uint64_t>(file, streams_.size() - 1);
    const uint64_t needed = (streams_[stream].pages + pagesPerFile_ - 1) / pagesPerFile_;
    if (file - stream >= needed) disk_.remove(name);
  }
}

PageFiles::Statistics PageFiles::statistics() const {
  Statistics statistics{cache_.hits(), cache_.misses(), 0};
  for (const Stream& stream : streams_) statistics.bytes += stream.pages * kPageBytes + stream.used;
  return statistics;
}

const uint8_t* PageScan::page(size_t stream, uint64_t number, size_t needed) {
  if (number >= files_.stream(stream).pages) return files_.page(stream, number, needed);
  if (stream != stream_ || number - first_ >= count_) {
    stream_ = stream;
    first_ = number;
    count_ = std::min(kAtOnce, files_.pagesInARow(stream, number));
    buffer_.resize(kAtOnce * PageFiles::kPageBytes);
    if (!files_.readPages(stream, first_, {buffer_.data(), count_ * PageFiles::kPageBytes})) {
      count_ = 0;
      return nullptr;
    }
  }
  return buffer_.data() + (number - first_) * PageFiles::kPageBytes;
}

}  // namespace clew::state
