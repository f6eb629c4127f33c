extern void abort(void);
extern void *malloc(unsigned long) __attribute__((__nothrow__, __leaf__)) __attribute__((__malloc__));
extern void free(void *) __attribute__((__nothrow__, __leaf__));

struct node { struct node *next; } *head;
int main() {
  for (int i = 0; i < 3; i++) {
    struct node *new = malloc(sizeof(struct node));
    if (!new) abort();
    new->next = head;
    head = new;
  }
  return 0;
}
