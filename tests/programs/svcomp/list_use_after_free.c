extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long) __attribute__((__nothrow__, __leaf__)) __attribute__((__malloc__));
extern void free(void *) __attribute__((__nothrow__, __leaf__));

struct node { struct node *next; int value; };
int main() {
  struct node *list = 0;
  int length = __VERIFIER_nondet_uchar() % 4;
  for (int i = 0; i < length; i++) {
    struct node *new = malloc(sizeof(struct node));
    if (!new) abort();
    new->value = i;
    new->next = list;
    list = new;
  }
  while (list) {
    free(list);
    list = list->next;
  }
  return 0;
}
