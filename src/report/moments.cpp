#include "report/moments.h"

#include <algorithm>
#include <cstring>

#include "report/moments_recorder.h"
#include "report/trace.h"

namespace clew::report {

namespace {

/// All of them are looked at after each line.
constexpr size_t kMostPlaces = 512;

uint64_t wordAt(const uint8_t* from, unsigned bytes) {
  uint64_t word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

}  // namespace

bool MomentsRecorder::look(Followed& followed) const {
  const machine::Object* object = machine_.memory().find(followed.address);
  if (object == nullptr || !object->live || object->source != followed.source) return false;
  const uint64_t offset = followed.address - object->address;
  if (offset > object->size || object->size - offset < followed.bytes) return false;
  followed.bits = wordAt(object->data + offset, followed.bytes);
  followed.undefined = object->undefined == nullptr ? 0 : wordAt(object->undefined + offset, followed.bytes);
  return true;
}

std::string MomentsRecorder::textOf(const Followed& followed) const {
  if (followed.undefined != 0) return "(uninitialised)";
  return valueOf(machine_, numbers_, followed.type, followed.bits, followed.bytes);
}

void MomentsRecorder::touch(uint32_t line, const machine::Object& object, uint64_t offset, unsigned bytes,
                            uint32_t type, const std::string& name) {
  const uint64_t address = object.address + offset;
  const bool isKnown = std::any_of(followed_.begin(), followed_.end(), [&](const Followed& known) {
    return known.address == address && known.bytes == bytes && known.source == object.source;
  });
  if (isKnown) return;
  if (bytes > sizeof(uint64_t) || followed_.size() >= kMostPlaces) {
    moments_.isCut = true;
    return;
  }
  Followed followed{address, bytes, type, object.source, static_cast<uint32_t>(moments_.places.size())};
  if (!look(followed)) return;
  moments_.places.push_back({name, textOf(followed), line});
  followed_.push_back(followed);
}

uint32_t MomentsRecorder::lockOf(uint64_t address, const std::string& name) {
  const auto [known, isNew] = locks_.try_emplace(address, static_cast<uint32_t>(moments_.locks.size()));
  if (isNew) moments_.locks.push_back(name);
  return known->second;
}

void MomentsRecorder::useMutex(uint64_t address, const std::string& name) {
  const bool isKnown =
      std::any_of(mutexes_.begin(), mutexes_.end(), [&](const Mutex& each) { return each.address == address; });
  if (!isKnown) mutexes_.push_back({address, lockOf(address, name), 0});
}

void MomentsRecorder::forgetMutex(uint64_t address) {
  std::erase_if(mutexes_, [&](const Mutex& each) { return each.address == address; });
  locks_.erase(address);
}

uint32_t MomentsRecorder::indexOf(uint32_t threadNumber) const {
  for (size_t i = trace_.threads.size(); i-- > 0;) {
    if (trace_.threads[i].number == threadNumber) return static_cast<uint32_t>(i);
  }
  return program::kNone;
}

void MomentsRecorder::hold(uint32_t line, uint64_t address, const std::string& name, uint32_t thread, bool holds) {
  const uint32_t index = indexOf(thread);
  if (index != program::kNone) moments_.holdings.push_back({line, lockOf(address, name), index, holds});
}

void MomentsRecorder::free(uint32_t line, uint64_t address) {
  const machine::Object* object = machine_.memory().find(address);
  std::erase_if(followed_, [&](const Followed& each) {
    if (object == nullptr || machine_.memory().find(each.address) != object) return false;
    moments_.changes.push_back({line, each.place, ""});
    return true;
  });
}

void MomentsRecorder::noteOwner(uint32_t line, const Mutex& mutex, uint32_t owner, bool holds) {
  const uint32_t thread = owner == 0 ? program::kNone : indexOf(owner - 1);
  if (thread != program::kNone) moments_.holdings.push_back({line, mutex.lock, thread, holds});
}

void MomentsRecorder::settle(uint32_t line) {
  std::erase_if(followed_, [&](Followed& each) {
    const Followed before = each;
    if (!look(each)) {
      moments_.changes.push_back({line, each.place, ""});
      return true;
    }
    if (each.bits != before.bits || each.undefined != before.undefined) {
      moments_.changes.push_back({line, each.place, textOf(each)});
    }
    return false;
  });
}

void MomentsRecorder::settleLocks(uint32_t line) {
  for (Mutex& mutex : mutexes_) {
    const uint32_t owner = machine_.mutexOwner(mutex.address);
    if (owner == mutex.owner) continue;
    noteOwner(line, mutex, mutex.owner, false);
    noteOwner(line, mutex, owner, true);
    mutex.owner = owner;
  }
}

void MomentsRecorder::stand(Moments::Stand stand) {
  Moments::Stand& last = stands_[stand.thread];
  last.line = stand.line;  // only what else differs is a change
  if (last == stand) return;
  last = stand;
  moments_.stands.push_back(std::move(stand));
}

}  // namespace clew::report
