/* extract_private.h -- shared by the files of extract/.
 *
 * An `extraction` is the program in the making; an `extract_maker` makes one of its
 * processes.  Only the first construct that cannot be translated is reported.  After
 * that (`failed`) every function may return anything, because the result is discarded.
 */
#ifndef ENGINE_SEQUENTIAL_EXTRACT_EXTRACT_PRIVATE_H
#define ENGINE_SEQUENTIAL_EXTRACT_EXTRACT_PRIVATE_H

#include "icet/build.h"
#include "lang/module.h"
#include "lang/program.h"

/* ---- values of expressions ---- */

typedef enum extract_shape_kind {
    SHAPE_EXPR,   /* a value that IceT has */
    SHAPE_SET,    /* a collection: all the machines of a set */
    SHAPE_EMPTY,  /* an empty collection */
    SHAPE_TUPLE,  /* a tuple with a collection in it */
    SHAPE_MEMBER, /* in the loop that creates a set: the machine of this round, or
                     another value that differs from round to round; it has no IceT
                     expression */
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
    const var_decl *param; /* the parameter that is its size */
    bool is_walked;        /* some process loops over it or picks from it */
} extract_set_draft;

typedef struct extract_process_draft {
    icet_process process;
    const binding *bound;         /* the binding that was created */
    const extract_shape *payload; /* NULL: none */
    bool is_known;                /* some process has a reference to it */
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
    bool is_trying; /* a refusal is not reported: see words.c */
    int64_t *least; /* by parameter of the test: see extract_find_least */
    icet_program *out;
    arena *memory; /* that of OUT */
    arena scratch; /* until the end of the extraction */
    intern taken;  /* names in use in OUT */
    icet_builder builder;
    VEC(extract_enum_draft) enums;
    VEC(const icet_data *) datas;
    VEC(extract_set_draft) sets;
    VEC(icet_message) messages;
    VEC(extract_process_draft) processes;
    VEC(icet_expr *) references; /* all ICET_EX_PROCESS */
    uint32_t *class_of;          /* by event: the first event merged with it */
    uint32_t *message_of;        /* by that event; ICET_NONE: not made yet */
    const icet_data **data_of;
} extraction;

/* ---- a process ---- */

/* A variable of P at the current point of its machine. */
typedef struct extract_var {
    const var_decl *decl;
    uint32_t slot;              /* ICET_NONE: IceT has no such type */
    const extract_shape *known; /* not NULL: its value, instead of the slot's */
    uint32_t writes;            /* how many statements write it */
    uint32_t depth;             /* of its declaration */
} extract_var;

/* A statement that may be removed again (prune.c). */
typedef struct extract_draft {
    icet_stmt stmt; /* first */
    struct extract_draft *prev;
    bool is_implicit; /* P does it implicitly: not needed if its value is never read */
    bool is_dead;
} extract_draft;

typedef struct extract_block {
    extract_draft *first, *last;
    struct extract_block *outer;
    bool is_loop;
} extract_block;

/* An entry, or a function that is inlined at its call. */
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
    const var_decl *counter; /* EXTRACT_FOR that counts: the variable, or NULL */
    bool counts_last;        /* ... which is incremented at the end of the body only */
    uint32_t set;
    uint32_t element;
} extract_loop;

typedef struct extract_maker {
    extraction *x;
    uint32_t process;
    idmap variables; /* var_decl to variable */
    VEC(icet_var) vars;
    VEC(bool) is_counter;   /* by slot: stores that only count are implicit */
    VEC(icet_expr *) reads; /* all ICET_EX_VAR */
    extract_block *block;
    extract_frame *frame;
    extract_loop *loop;
    uint32_t depth;  /* of loops and branches around */
    uint32_t size;   /* statements so far */
    bool has_talked; /* so it may create no more machines */
    bool is_guarded; /* in an operand that && or || may skip */
} extract_maker;

/* ---- extract.c ---- */

/* Reports "the sequential engine does not support ...".  HINT may be NULL. */
void extract_refuse(extraction *x, srcpos pos, const char *hint, const char *format,
                    ...) PRINTF_LIKE(4, 5);
const char *extract_text(const extraction *x, name_id name);
/* TEXT, with a number if the name is in use. */
const char *extract_name(extraction *x, intern *taken, const char *text);
uint32_t extract_add_set(extraction *x, const char *name, srcpos pos,
                         const var_decl *param);
uint32_t extract_add_process(extraction *x, const binding *bound, uint32_t set,
                             srcpos pos);
void extract_finish_body(extract_maker *m, extract_block *body);

/* ---- admission.c ---- */

/* Finds the least values that the test's assumption admits. */
void extract_find_least(extraction *x);
uint32_t extract_least_size(const extraction *x, const var_decl *param);
/* Says which sizes of its sets OUT is meant for; all sets are there. */
void extract_set_admission(extraction *x);

/* ---- words.c ---- */

typedef VEC(icet_word) extract_word_list;

/* Gives the assertion OUT the words that S has. */
void extract_words(extract_maker *m, const stmt *s, icet_stmt *out);

/* ---- type.c ---- */

/* A tuple of one item is the item. */
const icet_type *extract_tuple(extraction *x, const icet_type *const *items,
                               uint32_t count);
/* NULL: IceT has no such type; reports nothing. */
const icet_type *extract_find_type(extraction *x, type_id type);
/* The same, but reports the failure. */
const icet_type *extract_type(extraction *x, type_id type, srcpos pos);
bool extract_has_collection(const extraction *x, type_id type);
const icet_ctor *extract_ctor(extraction *x, const enum_elem *elem);

/* ---- shape.c: making values ---- */

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
/* Does it have the same value for every process, at all times? */
bool extract_shape_is_constant(const extract_shape *s);
/* ... and does it identify processes?  Then it is better inlined than stored. */
bool extract_shape_is_wiring(const extract_shape *s);
/* S of PROCESS for other processes: with `self` replaced. */
const extract_shape *extract_shape_for_others(extraction *x, uint32_t process,
                                              const extract_shape *s);
/* Reports it if S has no expression. */
const icet_expr *extract_shape_expr(extraction *x, const extract_shape *s, srcpos pos);

/* ---- expr.c: values of P's expressions ---- */

const extract_shape *extract_eval(extract_maker *m, const expr *e);
/* The same; E may be a call, since it is the whole expression. */
const extract_shape *extract_eval_whole(extract_maker *m, const expr *e);
const icet_expr *extract_value(extract_maker *m, const expr *e);
/* The size of the set that PARAM counts. */
const icet_expr *extract_param_size(extract_maker *m, const var_decl *param,
                                    srcpos pos);
/* Any number of arguments as one payload; NULL: none. */
const extract_shape *extract_payload(extract_maker *m, expr *const *args,
                                     uint32_t count, srcpos pos);

/* ---- variable.c ---- */

extract_var *extract_variable(extract_maker *m, const var_decl *decl);
uint32_t extract_new_slot(extract_maker *m, const char *name, const icet_type *type,
                          srcpos pos);
const icet_expr *extract_read_slot(extract_maker *m, uint32_t slot, srcpos pos);
/* Initializes variables with the default of their type. */
void extract_declare(extract_maker *m, var_decl *const *vars, uint32_t count,
                     uint32_t depth);
/* Counts the writes of each variable in F and in what it calls. */
void extract_count_writes(extract_maker *m, const fun_decl *f);
void extract_store(extract_maker *m, const expr *target, const extract_shape *value,
                   srcpos pos);
void extract_store_variable(extract_maker *m, extract_var *v,
                            const extract_shape *value, srcpos pos, bool is_implicit);

/* ---- stmt.c ---- */

extract_draft *extract_emit(extract_maker *m, icet_stmt_kind kind, srcpos pos);
extract_draft *extract_emit_assign(extract_maker *m, uint32_t slot,
                                   const icet_expr *value, srcpos pos);
void extract_open(extract_maker *m, extract_block *b, bool is_loop);
const icet_stmt *extract_close(extract_maker *m);

/* The continuation of a statement in its body. */
typedef struct extract_continuation {
    const stmt *stmt;
    const struct extract_continuation *next;
} extract_continuation;

void extract_rest(extract_maker *m, const extract_continuation *r);
void extract_body(extract_maker *m, const stmt *body);
const extract_continuation *extract_push(extract_maker *m, const stmt *s,
                                         const extract_continuation *r);
/* Inlines F.  ARGS has as many as F takes. */
const extract_shape *extract_call(extract_maker *m, const fun_decl *f,
                                  const extract_shape *const *args, srcpos pos);

/* ---- loop.c ---- */

void extract_while(extract_maker *m, const stmt *s, const extract_continuation *after);
void extract_foreach(extract_maker *m, const stmt *s);
/* Does SLOT certainly hold 0 here? */
bool extract_is_zero(const extract_maker *m, uint32_t slot);
/* The last statement of a block. */
const stmt *extract_last(const stmt *s);

/* ---- create.c ---- */

/* `new`: one machine. */
const extract_shape *extract_new(extract_maker *m, const expr *e);
bool extract_creates(const stmt *s);
/* A loop that creates a set. */
void extract_creation_loop(extract_maker *m, const stmt *s);
/* `c += ...`, outside of such a loop. */
void extract_refuse_update(extract_maker *m, const stmt *s);
/* Is MACHINE in direct style?  Reports it if not. */
bool extract_check_machine(extraction *x, const machine_decl *machine, srcpos created);
const binding *extract_bound(const module *m, const interface_decl *i);

/* ---- message.c ---- */

void extract_merge_events(extraction *x);
uint32_t extract_message(extraction *x, const event_decl *e);
void extract_send(extract_maker *m, const stmt *s);
void extract_receive(extract_maker *m, const stmt *s,
                     const extract_continuation *after);
/* The handlers of the start state, as an endless loop of receives. */
void extract_handlers(extract_maker *m, const state_decl *state);

/* ---- walk.c: questions about the tree ---- */

typedef struct extract_walk {
    void (*on_stmt)(void *context, const stmt *s); /* or NULL */
    void (*on_expr)(void *context, const expr *e);
    void *context;
    bool into_calls;
    VEC(const fun_decl *) visited;
} extract_walk;

void extract_walk_stmt(extract_walk *w, const stmt *s);
void extract_walk_expr(extract_walk *w, const expr *e);
void extract_walk_function(extract_walk *w, const fun_decl *f);
void extract_walk_fini(extract_walk *w);

bool extract_has_return(const stmt *s);
/* ... of the loop around S. */
bool extract_has_continue(const stmt *s);
bool extract_has_break(const stmt *s);
/* Does S, or what it calls, store into V? */
bool extract_writes(const stmt *s, const var_decl *v);
/* ... or F into a variable of the machine? */
bool extract_changes_fields(const fun_decl *f);
/* How often S does `v = v + 1`, if that is the same on each path through S and S writes
 * V in no other way; else -1. */
int extract_increments(const stmt *s, const var_decl *v);
bool extract_is_increment(const stmt *s, const var_decl *v);
/* The variable that S itself stores into; NULL: none. */
const var_decl *extract_written(const stmt *s);
/* The variable that an lvalue denotes a part of. */
const var_decl *extract_target(const expr *lvalue);

/* ---- prune.c ---- */

/* Removes implicit stores that are never read, and variables that are then unused;
 * numbers the remaining statements. */
const icet_stmt *extract_prune(extract_maker *m, extract_draft *first);

/* ---- scope.c ---- */

/* BODY, with the declarations that the notation needs before it. */
const icet_stmt *extract_widen(extract_maker *m, const icet_stmt *body);

#endif
