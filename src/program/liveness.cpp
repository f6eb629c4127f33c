// Which slots of a frame matter where the frame can be saved. Two states that differ only in values
// nobody will read are the same state, so a saved frame holds the live slots and nothing else.
// Backward data flow over the lowered code, once per function.
#include "program/liveness.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "program/operands.h"

namespace clew::program {

namespace {

class SlotSet {
 public:
  explicit SlotSet(uint32_t size) : words_((size + 63) / 64) {}
  void add(uint32_t slot) { words_[slot / 64] |= uint64_t{1} << (slot % 64); }
  void remove(uint32_t slot) { words_[slot / 64] &= ~(uint64_t{1} << (slot % 64)); }
  bool merge(const SlotSet& other) {
    bool changed = false;
    for (size_t i = 0; i < words_.size(); ++i) {
      const uint64_t merged = words_[i] | other.words_[i];
      changed |= merged != words_[i];
      words_[i] = merged;
    }
    return changed;
  }
  std::vector<uint32_t> elements() const {
    std::vector<uint32_t> slots;
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        slots.push_back(static_cast<uint32_t>(i * 64) + static_cast<uint32_t>(__builtin_ctzll(rest)));
      }
    }
    return slots;
  }

 private:
  std::vector<uint64_t> words_;
};

class Liveness {
 public:
  Liveness(Program& program, const Function& function, bool atEntry)
      : program_(program), function_(function), atEntry_(atEntry), kept_(function.slots) {}

  void compute() {
    splitIntoBlocks();
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = blocks_.size(); i-- > 0;) changed |= update(i);
    }
    if (function_.returnsTwice) keepForJumps();
    for (size_t i = 0; i < blocks_.size(); ++i) record(i);
  }

 private:
  struct Block {
    uint32_t begin, end;
    std::vector<uint32_t> successors;
    SlotSet liveIn;
  };

  template <typename Visit>
  void forEachTarget(const Instruction& instruction, Visit visit) const {
    for (const char* letter = operandsOf(instruction.op); *letter != 0; ++letter) {
      if (*letter == 'j') visit(instruction.c);
      if (*letter == 'k') visit(instruction.d);
      if (*letter == 's') {
        for (const uint32_t target : program_.switches[instruction.b].targets) visit(target);
      }
      if (*letter == 'C' && program_.calls[instruction.c].landing != kNone)
        visit(program_.calls[instruction.c].landing);
    }
  }

  bool endsBlock(const Instruction& instruction) const {
    switch (instruction.op) {
      case Op::Jump:
      case Op::Branch:
      case Op::Switch:
      case Op::Return:
      case Op::Unwind:
      case Op::Unreachable: return true;
      default: return false;
    }
  }

  void splitIntoBlocks() {
    std::vector<bool> starts(function_.end - function_.entry + 1, false);
    starts[0] = true;
    for (uint32_t pc = function_.entry; pc < function_.end; ++pc) {
      const Instruction& instruction = program_.code[pc];
      forEachTarget(instruction, [&](uint32_t target) {
        starts[target - function_.entry] = starts[pc + 1 - function_.entry] = true;
        if (target <= pc) loopHeads_.push_back(target);
      });
      if (endsBlock(instruction)) starts[pc + 1 - function_.entry] = true;
    }
    for (uint32_t pc = function_.entry; pc < function_.end; ++pc) {
      if (!starts[pc - function_.entry]) continue;
      uint32_t end = pc + 1;
      while (end < function_.end && !starts[end - function_.entry]) ++end;
      blockAt_[pc] = blocks_.size();
      blocks_.push_back({pc, end, {}, SlotSet(function_.slots)});
    }
    for (Block& block : blocks_) {
      const Instruction& last = program_.code[block.end - 1];
      forEachTarget(last, [&](uint32_t target) { block.successors.push_back(target); });
      if (!endsBlock(last) && block.end < function_.end) block.successors.push_back(block.end);
    }
  }

  SlotSet liveOut(const Block& block) const {
    SlotSet live(function_.slots);
    for (const uint32_t successor : block.successors) live.merge(blocks_[blockAt_.at(successor)].liveIn);
    return live;
  }

  bool update(size_t index) {
    SlotSet live = liveOut(blocks_[index]);
    for (uint32_t pc = blocks_[index].end; pc-- > blocks_[index].begin;) transfer(program_.code[pc], live);
    return blocks_[index].liveIn.merge(live);
  }

  void removeWritten(const Instruction& instruction, SlotSet& live) const {
    for (const char* letter = operandsOf(instruction.op); *letter != 0; ++letter) {
      if (*letter == 'd') live.remove(instruction.dst);
      if (*letter == 'D') live.remove(instruction.dst), live.remove(instruction.dst + 1);
      if (*letter == 'C') {
        const Call& call = program_.calls[instruction.c];
        for (uint32_t i = 0; i < call.resultSlots; ++i) live.remove(instruction.dst + i);
        if (call.landing != kNone) live.remove(call.landingSlot);
      }
    }
  }

  void transfer(const Instruction& instruction, SlotSet& live) const {
    removeWritten(instruction, live);
    forEachRead(program_, function_, instruction, [&](uint32_t slot) { live.add(slot); });
  }

  /// A longjmp may come back to behind a setjmp at any time, so what is live there is needed everywhere.
  void keepForJumps() {
    for (const Block& block : blocks_) {
      SlotSet live = liveOut(block);
      for (uint32_t pc = block.end; pc-- > block.begin;) {
        const Instruction& instruction = program_.code[pc];
        removeWritten(instruction, live);
        if (instruction.op == Op::SetJump) kept_.merge(live);
        transfer(instruction, live);
      }
    }
  }

  /// Notes the live slots at every place in the block where a frame can be saved.
  void record(size_t index) {
    const Block& block = blocks_[index];
    SlotSet live = liveOut(block);
    for (uint32_t pc = block.end; pc-- > block.begin;) {
      const Instruction& instruction = program_.code[pc];
      const std::string_view operands = operandsOf(instruction.op);
      const bool standsHere = (atEntry_ && pc == function_.entry) ||
                              std::find(loopHeads_.begin(), loopHeads_.end(), pc) != loopHeads_.end();
      if (instruction.op == Op::Call || instruction.op == Op::CallIndirect) {
        SlotSet during = live;
        removeWritten(instruction, during);
        transfer(instruction, live);
        if (standsHere) during.merge(live);  // the frame may also stand before the call
        note(pc, during);
        continue;
      }
      transfer(instruction, live);
      if (operands.ends_with('v') || instruction.op == Op::Return || standsHere) note(pc, live);
    }
  }

  void note(uint32_t pc, SlotSet live) {
    live.merge(kept_);
    const std::vector<uint32_t> slots = live.elements();
    const auto [known, isNew] = ranges_.try_emplace(slots, program_.liveRanges.size());
    if (isNew) {
      const auto begin = static_cast<uint32_t>(program_.liveSlots.size());
      program_.liveSlots.insert(program_.liveSlots.end(), slots.begin(), slots.end());
      program_.liveRanges.push_back({begin, static_cast<uint32_t>(program_.liveSlots.size())});
    }
    program_.liveRangeOf[pc] = static_cast<uint32_t>(known->second);
  }

  Program& program_;
  const Function& function_;
  const bool atEntry_;
  std::vector<Block> blocks_;
  std::unordered_map<uint32_t, size_t> blockAt_;
  std::vector<uint32_t> loopHeads_;
  std::map<std::vector<uint32_t>, size_t> ranges_;
  SlotSet kept_;
};

}  // namespace

void computeLiveness(Program& program, bool atEntries) {
  program.liveSlots.clear();
  program.liveRanges.assign(1, {});
  program.liveRangeOf.assign(program.code.size(), 0);
  for (const Function& function : program.functions) Liveness(program, function, atEntries).compute();
}

}  // namespace clew::program
