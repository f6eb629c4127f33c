#include "program/weave_monitor.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "program/passes.h"

namespace clew::program {

std::string monitorName(uint32_t number) { return "__clew_monitor." + std::to_string(number); }

size_t WovenMonitor::keyCount() const {
  size_t count = 0;
  for (const auto& keys : keys_) count += keys.size();
  return count;
}

bool WovenMonitor::isInitially(uint32_t variable, const std::string& key) const {
  const spec::Variable& set = automaton_->variables[variable];
  const auto& texts = set.initialTexts;
  return std::find(texts.begin(), texts.end(), key) != texts.end() ||
         std::any_of(set.initialNumbers.begin(), set.initialNumbers.end(),
                     [&](int64_t number) { return std::to_string(number) == key; });
}

void WovenMonitor::makeGlobal(llvm::Module& module, uint32_t number) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* byte = llvm::Type::getInt8Ty(context);
  llvm::Type* word = llvm::Type::getInt64Ty(context);
  std::vector<llvm::Type*> types = {llvm::Type::getInt32Ty(context)};
  std::vector<llvm::Constant*> values = {llvm::ConstantInt::get(types[0], automaton_->initial)};
  const auto add = [&](llvm::Type* type, uint64_t value) {
    types.push_back(type);
    values.push_back(llvm::ConstantInt::get(type, value));
  };
  for (uint32_t i = 0; i < automaton_->variables.size(); ++i) {
    const spec::Variable& variable = automaton_->variables[i];
    for (const std::string& text : variable.initialTexts) addKey(i, text);
    for (const int64_t each : variable.initialNumbers) addKey(i, std::to_string(each));
    const auto size =
        std::count_if(keys_[i].begin(), keys_[i].end(), [&](const auto& key) { return isInitially(i, key.first); });
    add(word, static_cast<uint64_t>(variable.isSet() ? size : variable.initial));
  }
  for (uint32_t i = 0; i < automaton_->variables.size(); ++i) {
    firstMember_.push_back(static_cast<uint32_t>(types.size()));
    std::vector<uint64_t> members(keys_[i].size());
    for (const auto& [key, index] : keys_[i]) members[index] = isInitially(i, key) ? 1 : 0;
    for (const uint64_t member : members) add(byte, member);
  }
  muteField_ = static_cast<uint32_t>(types.size());
  if (isAsked_) add(byte, 0);
  type_ = llvm::StructType::get(context, types);
  global_ = new llvm::GlobalVariable(module, type_, false, llvm::GlobalValue::InternalLinkage,
                                     llvm::ConstantStruct::get(type_, values), monitorName(number));
  global_->addAttribute(kRuntimeAttribute);
}

llvm::Value* WovenMonitor::load(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* place) {
  llvm::LoadInst* made = builder.CreateLoad(type, place);
  made->setAtomic(llvm::AtomicOrdering::SequentiallyConsistent);
  return made;
}

void WovenMonitor::store(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* place) {
  builder.CreateStore(value, place)->setAtomic(llvm::AtomicOrdering::SequentiallyConsistent);
}

uint32_t WovenMonitor::muteOffset(const llvm::DataLayout& layout) const {
  return static_cast<uint32_t>(layout.getStructLayout(type_)->getElementOffset(muteField_));
}

llvm::Value* WovenMonitor::memberPlace(llvm::IRBuilder<>& builder, uint32_t variable, const std::string& key) const {
  return place(builder, firstMember_[variable] + static_cast<uint32_t>(keys_[variable].at(key)));
}

}  // namespace clew::program
