/* runner.h -- an engine that runs for a while and pauses, as often as its owner wants.
 *
 * It has a thread of its own, but only one of the two threads runs at a time: the
 * engine within runner_run, its owner otherwise.  So nothing of a trial is lost.  How
 * long the engine runs is a number of states (sets: operations on diagrams) that does
 * not depend on time.
 */
#ifndef AUTO_RUNNER_H
#define AUTO_RUNNER_H

#include "engine/engine.h"

typedef struct runner runner;

/* Nothing runs yet.  IR, TEST and what O refers to must outlive the runner.  O is
 * copied; its limit of time counts from the first run on. */
runner *runner_new(engine_id engine, const ir_program *ir, const ir_test *test,
                   const engine_options *o);

/* Ends the engine, if it has not ended, and frees all.  R may be NULL. */
void runner_free(runner *r);

/* Runs up to the first pause at which there are WORK states or more, of all searches
 * that the engine has made so far.  SECONDS: the latest end if it comes to no pause;
 * then it is not run again. */
void runner_run(runner *r, uint64_t work, double seconds);

bool runner_has_ended(const runner *r);
verdict *runner_verdict(runner *r); /* when it has ended; the owner may take it */

uint64_t runner_work(const runner *r); /* so far */

/* At the last pause, of its present search, and at the pause before that. */
const engine_stats *runner_now(const runner *r);
const engine_stats *runner_before(const runner *r);

#endif
