// The initialisation comes back to itself and waits for its own end.
int again(int depth);

int& value(int depth) {
  static int number = again(depth);
  return number;
}

int again(int depth) { return depth == 0 ? 1 : value(depth - 1); }

int main() { return value(1); }
