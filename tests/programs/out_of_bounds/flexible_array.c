/* The flexible array member has room for as many elements as were added to the allocation. */
#include <assert.h>
#include <stdlib.h>

struct message {
  int length;
  short words[];
};

int main(void) {
  struct message *message = malloc(sizeof *message + 3 * sizeof(short));
  message->length = 3;
  for (int i = 0; i < message->length; i++)
    message->words[i] = (short)(i * i);
  assert(message->words[2] == 4);
  free(message);
  return 0;
}
