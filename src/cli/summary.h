/* summary.h -- all tests of a model in one table, and the exit code of the command. */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include "report/result.h"

typedef struct summary_row {
    const char *test;
    verdict_kind kind;
    bool is_hollow; /* the test holds, but that shows next to nothing */
    engine_stats stats;
} summary_row;

typedef struct summary {
    VEC(summary_row) rows;
    coverage *covered; /* by all tests, or NULL */
    size_t left_out;   /* tests that did not begin */
    bool is_refused;   /* a test could not begin */
    bool is_broken;    /* a violation was not confirmed */
} summary;

void summary_fini(summary *s); /* a zeroed summary is an empty one */

void summary_add(summary *s, const result *r);

/* Prints the table, and what none of TESTS has exercised. */
void summary_print(const summary *s, const ir_program *ir, const ir_test *const *tests,
                   size_t test_count);

int summary_code(const summary *s); /* the exit code */

/* Is the verdict of R one without a violation? */
bool summary_is_fine(const result *r);

#endif
