// What the containers of libstdc++ keep in its library: balancing of trees, linking of lists, sizes of hash tables,
// hashing of bytes. All of it touches objects of the program, so it is ordinary code.
#include "machine.h"

#include <stddef.h>
#include <string.h>

#include <list>
#include <map>
#include <unordered_map>
#include <utility>

// ---- red-black trees: the header's parent is the root, its left and right are the first and the last node ----

namespace {

using Node = std::_Rb_tree_node_base;

inline Node* successor(Node* node) {
  if (node->_M_right != nullptr) return Node::_S_minimum(node->_M_right);
  Node* parent = node->_M_parent;
  while (node == parent->_M_right) {
    node = parent;
    parent = parent->_M_parent;
  }
  // The root can be the last node; then its parent, the header, has it on its right too.
  return node->_M_right != parent ? parent : node;
}

inline Node* predecessor(Node* node) {
  const bool isHeader = node->_M_color == std::_S_red && node->_M_parent->_M_parent == node;
  if (isHeader) return node->_M_right;
  if (node->_M_left != nullptr) return Node::_S_maximum(node->_M_left);
  Node* parent = node->_M_parent;
  while (node == parent->_M_left) {
    node = parent;
    parent = parent->_M_parent;
  }
  return parent;
}

inline Node*& placeOf(Node* node, Node& header) {
  if (header._M_parent == node) return header._M_parent;
  return node->_M_parent->_M_left == node ? node->_M_parent->_M_left : node->_M_parent->_M_right;
}

/// Puts the child on the given side of the node in the node's place.
template <Node* Node::* Side, Node* Node::* Other>
inline void rotate(Node* node, Node& header) {
  Node* child = node->*Other;
  node->*Other = child->*Side;
  if (child->*Side != nullptr) (child->*Side)->_M_parent = node;
  child->_M_parent = node->_M_parent;
  placeOf(node, header) = child;
  child->*Side = node;
  node->_M_parent = child;
}

inline bool isRed(const Node* node) { return node != nullptr && node->_M_color == std::_S_red; }

/// The parent is red and on the given side of the grandparent. Returns the node to go on with.
template <Node* Node::* Side, Node* Node::* Other>
inline Node* repairInsertion(Node* node, Node& header) {
  Node* grandparent = node->_M_parent->_M_parent;
  if (Node* uncle = grandparent->*Other; isRed(uncle)) {
    node->_M_parent->_M_color = std::_S_black;
    uncle->_M_color = std::_S_black;
    grandparent->_M_color = std::_S_red;
    return grandparent;
  }
  if (node == node->_M_parent->*Other) {
    node = node->_M_parent;
    rotate<Side, Other>(node, header);
  }
  node->_M_parent->_M_color = std::_S_black;
  grandparent->_M_color = std::_S_red;
  rotate<Other, Side>(grandparent, header);
  return node;
}

/// The given side of the parent has one black node too few. Returns whether that is repaired here; if not, the
/// parent has one too few.
template <Node* Node::* Side, Node* Node::* Other>
inline bool repairErasure(Node* parent, Node& header) {
  Node* sibling = parent->*Other;
  if (isRed(sibling)) {
    sibling->_M_color = std::_S_black;
    parent->_M_color = std::_S_red;
    rotate<Side, Other>(parent, header);
    sibling = parent->*Other;
  }
  if (!isRed(sibling->_M_left) && !isRed(sibling->_M_right)) {
    sibling->_M_color = std::_S_red;
    return false;
  }
  if (!isRed(sibling->*Other)) {
    (sibling->*Side)->_M_color = std::_S_black;
    sibling->_M_color = std::_S_red;
    rotate<Other, Side>(sibling, header);
    sibling = parent->*Other;
  }
  sibling->_M_color = parent->_M_color;
  parent->_M_color = std::_S_black;
  (sibling->*Other)->_M_color = std::_S_black;
  rotate<Side, Other>(parent, header);
  return true;
}

/// Takes out a node with two children by putting its successor into its place; the colours change places too, so that
/// the one that goes has the colour of the place that becomes empty.
inline void replaceBySuccessor(Node* node, Node* heir, Node& header, Node*& child, Node*& parent) {
  child = heir->_M_right;
  node->_M_left->_M_parent = heir;
  heir->_M_left = node->_M_left;
  if (heir != node->_M_right) {
    parent = heir->_M_parent;
    if (child != nullptr) child->_M_parent = parent;
    parent->_M_left = child;
    heir->_M_right = node->_M_right;
    node->_M_right->_M_parent = heir;
  } else {
    parent = heir;
  }
  placeOf(node, header) = heir;
  heir->_M_parent = node->_M_parent;
  std::swap(heir->_M_color, node->_M_color);
}

}  // namespace

namespace std {

CLEW_ORDINARY Node* _Rb_tree_increment(Node* node) throw() { return successor(node); }
CLEW_ORDINARY const Node* _Rb_tree_increment(const Node* node) throw() { return successor(const_cast<Node*>(node)); }
CLEW_ORDINARY Node* _Rb_tree_decrement(Node* node) throw() { return predecessor(node); }
CLEW_ORDINARY const Node* _Rb_tree_decrement(const Node* node) throw() { return predecessor(const_cast<Node*>(node)); }

CLEW_ORDINARY void _Rb_tree_insert_and_rebalance(const bool left, Node* node, Node* parent, Node& header) throw() {
  node->_M_parent = parent;
  node->_M_left = nullptr;
  node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (left) {
    parent->_M_left = node;  // also the header's first node, when the tree was empty
    if (parent == &header) {
      header._M_parent = node;
      header._M_right = node;
    } else if (parent == header._M_left) {
      header._M_left = node;
    }
  } else {
    parent->_M_right = node;
    if (parent == header._M_right) header._M_right = node;
  }
  while (node != header._M_parent && isRed(node->_M_parent)) {
    node = node->_M_parent == node->_M_parent->_M_parent->_M_left
               ? repairInsertion<&Node::_M_left, &Node::_M_right>(node, header)
               : repairInsertion<&Node::_M_right, &Node::_M_left>(node, header);
  }
  header._M_parent->_M_color = _S_black;
}

CLEW_ORDINARY Node* _Rb_tree_rebalance_for_erase(Node* const node, Node& header) throw() {
  Node* child = nullptr;   // what takes the place of the node that is taken out
  Node* parent = nullptr;  // of that place
  if (node->_M_left != nullptr && node->_M_right != nullptr) {
    replaceBySuccessor(node, Node::_S_minimum(node->_M_right), header, child, parent);
  } else {
    child = node->_M_left != nullptr ? node->_M_left : node->_M_right;
    parent = node->_M_parent;
    if (child != nullptr) child->_M_parent = parent;
    placeOf(node, header) = child;
    if (header._M_left == node) header._M_left = child != nullptr ? Node::_S_minimum(child) : parent;
    if (header._M_right == node) header._M_right = child != nullptr ? Node::_S_maximum(child) : parent;
  }
  if (node->_M_color == _S_red) return node;
  while (child != header._M_parent && !isRed(child)) {
    const bool repaired = child == parent->_M_left ? repairErasure<&Node::_M_left, &Node::_M_right>(parent, header)
                                                   : repairErasure<&Node::_M_right, &Node::_M_left>(parent, header);
    if (repaired) break;
    child = parent;
    parent = parent->_M_parent;
  }
  if (child != nullptr) child->_M_color = _S_black;
  return node;
}

CLEW_ORDINARY unsigned _Rb_tree_black_count(const Node* node, const Node* root) throw() {
  unsigned count = 0;
  for (; node != nullptr; node = node->_M_parent) {
    if (node->_M_color == _S_black) ++count;
    if (node == root) break;
  }
  return count;
}

// ---- lists ----

namespace __detail {

CLEW_ORDINARY void _List_node_base::_M_hook(_List_node_base* const position) noexcept {
  _M_next = position;
  _M_prev = position->_M_prev;
  position->_M_prev->_M_next = this;
  position->_M_prev = this;
}

CLEW_ORDINARY void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}

CLEW_ORDINARY void _List_node_base::_M_transfer(_List_node_base* const first, _List_node_base* const last) noexcept {
  if (this == last) return;
  _List_node_base* const beforeFirst = first->_M_prev;
  _List_node_base* const lastMoved = last->_M_prev;
  beforeFirst->_M_next = last;
  last->_M_prev = beforeFirst;
  first->_M_prev = _M_prev;
  _M_prev->_M_next = first;
  lastMoved->_M_next = this;
  _M_prev = lastMoved;
}

CLEW_ORDINARY void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    std::swap(node->_M_next, node->_M_prev);
    node = node->_M_prev;
  } while (node != this);
}

CLEW_ORDINARY void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  const auto adopt = [](_List_node_base& head, _List_node_base* next, _List_node_base* previous, bool empty) {
    head._M_next = empty ? &head : next;
    head._M_prev = empty ? &head : previous;
    head._M_next->_M_prev = &head;
    head._M_prev->_M_next = &head;
  };
  const _List_node_base ofA = a;
  const _List_node_base ofB = b;
  adopt(a, ofB._M_next, ofB._M_prev, ofB._M_next == &b);
  adopt(b, ofA._M_next, ofA._M_prev, ofA._M_next == &a);
}

// ---- hash tables ----

}  // namespace __detail
}  // namespace std

namespace {

/// The numbers of buckets that libstdc++ uses, so that elements come in the same order as natively.
const unsigned kBuckets[] = {
    2,       3,       5,       7,       11,      13,      17,      19,      23,      29,      31,      37,      41,
    43,      47,      53,      59,      61,      67,      71,      73,      79,      83,      89,      97,      103,
    109,     113,     127,     137,     139,     149,     157,     167,     179,     193,     199,     211,     227,
    241,     257,     277,     293,     313,     337,     359,     383,     409,     439,     467,     503,     541,
    577,     619,     661,     709,     761,     823,     887,     953,     1031,    1109,    1193,    1289,    1381,
    1493,    1613,    1741,    1879,    2029,    2179,    2357,    2549,    2753,    2971,    3209,    3469,    3739,
    4027,    4349,    4703,    5087,    5503,    5953,    6427,    6949,    7517,    8123,    8783,    9497,    10273,
    11113,   12011,   12983,   14033,   15173,   16411,   17749,   19183,   20753,   22447,   24281,   26267,   28411,
    30727,   33223,   35933,   38873,   42043,   45481,   49201,   53201,   57557,   62233,   67307,   72817,   78779,
    85229,   92203,   99733,   107897,  116731,  126271,  136607,  147793,  159871,  172933,  187091,  202409,  218971,
    236897,  256279,  277261,  299951,  324503,  351061,  379787,  410857,  444487,  480881,  520241,  562841,  608903,
    658753,  712697,  771049,  834181,  902483,  976369,  1056323, 1142821, 1236397, 1337629, 1447153, 1565659, 1693859,
    1832561, 1982627, 2144977, 2320627, 2510653, 2716249, 2938679, 3179303};

inline bool isPrime(size_t number) {
  for (size_t divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return true;
}

inline size_t bucketsFor(size_t wanted) {
  for (const unsigned count : kBuckets) {
    if (count >= wanted) return count;
  }
  while (!isPrime(wanted)) ++wanted;
  return wanted;
}

}  // namespace

namespace std {
namespace __detail {

CLEW_ORDINARY size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  if (wanted == 0) return 1;
  const size_t count = bucketsFor(wanted);
  _M_next_resize =
      static_cast<size_t>(__builtin_floor(static_cast<double>(count) * static_cast<double>(_M_max_load_factor)));
  return count;
}

CLEW_ORDINARY pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                                                      size_t added) const {
  if (elements + added <= _M_next_resize) return {false, 0};
  const size_t least = _M_next_resize != 0 ? 0 : 11;  // a first table is not tiny
  const double wanted =
      static_cast<double>(std::max(elements + added, least)) / static_cast<double>(_M_max_load_factor);
  if (wanted >= static_cast<double>(buckets)) {
    return {true, _M_next_bkt(std::max<size_t>(static_cast<size_t>(__builtin_floor(wanted)) + 1, buckets * 2))};
  }
  _M_next_resize =
      static_cast<size_t>(__builtin_floor(static_cast<double>(buckets) * static_cast<double>(_M_max_load_factor)));
  return {false, 0};
}

}  // namespace __detail

// ---- hashing: the functions of MurmurHash (of the width of size_t) and FNV-1a, since the order of elements depends on them ----

namespace {

#if __SIZEOF_SIZE_T__ == 8
inline size_t mixed(size_t value) { return value ^ (value >> 47); }
#endif

inline size_t word(const unsigned char* from, size_t count) {
  size_t value = 0;
  for (size_t i = count; i > 0; --i) value = (value << 8) | from[i - 1];
  return value;
}

}  // namespace

#if __SIZEOF_SIZE_T__ == 8
CLEW_ORDINARY size_t _Hash_bytes(const void* data, size_t length, size_t seed) {
  constexpr size_t kMultiplier = 0xc6a4a7935bd1e995UL;
  const auto* bytes = static_cast<const unsigned char*>(data);
  size_t hash = seed ^ (length * kMultiplier);
  for (; length >= 8; length -= 8, bytes += 8) {
    hash ^= mixed(word(bytes, 8) * kMultiplier) * kMultiplier;
    hash *= kMultiplier;
  }
  if (length > 0) {
    hash ^= word(bytes, length);
    hash *= kMultiplier;
  }
  return mixed(mixed(hash) * kMultiplier);
}
#else
CLEW_ORDINARY size_t _Hash_bytes(const void* data, size_t length, size_t seed) {
  constexpr size_t kMultiplier = 0x5bd1e995;
  const auto* bytes = static_cast<const unsigned char*>(data);
  size_t hash = seed ^ length;
  for (; length >= 4; length -= 4, bytes += 4) {
    const size_t scrambled = word(bytes, 4) * kMultiplier;
    hash = (hash * kMultiplier) ^ ((scrambled ^ (scrambled >> 24)) * kMultiplier);
  }
  if (length > 0) hash = (hash ^ word(bytes, length)) * kMultiplier;
  hash = (hash ^ (hash >> 13)) * kMultiplier;
  return hash ^ (hash >> 15);
}
#endif

CLEW_ORDINARY size_t _Fnv_hash_bytes(const void* data, size_t length, size_t hash) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (size_t i = 0; i < length; ++i) {
    hash ^= bytes[i];
    hash *= sizeof(size_t) == 8 ? static_cast<size_t>(1099511628211ULL) : 16777619;
  }
  return hash;
}

}  // namespace std
