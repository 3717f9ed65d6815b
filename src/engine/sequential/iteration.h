/* iterate.h -- one iteration that stands for all.  Inside the engine.
 *
 * A loop is run once, from a state that any iteration may begin with, to see that it
 * ends in such a state again.  What an iteration may change:
 *   - values of variables: those are forgotten, and it is run again from there;
 *   - one copy of the loop's own set, for good: some copies are then as it was before
 *     (UNIT_REST, at least this one), the others as it is after (UNIT_DONE);
 *   - a channel gets one more message, or loses one of those that an earlier loop over
 *     the same set put there: after the loop there are as many as the set has elements.
 * Anything else, and the iterations are not alike.
 */
#ifndef ENGINE_SEQUENTIAL_ITERATION_H
#define ENGINE_SEQUENTIAL_ITERATION_H

#include "engine/sequential/run.h"

/* A message that each iteration leaves behind. */
typedef struct iteration_leftover {
    uint32_t from, to, message; /* units */
    bool some;
    term value;
    uint32_t end; /* the last one it was seen at */
    const icet_stmt *sent;
    uint32_t keep;
} iteration_leftover;

typedef VEC(iteration_leftover) iteration_leftover_list;

typedef struct iteration {
    prover *p;
    seq_state *base; /* what an iteration begins with */
    seq_loop context;
    srcpos pos;      /* of the loop, for messages */
    bool heaps;      /* messages of the loop's own copies are those of some of them */
    uint32_t all;    /* the unit of the loop's own copies; ICET_NONE: indices */
    uint32_t server; /* who waits for one of them; ICET_NONE: nobody */
    uint32_t active; /* how many units, the first of `units`, take part */
    const uint32_t *units;

    seq_unit *done; /* what the iteration makes of a copy; NULL: as far as known, nothing */
    VEC(seq_channel *) done_chans; /* its messages; ICET_NONE stands for it */
    uint8_t *widened;       /* how often its variables were */
    VEC(term) choices;      /* what widened values depend on, each by itself */
    iteration_leftover_list piled;    /* what earlier iterations have left behind */
    VEC(derivation_slot) forgotten;
    VEC(term) before; /* what those were before the loop */

    uint32_t unknowns; /* those from here on may differ from iteration to iteration:
                          also what stands for a forgotten variable */

    /* this round: */
    seq_state *start;
    uint32_t names; /* what is new in it has numbers from here on */
    derivation *proof;
    bool again;  /* something was learned: another round is needed */
    bool judged; /* an end was seen: the others must be like it */
    uint32_t ends;
    bool changes;
    uint32_t changed; /* the name of the copy that changed; ICET_NONE: several names */
    VEC(seq_channel) taken;  /* from, to, message, some of what lost one of many */
    iteration_leftover_list left;
} iteration;

void iteration_init(iteration *it, prover *p, const seq_state *s);
void iteration_fini(iteration *it);

/* Rounds until nothing new is learned.  BEGIN lets those who take part set out, or says
 * that they cannot.  False: the iterations are not alike, and somebody was blamed. */
typedef bool iteration_begin(iteration *it, seq_state *s);
bool iteration_run(iteration *it, iteration_begin *begin, const run_goal *g);

/* The state after all iterations; the units that took part are still at their loops. */
seq_state *iteration_after(iteration *it);

#endif
