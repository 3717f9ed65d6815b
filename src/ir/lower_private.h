/* lower_private.h -- what the parts of lowering share. */
#ifndef IR_LOWER_PRIVATE_H
#define IR_LOWER_PRIVATE_H

#include "ir/build.h"

/* lower_expr.c */
ir_operand lower_expr(build *b, const expr *e);
void lower_expr_into(build *b, const expr *e, ir_operand target);
/* Several expressions, left to right: OUT[i] keeps the value that the i-th had when it
 * was evaluated. */
void lower_operands(build *b, expr *const *exprs, uint32_t count, ir_operand *out);
ir_operand lower_variable(const var_decl *v);

/* Makes one tuple expression of several arguments, in ROOM. */
expr *lower_as_tuple(expr *room, expr *const *args, uint32_t count, type_id type,
                     srcpos pos);

/* lower_stmt.c */
void lower_body(build *b, const stmt *body);

#endif
