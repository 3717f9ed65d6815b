/* build.h -- builds a checked program, piece by piece.
 *
 * The front end and the extraction from P use it.  All pieces live in the program's
 * arena; free the builder when the program is complete.
 *
 *     icet_builder b;
 *     icet_builder_init(&b, &program);       // program is empty now
 *     ... program.messages, program.sets ...
 *     icet_list body = {0};
 *     icet_stmt *s = icet_stmt_new(&b, &body, ICET_SEND, pos);
 *     s->to = ...
 *     icet_process_end(&b, &program.processes[0], &body);
 *     icet_builder_fini(&b);
 */
#ifndef ICET_BUILD_H
#define ICET_BUILD_H

#include "base/idmap.h"
#include "base/intern.h"
#include "base/vec.h"
#include "icet/icet.h"

typedef struct icet_builder {
    icet_program *program;
    intern tuples; /* keys: the types of the items of a tuple type */
    VEC(const icet_type *) tuple_types;
    idmap data_types;   /* by their data */
    VEC(icet_var) vars; /* of the process under construction */
    uint32_t stmts;     /* of it, so far */
} icet_builder;

void icet_builder_init(icet_builder *b, icet_program *program);
void icet_builder_fini(icet_builder *b); /* the program stays */

const char *icet_text(icet_builder *b, const char *text); /* copies TEXT */

/* ---- types ---- */

const icet_type *icet_type_int(void);
const icet_type *icet_type_bool(void);
const icet_type *icet_type_pid(void);
const icet_type *icet_type_unit(void); /* the empty tuple */
const icet_type *icet_type_tuple(icet_builder *b, const icet_type *const *items,
                                 uint32_t count);
const icet_type *icet_type_data(icet_builder *b, const icet_data *data);

/* The type of the elements of the set. */
const icet_type *icet_set_type(const icet_set *set);

/* ---- expressions ---- */

icet_expr *icet_expr_new(icet_builder *b, icet_expr_kind kind, srcpos pos,
                         const icet_type *type, const icet_expr *const *args,
                         uint32_t count);
const icet_expr *icet_expr_int(icet_builder *b, srcpos pos, int64_t number);
const icet_expr *icet_expr_bool(icet_builder *b, srcpos pos, bool value);
const icet_expr *icet_expr_var(icet_builder *b, srcpos pos, uint32_t var);
const icet_expr *icet_expr_tuple(icet_builder *b, srcpos pos,
                                 const icet_expr *const *args, uint32_t count);
const icet_expr *icet_expr_item(icet_builder *b, const icet_expr *tuple, uint32_t item);
const icet_expr *icet_expr_part(icet_builder *b, const icet_expr *data,
                                const icet_ctor *ctor, uint32_t field);
const icet_expr *icet_expr_is(icet_builder *b, const icet_expr *data,
                              const icet_ctor *ctor);

/* ---- statements ---- */

typedef struct icet_list {
    const icet_stmt *first;
    const icet_stmt **end; /* the last one's `next`; NULL: there is none */
} icet_list;

/* Adds a statement at the end of LIST.  Its id is the next one of the process, so make
 * statements in the order of the text. */
icet_stmt *icet_stmt_new(icet_builder *b, icet_list *list, icet_stmt_kind kind,
                         srcpos pos);
void icet_stmt_assign(icet_builder *b, icet_list *list, srcpos pos, uint32_t var,
                      const icet_expr *value);

/* Adds a variable to the process under construction.  Copies NAME; NULL: hidden.
 * TYPE NULL: a mistake in it was reported. */
uint32_t icet_var_new(icet_builder *b, const char *name, srcpos pos,
                      const icet_type *type);

/* Completes the process under construction: PROCESS gets its variables and body. */
void icet_process_end(icet_builder *b, icet_process *process, const icet_list *body);

#endif
