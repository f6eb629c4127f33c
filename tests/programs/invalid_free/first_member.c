/* The address of the first member is the start of the object, so it may be freed. */
#include <stdlib.h>

struct link {
  struct link *next;
};

struct job {
  struct link link;
  int number;
};

int main(void) {
  struct job *job = calloc(1, sizeof *job);
  struct link *queue = &job->link;
  free(queue);
  return 0;
}
