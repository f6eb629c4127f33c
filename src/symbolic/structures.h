// Input structures, made as far as the program looks at them. A pointer of such a structure is a symbol that may be
// copied as it is. Whoever needs it as an address chooses: null, an object of the structure that the path has come to,
// or a new one, whose bytes are inputs and whose pointers are such symbols again. The functions are the machine's own,
// for a symbolic domain.
#pragma once

#include "symbolic/accesses.h"

namespace clew::machine {

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::makeStructure(Thread& thread, const Instruction& i) {
  const program::Call& call = program_.calls[i.c];
  const Value* r = thread.registers.data() + thread.frames.back().base;
  constexpr size_t kArguments = 6;
  if (call.arguments.size() < kArguments) return abandon(thread, "a call of clew_structure without its arguments");
  const auto argument = [&](size_t number) { return r[call.arguments[number]]; };
  for (size_t number = 0; number + 1 < kArguments; ++number) {
    if (argument(number).term != term::kNoTerm) {
      return abandon(thread, "an input structure of a layout that depends on inputs is not modelled");
    }
    if (!Domain::isDefined(argument(number))) {
      return fault(thread, Fault::Uninitialized, "the layout of an input structure was never written");
    }
  }
  StructureLayout layout{.size = argument(0).bits,
                         .most = argument(1).bits,
                         .links = {},
                         .pointerBytes = program_.addresses.pointerBytes(),
                         .isTree = argument(4).bits != 0};
  const uint64_t count = argument(3).bits;
  const uint64_t bytes = layout.pointerBytes;
  for (uint64_t k = 0; k < std::min(count, StructureLayout::kMostLinks + 1); ++k) {
    uint64_t offset = 0;
    const Object* links = resolve(thread, argument(2), k * bytes, bytes, false, offset);
    if (links == nullptr) return Next::End;
    const Value link = loadFrom(*links, offset, static_cast<unsigned>(8 * bytes));
    if (link.term != term::kNoTerm || !Domain::isDefined(link)) {
      return abandon(thread, "an input structure of a layout that depends on inputs is not modelled");
    }
    layout.links.push_back(link.bits);
  }
  if (!layout.isPossible()) {
    return fault(thread, Fault::AssertionFailed, "clew_structure was called for objects that cannot be");
  }
  if (call.site == program::kNone) return abandon(thread, "a call of clew_structure by the library is not modelled");
  std::string name = textAt(argument(5).bits);
  if (name.empty()) name = "structure";
  const uint32_t number = run_->addStructure({std::move(layout), call.site});
  const symbolic::Input first{.symbol = term::kNoTerm,
                              .bits = static_cast<uint8_t>(8 * bytes),
                              .form = symbolic::Input::Form::First,
                              .structure = number};
  const term::Term symbol = run_->input(first, name);
  if (call.resultSlots != 0) thread.registers[thread.frames.back().base + i.dst] = {0, 0, symbol};
  return Next::Continue;
}

/// One more object of a structure, of which nothing is known. Null if it cannot be made here and now.
template <typename Domain>
Object* Machine<Domain>::makeStructureObject(Thread& thread, uint32_t number) {
  const symbolic::Structure structure = run_->inputs().structures[number];
  const StructureLayout& layout = structure.layout;
  if (run_->cells != nullptr) {  // ways that are merged undo writes, not this
    abandon(thread, "an object of an input structure between ways that come together");
    return nullptr;
  }
  Object* object = newObject(thread, ObjectKind::Heap, structure.site, layout.size, true, true);
  if (object == nullptr) return nullptr;
  using Form = symbolic::Input::Form;
  constexpr uint64_t kWord = 4;
  const uint32_t own = run_->addObject(number, object->address);
  for (uint64_t offset = 0; offset < layout.size;) {
    const bool isLink = layout.isLink(offset);
    uint64_t bytes = isLink ? layout.pointerBytes : kWord;
    if (!isLink && (offset % kWord != 0 || offset + kWord > layout.size)) bytes = 1;
    for (uint64_t k = 1; k < bytes && !isLink; ++k) bytes = layout.isLink(offset + k) ? 1 : bytes;
    const auto width = static_cast<unsigned>(8 * bytes);
    const term::Term symbol = run_->input({.symbol = term::kNoTerm,
                                           .bits = static_cast<uint8_t>(width),
                                           .form = isLink ? Form::Link : Form::Field,
                                           .structure = number,
                                           .object = own,
                                           .offset = offset},
                                          isLink ? "link" : "field");
    storeTo(*object, offset, width, {0, 0, symbol});
    offset += bytes;
  }
  return object;
}

/// Makes a pointer of a structure an address, by choosing if need be. Continue: it is one.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::resolveLink(Thread& thread, Value& pointer) {
  const symbolic::Input link = *run_->linkOf(pointer.term);
  if (const auto known = run_->targetOf(link)) {
    pointer = Domain::constant(*known);
    return Next::Continue;
  }
  term::Terms& terms = run_->terms;
  const StructureLayout& layout = run_->inputs().structures[link.structure].layout;
  const std::vector<uint64_t> objects = run_->inputs().objectsOf(link.structure);
  std::vector<uint64_t> targets{0};
  if (!layout.isTree) targets.insert(targets.end(), objects.begin(), objects.end());
  std::vector<term::Term> conditions;
  term::Term isNew = terms.truth(true);
  for (const uint64_t target : targets) {
    conditions.push_back(terms.equal(link.symbol, terms.constant(target, link.bits)));
    isNew = terms.bitAnd(isNew, terms.bitNot(conditions.back()));
  }
  if (objects.size() < layout.most) conditions.push_back(isNew);
  if (conditions.size() == 1) {  // a tree that has all its objects
    ended_ = Outcome::Pruned;
    if (!run_->path.assume(conditions.front())) return Next::End;
  }
  const auto chosen = fork(thread, conditions);
  if (!chosen) return !thread.trace.fork.empty() ? Next::Stop : Next::End;
  if (*chosen < targets.size()) {
    pointer = Domain::constant(targets[*chosen]);
    return Next::Continue;
  }
  const Object* object = makeStructureObject(thread, link.structure);
  if (object == nullptr) return Next::End;
  pointer = Domain::constant(object->address);
  ended_ = Outcome::Pruned;
  return run_->path.assume(terms.equal(link.symbol, terms.constant(object->address, link.bits))) ? Next::Continue
                                                                                                 : Next::End;
}

/// Makes addresses of those operands that are pointers of structures. Continue: there are none, Reload: it is done.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::resolveLinks(Thread& thread, const Instruction& i, Value* r) {
  if (run_->inputs().structures.empty()) return Next::Continue;
  bool areChanged = false;
  for (const uint32_t slot : LookedAtSlots(i)) {
    if (run_->linkOf(r[slot].term) == nullptr) continue;
    const Next next = resolveLink(thread, r[slot]);
    if (next != Next::Continue) return next;
    areChanged = true;
  }
  return areChanged ? Next::Reload : Next::Continue;
}

/// The same for what lies in memory, at a place that is read and written at once. Null: it is no such pointer.
template <typename Domain>
std::optional<typename Machine<Domain>::Next> Machine<Domain>::resolveLinkAt(Thread& thread, Object& object,
                                                                             uint64_t offset, Value value) {
  const symbolic::Input* link = run_->linkOf(value.term);
  if (link == nullptr) return std::nullopt;
  const unsigned bits = link->bits;
  const Next next = resolveLink(thread, value);
  if (next != Next::Continue) return next;
  storeTo(object, offset, bits, value);
  return Next::Reload;
}

}  // namespace clew::machine
