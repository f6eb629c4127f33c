#include "machine/memory.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace clew::machine {

namespace {

/// Windows that every site of a thread has for itself. Objects beyond that share the rest.
constexpr uint32_t kWindowsPerSite = 8;

unsigned sizeClass(uint64_t size) { return static_cast<unsigned>(std::bit_width(std::max<uint64_t>(size, 16) - 1)); }

uint32_t pieceCount(uint64_t size, uint32_t pieceSize) {
  return static_cast<uint32_t>((size + pieceSize - 1) / pieceSize);
}

}  // namespace

Memory::Memory(const program::Program& program)
    : arenaBits_(program.addresses.arenaBits),
      windowBits_(program.addresses.windowBits),
      windowMask_(program.addresses.windowsPerArena() - 1),
      addresses_(program.addresses) {
  arenas_.resize(1);
  createGlobals(program);
  plan_.siteBase = 1;
  plan_.threadLocalWindow.assign(program.globals.size(), 0);
  for (size_t i = 0; i < program.globals.size(); ++i) {
    if (!program.globals[i].threadLocal) continue;
    plan_.threadLocalWindow[i] = plan_.siteBase;
    plan_.siteBase += addresses_.windowsFor(program.globals[i].size);
  }
  const uint64_t siteWindows = uint64_t{kWindowsPerSite} * program.sites.size();
  plan_.overflowBase = plan_.siteBase + static_cast<uint32_t>(std::min<uint64_t>(
                                            siteWindows, (addresses_.windowsPerArena() - plan_.siteBase) / 2));
}

Memory::~Memory() {
  for (Arena& arena : arenas_) {
    for (Object* object : arena.objects) release(*object);
  }
  for (auto& list : freeBytes_) {
    for (uint8_t* bytes : list) ::operator delete(bytes);
  }
}

void Memory::createGlobals(const program::Program& program) {
  for (uint32_t i = 0; i < program.globals.size(); ++i) {
    const program::Global& global = program.globals[i];
    if (global.threadLocal) {
      globals_.push_back(nullptr);
      continue;
    }
    const uint32_t window = addresses_.windowOf(global.address) - addresses_.windowsBefore(global.size);
    Object* object = createAt(0, window, ObjectKind::Global, i, global.size, std::max<uint32_t>(global.pieceSize, 1));
    globals_.push_back(object);
    object->constant = global.constant;
    object->shared = !global.constant;
    object->external = global.external;
    std::copy(global.bytes.begin(), global.bytes.end(), object->data);
    if (!global.undefined.empty()) {
      ensureMask(*object);
      std::copy(global.undefined.begin(), global.undefined.end(), object->undefined);
    }
    if (global.constant) continue;
    object->firstItem = globalItems_;
    globalItems_ += object->pieces;
    for (uint32_t piece = 0; piece < object->pieces; ++piece) globalItemTable_.push_back({object, piece});
  }
}

uint8_t* Memory::allocateBytes(uint64_t size) {
  auto& list = freeBytes_[sizeClass(size)];
  bytes_ += size;
  if (list.empty()) return static_cast<uint8_t*>(::operator new(size_t{1} << sizeClass(size)));
  uint8_t* bytes = list.back();
  list.pop_back();
  return bytes;
}

void Memory::releaseBytes(uint8_t* bytes, uint64_t size) {
  bytes_ -= size;
  freeBytes_[sizeClass(size)].push_back(bytes);
}

bool Memory::isFree(const Arena& arena, uint32_t window, uint32_t count) const {
  for (uint32_t i = window; i < window + count && i < arena.windows.size(); ++i) {
    if (arena.windows[i] != nullptr) return false;
  }
  return true;
}

/// The lowest place a site's next object can take. It depends on what is alive and on nothing else.
uint32_t Memory::pickWindow(Arena& arena, uint32_t site, uint32_t count) {
  const uint32_t own = plan_.siteBase + site * kWindowsPerSite;
  if (count == 1 && own + kWindowsPerSite <= plan_.overflowBase) {
    for (uint32_t window = own; window < own + kWindowsPerSite; ++window) {
      if (isFree(arena, window, 1)) return window;
    }
  }
  uint32_t window = std::max(arena.lowestFree, plan_.overflowBase);
  bool skipped = false;
  while (window + count < addresses_.windowsPerArena() && !isFree(arena, window, count)) {
    skipped |= isFree(arena, window, 1);
    ++window;
  }
  if (window + count >= addresses_.windowsPerArena()) return program::kNone;
  if (!skipped) arena.lowestFree = window + count;
  return window;
}

Object* Memory::create(uint32_t arenaIndex, ObjectKind kind, uint32_t site, uint64_t size, uint32_t pieceSize) {
  const uint32_t window = pickWindow(arena(arenaIndex), site, addresses_.windowsFor(size));
  if (window == program::kNone) return nullptr;
  return createAt(arenaIndex, window, kind, site, size, pieceSize);
}

Object* Memory::createAt(uint32_t arenaIndex, uint32_t window, ObjectKind kind, uint32_t site, uint64_t size,
                         uint32_t pieceSize) {
  if (freeObjects_.empty()) {
    storage_.push_back(std::make_unique<Object>());
    freeObjects_.push_back(storage_.back().get());
  }
  Object* object = freeObjects_.back();
  freeObjects_.pop_back();
  *object = Object{};
  object->address = addresses_.addressOf(arenaIndex, window, size);
  object->size = size;
  object->kind = kind;
  object->source = site;
  object->arena = arenaIndex;
  object->window = window;
  object->pieceSize = pieceSize;
  object->pieces = pieceCount(size, pieceSize);
  object->data = allocateBytes(size);
  object->pieceIds = reinterpret_cast<state::ComponentId*>(allocateBytes(object->pieces * sizeof(state::ComponentId)));
  std::fill_n(object->pieceIds, object->pieces, 0);
  Arena& owner = arena(arenaIndex);
  const uint32_t end = window + addresses_.windowsFor(size);
  if (owner.windows.size() < end) owner.windows.resize(end, nullptr);
  std::fill(owner.windows.begin() + window, owner.windows.begin() + end, object);
  const auto place = std::lower_bound(owner.objects.begin(), owner.objects.end(), window,
                                      [](const Object* each, uint32_t value) { return each->window < value; });
  owner.objects.insert(place, object);
  return object;
}

void Memory::release(Object& object) {
  if (object.undefined != nullptr) releaseBytes(object.undefined, object.size);
  if (object.symbols != nullptr)
    releaseBytes(reinterpret_cast<uint8_t*>(object.symbols), object.size * sizeof(uint64_t));
  if (object.data != nullptr) {
    releaseBytes(object.data, object.size);
    releaseBytes(reinterpret_cast<uint8_t*>(object.pieceIds), object.pieces * sizeof(state::ComponentId));
  }
  object.data = object.undefined = nullptr;
  object.symbols = nullptr;
  object.pieceIds = nullptr;
}

void Memory::kill(Object& object) {
  object.live = false;
  ++deadObjects_;
  ++arenas_[object.arena].dead;
  std::erase_if(dirty_, [&](const DirtyPiece& dirty) { return dirty.object == &object; });
  release(object);
  object.pieces = 0;
}

void Memory::remove(Object& object) {
  Arena& owner = arenas_[object.arena];
  if (!object.live) {
    --deadObjects_;
    --owner.dead;
  }
  std::erase_if(dirty_, [&](const DirtyPiece& dirty) { return dirty.object == &object; });
  release(object);
  std::fill_n(owner.windows.begin() + object.window, addresses_.windowsFor(object.size), nullptr);
  owner.lowestFree = std::min(owner.lowestFree, object.window);
  owner.objects.erase(std::lower_bound(owner.objects.begin(), owner.objects.end(), object.window,
                                       [](const Object* each, uint32_t value) { return each->window < value; }));
  freeObjects_.push_back(&object);
}

void Memory::removeAll(uint32_t index) {
  const auto& objects = arena(index).objects;
  while (!objects.empty()) remove(*objects.back());
}

void Memory::ensureMask(Object& object) {
  if (object.undefined != nullptr) return;
  object.undefined = allocateBytes(object.size);
  std::memset(object.undefined, 0, object.size);
}

void Memory::ensureSymbols(Object& object) {
  if (object.symbols != nullptr) return;
  object.symbols = reinterpret_cast<uint64_t*>(allocateBytes(object.size * sizeof(uint64_t)));
  std::fill_n(object.symbols, object.size, 0);
}

void Memory::copySymbols(Object& target, uint64_t to, const Object& source, uint64_t from, uint64_t length) {
  if (source.symbols != nullptr) {
    ensureSymbols(target);
    std::memmove(target.symbols + to, source.symbols + from, length * sizeof(uint64_t));
  } else if (target.symbols != nullptr) {
    std::fill_n(target.symbols + to, length, 0);
  }
}

void Memory::makeUndefined(Object& object) {
  ensureMask(object);
  std::memset(object.data, 0, object.size);
  std::memset(object.undefined, 0xFF, object.size);
}

}  // namespace clew::machine
