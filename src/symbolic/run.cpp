#include "symbolic/run.h"

#include <algorithm>

namespace clew::symbolic {

std::vector<uint64_t> Inputs::objectsOf(uint32_t structure) const {
  std::vector<uint64_t> addresses;
  for (const StructureObject& object : objects) {
    if (object.structure == structure) addresses.push_back(object.address);
  }
  return addresses;
}

void Run::goBack(const Place& place) {
  path.shrink(place.conditions);
  const bool isSame = inputs_.list.size() == place.inputs && inputs_.objects.size() == place.objects;
  inputsVersion_ += isSame ? 0 : 1;
  inputs_.list.resize(place.inputs);
  inputs_.structures.resize(place.structures);
  inputs_.objects.resize(place.objects);
  forks_ = place.forks;
}

term::Term Run::input(Input input, std::string_view name) {
  input.symbol = symbols.symbolOf(inputs_.list.size(), input.bits, name);
  inputs_.list.push_back(input);
  ++inputsVersion_;
  return input.symbol;
}

uint32_t Run::addStructure(Structure structure) {
  inputs_.structures.push_back(std::move(structure));
  ++inputsVersion_;
  return static_cast<uint32_t>(inputs_.structures.size() - 1);
}

uint32_t Run::addObject(uint32_t structure, uint64_t address) {
  const auto number = static_cast<uint32_t>(inputs_.objectsOf(structure).size());
  inputs_.objects.push_back({structure, address});
  ++inputsVersion_;
  return number;
}

const Input* Run::linkOf(term::Term term) const {
  if (inputs_.structures.empty() || term == term::kNoTerm) return nullptr;
  const auto number = symbols.numberOf(term);
  if (!number || *number >= inputs_.list.size()) return nullptr;
  const Input& input = inputs_.list[*number];
  return input.symbol == term && input.isLink() ? &input : nullptr;
}

std::optional<uint64_t> Run::targetOf(const Input& link) const {
  std::vector<uint64_t> targets = inputs_.objectsOf(link.structure);
  targets.push_back(0);
  for (const uint64_t target : targets) {
    if (path.decide(terms.equal(link.symbol, terms.constant(target, link.bits))) == true) return target;
  }
  return std::nullopt;
}

bool Run::hasOpenLinks() const {
  return std::any_of(inputs_.list.begin(), inputs_.list.end(),
                     [&](const Input& input) { return input.isLink() && !targetOf(input); });
}

}  // namespace clew::symbolic
