/* inside.h -- the checker's picture of a symbolic state.  For audit*.c only.
 *
 * A scene has actors (who there is) and lines (what was sent and not yet received).
 * Actors have the numbers that the derivation gives them.  All copies of a process
 * that have no actor of their own are one, whose number is that of the process.
 */
#ifndef ENGINE_SEQUENTIAL_AUDIT_AUDIT_PRIVATE_H
#define ENGINE_SEQUENTIAL_AUDIT_AUDIT_PRIVATE_H

#include "engine/sequential/audit/audit.h"
#include "engine/sequential/code.h"
#include "engine/sequential/term.h"

#include "base/vec.h"

typedef enum audit_unit_kind {
    AUDIT_ONE,  /* a process of which there is one */
    AUDIT_COPY, /* one copy, with a name */
    AUDIT_ALL,  /* all other copies */
    AUDIT_REST, /* ... that the loop over them has still to come to */
    AUDIT_DONE, /* ... that it is through with */
} audit_unit_kind;

/* What is each copy's own, and what it is for one. */
typedef struct audit_renaming audit_renaming;
struct audit_renaming {
    term own, fresh;
    const audit_renaming *next;
};

typedef struct audit_unit {
    bool here; /* false: it has joined the others */
    audit_unit_kind kind;
    uint32_t process, name;
    const audit_renaming *renamings; /* ACTOR_COPY */
    const icet_stmt *at;
    bool returned;   /* it stands at a loop, and has been through an iteration */
    uint32_t pinned; /* the actor that its receive from several waits for */
    term *store;
} audit_unit;

typedef struct audit_item {
    term value;
    uint32_t many; /* one for each element of this set; ICET_NONE: one message */
    uint32_t names, unknowns; /* many: from these on, they differ */
    uint32_t heap;            /* many: its number */
    uint32_t copy;            /* many: this name is another copy's in each; ICET_NONE */
    bool taken;               /* many: this iteration had one */
    bool partial; /* many: there are as many as there were iterations, perhaps none */
} audit_item;

typedef struct audit_channel {
    uint32_t from, to, message;
    bool some; /* a heap: of any of the copies FROM */
    uint32_t count;
    audit_item *items; /* oldest first */
} audit_channel;

typedef struct audit_state {
    uint32_t count, room;
    audit_unit *units;
    uint32_t channel_count, channel_room;
    audit_channel *channels;
    const term_fact *facts;
} audit_state;

typedef VEC(audit_state *) audit_state_list;

/* A loop that is being run. */
typedef struct audit_loop_frame audit_loop_frame;
struct audit_loop_frame {
    uint32_t id, set, process;
    bool split; /* ACTOR_REST and ACTOR_DONE are its */
    bool by_name, by_pick;
    uint32_t source; /* by_name: of the name, see name_of */
    audit_loop_frame *outer;
};

typedef struct audit_name {
    uint32_t process;
    uint32_t
        frame; /* the loop in each iteration of which it is another copy; 0: none */
    uint32_t source; /* ... its element: 0, or from that heap */
} audit_name;

typedef struct auditor {
    const icet_program *program;
    audit_report *report;
    arena memory;
    code code;
    term_store terms;
    VEC(audit_name) names;
    VEC(bool) own;       /* by unknown: each copy has one */
    icet_type *picks;    /* by process: the type of some copy's pid */
    bool *among, *alone; /* by message: see audit_race.c */
    audit_loop_frame *frame;
    uint32_t frame_count, heaps;
    bool dry;    /* only to see what comes out: the check follows */
    bool opens;  /* the next step is the first of RULE_EACH */
    bool failed; /* the report says why */
    const derivation *step;
} auditor;

/* Always false: the step is not justified. */
bool audit_refuse(auditor *a, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- audit_scene.c ---- */

audit_state *audit_state_begin(auditor *a);
audit_state *audit_state_copy(auditor *a, const audit_state *s);
uint32_t audit_state_add_unit(auditor *a, audit_state *s, const audit_unit *x);
audit_unit *audit_state_unit(const audit_state *s,
                             uint32_t index); /* NULL: it is not there */
uint32_t audit_state_named(const audit_state *s, uint32_t name);
uint32_t audit_state_copies(const audit_state *s, uint32_t process);

audit_channel *audit_state_find_channel(const audit_state *s, uint32_t from,
                                        uint32_t to, uint32_t message, bool some);
audit_channel *audit_state_open_channel(auditor *a, audit_state *s, uint32_t from,
                                        uint32_t to, uint32_t message, bool some);
void audit_channel_push(auditor *a, audit_channel *l, audit_item what);
audit_item audit_channel_pull(audit_channel *l);
void audit_state_drop_channels(audit_state *s,
                               uint32_t index); /* to and from it; no heaps */

/* What the facts say of the size of SET: 0 it is, 1 it is not, -1 they do not say. */
int audit_state_size(auditor *a, const audit_state *s, uint32_t set);

/* ---- audit_value.c ---- */

bool audit_unit_is_many(const audit_unit *x);
term audit_any_value(auditor *a, const audit_unit *x, const icet_type *type);
term audit_own_value(auditor *a, const icet_type *type);
bool audit_is_own(const auditor *a, const term_node *n);
/* FACTS, and what X learns from CONDITION. */
const term_fact *audit_learn(auditor *a, const audit_unit *x, const term_fact *facts,
                             term condition, bool value);
uint32_t audit_new_name(auditor *a, audit_name what);
term audit_eval(auditor *a, const audit_unit *x, const icet_expr *e);
term audit_eval_now(auditor *a, const audit_state *s, const audit_unit *x,
                    const icet_expr *e);
bool audit_is_live(const auditor *a, const audit_unit *x, uint32_t var);
uint32_t audit_var_count(const auditor *a, const audit_unit *x);

/* ---- audit_copy.c ---- */

uint32_t audit_unfold(auditor *a, audit_state *s, uint32_t all, uint32_t name);
bool audit_fold(auditor *a, audit_state *s, uint32_t index, bool leaves_messages);
bool audit_is_inhabited(auditor *a, const audit_state *s, uint32_t all);

/* ---- audit_race.c ---- */

/* The receive of INDEX can get messages of FROM only (of its heap: SOME). */
bool audit_is_only_sender(auditor *a, const audit_state *s, uint32_t index,
                          uint32_t from, bool some);

/* ---- audit_step.c ---- */

void audit_unit_pass(auditor *a, audit_unit *x, const icet_stmt *after); /* behind it */
void audit_unit_enter(auditor *a, audit_unit *x, const icet_stmt *block);
const term_fact *audit_know_element(auditor *a, const term_fact *facts, uint32_t set,
                                    term x);
bool audit_step(auditor *a, audit_state *s, const derivation *d);

/* ---- audit_branch.c ---- */

/* Both ways.  They meet in S, or all ends join ENDS. */
bool audit_branch(auditor *a, audit_state *s, const derivation *d,
                  audit_state_list *ends);

/* ---- audit_loop.c, audit_done.c ---- */

bool audit_loop(auditor *a, audit_state *s, const derivation *d);

/* ---- audit.c ---- */

bool audit_replay(auditor *a, audit_state *s, const derivation *list,
                  audit_state_list *ends);

#endif
