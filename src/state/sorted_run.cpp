#include "state/sorted_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace clew::state {

namespace {

uint64_t firstWordsPerBlock(const BlockShape& shape) {
  return (shape.blockBytes - sizeof(BlockHeader)) / sizeof(uint64_t);
}

}  // namespace

RunWriter::RunWriter(support::Disk& disk, const std::string& name, RunShape shape, uint64_t salt) : disk_(disk) {
  run_.hasOrigins_ = shape.hasOrigins;
  run_.file_.shape = shape.blocks;
  run_.file_.salt = salt;
  run_.file_.file = disk.openFile(name, support::Disk::Mode::Create);
  if (run_.file_.file != nullptr) blocks_.emplace(disk, run_.file_);
}

void RunWriter::flush() {
  if (blocks_.has_value() && waiting_ > 0) {
    const uint8_t* end = items_ == 0 ? nullptr : packGroup(blocks_->content() + length_);
    if (end == nullptr || end > blocks_->content() + blocks_->capacity()) {
      if (items_ > 0) sealBlock();
      run_.firstWords_.push_back(words_[0]);
      std::memcpy(blocks_->content(), &words_[0], sizeof(uint64_t));
      previous_ = words_[0] - 1;
      end = packGroup(blocks_->content() + sizeof(uint64_t));
    }
    length_ = static_cast<size_t>(end - blocks_->content());
    items_ += static_cast<uint32_t>(waiting_);
    previous_ = words_[waiting_ - 1];
  }
  waiting_ = 0;
}

uint8_t* RunWriter::packGroup(uint8_t* into) {
  NumberGroup differences;
  uint64_t previous = previous_;
  for (size_t i = 0; i < waiting_; ++i) {
    differences[i] = words_[i] - previous - 1;  // 0 at a block's beginning, also if the word is 0
    previous = words_[i];
  }
  into = packNumbers(differences, waiting_, into);
  return run_.hasOrigins_ ? packNumbers(origins_, waiting_, into) : into;
}

void RunWriter::sealBlock() {
  blocks_->seal(length_, items_);
  length_ = 0;
  items_ = 0;
}

void RunWriter::writeFirstWords() {
  const uint64_t most = firstWordsPerBlock(run_.file_.shape);
  const std::vector<uint64_t>& words = run_.firstWords_;
  for (size_t done = 0; done < words.size();) {
    const size_t count = std::min<size_t>(most, words.size() - done);
    std::memcpy(blocks_->content(), words.data() + done, count * sizeof(uint64_t));
    done += count;
    if (done < words.size()) {
      blocks_->seal(count * sizeof(uint64_t), static_cast<uint32_t>(count));
    } else {
      blocks_->sealLast(count * sizeof(uint64_t), static_cast<uint32_t>(count));
    }
  }
}

std::optional<Run> RunWriter::finish() {
  flush();
  if (!blocks_.has_value()) return std::nullopt;
  if (items_ > 0) sealBlock();
  writeFirstWords();
  run_.firstWords_.shrink_to_fit();
  blocks_.reset();
  if (disk_.hasFailed()) return std::nullopt;
  return std::move(run_);
}

std::optional<Run> Run::reopen(support::Disk& disk, ReadAhead& readAhead, const std::string& name, RunShape shape,
                               const RunFacts& facts) {
  const uint64_t perBlock = firstWordsPerBlock(shape.blocks);
  const uint64_t blocks = facts.bytes / shape.blocks.blockBytes + (facts.bytes % shape.blocks.blockBytes != 0 ? 1 : 0);
  if (facts.blocks > blocks || blocks - facts.blocks != facts.blocks / perBlock + (facts.blocks % perBlock != 0) ||
      facts.words < facts.blocks || facts.bytes > uint64_t{INT64_MAX}) {
    disk.fail(fmt::format("what is said of {} cannot be", name));
    return std::nullopt;
  }
  Run run;
  run.file_.file = disk.openFile(name, support::Disk::Mode::Keep);
  if (run.file_.file == nullptr) return std::nullopt;
  disk.truncate(*run.file_.file, facts.bytes);
  if (disk.hasFailed()) return std::nullopt;
  run.file_.shape = shape.blocks;
  run.file_.salt = facts.salt;
  run.file_.bytes = facts.bytes;
  run.hasOrigins_ = shape.hasOrigins;
  run.words_ = facts.words;
  if (!run.readFirstWords(disk, readAhead, facts.blocks)) return std::nullopt;
  return run;
}

bool Run::readFirstWords(support::Disk& disk, ReadAhead& readAhead, uint64_t blocks) {
  BlockReader reader(disk, readAhead, file_);
  for (uint64_t number = blocks; number < file_.blocks(); ++number) {
    const auto block = reader.read(number, file_.blocks());
    if (!block.has_value()) return false;
    const uint64_t count = std::min(blocks - firstWords_.size(), firstWordsPerBlock(file_.shape));
    bool believable = block->items == count && block->content.size() == count * sizeof(uint64_t);
    for (uint64_t i = 0; believable && i < count; ++i) {
      uint64_t word;
      std::memcpy(&word, block->content.data() + i * sizeof word, sizeof word);
      believable = firstWords_.empty() || word > firstWords_.back();
      firstWords_.push_back(word);
    }
    if (!believable) {
      reader.complain(number);
      return false;
    }
  }
  return true;
}

void RunReader::nextGroup() {
  if (itemsLeft_ == 0 && !enterBlock(block_)) return end();
  if (!readGroup()) end();
}

bool RunReader::findGroup(uint64_t word) {
  const auto& firsts = run_.firstWords_;
  if (block_ < firsts.size() && firsts[block_] <= word) {
    // The word is in this block or a later one. Most often it is near.
    uint64_t step = 1;
    uint64_t low = block_;
    while (low + step < firsts.size() && firsts[low + step] <= word) {
      low += step;
      step *= 2;
    }
    const auto from = firsts.begin() + static_cast<ptrdiff_t>(low);
    const auto to = firsts.begin() + static_cast<ptrdiff_t>(std::min<uint64_t>(low + step, firsts.size()));
    const uint64_t number = static_cast<uint64_t>(std::upper_bound(from, to, word) - firsts.begin()) - 1;
    if (!enterBlock(number)) {
      end();
      return false;
    }
  }
  do {
    nextGroup();
  } while (!atEnd() && words_[count_ - 1] < word);
  return !atEnd();
}

bool RunReader::enterBlock(uint64_t number) {
  itemsLeft_ = 0;
  block_ = number + 1;
  if (number >= run_.firstWords_.size() || disk_.hasFailed()) return false;
  const auto block = blocks_.read(number, run_.firstWords_.size());
  if (!block.has_value()) return false;
  const uint64_t first = run_.firstWords_[number];
  if (block->items == 0 || block->content.size() < sizeof first ||
      std::memcmp(block->content.data(), &first, sizeof first) != 0) {
    blocks_.complain(number);
    return false;
  }
  at_ = block->content.data() + sizeof first;
  blockEnd_ = block->content.data() + block->content.size();
  itemsLeft_ = block->items;
  previous_ = first - 1;
  return true;
}

bool RunReader::readGroup() {
  const size_t count = std::min<size_t>(itemsLeft_, kNumbersInGroup);
  at_ = unpackNumbers(at_, count, words_);
  if (run_.hasOrigins_) at_ = unpackNumbers(at_, count, origins_);
  words_[0] += previous_ + 1;
  bool rising = words_[0] > previous_ || previous_ == ~uint64_t{0};  // a block that begins with 0
  uint64_t previous = words_[0];
  for (size_t i = 1; i < count; ++i) {
    const uint64_t word = previous + words_[i] + 1;
    rising &= word > previous;
    words_[i] = previous = word;
  }
  itemsLeft_ -= static_cast<uint32_t>(count);
  if (itemsLeft_ == 0 && block_ < run_.firstWords_.size()) rising &= previous < run_.firstWords_[block_];
  if (at_ > blockEnd_ || !rising) {
    blocks_.complain(block_ - 1);
    return false;
  }
  previous_ = previous;
  place_ = 0;
  count_ = count;
  return true;
}

}  // namespace clew::state
