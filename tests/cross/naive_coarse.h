/* naive_coarse.h -- the naive explorer at the granularity of core/system.h, to count
 * states.
 *
 * The naive explorer lets others run at every scheduling point of P.  Here a handler
 * runs to its end in one step, and what it sends waits in the sender's outbox; a
 * delivery is a step of its own.  The definition is the one at the top of
 * core/system.h and core/process.h; the implementation shares nothing with it: states
 * are the naive explorer's structs and bytes, outboxes are its messages in transit, and
 * the dead slots of paused frames are found by walking the paths of the code.
 *
 * Not all of P: only the network mbox, no crashes, and no machine that handles null or
 * quorums.
 *
 * It counts, and does not judge what goes on for ever: neither cycles nor loops of
 * choices that nothing leads out of.
 */
#ifndef CROSS_NAIVE_COARSE_H
#define CROSS_NAIVE_COARSE_H

#include "naive_run.h"

bool coarse_supports(const ir_program *ir, const ir_test *test,
                     const naive_options *options);

void coarse_moves(const system_state *s, move_list *out);
void coarse_make(step *t, move what);

/* Slots that no path reads before it writes them become null. */
void coarse_forget(const system_state *s);
void coarse_forget_machine(const system_state *s, const machine_state *m);

/* A machine stops before an event that is observed, and before an assumption that fails
 * (EVENT null), unless nobody could run since the step began. */
bool coarse_stops(const step *t, const machine_state *m, const val *event);

#endif
