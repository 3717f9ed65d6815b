/* seq_state.h -- a symbolic state: units, channels and a path condition, for any set
 * sizes.
 *
 * A unit is a single process, a copy with a name, or all copies of a set that have no
 * name; these are in the same state, which is described once, with TERM_SELF for each.
 * A channel leads from a unit to a unit and holds what was sent and not yet received.
 *
 * States share what they do not change: a unit or channel is copied before it is
 * written (seq_state_unit, seq_state_channel).  Everything lives in the prover's arena.
 */
#ifndef ENGINE_SEQUENTIAL_SEQ_STATE_H
#define ENGINE_SEQUENTIAL_SEQ_STATE_H

#include "engine/sequential/prover.h"

typedef enum seq_unit_kind {
    UNIT_ONE,  /* a single process */
    UNIT_COPY, /* one copy of a set, with a name */
    UNIT_ALL,  /* all copies of a set except the UNIT_COPYs */
    UNIT_REST, /* ... those that a loop over the set has not changed yet: at least one
                */
    UNIT_DONE, /* ... and those that it has changed: perhaps none */
} seq_unit_kind;

/* In a copy, `fresh` stands for the unknown `own`, which has another value in each
 * copy. */
typedef struct seq_renaming seq_renaming;
struct seq_renaming {
    term own, fresh;
    const seq_renaming *next;
};

typedef struct seq_unit {
    uint32_t process;
    seq_unit_kind kind;
    uint32_t name;                 /* UNIT_COPY */
    uint32_t of;                   /* UNIT_COPY: the unit it left */
    const seq_renaming *renamings; /* UNIT_COPY */
    const icet_stmt *at;           /* its next statement; NULL: it has finished */
    bool returned;          /* `at` is a loop over a set, and an iteration has ended */
    bool paused;            /* it waits for the other branch of an if: see `until` */
    const icet_stmt *until; /* it pauses when it leaves this statement */
    uint32_t waits_for;     /* a receive from several: the unit it was pinned to */
    bool asleep;            /* it waits, and nothing has arrived since it last looked */
    uint32_t laps;          /* turns of a `while` since its last receive */
    uint32_t turns;         /* ... in all */
    uint32_t apart;         /* undecided ifs in a `while` whose branches did not meet */
    term *store;            /* by variable */
    bool fresh;             /* the state owns it, and may write to it */
} seq_unit;

/* A message in a channel, or a heap: one message for each element of a set. */
typedef struct seq_item {
    term value;
    const icet_stmt *sent;
    uint32_t keep;     /* see prover.keeps */
    bool mixed;        /* more than one send may have sent it */
    uint32_t many;     /* a heap: the set; `value` is the payload of any one of them.
                          ICET_NONE: a single message */
    uint32_t heap;     /* heap: its number in the sequential program */
    uint32_t names;    /* heap: names and unknowns with numbers from here on differ */
    uint32_t unknowns; /* from message to message */
    uint32_t copy;   /* heap: this name is another copy in each message; or ICET_NONE */
    bool taken;      /* heap: this iteration has taken its message */
    uint8_t widened; /* see iteration_done.c */
} seq_item;

struct seq_channel {
    uint32_t from, to; /* units */
    bool some;         /* FROM stands for many copies: the sender is some of them */
    uint32_t message;
    uint32_t count;
    seq_item *items; /* oldest first */
    bool fresh;      /* the state owns it, and may write to it */
};

struct seq_state {
    uint32_t unit_count, unit_room;
    seq_unit **units; /* NULL: it was folded back */
    uint32_t channel_count, channel_room;
    seq_channel **channels;
    const term_fact *facts; /* the path condition */
    seq_stmt **tail;        /* where the next sequential statement goes */
    derivation **proof;     /* where the next rule application goes */
    seq_stmt *each;         /* the last statement, if it is an open SEQ_EACH */
    uint32_t each_unit;
    uint64_t depth; /* how far it got */
};

typedef VEC(seq_state *) seq_state_list;

/* Do A and B have the same ends and the same message? */
bool seq_channel_is_like(const seq_channel *a, const seq_channel *b);

seq_state *seq_state_begin(prover *p);
seq_state *seq_state_copy(prover *p, const seq_state *s);

/* Asserts the invariants of the whole structure. */
void seq_state_check(const prover *p, const seq_state *s);

seq_unit *seq_state_unit(prover *p, seq_state *s, uint32_t index); /* to write to */
seq_channel *seq_state_channel(prover *p, seq_state *s,
                               uint32_t index); /* to write to */

/* The channel's index, or -1. */
int seq_state_find_channel(const seq_state *s, uint32_t from, uint32_t to,
                           uint32_t message, bool some);
void seq_state_push(prover *p, seq_state *s, uint32_t from, uint32_t to,
                    uint32_t message, bool some, seq_item what);
seq_item seq_state_pull(prover *p, seq_state *s, uint32_t channel);

/* The unit of the copy called NAME, or ICET_NONE. */
uint32_t seq_state_named(const seq_state *s, uint32_t name);
/* The unit of the single process PROCESS. */
uint32_t seq_state_single(const seq_state *s, uint32_t process);
/* The unit of the copies of PROCESS without names. */
uint32_t seq_state_others(const seq_state *s, uint32_t process);
/* How many copies of PROCESS have names. */
uint32_t seq_state_copies(const seq_state *s, uint32_t process);

/* Does the path condition imply that SET is empty (0), or not empty (1), or neither
 * (-1)? */
int seq_state_size(prover *p, const seq_state *s, uint32_t set);
/* Unit INDEX stands for no copy at all. */
bool seq_state_is_vacant(prover *p, const seq_state *s, uint32_t index);

/* The value of E for U.  A variable without a value may have any: a new unknown. */
term seq_unit_eval(prover *p, const seq_unit *u, const icet_expr *e);
/* A new unknown; if U stands for many copies, each has its own. */
term seq_unit_fresh(prover *p, const seq_unit *u, const icet_type *type);
/* U stands for many copies. */
bool seq_unit_is_many(const seq_unit *u);

/* Adds U and returns its index. */
uint32_t seq_state_add_unit(prover *p, seq_state *s, seq_unit *u);
void seq_state_add_channel(prover *p, seq_state *s, seq_channel *c);
/* Drops all channels to and from unit U, except those of SOME copies. */
void seq_state_drop_channels(seq_state *s, uint32_t u);

/* A copy called NAME leaves unit ALL; its index. */
uint32_t seq_state_unfold(prover *p, seq_state *s, uint32_t all, uint32_t name);

/* Copy U joins the unit it left.  False: their states differ. */
bool seq_state_fold(prover *p, seq_state *s, uint32_t u);
void seq_state_fold_all(prover *p, seq_state *s);

/* Drops values of dead variables, and empty channels. */
void seq_state_scrub(prover *p, seq_state *s);

#endif
