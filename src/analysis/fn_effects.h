/* fn_effects.h -- effect summaries: what functions may do to others, calls included;
 * and which machines run them.
 *
 * Found by reading the instructions, once.  The summary of a function is flow
 * insensitive.  It is context sensitive where helpers send what they are given (a
 * broadcast): an emission names the parameter that it depends on, and becomes an
 * emission of the caller with the argument in its place.  So two machines that share a
 * helper do not share what it sends.
 */
#ifndef ANALYSIS_FN_EFFECTS_H
#define ANALYSIS_FN_EFFECTS_H

#include "analysis/monotone.h"
#include "analysis/test_context.h"
#include "base/idmap.h"
#include "base/numset.h"

/* An operand of a function; function IR_NONE: no operand. */
typedef struct fn_operand {
    uint32_t function;
    ir_operand operand;
} fn_operand;

typedef enum emission_kind { EMIT_SEND, EMIT_ANNOUNCE, EMIT_RAISE } emission_kind;

/* Parameters are those of the function that has the emission; IR_NONE: it depends on
 * no parameter. */
typedef struct emission {
    emission_kind kind;
    uint32_t event; /* IR_NONE: any */
    uint32_t event_param;
    fn_operand target; /* as the instruction has it */
    fn_operand given; /* the argument of a caller that the target is, or is a part of */
    uint32_t given_param;
    fn_operand payload;
    uint32_t payload_param;
} emission;

/* A place in the code. */
typedef struct fn_place {
    uint32_t function;
    ir_pc pc;
} fn_place;

typedef struct fn_effects {
    VEC(emission) emissions;
    idmap known;     /* hashes of emissions -> their index + 1 */
    numset gotos;    /* states */
    numset creates;  /* interfaces, as `new` names them */
    numset receives; /* events that a `receive` has a case for */
    numset writes;   /* fields of the machine */
    monotone fields; /* ... in which direction */
    numset calls;    /* functions that it calls itself */
    VEC(fn_place) callers;
    numset runners; /* interfaces: machines made as such may run it */
    numset leaves;  /* plain machines that run it when they leave a state */
    bool has_receive;
    bool is_root; /* a machine runs it for itself: entry, exit, action */
} fn_effects;

typedef struct fn_effects_table {
    const test_context *t;
    fn_effects *of; /* by function */
    numset *runs;   /* by interface: functions that a machine made as such may run */
    bool *exists;   /* by interface: may one be created in the test? */
    uint32_t *first_pcs; /* by function, in one numbering of all code */
} fn_effects_table;

/* T must live as long. */
fn_effects_table *fn_effects_new(const test_context *t);
void fn_effects_free(fn_effects_table *e); /* accepts NULL */

/* The function at a place of that numbering. */
uint32_t fn_effects_function_at(const fn_effects_table *e, uint32_t number);

/* The interface that is created where a machine of INTERFACE says `new ASKED`; IR_NONE:
 * the test binds nothing to it. */
uint32_t fn_effects_made(const test_context *t, uint32_t interface, uint32_t asked);

/* Where the value of an operand always comes from, as a whole or as a part: a field of
 * the machine, by number, or FN_EFFECTS_SELF; IR_NONE: unknown. */
#define FN_EFFECTS_SELF (IR_NONE - 1)
uint32_t fn_effects_root(const ir_program *ir, fn_operand o);

/* The functions that a machine runs for itself. */
typedef void fn_effects_visit(void *context, uint32_t function);
void fn_effects_each_root(const ir_machine *m, fn_effects_visit *visit, void *context);

#endif
