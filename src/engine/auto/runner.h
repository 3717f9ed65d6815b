/* runner.h -- an engine that runs for a while and pauses, as often as its owner wants.
 *
 * It runs in a thread of its own, beside its owner, from runner_start to the pause that
 * runner_wait waits for.  So nothing of a trial is lost.  How far it runs is a number
 * of states (sets: operations on diagrams; sample: steps) that does not depend on time.
 *
 * Its progress is reported only while the owner waits for it, and its notices are
 * reported when the owner has waited: so only one thread calls the host at a time.
 */
#ifndef AUTO_RUNNER_H
#define AUTO_RUNNER_H

#include "engine/engine.h"

#include <stdatomic.h>

typedef struct runner runner;

/* Nothing runs yet.  IR, TEST and what O refers to must outlive the runner.  O is
 * copied; its limit of time counts from the first run on. */
runner *runner_new(engine_id engine, const ir_program *ir, const ir_test *test,
                   const engine_options *o);

/* When the engine finds a violation, *AT, if it is 0, becomes the time: clock_ns. */
void runner_note_violation(runner *r, _Atomic uint64_t *at);

/* Ends the engine, if it has not ended: as if the user had interrupted it, or if it has
 * paused, as at a limit. */
void runner_quit(runner *r);

/* The same, and frees all.  R may be NULL. */
void runner_free(runner *r);

/* The engine runs up to the first pause at which there are WORK states or more, of all
 * searches that it has made so far.  R must have paused. */
void runner_start(runner *r, uint64_t work);

/* The same, but the engine begins only after a moment, or when its owner waits. */
void runner_start_late(runner *r, uint64_t work);

/* Waits for that pause.  SECONDS: the latest end if it comes to no pause; then it is
 * not run again. */
void runner_wait(runner *r, double seconds);

bool runner_is_on_its_way(const runner *r); /* it was started, and not waited for */

bool runner_has_ended(const runner *r);
verdict *runner_verdict(runner *r); /* when it has ended; the owner may take it */

/* When it is not on its way: */
uint64_t runner_work(const runner *r); /* so far */

/* At the last pause, of its present search, and at the pause before that. */
const engine_stats *runner_now(const runner *r);
const engine_stats *runner_before(const runner *r);

#endif
