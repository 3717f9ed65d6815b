/* budget.h -- --budget: one amount of time for all tests of a program.
 *
 * Each test gets an equal share of the time that is left, so tests that finish early
 * leave time to the following ones.  At the end, the tests that were stopped share the
 * rest, if that is more than they had; they start again from the beginning.
 */
#ifndef CLI_BUDGET_H
#define CLI_BUDGET_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct budget {
    bool is_set;
    double seconds;
    uint64_t start; /* clock_ns */
} budget;

/* TEXT is 300, 90s, 5m or 1h30m; NULL: no budget. False: WHY says what is wrong. */
bool budget_init(budget *b, const char *text, strbuf *why);

/* The time starts now. */
void budget_start(budget *b);

double budget_left(const budget *b); /* at least 0 */

/* The share of the next test, if COUNT tests are still to be run. */
double budget_share(const budget *b, size_t count);

/* The share of the first of COUNT stopped tests, which ran for HAD seconds before; 0:
 * not enough time is left to get further than before. */
double budget_again(const budget *b, double had, size_t count);

#endif
