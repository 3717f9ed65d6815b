/* audit_private.h -- the auditor's symbolic states, and what the files of audit/ share.
 *
 * The auditor has states of its own, so that an error in the prover's states is not an
 * error of both.  Units have the numbers that the derivation gives them; the unit of
 * all copies of a process without names has the number of the process.
 *
 * Everything lives in the auditor's arena.
 */
#ifndef ENGINE_SEQUENTIAL_AUDIT_AUDIT_PRIVATE_H
#define ENGINE_SEQUENTIAL_AUDIT_AUDIT_PRIVATE_H

#include "engine/sequential/audit/audit.h"
#include "engine/sequential/code.h"
#include "engine/sequential/term.h"

#include "base/vec.h"

typedef enum audit_unit_kind {
    AUDIT_ONE,  /* a single process */
    AUDIT_COPY, /* one copy, with a name */
    AUDIT_ALL,  /* all copies without names */
    AUDIT_REST, /* ... that the loop over them has not reached yet */
    AUDIT_DONE, /* ... that the loop over them has changed */
} audit_unit_kind;

/* In a copy, `fresh` stands for the unknown `own`, which has another value in each
 * copy. */
typedef struct audit_renaming audit_renaming;
struct audit_renaming {
    term own, fresh;
    const audit_renaming *next;
};

typedef struct audit_unit {
    bool here; /* false: it was folded */
    audit_unit_kind kind;
    uint32_t process, name;
    const audit_renaming *renamings; /* AUDIT_COPY */
    const icet_stmt *at;             /* its next statement; NULL: it has finished */
    bool returned;                   /* it stands at a loop, after an iteration */
    uint32_t pinned; /* the unit that its receive from several waits for */
    term *store;     /* by variable */
} audit_unit;

/* A message in a channel, or a heap: one message for each element of a set. */
typedef struct audit_item {
    term value;
    uint32_t many;            /* heap: the set; ICET_NONE: a single message */
    uint32_t names, unknowns; /* heap: those from here on differ between its messages */
    uint32_t heap;            /* heap: its number */
    uint32_t copy; /* heap: this name is another copy in each message; ICET_NONE */
    bool taken;    /* heap: this iteration has taken its message */
    bool partial;  /* heap: one message for each iteration so far, perhaps none */
} audit_item;

typedef struct audit_channel {
    uint32_t from, to, message;
    bool some; /* a heap of messages of any of the copies FROM */
    uint32_t count;
    audit_item *items; /* oldest first */
} audit_channel;

typedef struct audit_state {
    uint32_t count, room;
    audit_unit *units;
    uint32_t channel_count, channel_room;
    audit_channel *channels;
    const term_fact *facts; /* the path condition */
} audit_state;

typedef VEC(audit_state *) audit_state_list;

/* A loop whose iteration is being replayed. */
typedef struct audit_loop_frame audit_loop_frame;
struct audit_loop_frame {
    uint32_t id, set, process;
    bool split; /* AUDIT_REST and AUDIT_DONE are this loop's */
    bool by_name, by_pick;
    uint32_t source; /* by_name: that of the name, see audit_name */
    audit_loop_frame *outer;
};

typedef struct audit_name {
    uint32_t process;
    uint32_t
        frame; /* it denotes another copy in each iteration of that loop; 0: none */
    uint32_t source; /* ... the loop's element: 0, or an element of that heap */
} audit_name;

typedef struct auditor {
    const icet_program *program;
    audit_report *report;
    arena memory;
    code code;
    term_store terms;
    VEC(audit_name) names;
    VEC(bool) own;       /* by unknown: each copy has its own */
    icet_type *picks;    /* by process: the type of an unknown copy of it */
    bool *among, *alone; /* by message: see race.c */
    audit_loop_frame *frame;
    uint32_t frame_count, heaps;
    bool dry;    /* survey an iteration without checking it: the check follows */
    bool opens;  /* the next step is the first of a RULE_EACH */
    bool failed; /* the report says why */
    const derivation *step;
} auditor;

/* Records that the current step is not justified; returns false. */
bool audit_refuse(auditor *a, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- state.c ---- */

audit_state *audit_state_begin(auditor *a);
audit_state *audit_state_copy(auditor *a, const audit_state *s);
uint32_t audit_state_add_unit(auditor *a, audit_state *s, const audit_unit *x);
audit_unit *audit_state_unit(const audit_state *s,
                             uint32_t index); /* NULL: not there */
uint32_t audit_state_named(const audit_state *s, uint32_t name);
uint32_t audit_state_copies(const audit_state *s, uint32_t process);

/* Asserts the invariants of the whole structure. */
void audit_state_check(const auditor *a, const audit_state *s);

/* NULL: there is none. */
audit_channel *audit_state_find_channel(const audit_state *s, uint32_t from,
                                        uint32_t to, uint32_t message, bool some);
audit_channel *audit_state_open_channel(auditor *a, audit_state *s, uint32_t from,
                                        uint32_t to, uint32_t message, bool some);
void audit_channel_push(auditor *a, audit_channel *l, audit_item what);
audit_item audit_channel_pull(audit_channel *l);
/* Drops all channels to and from unit INDEX, except those of SOME copies. */
void audit_state_drop_channels(audit_state *s, uint32_t index);

/* Does the path condition imply that SET is empty (0), or not empty (1), or neither
 * (-1)? */
int audit_state_size(auditor *a, const audit_state *s, uint32_t set);

/* ---- value.c ---- */

bool audit_unit_is_many(const audit_unit *x);
/* A new unknown; if X stands for many copies, each has its own. */
term audit_any_value(auditor *a, const audit_unit *x, const icet_type *type);
term audit_own_value(auditor *a, const icet_type *type);
bool audit_is_own(const auditor *a, const term_node *n);
/* FACTS, and what X learns from CONDITION being VALUE. */
const term_fact *audit_learn(auditor *a, const audit_unit *x, const term_fact *facts,
                             term condition, bool value);
uint32_t audit_new_name(auditor *a, audit_name what);
/* The value of E for X ... */
term audit_eval(auditor *a, const audit_unit *x, const icet_expr *e);
/* ... under the path condition of S. */
term audit_eval_now(auditor *a, const audit_state *s, const audit_unit *x,
                    const icet_expr *e);
bool audit_is_live(const auditor *a, const audit_unit *x, uint32_t var);
uint32_t audit_var_count(const auditor *a, const audit_unit *x);

/* ---- copy.c ---- */

/* A copy called NAME leaves unit ALL; its index. */
uint32_t audit_unfold(auditor *a, audit_state *s, uint32_t all, uint32_t name);
/* The copy INDEX joins the unit of the others, if it is in the same state. */
bool audit_fold(auditor *a, audit_state *s, uint32_t index, bool leaves_messages);
/* Does unit ALL stand for at least one copy? */
bool audit_is_inhabited(auditor *a, const audit_state *s, uint32_t all);

/* ---- race.c ---- */

/* Can the receive of unit INDEX take messages of FROM only (SOME: of its heap)? */
bool audit_is_only_sender(auditor *a, const audit_state *s, uint32_t index,
                          uint32_t from, bool some);

/* ---- step.c ---- */

/* Moves X to the statement after STMT, or into BLOCK of the statement it stands at. */
void audit_unit_pass(auditor *a, audit_unit *x, const icet_stmt *stmt);
void audit_unit_enter(auditor *a, audit_unit *x, const icet_stmt *block);
/* FACTS, and that X is an element of SET. */
const term_fact *audit_know_element(auditor *a, const term_fact *facts, uint32_t set,
                                    term x);
bool audit_step(auditor *a, audit_state *s, const derivation *d);

/* ---- branch.c ---- */

/* Replays both branches.  They meet in S, or all their ends join ENDS. */
bool audit_branch(auditor *a, audit_state *s, const derivation *d,
                  audit_state_list *ends);

/* ---- iteration.c ---- */

bool audit_loop(auditor *a, audit_state *s, const derivation *d);

/* ---- audit.c ---- */

/* Replays LIST from S, and adds the final states to ENDS. */
bool audit_replay(auditor *a, audit_state *s, const derivation *list,
                  audit_state_list *ends);

#endif
