#include "script/standing.h"

namespace clew::script {

void Standing::makeRoom(const Alphabet& alphabet) {
  while (labels_.size() < alphabet.entries().size()) {
    const Alphabet::Entry& entry = alphabet.entries()[labels_.size()];
    labels_.push_back({entry.first, entry.choice.alternatives});
    for (uint32_t i = 0; i < entry.choice.alternatives; ++i) {
      const Label label = entry.first + i;
      own_.push_back({kBlocked | kMoved | label, kMoved | label, entry.choice.thread});
    }
  }
}

void Standing::learn(uint32_t thread, Token before, bool moved, Label by, Token now) {
  if (moved) {
    own_[by].token = now;
    if (choiceOf(now) != 0) own_[by].stand = now;
    return;
  }
  known_[knownPlace(by, before)] = {knownTag(by, before), now};
  touched_[by & ((1u << kTouchedBits) - 1)] |= uint64_t{1} << thread % 64;
}

}  // namespace clew::script
