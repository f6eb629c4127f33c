/* Each round counts one more and adds two, whatever was counted before. The loop may go on for ever: no number of rounds shows that the sum is always twice the
   count. `clew check --engine abstract` proves it. */
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void)
{
    unsigned count = 0;
    unsigned sum = 0;
    while (__VERIFIER_nondet_bool()) {
        count += 1;
        sum += 2;
    }
    assert(sum == 2 * count);
    return 0;
}
