/* eval.h -- the expressions of --eval and --within. */
#ifndef CLI_EVAL_H
#define CLI_EVAL_H

#include "cli/model.h"

#include "ir/expression.h"

typedef VEC(const ir_expression *) expression_list;

/* Compiles them over the model; false: errors were shown. */
bool eval_compile(p_model *m, const options *o, expression_list *out);

/* The same for the bounds of --within, which are conditions. */
bool eval_compile_bounds(p_model *m, const options *o, expression_list *out);

/* Warns about expressions that will show nothing, because the test has no such machine.
 */
void eval_warn(const expression_list *l, const ir_program *ir, const ir_test *test);
void eval_warn_bounds(const expression_list *l, const ir_program *ir,
                      const ir_test *test);

#endif
