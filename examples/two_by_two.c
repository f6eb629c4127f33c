/* Each round counts one more and adds two, but the branch for large counts forgets half of it. The loop may go on for ever, and it goes
   wrong only after some rounds. In two_by_two_fixed.c no number of rounds shows that the sum is always twice the count;
   `clew check --engine abstract` proves it. */
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void)
{
    unsigned count = 0;
    unsigned sum = 0;
    while (__VERIFIER_nondet_bool()) {
        count += 1;
        sum += count > 4 ? 1 : 2;
    }
    assert(sum == 2 * count);
    return 0;
}
