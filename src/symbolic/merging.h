// Merging: a branch on symbols whose two ways soon come together again need not be a choice. Both are gone, one after
// the other, and what differs between them becomes a choice inside a term. One path instead of two, for larger terms.
// The functions are the machine's own, for a symbolic domain.
#pragma once

#include <set>

#include "symbolic/accesses.h"

namespace clew::machine {

/// What merged ways may do: compute, access memory, go forward.
inline bool mayBeMerged(const program::Instruction& i) {
  using program::Op;
  switch (i.op) {
    case Op::Jump:
    case Op::Branch:
    case Op::Load:
    case Op::Store:
    case Op::LoadGlobal:
    case Op::StoreGlobal: return true;
    default: return i.op < Op::Wide || i.op == Op::PointerAdd || i.op == Op::PointerAddI;
  }
}

/// Where the ways from a branch come together, if they do so soon and every way there only goes forward; 0 if not. In
/// the order of the code: when only one place is left to go on from, all ways have come there.
inline uint32_t meetingPlace(const program::Program& program, uint32_t pc) {
  using program::Op;
  constexpr size_t kMostInstructions = 200;
  const program::Instruction& branch = program.code[pc];
  std::set<uint32_t> open{branch.c, branch.d};
  for (size_t steps = 0; steps < kMostInstructions && !open.empty() && *open.begin() > pc; ++steps) {
    if (open.size() == 1) return *open.begin();
    const uint32_t at = *open.begin();
    open.erase(open.begin());
    const program::Instruction& i = program.code[at];
    if (!mayBeMerged(i)) return 0;
    if (i.op != Op::Jump) open.insert(i.op == Op::Branch ? i.d : at + 1);
    if (i.op == Op::Jump || i.op == Op::Branch) open.insert(i.c);
    if (*open.begin() <= at) return 0;
  }
  return 0;
}

/// Goes on to the meeting place; whether it came there, and nothing else happened on the way.
template <typename Domain>
bool Machine<Domain>::goTo(Thread& thread, uint32_t from, uint32_t to) {
  thread.frames.back().pc = from;
  const auto before = run_->meet(to);
  const Outcome outcome = from == to ? Outcome::Stopped : execute(thread, false);
  run_->meet(before);
  return outcome == Outcome::Stopped && thread.trace.fork.empty() && thread.frames.back().pc == to;
}

/// What one way has changed.
template <typename Domain>
struct Machine<Domain>::Way {
  std::vector<Value> registers;
  std::vector<symbolic::Cell> before;  // of memory, in the order of the writes
  std::vector<Value> after;            // of the same cells, in the end

  /// What it leaves in a cell, if it writes it.
  std::optional<Value> last(const symbolic::Cell& cell) const {
    for (size_t k = 0; k < before.size(); ++k) {
      if (before[k].isSame(cell)) return after[k];
    }
    return std::nullopt;
  }
};

/// Goes one way, notes what it changes and undoes it. False if it does not come to the meeting place.
template <typename Domain>
bool Machine<Domain>::tryWay(Thread& thread, term::Term condition, uint32_t from, uint32_t to, Way& way) {
  const size_t base = thread.frames.back().base;
  const uint32_t slots = program_.functionAt(thread.frames.back().pc).slots;
  const auto begin = thread.registers.begin() + static_cast<ptrdiff_t>(base);
  const std::vector<Value> registers(begin, begin + slots);
  const symbolic::Run::Place place = run_->place();
  std::vector<symbolic::Cell>* const outer = std::exchange(run_->cells, &way.before);
  const bool arrived = run_->path.assume(condition) && goTo(thread, from, to);
  run_->cells = outer;
  const auto now = thread.registers.begin() + static_cast<ptrdiff_t>(base);
  way.registers.assign(now, now + slots);
  const bool isSmall = way.before.size() <= symbolic::kMostCells;
  for (const symbolic::Cell& cell : way.before) {
    if (!isSmall) break;
    way.after.push_back(loadFrom(*static_cast<Object*>(cell.object), cell.offset, 8 * cell.bytes));
  }
  for (size_t k = way.before.size(); k-- > 0;) putBack(way.before[k]);
  std::copy(registers.begin(), registers.end(), now);
  thread.trace.fork.clear();
  run_->goBack(place);
  return arrived && isSmall;
}

template <typename Domain>
template <typename Cell>
void Machine<Domain>::putBack(const Cell& cell) {
  Object& object = *static_cast<Object*>(cell.object);
  std::memcpy(object.data + cell.offset, cell.data.data(), cell.bytes);
  if (object.undefined != nullptr) std::memcpy(object.undefined + cell.offset, cell.undefined.data(), cell.bytes);
  if (object.symbols != nullptr) std::copy_n(cell.symbols.begin(), cell.bytes, object.symbols + cell.offset);
}

/// Notes what a cell holds before it is written, for whoever wants to undo it.
template <typename Domain>
void Machine<Domain>::noteCell(Object& object, uint64_t offset, unsigned bytes) {
  symbolic::Cell cell{&object, offset, bytes, {}, {}, {}};
  std::memcpy(cell.data.data(), object.data + offset, bytes);
  if (object.undefined != nullptr) std::memcpy(cell.undefined.data(), object.undefined + offset, bytes);
  if (object.symbols != nullptr) std::copy_n(object.symbols + offset, bytes, cell.symbols.begin());
  run_->cells->push_back(cell);
}

/// One value if a condition holds, another if not; in as few bits as both need, since values are zero-extended.
template <typename Domain>
typename Domain::Value Machine<Domain>::either(term::Term condition, Value yes, Value no) const {
  if (yes == no) return yes;
  term::Terms& terms = run_->terms;
  const auto widthOf = [&](const Value& value) -> unsigned {
    if (value.term == term::kNoTerm) return std::max(static_cast<unsigned>(std::bit_width(value.bits)), 1u);
    const term::Node& node = terms[value.term];
    return node.kind == term::Kind::ZeroExtend ? terms.widthOf(node.a) : node.width;
  };
  const uint64_t undefined = yes.undefined | no.undefined;
  const unsigned width = std::max({widthOf(yes), widthOf(no), static_cast<unsigned>(std::bit_width(undefined))});
  return valueOf(terms, terms.ifThenElse(condition, termOf(terms, yes, width), termOf(terms, no, width)), undefined);
}

/// Whether any two cells that are written are the same or have nothing in common.
template <typename Domain>
template <typename Cell>
bool Machine<Domain>::areApart(std::span<const Cell> cells) {
  for (size_t a = 0; a < cells.size(); ++a) {
    for (size_t b = a + 1; b < cells.size(); ++b) {
      if (cells[a].overlaps(cells[b]) && !cells[a].isSame(cells[b])) return false;
    }
  }
  return true;
}

/// Goes both ways of a branch as one. False if that cannot be done; then nothing has changed.
template <typename Domain>
bool Machine<Domain>::mergeWays(Thread& thread, const Instruction& i, term::Term condition) {
  if (!run_->merges() || liveThreads_ > 1 || run_->path.decide(condition)) return false;
  const uint32_t pc = thread.frames.back().pc;
  const uint32_t meeting = run_->meetingPlace(pc, [&] { return meetingPlace(program_, pc); });
  if (meeting == 0) return false;
  Way yes;
  Way no;
  bool areMerged =
      tryWay(thread, condition, i.c, meeting, yes) && tryWay(thread, run_->terms.bitNot(condition), i.d, meeting, no);
  thread.frames.back().pc = pc;
  std::vector<symbolic::Cell> cells = yes.before;
  cells.insert(cells.end(), no.before.begin(), no.before.end());
  areMerged = areMerged && cells.size() <= symbolic::kMostCells && areApart(std::span<const symbolic::Cell>(cells));
  if (!areMerged) return false;
  Value* const r = thread.registers.data() + thread.frames.back().base;
  for (size_t slot = 0; slot < yes.registers.size(); ++slot) {
    r[slot] = either(condition, yes.registers[slot], no.registers[slot]);
  }
  std::vector<symbolic::Cell> written;
  for (const symbolic::Cell& cell : cells) {
    if (std::any_of(written.begin(), written.end(), [&](const symbolic::Cell& each) { return each.isSame(cell); })) {
      continue;
    }
    written.push_back(cell);
    Object& object = *static_cast<Object*>(cell.object);
    const Value otherwise = loadFrom(object, cell.offset, 8 * cell.bytes);  // of a way that does not write it
    storeTo(object, cell.offset, 8 * cell.bytes,
            either(condition, yes.last(cell).value_or(otherwise), no.last(cell).value_or(otherwise)));
  }
  thread.frames.back().pc = meeting;
  return true;
}

}  // namespace clew::machine
