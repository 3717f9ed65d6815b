/* smt.h -- an SMT solver: are the assertions satisfiable?
 *
 * Sorts are integers, booleans, and non-recursive algebraic data types.  The solver is
 * Z3; smt_new loads the library, which takes 1 ms, and sets it up in 8 ms more, so runs
 * that need no solver do not pay.  Sorts and expressions live as long as their solver.
 * One owner per solver.
 *
 * The limit of a query counts work, not time, so the same query always gets the same
 * answer.
 */
#ifndef BASE_SMT_H
#define BASE_SMT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct smt smt;
typedef struct smt_sort_object *smt_sort;
typedef struct smt_expr_object *smt_expr;

typedef enum smt_answer {
    SMT_UNKNOWN, /* the limit was reached, or Z3 reported an error */
    SMT_NO,      /* unsatisfiable */
    SMT_YES,     /* satisfiable */
} smt_answer;

/* The solver that Synod was built with, like "Z3 4.8.12"; NULL: none. */
const char *smt_name(void);

smt *smt_new(void);    /* NULL: built without a solver, or none is installed */
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

/* Data: built by constructor CTOR, counted from 0; a test for that constructor; a field
 * of a value built by it (unspecified for other values). */
smt_expr smt_data(smt *s, smt_sort sort, uint32_t ctor, uint32_t count,
                  const smt_expr *args);
smt_expr smt_is(smt *s, uint32_t ctor, smt_expr x);
smt_expr smt_field(smt *s, uint32_t ctor, uint32_t field, smt_expr x);

/* ---- queries ---- */

void smt_push(smt *s);
void smt_pop(smt *s); /* retracts the assertions since smt_push */
void smt_assert(smt *s, smt_expr x);
smt_answer smt_check(smt *s);

#endif
