/* lower_private.h -- what the parts of lowering share. */
#ifndef IR_LOWER_PRIVATE_H
#define IR_LOWER_PRIVATE_H

#include "ir/build.h"

/* lower_expr.c */
ir_operand lower_expr(build *b, const expr *e);
void lower_expr_into(build *b, const expr *e, ir_operand target);
/* Several, left to right, each as it was when its turn came. */
void lower_operands(build *b, expr *const *exprs, uint32_t count, ir_operand *out);
ir_operand lower_variable(const var_decl *v);

/* Several arguments are one tuple; it lives in ROOM. */
expr *lower_as_tuple(expr *room, expr *const *args, uint32_t count, type_id type,
                     srcpos pos);

/* lower_stmt.c */
void lower_body(build *b, const stmt *body);

#endif
