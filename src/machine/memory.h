// Objects and the arenas they lie in. An object is cut into pieces, each of which is one component of
// a saved state; writing to a piece forgets its component id, and the list of such pieces is what the
// next save has to look at.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "program/program.h"
#include "state/component_pool.h"

namespace clew::machine {

enum class ObjectKind : uint8_t {
  Global,
  ThreadLocal,
  Stack,
  Heap,
  Thread
};

/// Whether somebody wants to know every value that a global takes, also while only one thread lives.
enum class Watch : uint8_t {
  None,
  Look,  // they are looked at during a step
  Stop,  // the step ends, so that they are seen in a state
};

struct Object {
  uint64_t address = 0;
  uint64_t size = 0;
  uint8_t* data = nullptr;
  uint8_t* undefined = nullptr;            // bit masks of what was never written; null: nothing
  uint64_t* symbols = nullptr;             // what a symbolic domain knows of each byte; null: nothing
  state::ComponentId* pieceIds = nullptr;  // 0: changed since the last save
  uint32_t pieceSize = 1;
  uint32_t pieces = 0;
  uint32_t arena = 0;
  uint32_t window = 0;
  uint32_t source = 0;  // the site it comes from; for globals their index
  uint32_t firstItem =
      program::kNone;  // of its pieces among those of all globals, or of its thread; none before a save
  ObjectKind kind = ObjectKind::Global;
  bool live = true;     // false: freed, but a pointer to it may still exist
  bool shared = false;  // other threads can reach it
  bool constant = false;
  bool external = false;        // declared, defined nowhere
  Watch watched = Watch::None;  // what a write to it means to a thread that is alone
  bool referenced = false;      // during a collection: some word of the state points here

  uint64_t pieceLength(uint32_t piece) const {
    const uint64_t begin = uint64_t{piece} * pieceSize;
    return std::min<uint64_t>(pieceSize, size - begin);
  }
};

struct DirtyPiece {
  Object* object;
  uint32_t piece;
};

/// The windows of one arena, and the objects in them by rising window.
struct Arena {
  std::vector<Object*> windows;
  std::vector<Object*> objects;
  uint32_t lowestFree = 0;  // no free window of the overflow part lies below
  uint32_t dead = 0;        // how many of the objects are
};

/// How the windows of a thread's arena are given out: the thread itself, its thread-local variables,
/// a few windows for every site, and behind them whatever does not fit there.
struct ArenaPlan {
  std::vector<uint32_t> threadLocalWindow;  // per global; 0 for ordinary ones
  uint32_t siteBase = 0;
  uint32_t overflowBase = 0;
};

class Memory {
 public:
  explicit Memory(const program::Program& program);
  ~Memory();
  Memory(const Memory&) = delete;  // objects are referred to by address
  Memory& operator=(const Memory&) = delete;

  /// The object whose windows an address lies in, live or not; null if there is none.
  Object* find(uint64_t address) const {
    const uint64_t arena = address >> arenaBits_;
    if (arena >= arenas_.size()) [[unlikely]]
      return nullptr;
    const auto& windows = arenas_[arena].windows;
    const uint32_t window = static_cast<uint32_t>(address >> windowBits_) & windowMask_;
    return window < windows.size() ? windows[window] : nullptr;
  }

  Object* global(uint32_t index) const { return globals_[index]; }
  const std::vector<Object*>& globals() const { return globals_; }
  Arena& arena(uint32_t index) {
    if (index >= arenas_.size()) arenas_.resize(index + 1);
    return arenas_[index];
  }
  size_t arenaCount() const { return arenas_.size(); }
  const std::vector<Object*>& objectsOf(uint32_t arena) const { return arenas_[arena].objects; }

  /// Puts a new object into an arena, in the lowest place that its site allows; null if it is full.
  Object* create(uint32_t arena, ObjectKind kind, uint32_t site, uint64_t size, uint32_t pieceSize);
  /// The same at a given window; used for what has a fixed place and when a state is restored.
  Object* createAt(uint32_t arena, uint32_t window, ObjectKind kind, uint32_t site, uint64_t size, uint32_t pieceSize);
  /// Marks an object as dead; its name stays taken until `remove`.
  void kill(Object& object);
  /// Takes a dead or live object out of its arena.
  void remove(Object& object);
  /// All of an arena. From the end, since the list of objects closes up behind each.
  void removeAll(uint32_t index);

  /// Declares all bytes unwritten.
  void makeUndefined(Object& object);
  /// Gives the object a mask of undefined bits, all clear, if it has none.
  void ensureMask(Object& object);

  /// Gives the object room for what a symbolic domain knows of its bytes: nothing, at first.
  void ensureSymbols(Object& object);
  /// Copies that along with bytes; either object may have none.
  void copySymbols(Object& target, uint64_t to, const Object& source, uint64_t from, uint64_t length);

  /// Notes that `length` bytes from `offset` are about to change.
  void touch(Object& object, uint64_t offset, uint64_t length) {
    if (length == 0 || object.pieces == 0) return;
    uint32_t piece = 0;
    uint32_t last = 0;
    if (object.pieces > 1) {
      piece = static_cast<uint32_t>(offset) / object.pieceSize;
      last = static_cast<uint32_t>(offset + length - 1) / object.pieceSize;
    }
    do {
      if (object.pieceIds[piece] != 0) {
        object.pieceIds[piece] = 0;
        dirty_.push_back({&object, piece});
      }
    } while (piece++ < last);
  }

  std::vector<DirtyPiece>& dirty() { return dirty_; }
  const ArenaPlan& plan() const { return plan_; }
  /// Number of pieces of all globals that can change.
  uint32_t globalItems() const { return globalItems_; }
  /// The global and piece behind each of them.
  const DirtyPiece& globalItem(uint32_t item) const { return globalItemTable_[item]; }

  /// Objects that are dead but keep their name.
  uint32_t deadObjects() const { return deadObjects_; }
  uint32_t deadObjects(uint32_t arena) const { return arena < arenas_.size() ? arenas_[arena].dead : 0; }
  /// Bytes a checked program's objects occupy.
  uint64_t bytes() const { return bytes_; }

 private:
  uint8_t* allocateBytes(uint64_t size);
  void releaseBytes(uint8_t* bytes, uint64_t size);
  bool isFree(const Arena& arena, uint32_t window, uint32_t count) const;
  uint32_t pickWindow(Arena& arena, uint32_t site, uint32_t count);
  void release(Object& object);
  void createGlobals(const program::Program& program);

  std::vector<Arena> arenas_;
  uint32_t arenaBits_;
  uint32_t windowBits_;
  uint32_t windowMask_;
  program::AddressLayout addresses_;
  std::vector<Object*> globals_;
  std::vector<DirtyPiece> globalItemTable_;
  std::vector<DirtyPiece> dirty_;
  ArenaPlan plan_;
  uint32_t globalItems_ = 0;
  uint64_t bytes_ = 0;
  uint32_t deadObjects_ = 0;
  std::vector<std::unique_ptr<Object>> storage_;
  std::vector<Object*> freeObjects_;
  std::array<std::vector<uint8_t*>, 40> freeBytes_;
};

}  // namespace clew::machine
