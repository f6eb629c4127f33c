/* Nothing to search: what a run of Clew costs anyway. */
int main(void) {}
