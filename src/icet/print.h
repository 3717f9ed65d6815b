/* print.h -- prints a checked program, or a piece of it, in the notation of
 * docs/icet.md. */
#ifndef ICET_PRINT_H
#define ICET_PRINT_H

#include "base/strbuf.h"
#include "icet/icet.h"

void icet_print_type(strbuf *out, const icet_type *type);

/* Callbacks that print names in another way, for texts in which the acting process is
 * not clear. */
typedef struct icet_namer {
    void (*put_var)(void *context, uint32_t var, strbuf *out);
    void (*put_self)(void *context, strbuf *out);
    void (*put_part)(const icet_expr *e, strbuf *out); /* after its args[0] */
    void *context;
} icet_namer;

/* `yes == |A|`.  A variable that the user did not write is called `it`. */
void icet_print_expr_as(strbuf *out, const icet_program *program,
                        const icet_namer *namer, const icet_expr *e);

/* A statement without its blocks, on one line, without a final ';' or '{':
 * `send vote(v) to c`, `for a in A`, `if (yes == |A|)`.  A receive says where its
 * values go if the statements after it store them. */
void icet_print_stmt_head(strbuf *out, const icet_program *program,
                          const icet_process *process, const icet_stmt *s);

/* The whole program.  Reading the text again gives the same program, except for the
 * names of variables: a hidden one may get a name. */
void icet_print_program(strbuf *out, const icet_program *program);

/* The spelling of an operator. */
const char *icet_operator(icet_expr_kind op);

#endif
