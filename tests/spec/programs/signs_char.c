// signs.spc; negative holds; wide holds; literal irrelevant
void take(unsigned char x) { (void)x; }
int main(void) {
  unsigned char ones = 255;
  take(ones);
}
