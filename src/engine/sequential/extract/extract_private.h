/* inside.h -- what the files extract_*.c share.
 *
 * An `extraction` is the program that is being made; a `maker` makes one of its
 * processes.  The first thing that cannot be taken is reported, and everything after it
 * is in vain: whoever notices `failed` may return anything.
 */
#ifndef ENGINE_SEQUENTIAL_EXTRACT_EXTRACT_PRIVATE_H
#define ENGINE_SEQUENTIAL_EXTRACT_EXTRACT_PRIVATE_H

#include "icet/build.h"
#include "lang/module.h"
#include "lang/program.h"

/* ---- what expressions are worth ---- */

typedef enum extract_shape_kind {
    SHAPE_EXPR,   /* a value that IceT has */
    SHAPE_SET,    /* a collection: all the machines of a set */
    SHAPE_EMPTY,  /* an empty collection */
    SHAPE_TUPLE,  /* a tuple with a collection in it */
    SHAPE_MEMBER, /* in the loop that creates a set: one of it, or something else that
                     is another one in each round.  It has no name */
} extract_shape_kind;

typedef struct extract_shape extract_shape;
struct extract_shape {
    extract_shape_kind kind;
    const icet_expr *expr;
    uint32_t set;
    uint32_t count;
    const extract_shape *const *parts;
};

/* ---- the program ---- */

typedef struct extract_set_draft {
    icet_set set;
    const var_decl *param; /* whose value its size is */
    bool is_walked;        /* somebody loops over it or picks from it */
} extract_set_draft;

typedef struct extract_process_draft {
    icet_process process;
    const binding *bound;         /* what is created */
    const extract_shape *payload; /* NULL: none */
    bool is_known;                /* somebody has a reference to it */
} extract_process_draft;

typedef struct extract_enum_draft {
    const enum_decl *decl;
    const icet_data *data;
} extract_enum_draft;

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
    VEC(extract_enum_draft) enums;
    VEC(const icet_data *) datas;
    VEC(extract_set_draft) sets;
    VEC(icet_message) messages;
    VEC(extract_process_draft) processes;
    VEC(icet_expr *) references; /* all ICET_EX_PROCESS */
    uint32_t *class_of;          /* by event: the first of those merged with it */
    uint32_t *message_of;        /* by that one; ICET_NONE: not yet made */
    const icet_data **data_of;
} extraction;

/* ---- a process ---- */

/* What a variable of P stands for at this point of its machine. */
typedef struct extract_var {
    const var_decl *decl;
    uint32_t slot;              /* ICET_NONE: its type has no values in IceT */
    const extract_shape *known; /* not NULL: this, and not what is in the slot */
    uint32_t writes;            /* in the text of the machine */
    uint32_t depth;             /* of where it was declared */
} extract_var;

/* Statements get these around them, so that they can be taken away again. */
typedef struct extract_draft {
    icet_stmt stmt; /* first */
    struct extract_draft *prev;
    bool is_implicit; /* P does it without saying: not needed if nobody reads it */
    bool is_dead;
} extract_draft;

typedef struct extract_block {
    extract_draft *first, *last;
    struct extract_block *outer;
    bool is_loop;
} extract_block;

/* A function whose body is put where it is called, or an entry. */
typedef struct extract_frame {
    const fun_decl *fun;
    struct extract_frame *outer;
    uint32_t depth;
    struct extract_loop *loop; /* around the call */
    const extract_shape *result;
    uint32_t result_slot; /* ICET_NONE: not in a variable */
} extract_frame;

typedef enum extract_loop_kind { EXTRACT_FOR, EXTRACT_WHILE } extract_loop_kind;

typedef struct extract_loop {
    extract_loop_kind kind;
    struct extract_loop *outer;
    bool return_is_break;
    const var_decl *counter; /* LOOP_FOR that counts: the variable, or NULL */
    bool counts_last;        /* ... which grows at the end of the body only */
    uint32_t set;
    uint32_t element;
} extract_loop;

typedef struct extract_maker {
    extraction *x;
    uint32_t process;
    idmap variables; /* var_decl to variable */
    VEC(icet_var) vars;
    VEC(bool) is_counter;   /* by slot: what is stored for counting only is implicit */
    VEC(icet_expr *) reads; /* all ICET_EX_VAR */
    extract_block *block;
    extract_frame *frame;
    extract_loop *loop;
    uint32_t depth;  /* of loops and branches around */
    uint32_t size;   /* statements so far */
    bool has_talked; /* may create nobody any more */
    bool is_guarded; /* in what && or || may leave out */
} extract_maker;

/* ---- extract.c ---- */

/* "the sequential engine does not support ...".  HINT may be NULL. */
void extract_refuse(extraction *x, srcpos pos, const char *hint, const char *format,
                    ...) PRINTF_LIKE(4, 5);
const char *extract_text(const extraction *x, name_id name);
/* TEXT, or, if something has that name already, TEXT with a number. */
const char *extract_name(extraction *x, intern *taken, const char *text);
uint32_t extract_add_set(extraction *x, const char *name, srcpos pos,
                         const var_decl *param);
uint32_t extract_add_process(extraction *x, const binding *bound, uint32_t set,
                             srcpos pos);
void extract_finish_body(extract_maker *m, extract_block *body);

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

const extract_shape *extract_shape_of_expr(extraction *x, const icet_expr *e);
const extract_shape *extract_shape_of_set(extraction *x, uint32_t set);
const extract_shape *extract_shape_of_kind(extraction *x, extract_shape_kind kind);
const extract_shape *extract_shape_of_tuple(extraction *x,
                                            const extract_shape *const *parts,
                                            uint32_t count, srcpos pos);
const extract_shape *extract_shape_default(extraction *x, type_id type, srcpos pos);
const extract_shape *extract_shape_part(extraction *x, const extract_shape *s,
                                        uint32_t index, srcpos pos);
/* S, with another part. */
const extract_shape *extract_shape_with_part(extraction *x, const extract_shape *s,
                                             uint32_t count, uint32_t index,
                                             const extract_shape *part, srcpos pos);
/* The same whoever evaluates it whenever. */
bool extract_shape_is_constant(const extract_shape *s);
/* ... and about who is who: it is better to have it than to have a variable. */
bool extract_shape_is_wiring(const extract_shape *s);
/* As PROCESS means it, for others: no `self` in it. */
const extract_shape *extract_shape_for_others(extraction *x, uint32_t process,
                                              const extract_shape *s);
/* Reports that there is no such value. */
const icet_expr *extract_shape_expr(extraction *x, const extract_shape *s, srcpos pos);

/* ---- extract_expr.c: what P's expressions are worth ---- */

const extract_shape *extract_eval(extract_maker *m, const expr *e);
/* The same; E may be a call, since nothing else is evaluated with it. */
const extract_shape *extract_eval_whole(extract_maker *m, const expr *e);
const icet_expr *extract_value(extract_maker *m, const expr *e);
/* The size of the set that the parameter says. */
const icet_expr *extract_param_size(extract_maker *m, const var_decl *param,
                                    srcpos pos);
/* What several arguments, or one, or none, are as one payload; NULL: none. */
const extract_shape *extract_payload(extract_maker *m, expr *const *args,
                                     uint32_t count, srcpos pos);

/* ---- extract_variable.c ---- */

extract_var *extract_variable(extract_maker *m, const var_decl *decl);
uint32_t extract_new_slot(extract_maker *m, const char *name, const icet_type *type,
                          srcpos pos);
const icet_expr *extract_read_slot(extract_maker *m, uint32_t slot, srcpos pos);
/* Variables begin with the default of their type. */
void extract_declare(extract_maker *m, var_decl *const *vars, uint32_t count,
                     uint32_t depth);
/* How often each variable is written by what the walks of F see. */
void extract_count_writes(extract_maker *m, const fun_decl *f);
void extract_store(extract_maker *m, const expr *target, const extract_shape *value,
                   srcpos pos);
void extract_store_variable(extract_maker *m, extract_var *v,
                            const extract_shape *value, srcpos pos, bool is_implicit);

/* ---- extract_stmt.c ---- */

extract_draft *extract_emit(extract_maker *m, icet_stmt_kind kind, srcpos pos);
extract_draft *extract_emit_assign(extract_maker *m, uint32_t slot,
                                   const icet_expr *value, srcpos pos);
void extract_open(extract_maker *m, extract_block *b, bool is_loop);
const icet_stmt *extract_close(extract_maker *m);

/* What is still to do after a statement, in the same body. */
typedef struct extract_continuation {
    const stmt *stmt;
    const struct extract_continuation *next;
} extract_continuation;

void extract_rest(extract_maker *m, const extract_continuation *r);
void extract_body(extract_maker *m, const stmt *body);
const extract_continuation *extract_push(extract_maker *m, const stmt *s,
                                         const extract_continuation *r);
/* Puts the body of F here.  ARGS has as many as F takes. */
const extract_shape *extract_call(extract_maker *m, const fun_decl *f,
                                  const extract_shape *const *args, srcpos pos);

/* ---- extract_loop.c ---- */

void extract_while(extract_maker *m, const stmt *s, const extract_continuation *after);
void extract_foreach(extract_maker *m, const stmt *s);
/* Is it sure that SLOT holds 0 here? */
bool extract_is_zero(const extract_maker *m, uint32_t slot);
/* What a block ends with. */
const stmt *extract_last(const stmt *s);

/* ---- extract_create.c ---- */

/* `new`: one machine. */
const extract_shape *extract_new(extract_maker *m, const expr *e);
bool extract_creates(const stmt *s);
/* A loop that creates a set. */
void extract_creation_loop(extract_maker *m, const stmt *s);
/* `c += ...`, out of such a loop. */
void extract_refuse_update(extract_maker *m, const stmt *s);
/* Is the machine of the process of a form that can be taken? */
bool extract_check_machine(extraction *x, const machine_decl *machine, srcpos created);
const binding *extract_bound(const module *m, const interface_decl *i);

/* ---- extract_message.c ---- */

void extract_merge_events(extraction *x);
uint32_t extract_message(extraction *x, const event_decl *e);
void extract_send(extract_maker *m, const stmt *s);
void extract_receive(extract_maker *m, const stmt *s,
                     const extract_continuation *after);
/* The handlers of the start state: answers to events, for ever. */
void extract_handlers(extract_maker *m, const state_decl *state);

/* ---- extract_walk.c: questions about the tree ---- */

typedef struct extract_walk {
    void (*on_stmt)(void *context, const stmt *s); /* or NULL */
    void (*on_expr)(void *context, const expr *e);
    void *context;
    bool into_calls;
    VEC(const fun_decl *) seen;
} extract_walk;

void extract_walk_stmt(extract_walk *w, const stmt *s);
void extract_walk_function(extract_walk *w, const fun_decl *f);
void extract_walk_fini(extract_walk *w);

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
const icet_stmt *extract_prune(extract_maker *m, extract_draft *first);

/* ---- extract_scope.c ---- */

/* BODY, with what has to come first so that it can be written down. */
const icet_stmt *extract_widen(extract_maker *m, const icet_stmt *body);

#endif
