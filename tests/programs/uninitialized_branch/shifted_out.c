/* The unset bits are shifted out of the byte that the branch looks at. */
int main(void) {
  unsigned word[1];
  unsigned shifted = (word[0] << 8) | 0x5au;
  if ((shifted & 0xffu) != 0x5au)
    return 1;
  unsigned long wide = (unsigned long)shifted << 32 >> 32;
  if ((unsigned char)wide != 0x5a)
    return 2;
  return 0;
}
