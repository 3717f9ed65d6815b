/* print.h -- a checked program, or a piece of it, as a reader would have written it. */
#ifndef ICET_PRINT_H
#define ICET_PRINT_H

#include "base/strbuf.h"
#include "icet/icet.h"

void icet_print_type(strbuf *out, const icet_type *type);

/* `yes == |A|`.  A variable that the user did not write is called `it`. */
void icet_print_expr(strbuf *out, const icet_program *program,
                     const icet_process *process, const icet_expr *e);

/* What is called otherwise than in the notation, where it is not clear who acts. */
typedef struct icet_namer {
    void (*put_var)(void *context, uint32_t var, strbuf *out);
    void (*put_self)(void *context, strbuf *out);
    void (*put_part)(const icet_expr *e, strbuf *out); /* behind its args[0] */
    void *context;
} icet_namer;

void icet_print_expr_as(strbuf *out, const icet_program *program,
                        const icet_namer *namer, const icet_expr *e);

/* A statement without what is in its blocks, on one line, without a final ';' or '{':
 * `send vote(v) to c`, `for a in A`, `if (yes == |A|)`.  A receive says where its
 * values go if the statements after it store them. */
void icet_print_stmt_head(strbuf *out, const icet_program *program,
                          const icet_process *process, const icet_stmt *s);

/* All of it, in the notation.  What was read from a text can be read again, and is the
 * same then but for the names of variables: a hidden one may get a name. */
void icet_print_program(strbuf *out, const icet_program *program);

/* The spelling of an operator. */
const char *icet_operator(icet_expr_kind op);

#endif
