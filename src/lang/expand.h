/* expand.h -- expands a test with parameters into its runs. */
#ifndef LANG_EXPAND_H
#define LANG_EXPAND_H

#include "lang/program.h"

/* One run of a test: a value for each of its parameters, in their order. */
typedef struct assignment {
    const int64_t *values;
} assignment;

typedef VEC(assignment) assignment_list;

/* Lists the runs of a test that its `assume` and `wise` clauses select; a test without
 * parameters has one run, without values.  Values live in the program's arena. */
void expand_test(program *p, const test_decl *t, assignment_list *out);

/* Adds the name of a run: the name of the test, and its values if it has any. */
void expand_name(const program *p, const test_decl *t, const assignment *a,
                 strbuf *out);

/* Limits: combinations, and entries of the table for `wise`. */
enum { EXPAND_MAX_RUNS = 100000, EXPAND_MAX_COVER = 5000000 };

#endif
