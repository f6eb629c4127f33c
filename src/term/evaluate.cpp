// Evaluation with a stack of its own: terms are deeper than a thread's stack. A frame waits until its operands are
// known. Reading an array goes down its stores; the frame remembers how far it has come.
#include "term/bits.h"
#include "term/compute.h"
#include "term/term.h"

namespace clew::term {

uint64_t Evaluator::operator()(Term term) {
  uint64_t value = 0;
  if (know(term, value)) return value;
  stack_.push_back({term, kNoTerm});
  while (!stack_.empty()) {
    const size_t top = stack_.size() - 1;
    Frame frame = stack_[top];
    if (!step(frame, value)) {
      stack_[top].array = frame.array;
      continue;
    }
    known_[frame.term] = value;
    stack_.resize(top);
  }
  return value;
}

/// Leaves are known at once.
bool Evaluator::know(Term term, uint64_t& value) {
  const Node& node = terms_[term];
  if (node.kind == Kind::Constant) {
    value = node.value;
    return true;
  }
  if (node.kind == Kind::Symbol) {
    value = model_.valueOf(static_cast<uint32_t>(node.value)) & maskOf(node.width);
    return true;
  }
  const auto found = known_.find(term);
  if (found == known_.end()) return false;
  value = found->second;
  return true;
}

/// Whether the value is known now; otherwise what it waits for is on the stack.
bool Evaluator::step(Frame& frame, uint64_t& value) {
  const Node& node = terms_[frame.term];
  if (node.kind == Kind::Select) return read(frame, value);
  uint64_t operands[3] = {0, 0, 0};
  if (node.kind == Kind::IfThenElse) {
    if (!know(node.a, operands[0])) {
      stack_.push_back({node.a, kNoTerm});
      return false;
    }
    const Term taken = operands[0] != 0 ? node.b : node.c;
    if (know(taken, value)) return true;
    stack_.push_back({taken, kNoTerm});
    return false;
  }
  const Term terms[3] = {node.a, node.b, node.c};
  const size_t before = stack_.size();
  for (unsigned i = 0; i < operandsOf(node.kind); ++i) {
    if (!know(terms[i], operands[i])) stack_.push_back({terms[i], kNoTerm});
  }
  if (stack_.size() != before) return false;
  value = compute(node.kind, node.width, terms_[node.a].width, node.value, operands[0], operands[1], operands[2]);
  return true;
}

bool Evaluator::read(Frame& frame, uint64_t& value) {
  const auto wait = [&](Term term) {
    stack_.push_back({term, kNoTerm});
    return false;
  };
  uint64_t index = 0;
  if (!know(terms_[frame.term].b, index)) return wait(terms_[frame.term].b);
  if (frame.array == kNoTerm) frame.array = terms_[frame.term].a;
  while (true) {
    const Node& node = terms_[frame.array];
    uint64_t known = 0;
    switch (node.kind) {
      case Kind::Store:
        if (!know(node.b, known)) return wait(node.b);
        if (known == index) return know(node.c, value) || wait(node.c);
        frame.array = node.a;
        break;
      case Kind::IfThenElse:
        if (!know(node.a, known)) return wait(node.a);
        frame.array = known != 0 ? node.b : node.c;
        break;
      case Kind::ArraySymbol: {
        value = 0;
        const auto elements = model_.elements.find(static_cast<uint32_t>(node.value));
        if (elements == model_.elements.end()) return true;
        const auto element = elements->second.find(index);
        if (element != elements->second.end()) value = element->second;
        return true;
      }
      default: value = 0; return true;
    }
  }
}

}  // namespace clew::term
