/* expression.h -- an expression over the variables of a machine, as instructions.
 *
 * It is compiled long after the program it is about, and the program stays as it was:
 * an expression has a program of its own, which differs in one function and perhaps in
 * a few constants at the end.  Everything else is shared, so what holds of numbers of
 * one (functions, constants, types) holds of the other.  See core/evaluate.h.
 *
 * Types may be added to the source: no engine may run meanwhile.
 */
#ifndef IR_EXPRESSION_H
#define IR_EXPRESSION_H

#include "ir/ir.h"

typedef struct program program;

typedef struct ir_expression {
    const char *text;
    uint32_t machine;
    type_id type;
    uint32_t function; /* in the program below */
    ir_program program;
} ir_expression;

/* Compiles "MACHINE: EXPR" or, unless MACHINE is IR_NONE, "EXPR", over SOURCE and what
 * was lowered from it.  An expression that would do something (send, choose, change a
 * variable, ...) is refused.  NULL: the source's diagnostics say why.  Lives as long as
 * the program. */
const ir_expression *ir_expression_new(program *source, ir_program *ir,
                                       const char *label, const char *text,
                                       uint32_t machine);

#endif
