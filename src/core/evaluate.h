/* evaluate.h -- the value of an expression over a machine's variables, on the side.
 *
 * Nothing happens to the machine, nor to the core but that values may be added. Between
 * two steps, never within one: what a running step has built so far would be lost.
 */
#ifndef CORE_EVALUATE_H
#define CORE_EVALUATE_H

#include "core/process.h"

#include "ir/expression.h"

/* An expression of the core's own program, ready to be evaluated.  Plain data, good as
 * long as the core. */
typedef struct evaluator {
    core *c;
    const ir_expression *e;
    value *consts;
    uint32_t *shapes;
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
    stop_reason stop; /* of FAULT: the limit of Synod that was met, if one was */
} evaluation;

/* On the local state of a machine or monitor of the expression's type.  WHY gets what
 * is wrong, unless a limit was met. */
evaluation evaluate(const evaluator *v, value local, strbuf *why);

#endif
