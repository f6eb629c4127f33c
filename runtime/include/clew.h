/* What a program under Clew may say to it. Include with <clew.h>; Clew puts it on the include path.
   In a native build define the functions yourself, or do not link the parts that use them. */
#ifndef CLEW_H
#define CLEW_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A value 0 .. n-1; every one of them is explored. n must be at least 1. */
int clew_choose(int n);

/* Paths on which the condition is false are left aside. */
void clew_assume(int condition);

/* Gives these bytes any value. The name is for people. */
void clew_symbolic(void *bytes, size_t size, const char *name);

/* Any structure of at most `most` objects on the heap, of `size` bytes each: a pointer to its first
   object, or null. In every object there are pointers at the `count` offsets in `links`, in rising
   order; each of them is null or leads to an object of the structure, and in a tree no two lead to the
   same. All other bytes have any value. At most 64 objects with 8 pointers each. The name is for
   people. */
void *clew_structure(size_t size, size_t most, const size_t *links, size_t count, int isTree, const char *name);

/* A list that ends, and a binary tree: `struct Node *head = clew_list(struct Node, next, 4);` */
#define clew_list(type, next, most) \
    ((type *)clew_structure(sizeof(type), (most), (const size_t[1]){offsetof(type, next)}, 1, 1, "list"))
#define clew_tree(type, left, right, most) \
    ((type *)clew_structure(sizeof(type), (most), (const size_t[2]){offsetof(type, left), offsetof(type, right)}, 2, \
                            1, "tree"))

#ifdef __cplusplus
}
#endif
#endif
