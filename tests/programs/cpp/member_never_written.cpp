// A constructor forgot a member.
struct Flag {
  Flag() {}
  bool set;
};

int main() {
  Flag flag;
  return flag.set ? 1 : 0;
}
