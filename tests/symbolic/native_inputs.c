/* Runs a generated program natively for all of its inputs, and says whether something goes wrong for one of them.

   Compiled together with the program, whose main is called `program`. Each run asks for the next values of the inputs,
   like the digits of a number that is counted up from 0. A run ends by its end, by a failing assumption, or by what
   goes wrong: an assertion, or an operation that the sanitizer traps. Prints `safe` or `violated` and the inputs. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

#define MOST_INPUTS 8
#define VALUES 16

extern int program(void);

enum end {
  RETURNED,
  LEFT_ASIDE,
  FAILED
};

static unsigned char values[MOST_INPUTS];
static int asked, known; /* inputs of this run, and those whose values are chosen already */
static sigjmp_buf run_end;

unsigned char __VERIFIER_nondet_uchar(void);
unsigned char __VERIFIER_nondet_uchar(void) {
  if (asked == MOST_INPUTS) siglongjmp(run_end, FAILED);
  if (asked == known) values[known++] = 0;
  return values[asked++];
}

void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) {
  if (!condition) siglongjmp(run_end, LEFT_ASIDE);
}

/* Instead of the C library's, so that a failing assertion ends the run and not the process. */
void __assert_fail(const char* text, const char* file, unsigned line, const char* function) {
  (void)text, (void)file, (void)line, (void)function;
  siglongjmp(run_end, FAILED);
}

static void trapped(int number) {
  (void)number;
  siglongjmp(run_end, FAILED);
}

/* Counts up; false after the last combination. */
static int next_values(void) {
  known = asked;
  while (known > 0 && values[known - 1] == VALUES - 1) known--;
  if (known == 0) return 0;
  values[known - 1]++;
  return 1;
}

int main(void) {
  struct sigaction action = {0};
  action.sa_handler = trapped;
  sigaction(SIGILL, &action, 0);
  sigaction(SIGFPE, &action, 0);
  do {
    asked = 0;
    int end = sigsetjmp(run_end, 1);
    if (end == RETURNED) program();
    if (end == FAILED) {
      printf("violated");
      for (int i = 0; i < asked; i++) printf(" %d", values[i]);
      printf("\n");
      return 1;
    }
  } while (next_values());
  printf("safe\n");
  return 0;
}
