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

/* Does the assumption of the test admit these values of its parameters?  The test need
 * not list them. */
bool expand_admits(const program *p, const test_decl *t, const int64_t *values);

/* The least value of each parameter in a run that the assumption admits; false: it
 * admits none. */
bool expand_least(const program *p, const test_decl *t, int64_t *least);

/* Sets VALUES to the combination of listed values that AT says, by parameter; and the
 * next one, where the first parameter varies fastest.  False: that was the last. */
void expand_values(const test_decl *t, const uint32_t *at, int64_t *values);
bool expand_next(const test_decl *t, uint32_t *at);

/* Adds the name of a run: the name of the test, and its values if it has any. */
void expand_name(const program *p, const test_decl *t, const assignment *a,
                 strbuf *out);

/* Limits: combinations, and entries of the table for `wise`. */
enum { EXPAND_MAX_RUNS = 100000, EXPAND_MAX_COVER = 5000000 };

#endif
