/* state.h -- a symbolic state: where everybody is, for any number of copies.
 *
 * Inside the engine only.  A unit is a process, a copy that has a name, or all copies
 * that have none; those are in the same state, described once, with TERM_SELF for each.
 * A channel holds what was sent and not yet received.
 *
 * States share what they do not change: a unit or a channel is copied before it is
 * written (seq_state_unit, seq_state_chan).  Everything lives in the prover's arena.
 */
#ifndef ENGINE_SEQUENTIAL_STATE_H
#define ENGINE_SEQUENTIAL_STATE_H

#include "engine/sequential/code.h"
#include "engine/sequential/derivation.h"
#include "engine/sequential/sequential.h"
#include "engine/sequential/term.h"

#include "base/vec.h"

typedef enum seq_unit_kind {
    UNIT_ONE,  /* a process of which there is one */
    UNIT_COPY, /* one of a set */
    UNIT_ALL,  /* all of a set but the UNIT_COPYs */
    UNIT_REST, /* ... those that a loop over the set has not changed yet: at least one
                */
    UNIT_DONE, /* ... and those that it has changed; perhaps none */
} seq_unit_kind;

/* What stands in a copy for the unknowns that are each copy's own. */
typedef struct seq_renaming seq_renaming;
struct seq_renaming {
    term own, fresh;
    const seq_renaming *next;
};

typedef struct seq_unit {
    uint32_t process;
    seq_unit_kind kind;
    uint32_t name;          /* UNIT_COPY */
    uint32_t of;            /* UNIT_COPY: the unit it left */
    const seq_renaming *renamings;    /* UNIT_COPY */
    const icet_stmt *at;    /* what it does next; NULL: it has finished */
    bool returned;          /* `at` is a loop over a set, and an iteration has ended */
    bool paused;            /* it waits for another branch: see `until` */
    const icet_stmt *until; /* it pauses when it leaves this */
    uint32_t waits_for;     /* a receive from several: the unit it was pinned to */
    bool asleep;            /* it waits, and nothing has come since it looked */
    uint32_t laps;          /* turns of a `while` since it received something */
    uint32_t turns;         /* ... in all */
    uint32_t apart;         /* open ifs in a `while` whose branches did not meet */
    term *store;            /* by variable */
    bool fresh;             /* the state owns it, and may write to it */
} seq_unit;

typedef struct seq_item {
    term value;
    const icet_stmt *sent;
    uint32_t keep;     /* see prover.keeps */
    bool mixed;        /* there is more than one send it may be from */
    uint32_t many;     /* a set: there is one for each of its elements, `value` is that
                          of any; ICET_NONE: it is one message */
    uint32_t heap;     /* many: its number in the sequential program */
    uint32_t names;    /* many: names and unknowns from here on differ from one */
    uint32_t unknowns; /* to the next */
    uint32_t copy;     /* many: this name is another copy's in each; or ICET_NONE */
    bool taken;        /* many: this iteration had one */
    uint8_t widened;   /* see done.c */
} seq_item;

typedef struct seq_channel {
    uint32_t from, to; /* units */
    bool some;         /* FROM is all copies: it is from some of them */
    uint32_t message;
    uint32_t count;
    seq_item *items; /* oldest first */
    bool fresh;
} seq_channel;

typedef struct seq_state seq_state;
struct seq_state {
    uint32_t unit_count, unit_room;
    seq_unit **units; /* NULL: it was folded back */
    uint32_t chan_count, chan_room;
    seq_channel **chans;
    const term_fact *facts;
    seq_stmt **tail;    /* where the next statement goes */
    derivation **proof; /* where the next step goes */
    seq_stmt *each;     /* the last statement, if it is what all of a set did */
    uint32_t each_unit;
    uint64_t depth; /* how far it got */
};

typedef struct seq_keep_list {
    uint32_t keep;
    const struct seq_keep_list *next;
} seq_keep_list;

/* What a SEQ_KEEP keeps.  Two that turn out to be one, from two branches, are joined
 * (prover_join_keeps), so what holds of it is said at the end (emit_finish). */
typedef struct seq_keep {
    uint32_t same;          /* as this one */
    const seq_keep_list *apart; /* those were in one channel with it */
    bool needed;
    uint32_t heap; /* it goes there; ICET_NONE: it is a message by itself */
} seq_keep;

typedef struct seq_name {
    uint32_t process;
    uint32_t loop;   /* in each iteration of that loop it is another copy; 0: none */
    uint32_t source; /* ... the loop's element: ICET_NONE, or what was in that heap */
} seq_name;

/* A loop whose generic iteration is being run. */
typedef struct seq_loop {
    uint32_t id;
    uint32_t set;
    uint32_t process; /* of the set; ICET_NONE: indices */
    bool split;       /* its iterations change the copies: UNIT_REST and UNIT_DONE */
    bool by_name;     /* ... one with a name that is another one each time */
    uint32_t source;  /* ... see name_info */
    bool by_pick;     /* ... one that a receive picks */
    seq_stmt *out;    /* what it becomes */
    const struct seq_state *start; /* what an iteration begins with */
    struct seq_loop *outer;
} seq_loop;

typedef struct seq_failure {
    sequential_kind kind;
    srcpos pos;
    const char *text;
    const char *hint;
    uint32_t note_count;
    sequential_note notes[8];
    uint64_t depth;
    int weight;       /* how much it says */
    seq_state *at;        /* for what is left */
    seq_stmt *prefix; /* the sequential program so far */
} seq_failure;

typedef struct solver solver; /* solver.h */

typedef struct prover {
    const icet_program *program;
    const sequential_options *options;
    bool last_first; /* loops of the last process are tried before those of the first */
    code code;
    term_store terms;
    arena *memory;
    VEC(seq_name) names;
    VEC(bool) own;    /* by unknown: each copy has its own */
    icet_type *picks; /* by process: the type of an unknown copy of it */
    VEC(seq_keep) keeps;
    uint32_t heaps;
    bool *among;             /* by message: a copy has sent it to another of its set */
    const icet_stmt **alone; /* ... all copies have received it, none from another */
    uint32_t loops;
    uint64_t steps;
    bool stopped;  /* a limit was hit, or an assertion failed: nothing can help */
    seq_failure best;  /* of those seen, the one that got furthest */
    seq_stmt *out; /* the sequential program */
    struct seq_loop *loop; /* the innermost */
    solver *solver;            /* NULL: not asked yet */
} prover;

/* They have the same ends, and are of the same message. */
bool seq_channel_is_like(const seq_channel *a, const seq_channel *b);

seq_state *seq_state_begin(prover *p);
seq_state *seq_state_copy(prover *p, const seq_state *s);

seq_unit *seq_state_unit(prover *p, seq_state *s, uint32_t index); /* to write to */
seq_channel *seq_state_chan(prover *p, seq_state *s, uint32_t index); /* to write to */

/* The channel, or -1. */
int seq_state_find_chan(const seq_state *s, uint32_t from, uint32_t to, uint32_t message,
                    bool some);
void seq_state_push(prover *p, seq_state *s, uint32_t from, uint32_t to, uint32_t message,
                bool some, seq_item what);
seq_item seq_state_pull(prover *p, seq_state *s, uint32_t chan);

/* The unit that is the copy called NAME, or of the process PROCESS; ICET_NONE. */
uint32_t seq_state_named(const seq_state *s, uint32_t name);
uint32_t seq_state_single(const seq_state *s, uint32_t process);
/* The unit of the copies of PROCESS without names. */
uint32_t seq_state_others(const seq_state *s, uint32_t process);
uint32_t seq_state_copies(const seq_state *s, uint32_t process); /* how many have names */

/* What the facts say of the size of SET: 0 it is, 1 it is not, -1 they do not say. */
int seq_state_size(prover *p, const seq_state *s, uint32_t set);
/* Unit INDEX stands for no copy at all. */
bool seq_state_is_vacant(prover *p, const seq_state *s, uint32_t index);

/* A variable whose value was forgotten may have any. */
term seq_unit_eval(prover *p, const seq_unit *u, const icet_expr *e);
/* Any value; all copies: each has its own. */
term seq_unit_fresh(prover *p, const seq_unit *u, const icet_type *type);
bool seq_unit_is_many(const seq_unit *u); /* it stands for several copies */
extern const icet_type prover_bool_type;
term prover_own(prover *p, const icet_type *type);
void prover_make_own(prover *p, uint32_t from); /* unknowns from this one on */
uint32_t prover_name(prover *p, uint32_t process, uint32_t loop, uint32_t source);
/* FACTS and that X is an element of SET. */
const term_fact *prover_element(prover *p, const term_fact *facts, uint32_t set, term x);

/* U joins the units; its number. */
uint32_t seq_state_add_unit(prover *p, seq_state *s, seq_unit *u);
void seq_state_add_chan(prover *p, seq_state *s, seq_channel *c);
void seq_state_drop_chans(seq_state *s, uint32_t u); /* to and from it; no heaps */

/* A copy called NAME leaves ALL. */
uint32_t seq_state_unfold(prover *p, seq_state *s, uint32_t all, uint32_t name);

/* Copy U is as the others are: they become one unit again.  False: it is not. */
bool seq_state_fold(prover *p, seq_state *s, uint32_t u);
void seq_state_fold_all(prover *p, seq_state *s);

/* Nobody will read what variables hold that are not live, nor empty channels. */
void seq_state_scrub(prover *p, seq_state *s);

seq_keep *prover_keep(prover *p, uint32_t keep);
/* What KEEP keeps joins the channel C. */
void prover_keep_apart(prover *p, uint32_t keep, const seq_channel *c);
bool prover_can_join(prover *p, uint32_t a, uint32_t b);
/* From now on A and B are one.  False: they are kept apart. */
bool prover_join_keeps(prover *p, uint32_t a, uint32_t b);

/* ---- emit.c: what the sequential program and the derivation get ---- */

seq_stmt *emit_for_unit(prover *p, seq_state *s, uint32_t index, seq_kind kind,
               const icet_stmt *stmt);
seq_stmt *emit_at(prover *p, seq_stmt ***tail, seq_kind kind, const icet_stmt *stmt);
seq_stmt *emit_block(prover *p, seq_state *s, seq_kind kind, const icet_stmt *stmt);
/* Now that all is known of what is kept. */
void emit_finish(prover *p, seq_stmt *list);
derivation *emit_derivation(prover *p, seq_state *s, rule r, uint32_t index, uint32_t other,
                  const icet_stmt *stmt);

#endif
