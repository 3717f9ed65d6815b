/* expand.h -- the runs that a test with parameters stands for. */
#ifndef LANG_EXPAND_H
#define LANG_EXPAND_H

#include "lang/program.h"

/* One run of a test: a value for each of its parameters, in their order. */
typedef struct assignment {
    const int64_t *values;
} assignment;

typedef VEC(assignment) assignment_list;

/* All runs of a test, as its `assume` and `wise` clauses select them: one, with no
 * values, for a test without parameters.  Values live in the program's arena. */
void expand_test(program *p, const test_decl *t, assignment_list *out);

/* The name of a run: that of the test, with the values where there are any. */
void expand_name(const program *p, const test_decl *t, const assignment *a,
                 strbuf *out);

/* How much work there is: combinations, and entries of the table for `wise`. */
enum { EXPAND_MAX_RUNS = 100000, EXPAND_MAX_COVER = 5000000 };

#endif
