/* Input structures: lists, trees and other graphs on the heap, every one of them up to a number of objects.

   The pointer to the first object, and then the pointers of each object in the order in which the objects
   were made, lead nowhere, to an object that is there or to a new one. The other bytes of a new object are
   chosen as soon as it is made. A structure that the program does not follow to its end is made in many
   ways that it cannot tell apart; the symbolic engine makes only what the program looks at, see
   src/symbolic/structures.h, and answers these choices later in the order that src/machine/structure_walk.h
   keeps. */
#include "runtime.h"

#include "include/clew.h"

#include <stdlib.h>

enum { kMostObjects = 64, kMostLinks = 8 };

struct Structure {
    size_t size;
    size_t most;
    const size_t *links;
    size_t count;
    int isTree;
    unsigned made;
    char *objects[kMostObjects];
};

static int isLayout(size_t size, size_t most, const size_t *links, size_t count)
{
    size_t end = 0;
    if (size == 0 || most > kMostObjects || count > kMostLinks)
        return 0;
    for (size_t k = 0; k < count; ++k) {
        if (links[k] < end || links[k] > size || size - links[k] < sizeof(void *))
            return 0;
        end = links[k] + sizeof(void *);
    }
    return 1;
}

static char *makeObject(struct Structure *structure)
{
    char *object = malloc(structure->size);
    size_t next = 0; /* among the links */
    __clew_assume(object != NULL);
    for (size_t offset = 0; offset < structure->size;) {
        if (next < structure->count && offset == structure->links[next]) {
            offset += sizeof(void *);
            ++next;
        } else {
            object[offset++] = (char)__clew_choose(256);
        }
    }
    structure->objects[structure->made++] = object;
    return object;
}

static char *chooseObject(struct Structure *structure)
{
    unsigned old = structure->isTree ? 0 : structure->made;
    unsigned chosen = __clew_choose(1 + old + (structure->made < structure->most ? 1 : 0));
    if (chosen == 0)
        return NULL;
    return chosen <= old ? structure->objects[chosen - 1] : makeObject(structure);
}

void *clew_structure(size_t size, size_t most, const size_t *links, size_t count, int isTree, const char *name)
{
    struct Structure structure = {size, most, links, count, isTree, 0, {0}};
    (void)name;
    if (!isLayout(size, most, links, count))
        __clew_fail("clew_structure was called for objects that cannot be");
    char *first = chooseObject(&structure);
    for (unsigned each = 0; each < structure.made; ++each) {
        for (size_t k = 0; k < count; ++k)
            *(void **)(structure.objects[each] + links[k]) = chooseObject(&structure);
    }
    return first;
}
