extern void abort(void);
void give_up(void) { abort(); }
