/* evaluate.h -- evaluates an expression over a machine's variables, without a step.
 *
 * Evaluation does not change the machine.  In the core it may only add values.  Call it
 * between two steps, never within one: it would drop what the running step has built so
 * far.  Where it depends on the numbers of open ints, it fails, and the search must
 * begin again without them (openint_forbid).
 */
#ifndef CORE_EVALUATE_H
#define CORE_EVALUATE_H

#include "core/process.h"

#include "ir/expression.h"

/* An expression of the core's own program, ready to be evaluated.  Plain data; valid as
 * long as the core. */
typedef struct evaluator {
    core *c;
    const ir_expression *e;
    value *consts;
    uint32_t *shapes;
    const value **slot_defaults;
    live_slots **live;
    struct prepared_function **prepared;
    way_out *ways_out;
} evaluator;

evaluator evaluate_prepare(core *c, const ir_expression *e);

typedef enum evaluation_kind {
    EVALUATION_VALUE,
    EVALUATION_FAULT, /* it fails: division by zero, ... */
    EVALUATION_NONE,  /* the machine has halted, or has not begun to run */
} evaluation_kind;

typedef struct evaluation {
    evaluation_kind kind;
    value value;
    stop_reason stop; /* of FAULT: the limit of Synod that was reached, if any */
} evaluation;

/* Evaluates on the local state of a machine or monitor of the expression's type.  WHY
 * gets the error, unless a limit was reached. */
evaluation evaluate(const evaluator *v, value local, strbuf *why);

#endif
