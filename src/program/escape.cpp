// Can another thread get hold of a local's address? Only if the address is stored, returned or given
// to a function that might keep it; otherwise accesses to the local concern nobody else.
#include <llvm/ADT/SmallPtrSet.h>

#include <array>
#include <string_view>

#include "program/lower.h"

namespace clew::program {

namespace {

/// Functions that look at what a pointer argument points to but do not keep or return the pointer.
constexpr std::array<std::string_view, 28> kKeepNothing = {"pthread_join",
                                                           "printf",
                                                           "fprintf",
                                                           "sprintf",
                                                           "snprintf",
                                                           "puts",
                                                           "fputs",
                                                           "strlen",
                                                           "strnlen",
                                                           "strcmp",
                                                           "strncmp",
                                                           "strcasecmp",
                                                           "strncasecmp",
                                                           "memcmp",
                                                           "bcmp",
                                                           "atoi",
                                                           "atol",
                                                           "atoll",
                                                           "perror",
                                                           "pthread_attr_init",
                                                           "pthread_attr_destroy",
                                                           "pthread_attr_setdetachstate",
                                                           "pthread_mutexattr_init",
                                                           "pthread_mutexattr_settype",
                                                           "pthread_mutexattr_destroy",
                                                           "pthread_condattr_init",
                                                           "pthread_condattr_destroy",
                                                           "free"};

bool callKeeps(const llvm::CallBase& call, const llvm::Use& use) {
  if (llvm::isa<llvm::AnyMemIntrinsic, llvm::VAStartInst, llvm::VAEndInst, llvm::VACopyInst, llvm::LifetimeIntrinsic>(
          call)) {
    return false;
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !call.isArgOperand(&use)) return true;
  if (callee->getName() == "pthread_create") {
    return call.getArgOperandNo(&use) > 1;  // the handle and the attributes are only read and written
  }
  const std::string_view name(callee->getName().data(), callee->getName().size());
  return std::find(kKeepNothing.begin(), kKeepNothing.end(), name) == kKeepNothing.end();
}

}  // namespace

bool escapes(const llvm::AllocaInst& local) {
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  std::vector<const llvm::Value*> work = {&local};
  while (!work.empty()) {
    const llvm::Value* pointer = work.back();
    work.pop_back();
    if (!seen.insert(pointer).second) continue;
    for (const llvm::Use& use : pointer->uses()) {
      const llvm::User* user = use.getUser();
      if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user)) continue;
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getValueOperand() == pointer) return true;
      } else if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(user)) {
        if (rmw->getValOperand() == pointer) return true;
      } else if (llvm::isa<llvm::GetElementPtrInst, llvm::BitCastInst, llvm::PHINode, llvm::SelectInst>(user)) {
        work.push_back(user);
      } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
        if (callKeeps(*call, use)) return true;
      } else {
        return true;
      }
    }
  }
  return false;
}

}  // namespace clew::program
