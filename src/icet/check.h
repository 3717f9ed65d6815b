/* check.h -- from the tree to a checked program; what the parts of the checker share.
 *
 * The checker lowers each part as soon as it is checked.  NULL for an expression or a
 * type means that a mistake in it was reported; parts that depend on it give no further
 * message.
 */
#ifndef ICET_CHECK_H
#define ICET_CHECK_H

#include "base/diag.h"
#include "base/idmap.h"
#include "base/suggest.h"
#include "icet/ast.h"
#include "icet/build.h"

enum {
    ICET_MAX_TYPE = 1000,     /* parts of a value: functions on values are recursive */
    ICET_MAX_AT_LEAST = 1000, /* of a set */
    ICET_MOST_SUGGESTIONS = 50, /* each takes time, and no user reads more */
};

/* The global meaning of a name: a set, a process or a constructor. */
typedef enum icet_global_kind {
    GLOBAL_PROCESS, /* index */
    GLOBAL_SET,     /* index */
    GLOBAL_CTOR,    /* ctor */
} icet_global_kind;

typedef struct icet_global {
    icet_global_kind kind;
    ast_name name;
    uint32_t index;
    const icet_ctor *ctor;
} icet_global;

typedef struct icet_local {
    ast_name name;
    uint32_t var;
    bool is_loop; /* the variable of a `for`; cannot be assigned */
} icet_local;

typedef struct icet_loop {
    struct icet_loop *outer;
    srcpos exit; /* a break out of it; SRC_NONE: there is none */
} icet_loop;

typedef struct icet_checker {
    const ast_program *tree;
    const intern *names;
    diag *d;
    icet_program *program;
    icet_builder b;
    arena scratch; /* texts of messages */

    /* Tables from names to numbers, from 1 on.  There are three name spaces: types,
     * messages, and what expressions may name. */
    idmap type_names, message_names, global_names;
    VEC(icet_global) globals;
    VEC(const ast_data *) data_trees; /* those of messages come last */
    icet_data *datas;
    icet_ctor **ctors; /* of each of them */
    uint32_t *data_sizes;
    bool *data_has_pid;

    /* The process that is being checked. */
    const ast_process *process;
    VEC(icet_local) locals; /* all of them */
    VEC(uint32_t) open;     /* those in scope, innermost last */
    uint32_t *in_scope;     /* by name: which local, from 1 on; 0: none */
    uint32_t *ended;        /* ... that was in scope before */
    uint32_t *pattern_of;   /* by name: the pattern that has it */
    uint32_t patterns;      /* so far */
    unsigned depth;         /* of blocks around */
    icet_loop *loop;        /* the innermost */
    uint32_t fors;          /* that are open */
} icet_checker;

/* True: PROGRAM is complete.  False: mistakes were reported; there is nothing to free.
 */
bool icet_check(const ast_program *tree, const intern *names, diag *d,
                icet_program *program);

/* check.c */
const char *icet_check_name(const icet_checker *c, ast_name name);
const char *icet_check_type(icet_checker *c, const icet_type *type); /* for messages */
const char *icet_check_plural(uint32_t count);
bool icet_check_may_suggest(const icet_checker *c);
void icet_check_suggest(icet_checker *c, const suggest *s);
const icet_global *icet_check_global(const icet_checker *c,
                                     ast_name name); /* or NULL */

/* check_type.c */
void icet_check_datas(icet_checker *c);
const icet_type *icet_check_written_type(icet_checker *c, const ast_type *type);
bool icet_check_size_of(icet_checker *c, const icet_type *type, srcpos pos);
bool icet_check_has_pid(const icet_checker *c, const icet_type *type);

/* check_scope.c */
size_t icet_check_open_scope(icet_checker *c); /* a mark for close_scope */
void icet_check_close_scope(icet_checker *c, size_t mark);
const icet_local *icet_check_local(const icet_checker *c, ast_name name); /* or NULL */
uint32_t icet_check_declare(icet_checker *c, ast_name name, const icet_type *type,
                            bool is_loop);
void icet_check_unknown(icet_checker *c, ast_name name, const char *what);
bool icet_check_assignable(icet_checker *c, const icet_local *local, ast_name name);

/* check_expr.c */
const icet_expr *icet_check_expr(icet_checker *c, const ast_expr *e);
const icet_expr *icet_check_expr_is(icet_checker *c, const ast_expr *e,
                                    const icet_type *type); /* NULL: any */
const icet_ctor *icet_check_ctor(icet_checker *c, ast_name name, const icet_data *data);
const icet_expr *icet_check_ctor_call(icet_checker *c, const icet_ctor *ctor,
                                      srcpos pos, ast_name name, const ast_exprs *args);
uint32_t icet_check_set(icet_checker *c, ast_name name); /* or ICET_NONE */

/* check_stmt.c: false if control does not reach the end */
void icet_check_body(icet_checker *c, icet_list *out);
bool icet_check_block(icet_checker *c, const ast_block *block, icet_list *out);

/* check_match.c */
bool icet_check_receive(icet_checker *c, const ast_stmt *s, icet_list *out);
bool icet_check_match(icet_checker *c, const ast_stmt *s, icet_list *out);

/* check_message.c */
uint32_t icet_check_message(icet_checker *c, ast_name name); /* or ICET_NONE */
uint32_t icet_check_field_count(const icet_checker *c, uint32_t message);
/* Reports unless FOUND is the number of values of the message. */
bool icet_check_count(icet_checker *c, ast_name name, uint32_t message, uint32_t found);
void icet_check_send(icet_checker *c, const ast_stmt *s, icet_list *out);

#endif
