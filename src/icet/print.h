/* print.h -- a checked program, or a piece of it, as a reader would have written it. */
#ifndef ICET_PRINT_H
#define ICET_PRINT_H

#include "base/strbuf.h"
#include "icet/icet.h"

void icet_print_type(strbuf *out, const icet_type *type);

/* `yes == |A|` */
void icet_print_expr(strbuf *out, const icet_program *program,
                     const icet_process *process, const icet_expr *e);

/* A statement without what is in its blocks, on one line, without a final ';' or '{':
 * `send vote(v) to c`, `for a in A`, `if (yes == |A|)`.  A receive says what becomes of
 * the values, if the statements that follow it do no more than store them. */
void icet_print_stmt_head(strbuf *out, const icet_program *program,
                          const icet_process *process, const icet_stmt *s);

/* The spelling of an operator. */
const char *icet_operator(icet_expr_kind op);

#endif
