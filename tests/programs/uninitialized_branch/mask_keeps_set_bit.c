/* The branches look only at bits that were set to one or masked to zero in the unset word. */
int main(void) {
  unsigned word[1];
  word[0] |= 1u;
  word[0] &= ~4u;
  if (!(word[0] & 1u))
    return 1;
  if (word[0] & 4u)
    return 2;
  if ((word[0] & 5u) == 1u)
    return 0;
  return 3;
}
