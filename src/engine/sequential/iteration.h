/* iteration.h -- runs one generic iteration of a loop until a loop invariant is found.
 *
 * The iteration starts in a state that any iteration may begin with, and must end in
 * such a state again.  The prover starts from the state before the loop and weakens it,
 * round by round, by what it sees an iteration change:
 *   - values of variables: they are widened to unknowns;
 *   - one copy of the loop's own set, for good: then some copies are as before the loop
 *     (UNIT_REST, at least this one), and the others as an iteration leaves them
 *     (UNIT_DONE);
 *   - a channel gets one more message, or loses one message of a heap that an earlier
 *     loop over the same set put there: after the loop the heap has as many messages as
 *     the set has elements, or is gone.
 * Any other change means that iterations depend on each other, and the rule fails.
 */
#ifndef ENGINE_SEQUENTIAL_ITERATION_H
#define ENGINE_SEQUENTIAL_ITERATION_H

#include "engine/sequential/run.h"

/* A message that each iteration leaves behind. */
typedef struct iteration_leftover {
    uint32_t from, to, message; /* units */
    bool some;
    term value;
    uint32_t end; /* the last end of an iteration that left it */
    const icet_stmt *sent;
    uint32_t keep;
} iteration_leftover;

typedef VEC(iteration_leftover) iteration_leftover_list;

typedef struct iteration {
    prover *p;
    seq_state *base; /* the state before the loop, with widened variables */
    seq_loop context;
    srcpos pos;   /* of the loop, for messages */
    bool heaps;   /* messages of the loop's own copies go to a heap of some of them */
    uint32_t all; /* the unit of the loop's own copies; ICET_NONE: indices */
    uint32_t server; /* the unit that waits for one of them; ICET_NONE: none */
    uint32_t active; /* how many units, the first of `units`, are in the loop */
    const uint32_t *units;

    /* what the rounds so far have learned */
    seq_unit *done; /* the summary of a changed copy; NULL: none changes so far */
    VEC(seq_channel *) done_channels; /* its channels; ICET_NONE stands for the copy */
    uint8_t *widened;                 /* by variable of the copy: how often */
    VEC(term) choices;                /* the choices that widening made up */
    iteration_leftover_list piled;    /* what earlier iterations have left behind */
    VEC(derivation_slot) forgotten;
    VEC(term) before;  /* the values of `forgotten` before the loop */
    uint32_t unknowns; /* those from here on may differ between iterations, including
                          those that stand for a widened variable */

    /* this round */
    seq_state *start; /* the candidate loop invariant */
    uint32_t names;   /* names from here on are new in this round */
    derivation *proof;
    bool again;  /* something was learned: another round is needed */
    bool judged; /* an end was seen: the others must be like it */
    uint32_t ends;
    bool changes;
    uint32_t changed;       /* name of the changed copy; ICET_NONE: it varies */
    VEC(seq_channel) taken; /* heaps from which the iteration takes a message */
    iteration_leftover_list left;
} iteration;

void iteration_init(iteration *it, prover *p, const seq_state *s);
void iteration_fini(iteration *it);

/* Runs rounds until `start` is a loop invariant.  BEGIN starts the units of the loop,
 * or returns false if it cannot.  False: there is no such invariant, and the reason is
 * recorded (blame.h). */
typedef bool iteration_begin(iteration *it, seq_state *s);
bool iteration_run(iteration *it, iteration_begin *begin, const run_goal *g);

/* The state after all iterations; the units of the loop still stand at it. */
seq_state *iteration_after(iteration *it);

#endif
