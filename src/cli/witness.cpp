#include "cli/witness.h"

#include <fmt/format.h>

#include <algorithm>

#include "property/property_file.h"
#include "witness/reader.h"

namespace clew::cli {

support::Result<std::shared_ptr<WitnessCheck>> WitnessCheck::open(const std::string& file) {
  auto witness = witness::readWitness(file);
  if (!witness) return witness.error();
  if (!witness->isViolation) {
    return support::Error{fmt::format("{}: not a violation witness; others cannot be confirmed", file)};
  }
  auto check = std::make_shared<WitnessCheck>();
  check->witness_ = std::move(*witness);
  auto plan = validation::Plan::of(check->witness_);
  if (plan) {
    check->plan_ = std::move(*plan);
  } else {
    check->outcome_.reason = plan.error().message;
  }
  return check;
}

void WitnessCheck::select(Selection& selection) const {
  const auto asked = property::parsePropertyFile("the witness", witness_.metadata.specification);
  if (!asked || !asked->refused.empty()) return;
  const auto& usual = program::Input().errorFunctions;
  const bool isUsual = std::all_of(asked->errorFunctions.begin(), asked->errorFunctions.end(), [&](const auto& name) {
    return std::find(usual.begin(), usual.end(), name) != usual.end();
  });
  if (!isUsual) return;
  std::string names;
  for (const property::PropertyInfo& info : property::allProperties()) {
    if (!asked->properties().contains(info.property)) continue;
    names += fmt::format("{}{}", names.empty() ? "" : ",", info.name);
  }
  if (!names.empty()) selection.names = names;
}

std::optional<support::Error> WitnessCheck::load(program::Input input) {
  if (!plan_) return std::nullopt;
  input.marks = std::make_shared<const std::vector<program::Mark>>(plan_->marks);
  auto program = program::load(input);
  if (!program) return program.error();
  program_ = std::move(*program);
  return std::nullopt;
}

search::Result WitnessCheck::follow(const search::Options& options, const validation::Confirm& confirm,
                                    const std::atomic<bool>& stop, search::Statistics& statistics) {
  search::Result result;
  if (plan_) {
    outcome_ = validation::follow(*program_, *plan_, options, confirm, stop, statistics);
    if (!outcome_.isConfirmed && witness_.hasMore) outcome_.reason += "; it has other ways that were not followed";
  }
  if (outcome_.isConfirmed) {
    result.violation = outcome_.violation;
    result.path = outcome_.path;
  } else {
    result.shortfall.unknown = "the witness is rejected";
  }
  return result;
}

std::string WitnessCheck::text() const {
  return outcome_.isConfirmed ? "confirmed" : fmt::format("rejected ({})", outcome_.reason);
}

}  // namespace clew::cli
