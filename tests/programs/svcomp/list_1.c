extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "list_1.c", 3, "reach_error"); }
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
  int sum = 0;
  while (list) {
    struct node *next = list->next;
    sum += list->value;
    free(list);
    list = next;
  }
  if (sum > 3) reach_error();
  return 0;
}
