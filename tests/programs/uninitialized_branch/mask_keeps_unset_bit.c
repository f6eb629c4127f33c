/* Setting one bit of an unset word leaves the others unset, and the branch looks at one of those. */
int main(void) {
  unsigned word[1];
  word[0] |= 1u;
  if (word[0] & 2u)
    return 1;
  return 0;
}
