// label.spc; label violated the label is reached
int main(void) {
  goto bad_12;
bad_12:
  return 1;
}
