// Calls: of functions with a body, of what the machine provides itself, of LLVM's intrinsics. What is
// known by none of these names becomes an instruction that ends the run when it is reached.
#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <string_view>

#include "program/lower.h"
#include "program/passes.h"
#include "support/demangle.h"

namespace clew::program {

namespace {

/// Functions that are one instruction. Arguments go to a, b, c, d in order; with `Result::First` the
/// value of the call is its first argument.
struct LibraryFunction {
  std::string_view name;
  Op op;
  unsigned arguments;
  bool returnsFirst = false;
};

constexpr LibraryFunction kLibrary[] = {
    {"malloc", Op::Malloc, 1},
    {"__clew_allocate", Op::Malloc, 1},
    {"calloc", Op::Calloc, 2},
    {"realloc", Op::Realloc, 2},
    {"aligned_alloc", Op::AlignedAlloc, 2},
    {"memalign", Op::AlignedAlloc, 2},
    {"free", Op::Free, 1},
    {"memcpy", Op::CopyMemory, 3, true},
    {"memmove", Op::CopyMemory, 3, true},
    {"memset", Op::FillMemory, 3, true},
    {"pthread_create", Op::ThreadCreate, 4},
    {"pthread_join", Op::ThreadJoin, 2},
    {"pthread_detach", Op::ThreadDetach, 1},
    {"pthread_self", Op::ThreadSelf, 0},
    {"pthread_exit", Op::ThreadLeave, 1},
    {"pthread_mutex_init", Op::MutexInit, 2},
    {"pthread_mutex_destroy", Op::MutexDestroy, 1},
    {"pthread_mutex_lock", Op::MutexLock, 1},
    {"pthread_mutex_trylock", Op::MutexTryLock, 1},
    {"pthread_mutex_unlock", Op::MutexUnlock, 1},
    {"pthread_cond_init", Op::CondInit, 1},
    {"pthread_cond_destroy", Op::CondDestroy, 1},
    {"pthread_cond_wait", Op::CondWait, 2},
    {"pthread_cond_timedwait", Op::CondTimedWait, 3},
    {"pthread_cond_clockwait", Op::CondTimedWait, 4},  // with a clock before the time
    {"pthread_cond_signal", Op::CondSignal, 1},
    {"pthread_cond_broadcast", Op::CondBroadcast, 1},
    {"__VERIFIER_atomic_begin", Op::AtomicBegin, 0},
    {"__VERIFIER_atomic_end", Op::AtomicEnd, 0},
    {"__clew_choose", Op::Choose, 1},
    {"__clew_assume", Op::Assume, 1},
    {"__clew_fail", Op::Fail, 1},
    {"__clew_check_leaks", Op::CheckLeaks, 0},
    {"__clew_exit", Op::Exit, 1},
    {"__clew_thread_exit", Op::ThreadExit, 1},
    {"__clew_write", Op::Write, 3},
    {"__clew_object_size", Op::ObjectSize, 1},
    {"__clew_once_begin", Op::OnceBegin, 1},
    {"__clew_once_end", Op::OnceEnd, 1},
    {"__clew_wait_while", Op::WaitWhile, 2},
    {"__clew_wait_until", Op::WaitUntil, 2},
    {"__clew_yield", Op::Yield, 0},
    {"__clew_unwind", Op::Unwind, 1},
    {"__clew_catch_clause", Op::CatchClause, 2},
    {"setjmp", Op::SetJump, 1},
    {"_setjmp", Op::SetJump, 1},
    {"sigsetjmp", Op::SetJump, 1},
    {"__sigsetjmp", Op::SetJump, 1},
    {"longjmp", Op::LongJump, 2},
    {"_longjmp", Op::LongJump, 2},
    {"siglongjmp", Op::LongJump, 2},
    {"__clew_argument_count", Op::ArgumentCount, 0},
    {"__clew_argument_length", Op::ArgumentLength, 1},
    {"__clew_argument_copy", Op::ArgumentCopy, 2},
    {"__clew_input_byte", Op::InputByte, 1},
    {"__clew_parse_real", Op::ParseReal, 4},
    {"__clew_fault_unlock", Op::FaultUnlock, 1},
    {"__clew_fault_destroy", Op::FaultDestroy, 1},
    {"__clew_violate", Op::Violate, 1},
    {"__clew_thread_number", Op::ThreadNumber, 0},
    {"__clew_undefine", Op::Undefine, 2},
    {"__clew_note", Op::Note, 2},
};

struct MathFunction {
  std::string_view name;
  FloatKind kind;
  unsigned arguments;
};

constexpr MathFunction kMath[] = {
    {"sqrt", FloatKind::Sqrt, 1},
    {"fabs", FloatKind::Absolute, 1},
    {"floor", FloatKind::Floor, 1},
    {"ceil", FloatKind::Ceil, 1},
    {"trunc", FloatKind::Truncate, 1},
    {"round", FloatKind::Round, 1},
    {"roundeven", FloatKind::RoundEven, 1},
    {"rint", FloatKind::Rint, 1},
    {"nearbyint", FloatKind::Rint, 1},
    {"sin", FloatKind::Sin, 1},
    {"cos", FloatKind::Cos, 1},
    {"tan", FloatKind::Tan, 1},
    {"asin", FloatKind::ArcSin, 1},
    {"acos", FloatKind::ArcCos, 1},
    {"atan", FloatKind::ArcTan, 1},
    {"sinh", FloatKind::SinH, 1},
    {"cosh", FloatKind::CosH, 1},
    {"tanh", FloatKind::TanH, 1},
    {"asinh", FloatKind::ArcSinH, 1},
    {"acosh", FloatKind::ArcCosH, 1},
    {"atanh", FloatKind::ArcTanH, 1},
    {"exp", FloatKind::Exp, 1},
    {"exp2", FloatKind::Exp2, 1},
    {"exp10", FloatKind::Exp10, 1},
    {"expm1", FloatKind::ExpMinus1, 1},
    {"log", FloatKind::Log, 1},
    {"log2", FloatKind::Log2, 1},
    {"log10", FloatKind::Log10, 1},
    {"log1p", FloatKind::Log1Plus, 1},
    {"logb", FloatKind::LogB, 1},
    {"cbrt", FloatKind::CubeRoot, 1},
    {"erf", FloatKind::Erf, 1},
    {"erfc", FloatKind::ErfC, 1},
    {"tgamma", FloatKind::Gamma, 1},
    {"lgamma", FloatKind::LogGamma, 1},
    {"j0", FloatKind::BesselJ0, 1},
    {"j1", FloatKind::BesselJ1, 1},
    {"y0", FloatKind::BesselY0, 1},
    {"y1", FloatKind::BesselY1, 1},
    {"pow", FloatKind::Pow, 2},
    {"fmod", FloatKind::Rem, 2},
    {"drem", FloatKind::Remainder, 2},
    {"remainder", FloatKind::Remainder, 2},
    {"fdim", FloatKind::PositiveDifference, 2},
    {"fmin", FloatKind::MinNum, 2},
    {"fmax", FloatKind::MaxNum, 2},
    {"copysign", FloatKind::CopySign, 2},
    {"atan2", FloatKind::ArcTan2, 2},
    {"hypot", FloatKind::Hypot, 2},
    {"nextafter", FloatKind::NextAfter, 2},
    {"fma", FloatKind::FusedMultiplyAdd, 3},
};

/// Whether a structure is passed by value among the variadic arguments; its copy lives as long as the call.
bool copiesVariadic(const llvm::CallBase& call) {
  for (unsigned i = call.getFunctionType()->getNumParams(); i < call.arg_size(); ++i) {
    if (call.isByValArgument(i)) return true;
  }
  return false;
}

}  // namespace

bool createsThreads(const llvm::Module& module) {
  for (const LibraryFunction& known : kLibrary) {
    const llvm::Function* function = module.getFunction(llvm::StringRef(known.name));
    if (known.op == Op::ThreadCreate && function != nullptr && !function->use_empty()) return true;
  }
  return false;
}

void FunctionLowering::lowerCall(llvm::CallBase& call) {
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return lowerIntrinsic(*intrinsic);
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    if (assembly->getAsmString().empty() && call.getType()->isVoidTy()) return;  // a compiler barrier
    return unmodelled("inline assembly");
  }
  llvm::Value* target = call.getCalledOperand()->stripPointerCasts();
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(target)) target = alias->getAliaseeObject();
  if (auto* callee = llvm::dyn_cast<llvm::Function>(target)) return lowerKnownFunction(call, *callee);
  const bool copies = copiesVariadic(call);
  const uint32_t mark = copies ? newSlots(1) : 0;
  if (copies) emit(Op::StackSave, mark);
  const uint32_t pointer = slotOf(call.getCalledOperand());
  const uint32_t record = callRecord(call, call.getFunctionType());
  Instruction& made = emit(Op::CallIndirect, 0, pointer);
  made.c = record;
  made.dst = resultSlot(call);
  if (copies) emit(Op::StackRestore, 0, mark);
}

void FunctionLowering::lowerKnownFunction(llvm::CallBase& call, llvm::Function& callee) {
  const llvm::StringRef name = callee.getName();
  if (!callee.isDeclaration()) return lowerCallTo(call, module_.functionIndex(&callee));
  if (name.starts_with(kUndefinedPrefix)) {
    uint32_t slot = resultSlot(call);
    for (const Leaf& leaf : module_.leavesOf(call.getType())) {
      for (uint32_t part = 0; part < leaf.slots; ++part) {
        emit(Op::Undefined, slot++).width = static_cast<uint8_t>(std::min(leaf.width - 64 * part, 64u));
      }
    }
    return;
  }
  if (const auto error = module_.errorFunctionIndex(callee)) emitImmediate(Op::ErrorCall, 0, 0, *error);
  if (name == kNoValue) return unmodelled("a constant expression that has no value");
  if (name == "__clew_call_main") return lowerMainCall(call);
  if (name == "__clew_is_linked") {
    llvm::StringRef what;
    llvm::getConstantStringInfo(call.getArgOperand(0), what);
    const llvm::Function* asked = function_.getParent()->getFunction(what);
    emitImmediate(Op::Const, resultSlot(call), 0, asked != nullptr && !asked->isDeclaration() ? 1 : 0);
    return;
  }
  if (name == "__clew_at_thread_end") {
    auto* function = llvm::dyn_cast<llvm::Function>(call.getArgOperand(0)->stripPointerCasts());
    if (function != nullptr && !function->isDeclaration()) program_.threadEnd = module_.functionIndex(function);
    return;
  }
  if (name == "__clew_unmodelled") {
    llvm::StringRef what;
    llvm::getConstantStringInfo(call.getArgOperand(0), what);
    const bool isOfAutomaton = what.starts_with("an expression of ");
    return unmodelled(isOfAutomaton ? what.str() : fmt::format("the function {}", support::demangled(what.str())));
  }
  if (lowerLibrary(call, name) || lowerLibm(call, name)) return;
  unmodelled(fmt::format("the function {}", support::demangled(name.str())));
}

void FunctionLowering::lowerCallTo(llvm::CallBase& call, uint32_t callee) {
  const bool copies = copiesVariadic(call);
  const uint32_t mark = copies ? newSlots(1) : 0;
  if (copies) emit(Op::StackSave, mark);
  const uint32_t record = callRecord(call, call.getFunctionType());
  program_.calls[record].callee = callee;
  const llvm::Function* known = call.getCalledFunction();
  const bool onBehalf = known != nullptr && module_.mayAllocate(*known) && !program_.functions[index_].library;
  if (onBehalf) program_.calls[record].site = newSite("", 0, 0);
  Instruction& made = emit(Op::Call);
  made.c = record;
  made.dst = resultSlot(call);
  if (copies) emit(Op::StackRestore, 0, mark);
}

/// main may be declared with zero, two or three parameters.
void FunctionLowering::lowerMainCall(llvm::CallBase& call) {
  llvm::Function* main = function_.getParent()->getFunction("main");
  const uint32_t record = callRecord(call, call.getFunctionType());
  Call& made = program_.calls[record];
  made.callee = module_.functionIndex(main);
  made.resultSlots = module_.slotsOf(main->getReturnType());
  made.arguments.resize(std::min<size_t>(made.arguments.size(), main->arg_size()));
  const uint32_t dst = resultSlot(call);
  if (made.resultSlots == 0) emitImmediate(Op::Const, dst, 0, 0);
  Instruction& jump = emit(Op::Call);
  jump.c = record;
  jump.dst = dst;
}

/// One entry for a number, one for each lane of a vector (x86-64 passes structures of floats as such). All
/// lie in words of the size of a pointer, on i386 without any alignment but that of 16-byte vectors.
void FunctionLowering::addVariadic(Call& record, llvm::Type* type, uint32_t slot) {
  const uint32_t word = program_.addresses.pointerBytes();
  const auto& leaves = module_.leavesOf(type);
  const bool isVector = type->isVectorTy();
  const auto whole = static_cast<uint32_t>(module_.layout().getTypeAllocSize(type).getFixedValue());
  for (const Leaf& leaf : leaves) {
    const uint32_t wide = word == 8 ? leaf.slots * 8 : (leaf.width + 31) / 32 * 4;
    const uint32_t bytes = isVector ? (leaf.width + 7) / 8 : wide;
    const uint32_t scalarAlignment = word == 8 ? wide : word;
    const bool isFirst = &leaf == &leaves.front();
    const uint32_t alignment = !isVector ? scalarAlignment : isFirst && whole >= 16 ? whole : 1;
    record.variadic.push_back({slot, bytes, alignment, bytes, false});
    slot += leaf.slots;
  }
  // What follows a small vector begins at the next word.
  if (isVector && whole % word != 0) record.variadic.back().distance += word - whole % word;
}

uint32_t FunctionLowering::callRecord(llvm::CallBase& call, llvm::FunctionType* type) {
  Call record;
  record.resultSlots = module_.slotsOf(call.getType());
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Value* argument = call.getArgOperand(i);
    const uint32_t slot = slotOf(argument);
    if (i < type->getNumParams()) {
      for (uint32_t part = 0; part < module_.slotsOf(argument->getType()); ++part) {
        record.arguments.push_back(slot + part);
      }
    } else if (call.isByValArgument(i)) {
      const uint64_t size = module_.layout().getTypeAllocSize(call.getParamByValType(i));
      const uint64_t alignment = call.getParamAlign(i).valueOrOne().value();
      // The copy may read shared memory, so it is an instruction of its own, before the call.
      const uint32_t copied = newSlots(1);
      const uint32_t site = newSite("a variadic argument", 0, size);
      Instruction& copy = emitImmediate(Op::CopyArgument, copied, slot, size);
      copy.b = site;
      const uint64_t word = program_.addresses.pointerBytes();
      record.variadic.push_back({copied, static_cast<uint32_t>(size), static_cast<uint32_t>(alignment),
                                 static_cast<uint32_t>((size + word - 1) / word * word), true});
    } else {
      addVariadic(record, argument->getType(), slot);
    }
  }
  program_.calls.push_back(std::move(record));
  return static_cast<uint32_t>(program_.calls.size()) - 1;
}

bool FunctionLowering::lowerLibrary(llvm::CallBase& call, llvm::StringRef name) {
  if ((name == "__clew_format_double" || name == "__clew_format_long_double") && call.arg_size() == 7) {
    const uint32_t record = callRecord(call, call.getFunctionType());
    Instruction& made = emit(Op::FormatDouble, resultSlot(call));
    made.c = record;
    made.width = name == "__clew_format_double" ? 64 : 80;
    return true;
  }
  for (const LibraryFunction& known : kLibrary) {
    if (name != llvm::StringRef(known.name)) continue;
    if (call.arg_size() < known.arguments) return false;
    uint32_t slots[4] = {0, 0, 0, 0};
    for (unsigned i = 0; i < known.arguments; ++i) slots[i] = slotOf(call.getArgOperand(i));
    const bool isVoid = call.getType()->isVoidTy();
    const uint32_t dst = known.returnsFirst || isVoid ? newSlots(1) : resultSlot(call);
    if (known.op == Op::ThreadCreate) std::swap(slots[1], slots[3]), std::swap(slots[1], slots[2]);
    if (known.op == Op::CondTimedWait && known.arguments == 4) slots[2] = slots[3];
    const bool allocates =
        known.op == Op::Malloc || known.op == Op::Calloc || known.op == Op::Realloc || known.op == Op::AlignedAlloc;
    const uint32_t site = allocates ? newSite("", 0, 0) : 0;
    if (name == "__clew_allocate") program_.sites.back().permanent = true;
    Instruction& made = emit(known.op, dst, slots[0], slots[1]);
    made.c = slots[2];
    made.d = slots[3];
    if (allocates) made.setImm(site);
    made.width = static_cast<uint8_t>(program_.addresses.pointerBits);
    if (known.returnsFirst && !isVoid) alias(call, call.getArgOperand(0));
    return true;
  }
  return false;
}

/// The functions of math.h: double without a suffix, float with f, long double with l.
bool FunctionLowering::lowerLibm(llvm::CallBase& call, llvm::StringRef name) {
  llvm::Type* type = call.getType();
  llvm::StringRef base = name;
  if (type->isFloatTy()) {
    if (!base.consume_back("f")) return false;
  } else if (type->isX86_FP80Ty()) {
    if (!base.consume_back("l")) return false;
  } else if (!type->isDoubleTy()) {
    return false;
  }
  for (const MathFunction& known : kMath) {
    if (base != llvm::StringRef(known.name) || call.arg_size() != known.arguments) continue;
    const bool wide = type->isX86_FP80Ty();
    if (wide && known.arguments == 3) return false;
    const uint32_t a = slotOf(call.getArgOperand(0));
    if (known.arguments == 1) {
      lowerFloatUnary(known.kind, type, resultSlot(call), a);
      return true;
    }
    const uint32_t b = slotOf(call.getArgOperand(1));
    const uint32_t c = known.arguments == 3 ? slotOf(call.getArgOperand(2)) : 0;
    Instruction& made = emit(known.arguments == 3 ? Op::FloatFused
                             : wide               ? Op::FloatWide
                                                  : Op::Float,
                             resultSlot(call), a, b);
    made.c = c;
    made.width = static_cast<uint8_t>(widthOf(type));
    made.aux = static_cast<uint8_t>(known.kind);
    return true;
  }
  return false;
}

/// llvm.is.fpclass: which of ten classes, as a bit set, a number may be in.
bool FunctionLowering::lowerFloatClass(llvm::IntrinsicInst& call) {
  llvm::Type* type = call.getArgOperand(0)->getType();
  if (!type->isFloatTy() && !type->isDoubleTy() && !type->isX86_FP80Ty()) return false;
  const uint64_t classes = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
  const uint32_t a = slotOf(call.getArgOperand(0));
  const Op op = type->isX86_FP80Ty() ? Op::FloatWideClass : Op::FloatClass;
  emitImmediate(op, resultSlot(call), a, classes).width = static_cast<uint8_t>(widthOf(type));
  return true;
}

void FunctionLowering::lowerMemoryIntrinsic(llvm::IntrinsicInst& call) {
  const uint32_t to = slotOf(call.getArgOperand(0));
  const uint32_t from = slotOf(call.getArgOperand(1));
  const uint32_t length = slotOf(call.getArgOperand(2));
  const bool fills = llvm::isa<llvm::MemSetInst>(call);
  Instruction& made = emit(fills ? Op::FillMemory : Op::CopyMemory, 0, to, from);
  made.c = length;
}

void FunctionLowering::lowerIntrinsic(llvm::IntrinsicInst& call) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memcpy_inline:
    case llvm::Intrinsic::memmove:
    case llvm::Intrinsic::memset:
    case llvm::Intrinsic::memset_inline: return lowerMemoryIntrinsic(call);
    case llvm::Intrinsic::vastart: {
      const uint32_t list = slotOf(call.getArgOperand(0));
      emit(Op::VaStart, 0, list);
      return;
    }
    case llvm::Intrinsic::vacopy: {
      const uint32_t to = slotOf(call.getArgOperand(0));
      const uint32_t from = slotOf(call.getArgOperand(1));
      const uint32_t length = newSlots(1);
      emitImmediate(Op::Const, length, 0, program_.addresses.pointerBits == 32 ? 4 : 24);
      emit(Op::CopyMemory, 0, to, from).c = length;
      return;
    }
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::invariant_start:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::x86_sse2_pause:
    case llvm::Intrinsic::assume: return;
    case llvm::Intrinsic::stacksave: emit(Op::StackSave, resultSlot(call)); return;
    case llvm::Intrinsic::stackrestore: {
      const uint32_t mark = slotOf(call.getArgOperand(0));
      emit(Op::StackRestore, 0, mark);
      return;
    }
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
    case llvm::Intrinsic::ptr_annotation:
    case llvm::Intrinsic::annotation: return alias(call, call.getArgOperand(0));
    case llvm::Intrinsic::threadlocal_address: return alias(call, call.getArgOperand(0));
    case llvm::Intrinsic::ptrmask: {
      const uint32_t pointer = slotOf(call.getArgOperand(0));
      const uint32_t mask = slotOf(call.getArgOperand(1));
      emit(Op::And, resultSlot(call), pointer, mask).width = static_cast<uint8_t>(widthOf(call.getType()));
      return;
    }
    case llvm::Intrinsic::eh_typeid_for:
      emitImmediate(Op::Const, resultSlot(call), 0, module_.typeNumber(call.getArgOperand(0)));
      return;
    case llvm::Intrinsic::is_constant: emitImmediate(Op::Const, resultSlot(call), 0, 0); return;
    case llvm::Intrinsic::objectsize: {
      const bool minimum = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
      const unsigned width = widthOf(call.getType());
      const uint64_t unknown = minimum ? 0 : width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
      emitImmediate(Op::Const, resultSlot(call), 0, unknown);
      return;
    }
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::debugtrap: emit(Op::Unreachable); return;
    default: break;
  }
  if (lowerIntegerIntrinsic(call) || lowerFloatIntrinsic(call)) return;
  unmodelled(fmt::format("the LLVM intrinsic {}", call.getCalledFunction()->getName().str()));
}

bool FunctionLowering::lowerIntegerIntrinsic(llvm::IntrinsicInst& call) {
  Op op = Op::Bits;
  uint8_t aux = 0;
  const auto bits = [&](Op code, BitsKind kind) { op = code, aux = static_cast<uint8_t>(kind); };
  const auto overflow = [&](OverflowKind kind) { op = Op::Overflow, aux = static_cast<uint8_t>(kind); };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::ctpop: bits(Op::Bits, BitsKind::Population); break;
    case llvm::Intrinsic::ctlz: bits(Op::Bits, BitsKind::LeadingZeros); break;
    case llvm::Intrinsic::cttz: bits(Op::Bits, BitsKind::TrailingZeros); break;
    case llvm::Intrinsic::bswap: bits(Op::Bits, BitsKind::ByteSwap); break;
    case llvm::Intrinsic::bitreverse: bits(Op::Bits, BitsKind::Reverse); break;
    case llvm::Intrinsic::abs: bits(Op::Bits, BitsKind::Absolute); break;
    case llvm::Intrinsic::smin: bits(Op::BitPair, BitsKind::SMin); break;
    case llvm::Intrinsic::smax: bits(Op::BitPair, BitsKind::SMax); break;
    case llvm::Intrinsic::umin: bits(Op::BitPair, BitsKind::UMin); break;
    case llvm::Intrinsic::umax: bits(Op::BitPair, BitsKind::UMax); break;
    case llvm::Intrinsic::uadd_sat: bits(Op::BitPair, BitsKind::UAddSat); break;
    case llvm::Intrinsic::sadd_sat: bits(Op::BitPair, BitsKind::SAddSat); break;
    case llvm::Intrinsic::usub_sat: bits(Op::BitPair, BitsKind::USubSat); break;
    case llvm::Intrinsic::ssub_sat: bits(Op::BitPair, BitsKind::SSubSat); break;
    case llvm::Intrinsic::fshl: bits(Op::Funnel, BitsKind::FunnelLeft); break;
    case llvm::Intrinsic::fshr: bits(Op::Funnel, BitsKind::FunnelRight); break;
    case llvm::Intrinsic::sadd_with_overflow: overflow(OverflowKind::SAdd); break;
    case llvm::Intrinsic::uadd_with_overflow: overflow(OverflowKind::UAdd); break;
    case llvm::Intrinsic::ssub_with_overflow: overflow(OverflowKind::SSub); break;
    case llvm::Intrinsic::usub_with_overflow: overflow(OverflowKind::USub); break;
    case llvm::Intrinsic::smul_with_overflow: overflow(OverflowKind::SMul); break;
    case llvm::Intrinsic::umul_with_overflow: overflow(OverflowKind::UMul); break;
    default: return false;
  }
  llvm::Type* type = call.getArgOperand(0)->getType();
  if (type->isVectorTy() || widthOf(type) > 64) return false;
  const uint32_t a = slotOf(call.getArgOperand(0));
  const uint32_t b = op == Op::Bits ? 0 : slotOf(call.getArgOperand(1));
  const uint32_t c = op == Op::Funnel ? slotOf(call.getArgOperand(2)) : 0;
  Instruction& made = emit(op, resultSlot(call), a, b);
  made.c = c;
  made.width = static_cast<uint8_t>(widthOf(type));
  made.aux = aux;
  // The absolute value of the least number does not fit.
  if (call.getIntrinsicID() == llvm::Intrinsic::abs && checksArithmetic_) made.flags = kSigned;
  return true;
}

/// a * b + c of long doubles, which may be rounded in between.
void FunctionLowering::lowerWideMultiplyAdd(llvm::IntrinsicInst& call) {
  const uint32_t a = slotOf(call.getArgOperand(0));
  const uint32_t b = slotOf(call.getArgOperand(1));
  const uint32_t c = slotOf(call.getArgOperand(2));
  const uint32_t product = newSlots(2);
  const auto emitWide = [&](FloatKind kind, uint32_t dst, uint32_t left, uint32_t right) {
    Instruction& made = emit(Op::FloatWide, dst, left, right);
    made.width = 80;
    made.aux = static_cast<uint8_t>(kind);
  };
  emitWide(FloatKind::Mul, product, a, b);
  emitWide(FloatKind::Add, resultSlot(call), product, c);
}

bool FunctionLowering::lowerFloatIntrinsic(llvm::IntrinsicInst& call) {
  if (call.getIntrinsicID() == llvm::Intrinsic::is_fpclass) return lowerFloatClass(call);
  std::optional<FloatKind> kind;
  unsigned arguments = 1;
  const auto is = [&](FloatKind which, unsigned count) { kind = which, arguments = count; };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::fabs: is(FloatKind::Absolute, 1); break;
    case llvm::Intrinsic::sqrt: is(FloatKind::Sqrt, 1); break;
    case llvm::Intrinsic::floor: is(FloatKind::Floor, 1); break;
    case llvm::Intrinsic::ceil: is(FloatKind::Ceil, 1); break;
    case llvm::Intrinsic::trunc: is(FloatKind::Truncate, 1); break;
    case llvm::Intrinsic::round: is(FloatKind::Round, 1); break;
    case llvm::Intrinsic::roundeven: is(FloatKind::RoundEven, 1); break;
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint: is(FloatKind::Rint, 1); break;
    case llvm::Intrinsic::sin: is(FloatKind::Sin, 1); break;
    case llvm::Intrinsic::cos: is(FloatKind::Cos, 1); break;
    case llvm::Intrinsic::exp: is(FloatKind::Exp, 1); break;
    case llvm::Intrinsic::exp2: is(FloatKind::Exp2, 1); break;
    case llvm::Intrinsic::log: is(FloatKind::Log, 1); break;
    case llvm::Intrinsic::log2: is(FloatKind::Log2, 1); break;
    case llvm::Intrinsic::log10: is(FloatKind::Log10, 1); break;
    case llvm::Intrinsic::pow: is(FloatKind::Pow, 2); break;
    case llvm::Intrinsic::tan: is(FloatKind::Tan, 1); break;
    case llvm::Intrinsic::asin: is(FloatKind::ArcSin, 1); break;
    case llvm::Intrinsic::acos: is(FloatKind::ArcCos, 1); break;
    case llvm::Intrinsic::atan: is(FloatKind::ArcTan, 1); break;
    case llvm::Intrinsic::sinh: is(FloatKind::SinH, 1); break;
    case llvm::Intrinsic::cosh: is(FloatKind::CosH, 1); break;
    case llvm::Intrinsic::tanh: is(FloatKind::TanH, 1); break;
    case llvm::Intrinsic::copysign: is(FloatKind::CopySign, 2); break;
    case llvm::Intrinsic::minnum: is(FloatKind::MinNum, 2); break;
    case llvm::Intrinsic::maxnum: is(FloatKind::MaxNum, 2); break;
    case llvm::Intrinsic::fma: is(FloatKind::FusedMultiplyAdd, 3); break;
    case llvm::Intrinsic::fmuladd: is(FloatKind::MultiplyAdd, 3); break;
    default: return false;
  }
  llvm::Type* type = call.getType();
  const uint32_t a = slotOf(call.getArgOperand(0));
  if (arguments == 1) {
    lowerFloatUnary(*kind, type, resultSlot(call), a);
    return true;
  }
  const unsigned width = widthOf(type->getScalarType());
  if (width > 64 && kind == FloatKind::MultiplyAdd && !type->isVectorTy()) return lowerWideMultiplyAdd(call), true;
  if (width > 64 && (arguments == 3 || type->isVectorTy())) return false;
  const uint32_t b = slotOf(call.getArgOperand(1));
  const uint32_t c = arguments == 3 ? slotOf(call.getArgOperand(2)) : 0;
  const uint32_t dst = resultSlot(call);
  const Op op = arguments == 3 ? Op::FloatFused : width > 64 ? Op::FloatWide : Op::Float;
  for (uint32_t lane = 0; lane < (width > 64 ? 1 : module_.slotsOf(type)); ++lane) {
    Instruction& made = emit(op, dst + lane, a + lane, b + lane);
    made.c = c + lane;
    made.width = static_cast<uint8_t>(width);
    made.aux = static_cast<uint8_t>(*kind);
  }
  return true;
}

}  // namespace clew::program
