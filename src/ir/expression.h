/* expression.h -- an expression over the variables of a machine, as instructions.
 *
 * The user requests it after the program was lowered (--eval), and checkpoints must
 * still fit the program: so the program stays unchanged.  An expression has a program
 * of its own, which has one more function and perhaps a few more constants at the end.
 * It shares everything else, so indices of functions, constants and types mean the same
 * in both. core/evaluate.h evaluates it.
 *
 * Compiling may add types to the source: no engine may run at the same time.
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
 * was lowered from it.  Refuses an expression with an effect (one that sends, chooses,
 * changes a variable, ...).  NULL: the source's diagnostics say why.  Lives as long as
 * the program. */
const ir_expression *ir_expression_new(program *source, ir_program *ir,
                                       const char *label, const char *text,
                                       uint32_t machine);

#endif
