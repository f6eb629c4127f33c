/* Two threads pay into one account, each reads the balance before the other one writes it: an update is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct account {
    const char *owner;
    int limits[3];
    atomic_int balance;
};

struct account shared = {"Ada", {10, 20, 30}, 100};

static int added(int balance, int amount) {
    int sum = balance + amount;
    return sum;
}

static void *pay(void *argument) {
    int amount = *(int *)argument;
    int before = shared.balance;
    int after = added(before, amount);
    shared.balance = after;
    return 0;
}

int main(void) {
    pthread_t first, second;
    int amounts[2] = {5, 7};
    printf("two payments\n");
    pthread_create(&first, 0, pay, &amounts[0]);
    pthread_create(&second, 0, pay, &amounts[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(shared.balance == 112);
    return 0;
}
