/* smt.h -- an SMT solver: is there a value for each constant with which all that was
 * asserted holds?
 *
 * Integers, booleans, and data made by constructors that are not recursive.  It is Z3,
 * loaded when it is first asked for: the library takes 1 ms to load and 8 more to set
 * up, which those who never ask do not pay.  What a solver made lives as long as it
 * does.  One owner per solver.
 *
 * A question has a limit that is counted, not timed, so that the same question always
 * gets the same answer.
 */
#ifndef BASE_SMT_H
#define BASE_SMT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct smt smt;
typedef struct smt_sort_object *smt_sort;
typedef struct smt_expr_object *smt_expr;

typedef enum smt_answer {
    SMT_UNKNOWN, /* too hard, or something went wrong */
    SMT_NO,      /* there are no such values */
    SMT_YES,
} smt_answer;

/* The solver that Synod was built with, like "Z3 4.8.12"; NULL: without any. */
const char *smt_name(void);

smt *smt_new(void);    /* NULL: there is none, neither built in nor installed */
void smt_free(smt *s); /* accepts NULL */

/* ---- sorts ---- */

typedef struct smt_ctor {
    uint32_t count;
    const smt_sort *fields;
} smt_ctor;

smt_sort smt_sort_int(smt *s);
smt_sort smt_sort_bool(smt *s);
smt_sort smt_sort_data(smt *s, uint32_t count, const smt_ctor *ctors); /* a new one */
smt_sort smt_sort_of(smt *s, smt_expr x);

/* ---- expressions ---- */

typedef enum smt_op {
    SMT_NOT,
    SMT_AND,
    SMT_OR,
    SMT_EQ,
    SMT_NEGATE,
    SMT_ADD,
    SMT_SUB,
    SMT_MUL,
    SMT_LT,
    SMT_LE,
    SMT_ITE, /* args[0] ? args[1] : args[2] */
} smt_op;

smt_expr smt_const(smt *s, smt_sort sort); /* a new one */
smt_expr smt_int(smt *s, int64_t number);
smt_expr smt_bool(smt *s, bool b);
smt_expr smt_apply(smt *s, smt_op op, const smt_expr *args);

/* Data: made by constructor CTOR, counted from 0; whether it was; a field of what was
 * (of what was not, it is any value). */
smt_expr smt_data(smt *s, smt_sort sort, uint32_t ctor, uint32_t count,
                  const smt_expr *args);
smt_expr smt_is(smt *s, uint32_t ctor, smt_expr x);
smt_expr smt_field(smt *s, uint32_t ctor, uint32_t field, smt_expr x);

/* ---- questions ---- */

void smt_push(smt *s);
void smt_pop(smt *s); /* what was asserted since smt_push is not any more */
void smt_assert(smt *s, smt_expr x);
smt_answer smt_check(smt *s);

#endif
