/* budget.h -- one amount of time for all tests of a program.
 *
 * Each test gets its share of what is left, so that tests which are done early leave
 * theirs to those behind them.  In the end, those that were stopped get what is left
 * then, if that is more than they had: they begin anew.
 */
#ifndef CLI_BUDGET_H
#define CLI_BUDGET_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct budget {
    bool is_set;
    double seconds;
    uint64_t start; /* of the clock */
} budget;

/* TEXT is 300, 90s, 5m or 1h30m; NULL: no budget.  False: WHY says what is wrong. */
bool budget_init(budget *b, const char *text, strbuf *why);

/* Time runs from now on. */
void budget_start(budget *b);

double budget_left(const budget *b); /* at least 0 */

/* For the first of COUNT tests that are to be run. */
double budget_share(const budget *b, size_t count);

/* For the first of COUNT tests that were stopped, which had HAD seconds; 0: there is
 * too little left to get further than it got. */
double budget_again(const budget *b, double had, size_t count);

#endif
