/* print_private.h -- what the parts of the printer share. */
#ifndef ICET_PRINT_PRIVATE_H
#define ICET_PRINT_PRIVATE_H

#include "base/vec.h"
#include "icet/print.h"

typedef struct icet_printer {
    strbuf *out;
    const icet_program *program;
    const icet_process *process;
    const char **names;      /* of the variables; NULL: as they are in the process */
    const icet_namer *namer; /* NULL: none; else there may be no process */
    const bool *whole; /* by message: a tuple it carries is written as one value; NULL:
                          none is */
} icet_printer;

void icet_put_var(const icet_printer *p, uint32_t var);
void icet_put_expr(const icet_printer *p, const icet_expr *e);
void icet_put_head(const icet_printer *p, const icet_stmt *s);
void icet_put_send(const icet_printer *p, const icet_stmt *s);
void icet_put_source(const icet_printer *p, const icet_stmt *s); /* ` from A` */
void icet_put_text(strbuf *out, const char *text);

/* print_pattern.c */

/* Assignments that take the value of VAR apart, as a pattern does.  CTOR, if not NULL,
 * has made the value. */
typedef struct icet_taken {
    uint32_t var;
    const icet_ctor *ctor;
    const icet_stmt *first;
    const icet_stmt *after; /* the statement after them */
    uint32_t count;
} icet_taken;

icet_taken icet_take_apart(uint32_t var, const icet_ctor *ctor, const icet_stmt *first);

/* `(a, _)`: a pattern with an item for each of TYPES. */
void icet_put_pattern(const icet_printer *p, const icet_taken *taken,
                      const icet_type *const *types, uint32_t count);

/* The constructor that S, an ICET_IF, tests a variable for; or NULL. */
const icet_ctor *icet_tested(const icet_stmt *s, uint32_t *var);

#endif
