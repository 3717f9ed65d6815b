/* inside.h -- what the files extract_*.c share.
 *
 * An `extraction` is the program that is being made; a `maker` makes one of its
 * processes.  The first thing that cannot be taken is reported, and everything after it
 * is in vain: whoever notices `failed` may return anything.
 */
#ifndef ENGINE_SEQUENTIAL_EXTRACT_INSIDE_H
#define ENGINE_SEQUENTIAL_EXTRACT_INSIDE_H

#include "icet/build.h"
#include "lang/module.h"
#include "lang/program.h"

/* ---- what expressions are worth ---- */

typedef enum shape_kind {
    SHAPE_EXPR,   /* a value that IceT has */
    SHAPE_SET,    /* a collection: all the machines of a set */
    SHAPE_EMPTY,  /* an empty collection */
    SHAPE_TUPLE,  /* a tuple with a collection in it */
    SHAPE_MEMBER, /* in the loop that creates a set: one of it, or something else that
                     is another one in each round.  It has no name */
} shape_kind;

typedef struct shape shape;
struct shape {
    shape_kind kind;
    const icet_expr *expr;
    uint32_t set;
    uint32_t count;
    const shape *const *parts;
};

/* ---- the program ---- */

typedef struct set_draft {
    icet_set set;
    const var_decl *param; /* whose value its size is */
    bool is_walked;        /* somebody loops over it or picks from it */
} set_draft;

typedef struct process_draft {
    icet_process process;
    const binding *bound; /* what is created */
    const shape *payload; /* NULL: none */
    bool is_known;        /* somebody has a reference to it */
} process_draft;

typedef struct enum_draft {
    const enum_decl *decl;
    const icet_data *data;
} enum_draft;

typedef struct extraction {
    const program *p;
    const test_decl *test;
    diag *d;
    bool failed;
    icet_program *out;
    arena *memory; /* of OUT */
    arena scratch; /* until the end of the extraction */
    intern taken;  /* names that something in OUT has */
    icet_builder builder;
    VEC(enum_draft) enums;
    VEC(const icet_data *) datas;
    VEC(set_draft) sets;
    VEC(icet_message) messages;
    VEC(process_draft) processes;
    VEC(icet_expr *) references; /* all ICET_EX_PROCESS */
    uint32_t *class_of;          /* by event: the first of those merged with it */
    uint32_t *message_of;        /* by that one; ICET_NONE: not yet made */
    const icet_data **data_of;
} extraction;

/* ---- a process ---- */

/* What a variable of P stands for at this point of its machine. */
typedef struct variable {
    const var_decl *decl;
    uint32_t slot;      /* ICET_NONE: its type has no values in IceT */
    const shape *known; /* not NULL: this, and not what is in the slot */
    uint32_t writes;    /* in the text of the machine */
    uint32_t depth;     /* of where it was declared */
} variable;

/* Statements get these around them, so that they can be taken away again. */
typedef struct draft {
    icet_stmt stmt; /* first */
    struct draft *prev;
    bool is_implicit; /* P does it without saying: not needed if nobody reads it */
    bool is_dead;
} draft;

typedef struct block {
    draft *first, *last;
    struct block *outer;
    bool is_loop;
} block;

/* A function whose body is put where it is called, or an entry. */
typedef struct frame {
    const fun_decl *fun;
    struct frame *outer;
    uint32_t depth;
    struct loop *loop; /* around the call */
    const shape *result;
    uint32_t result_slot; /* ICET_NONE: not in a variable */
} frame;

typedef enum loop_kind { LOOP_FOR, LOOP_WHILE } loop_kind;

typedef struct loop {
    loop_kind kind;
    struct loop *outer;
    bool return_is_break;
    const var_decl *counter; /* LOOP_FOR that counts: the variable, or NULL */
    bool counts_last;        /* ... which grows at the end of the body only */
    uint32_t set;
    uint32_t element;
} loop;

typedef struct maker {
    extraction *x;
    uint32_t process;
    idmap variables; /* var_decl to variable */
    VEC(icet_var) vars;
    VEC(bool) is_counter;   /* by slot: what is stored for counting only is implicit */
    VEC(icet_expr *) reads; /* all ICET_EX_VAR */
    block *block;
    frame *frame;
    loop *loop;
    uint32_t depth;  /* of loops and branches around */
    uint32_t size;   /* statements so far */
    bool has_talked; /* may create nobody any more */
    bool is_guarded; /* in what && or || may leave out */
} maker;

/* ---- extract.c ---- */

/* "the sequential engine cannot take ...".  HINT may be NULL. */
void extract_refuse(extraction *x, srcpos pos, const char *hint, const char *format,
                    ...) PRINTF_LIKE(4, 5);
const char *extract_text(const extraction *x, name_id name);
/* TEXT, or, if something has that name already, TEXT with a number. */
const char *extract_name(extraction *x, intern *taken, const char *text);
uint32_t extract_add_set(extraction *x, const char *name, srcpos pos,
                         const var_decl *param);
uint32_t extract_add_process(extraction *x, const binding *bound, uint32_t set,
                             srcpos pos);
void extract_finish_body(maker *m, block *body);

/* ---- extract_type.c ---- */

/* A tuple of one is that one. */
const icet_type *extract_tuple(extraction *x, const icet_type *const *items,
                               uint32_t count);
/* NULL: there is no such type; says nothing. */
const icet_type *extract_find_type(extraction *x, type_id type);
/* The same, but reports it. */
const icet_type *extract_type(extraction *x, type_id type, srcpos pos);
bool extract_has_collection(const extraction *x, type_id type);
const icet_ctor *extract_ctor(extraction *x, const enum_elem *elem);

/* ---- extract_shape.c: making values ---- */

/* Without arguments. */
icet_expr *extract_expr_new(extraction *x, icet_expr_kind kind, const icet_type *type,
                            srcpos pos);
const icet_expr *extract_int(extraction *x, int64_t number, srcpos pos);
const icet_expr *extract_operation(extraction *x, icet_expr_kind kind,
                                   const icet_type *type, const icet_expr *a,
                                   const icet_expr *b, srcpos pos);
const icet_expr *extract_tuple_of(extraction *x, const icet_expr *const *items,
                                  uint32_t count, srcpos pos);
const icet_expr *extract_item(extraction *x, const icet_expr *tuple, uint32_t index,
                              srcpos pos);
const icet_expr *extract_default(extraction *x, type_id type, srcpos pos);
const icet_expr *extract_process(extraction *x, uint32_t process, srcpos pos);

const shape *shape_of_expr(extraction *x, const icet_expr *e);
const shape *shape_of_set(extraction *x, uint32_t set);
const shape *shape_of_kind(extraction *x, shape_kind kind);
const shape *shape_of_tuple(extraction *x, const shape *const *parts, uint32_t count,
                            srcpos pos);
const shape *shape_default(extraction *x, type_id type, srcpos pos);
const shape *shape_part(extraction *x, const shape *s, uint32_t index, srcpos pos);
/* S, with another part. */
const shape *shape_with_part(extraction *x, const shape *s, uint32_t count,
                             uint32_t index, const shape *part, srcpos pos);
/* The same whoever evaluates it whenever. */
bool shape_is_constant(const shape *s);
/* ... and about who is who: it is better to have it than to have a variable. */
bool shape_is_wiring(const shape *s);
/* As PROCESS means it, for others: no `self` in it. */
const shape *shape_for_others(extraction *x, uint32_t process, const shape *s);
/* Reports that there is no such value. */
const icet_expr *shape_expr(extraction *x, const shape *s, srcpos pos);

/* ---- extract_expr.c: what P's expressions are worth ---- */

const shape *extract_eval(maker *m, const expr *e);
/* The same; E may be a call, since nothing else is evaluated with it. */
const shape *extract_eval_whole(maker *m, const expr *e);
const icet_expr *extract_value(maker *m, const expr *e);
/* The size of the set that the parameter says. */
const icet_expr *extract_param_size(maker *m, const var_decl *param, srcpos pos);
/* What several arguments, or one, or none, are as one payload; NULL: none. */
const shape *extract_payload(maker *m, expr *const *args, uint32_t count, srcpos pos);

/* ---- extract_variable.c ---- */

variable *extract_variable(maker *m, const var_decl *decl);
uint32_t extract_new_slot(maker *m, const char *name, const icet_type *type,
                          srcpos pos);
const icet_expr *extract_read_slot(maker *m, uint32_t slot, srcpos pos);
/* Variables begin with the default of their type. */
void extract_declare(maker *m, var_decl *const *vars, uint32_t count, uint32_t depth);
/* How often each variable is written by what the walks of F see. */
void extract_count_writes(maker *m, const fun_decl *f);
void extract_store(maker *m, const expr *target, const shape *value, srcpos pos);
void extract_store_variable(maker *m, variable *v, const shape *value, srcpos pos,
                            bool is_implicit);

/* ---- extract_stmt.c ---- */

draft *extract_emit(maker *m, icet_stmt_kind kind, srcpos pos);
draft *extract_emit_assign(maker *m, uint32_t slot, const icet_expr *value, srcpos pos);
void extract_open(maker *m, block *b, bool is_loop);
const icet_stmt *extract_close(maker *m);

/* What is still to do after a statement, in the same body. */
typedef struct rest {
    const stmt *stmt;
    const struct rest *next;
} rest;

void extract_rest(maker *m, const rest *r);
void extract_body(maker *m, const stmt *body);
const rest *extract_push(maker *m, const stmt *s, const rest *r);
/* Puts the body of F here.  ARGS has as many as F takes. */
const shape *extract_call(maker *m, const fun_decl *f, const shape *const *args,
                          srcpos pos);

/* ---- extract_loop.c ---- */

void extract_while(maker *m, const stmt *s, const rest *after);
void extract_foreach(maker *m, const stmt *s);
/* Is it sure that SLOT holds 0 here? */
bool extract_is_zero(const maker *m, uint32_t slot);
/* What a block ends with. */
const stmt *extract_last(const stmt *s);

/* ---- extract_create.c ---- */

/* `new`: one machine. */
const shape *extract_new(maker *m, const expr *e);
bool extract_creates(const stmt *s);
/* A loop that creates a set. */
void extract_creation_loop(maker *m, const stmt *s);
/* `c += ...`, out of such a loop. */
void extract_refuse_update(maker *m, const stmt *s);
/* Is the machine of the process of a form that can be taken? */
bool extract_check_machine(extraction *x, const machine_decl *machine, srcpos created);
const binding *extract_bound(const module *m, const interface_decl *i);

/* ---- extract_message.c ---- */

void extract_merge_events(extraction *x);
uint32_t extract_message(extraction *x, const event_decl *e);
void extract_send(maker *m, const stmt *s);
void extract_receive(maker *m, const stmt *s, const rest *after);
/* The handlers of the start state: answers to events, for ever. */
void extract_handlers(maker *m, const state_decl *state);

/* ---- extract_walk.c: questions about the tree ---- */

typedef struct walk {
    void (*on_stmt)(void *context, const stmt *s); /* or NULL */
    void (*on_expr)(void *context, const expr *e);
    void *context;
    bool into_calls;
    VEC(const fun_decl *) seen;
} walk;

void walk_stmt(walk *w, const stmt *s);
void walk_function(walk *w, const fun_decl *f);
void walk_fini(walk *w);

bool extract_has_return(const stmt *s);
/* Of the loop around S. */
bool extract_has_continue(const stmt *s);
bool extract_has_break(const stmt *s);
/* S, or what it calls, stores something in V. */
bool extract_writes(const stmt *s, const var_decl *v);
/* ... or F in a variable of the machine. */
bool extract_changes_fields(const fun_decl *f);
/* How often S does `v = v + 1`, if that is the same on each way through it, and it does
 * nothing else to V; else -1. */
int extract_increments(const stmt *s, const var_decl *v);
bool extract_is_increment(const stmt *s, const var_decl *v);
/* What S itself stores into; NULL: nothing. */
const var_decl *extract_written(const stmt *s);
/* The variable that an lvalue is or is a part of. */
const var_decl *extract_target(const expr *lvalue);

/* ---- extract_prune.c ---- */

/* Takes away what is implicit and not read, and the variables that are not used then;
 * numbers the rest. */
const icet_stmt *extract_prune(maker *m, draft *first);

/* ---- extract_scope.c ---- */

/* BODY, with what has to come first so that it can be written down. */
const icet_stmt *extract_widen(maker *m, const icet_stmt *body);

#endif
