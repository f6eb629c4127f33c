// The part of the search tree that a rank needs: the states it has to expand, and those on the way to them. A record
// says by which alternative a state was reached from which other one, so the path to it can be told to anybody. Records
// that nobody needs any more are used again.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/state_tables.h"

namespace clew::distributed {

struct Record {
  machine::StateKey key;
  uint32_t parent = 0;       // 0: it is the first state
  uint32_t alternative = 0;  // of those that are explored
  uint32_t depth = 0;        // steps from the first state
  uint32_t uses = 0;         // by records found from it, by claims, and while it waits to be expanded
  uint8_t answer = 0;        // to its claim
  bool isMet = false;        // the state was looked at and counted
  uint32_t next = 0;         // the first alternative that was not taken yet
  uint32_t end = 0;          // behind the last one that is to be taken; 0: all are
};

class Records {
 public:
  Records() : records_(1) {}  // the number 0 is none

  const Record& operator[](uint32_t number) const { return records_[number]; }
  Record& operator[](uint32_t number) { return records_[number]; }

  /// A record with one use, which is one of its parent, too.
  uint32_t add(const Record& record) {
    uint32_t number = static_cast<uint32_t>(records_.size());
    if (free_.empty()) {
      records_.push_back(record);
    } else {
      number = free_.back();
      free_.pop_back();
      records_[number] = record;
    }
    records_[number].uses = 1;
    use(record.parent);
    return number;
  }

  void use(uint32_t number) {
    if (number != 0) ++records_[number].uses;
  }
  /// Ends a use.
  void release(uint32_t number) {
    while (number != 0 && --records_[number].uses == 0) {
      free_.push_back(number);
      number = records_[number].parent;
    }
  }

  uint64_t live() const { return records_.size() - 1 - free_.size(); }
  uint64_t bytes() const { return records_.capacity() * sizeof(Record) + free_.capacity() * sizeof(uint32_t); }
  bool isFull() const { return records_.size() > UINT32_MAX - 1; }

 private:
  std::vector<Record> records_;
  std::vector<uint32_t> free_;
};

}  // namespace clew::distributed
