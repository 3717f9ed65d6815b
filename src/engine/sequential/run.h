/* run.h -- runs a symbolic state as far as it gets.
 *
 * Left movers come first, unit by unit (step.h).  Where all units wait, the next step
 * is a receive from several senders if those are symmetric (choice.h), then a loop
 * (loop.h).  An undecided if is run on both branches, which are merged where they meet
 * in states that differ in values only.
 */
#ifndef ENGINE_SEQUENTIAL_RUN_H
#define ENGINE_SEQUENTIAL_RUN_H

#include "engine/sequential/seq_state.h"

/* OVER(context, s): the caller's goal is reached, so no further loop need start. */
typedef struct run_goal {
    bool (*over)(const void *context, const seq_state *s);
    const void *context;
} run_goal;

/* Runs S until nothing is enabled and appends the final states to ENDS.  There are
 * several if the branches of some if do not meet. */
void run_state(prover *p, seq_state *s, const run_goal *g, seq_state_list *ends);

#endif
