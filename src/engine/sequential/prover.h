/* prover.h -- the data of one attempt at a proof, besides its symbolic states.
 *
 * Names, unknowns, heaps and kept payloads are numbered over the whole attempt, so that
 * all states mean the same by them.  Everything lives in the prover's arena, which is
 * that of the result.  One prover belongs to one thread.
 */
#ifndef ENGINE_SEQUENTIAL_PROVER_H
#define ENGINE_SEQUENTIAL_PROVER_H

#include "engine/sequential/code.h"
#include "engine/sequential/derivation.h"
#include "engine/sequential/sequential.h"
#include "engine/sequential/term.h"

#include "base/vec.h"

typedef struct seq_state seq_state;     /* seq_state.h */
typedef struct seq_channel seq_channel; /* seq_state.h */
typedef struct solver solver;           /* solver.h */

typedef struct seq_keep_list {
    uint32_t keep;
    const struct seq_keep_list *next;
} seq_keep_list;

/* What a SEQ_KEEP stores.  Two of them, from two branches, may turn out to be the same
 * message and are then joined (union-find by `same`), so emit_finish says at the end
 * what holds of them. */
typedef struct seq_keep {
    uint32_t same;              /* the representative's number, or one nearer to it */
    const seq_keep_list *apart; /* those were in one channel with it: never join them */
    bool needed;
    uint32_t heap; /* the heap it fills; ICET_NONE: it is a single message */
} seq_keep;

/* A name of a copy. */
typedef struct seq_name {
    uint32_t process;
    uint32_t loop; /* it denotes another copy in each iteration of that loop; 0: none */
    uint32_t source; /* ... the loop's element: ICET_NONE, or an element of that heap */
} seq_name;

/* A loop of which the prover runs one iteration, which stands for all. */
typedef struct seq_loop {
    uint32_t id;
    uint32_t set;
    uint32_t process; /* of the set; ICET_NONE: indices */
    bool split;       /* its iterations change the copies: UNIT_REST and UNIT_DONE */
    bool by_name;     /* ... and the changed copy has a name that differs each time */
    uint32_t source;  /* ... see seq_name */
    bool by_pick;     /* ... or a receive picks the changed copy */
    seq_stmt *out;    /* the sequential statement that it becomes */
    const seq_state *start; /* the loop invariant: where any iteration begins */
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
    int weight;       /* see blame.h */
    seq_state *at;    /* whose residuals are shown */
    seq_stmt *prefix; /* the sequential program so far */
} seq_failure;

typedef struct prover {
    const icet_program *program;
    const sequential_options *options;
    bool last_first; /* try the loops of the last process before those of the first */
    code code;
    term_store terms;
    arena *memory;
    VEC(seq_name) names;
    VEC(bool) own;    /* by unknown: each copy has its own */
    icet_type *picks; /* by process: the type of an unknown copy of it */
    VEC(seq_keep) keeps;
    uint32_t heaps;
    bool *among; /* by message: some copy has sent it to another of its set */
    const icet_stmt **alone; /* ... all copies have received it, none from another */
    uint32_t loops;
    uint64_t steps;
    bool stopped;     /* at a limit or a failed assertion: no other attempt can help */
    seq_failure best; /* the heaviest failure so far */
    seq_stmt *out;    /* the sequential program */
    seq_loop *loop;   /* the innermost */
    solver *solver;   /* NULL: no query so far */
} prover;

/* MEMORY must outlive the proof; prover_fini does not free it. */
void prover_init(prover *p, const icet_program *program,
                 const sequential_options *options, arena *memory);
void prover_fini(prover *p);

extern const icet_type prover_bool_type;

/* An unknown that has another value in each copy. */
term prover_own(prover *p, const icet_type *type);
/* Makes the unknowns from FROM on each copy's own. */
void prover_make_own(prover *p, uint32_t from);
bool prover_is_own(const prover *p, const term_node *n);
uint32_t prover_name(prover *p, uint32_t process, uint32_t loop, uint32_t source);
/* FACTS, and that X is an element of SET. */
const term_fact *prover_element(prover *p, const term_fact *facts, uint32_t set,
                                term x);

/* The representative of KEEP. */
seq_keep *prover_keep(prover *p, uint32_t keep);
/* KEEP is appended to the channel C: it is a different message from those in it. */
void prover_keep_apart(prover *p, uint32_t keep, const seq_channel *c);
bool prover_can_join(prover *p, uint32_t a, uint32_t b);
/* Makes A and B one.  False: they are kept apart. */
bool prover_join_keeps(prover *p, uint32_t a, uint32_t b);

#endif
