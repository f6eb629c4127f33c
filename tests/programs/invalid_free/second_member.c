/* The address of the second member is inside the object, not its start. */
#include <stdlib.h>

struct link {
  struct link *next;
};

struct job {
  int number;
  struct link link;
};

int main(void) {
  struct job *job = calloc(1, sizeof *job);
  struct link *queue = &job->link;
  free(queue);
  return 0;
}
