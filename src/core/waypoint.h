/* waypoint.h -- where a run stands before a choice: to know the place again, and to go
 * on from there.
 *
 * A waypoint is a list of words: control state, inbox, effects, frames, tasks, fields
 * and slots.  Values in it are frozen, and slots that are dead are null.  It ends with
 * its step: only the values that it holds stay in the store.
 *
 * Lemma waypoint-1.  Two runs of a step that stand at equal waypoints have the same
 * outcomes from there, choice by choice.  For what run_interpret and the machine loop
 * read of a run is
 *   - what the step as a whole determines: the core, and who the process is;
 *   - what is the same at every choice and from there on, which waypoint_put asserts:
 *     it neither resumes at an operation, nor is it about to look at its inbox (what it
 *     does first when it resumes, or looks, is no choice, and the size of a quorum has
 *     none either); the process runs; it holds back no message; its inbox is inside
 *     (inbox.h);
 *   - what is in the waypoint.  Slots that are dead are written before they are read;
 *     and of what was learned of open ints, what concerns dead variables cannot matter
 *     to later forks (diff_bounds.h).  The instruction that forks is executed again,
 * and does not fork again where the answer has been learned: so what it does between
 *     two forks may depend on what is known then alone, and not on what was known at
 *     its first one (openint_equal);
 *   - the choices to come, and the run_pace.  That holds limits, which decide only
 *     whether the run is cut off, and a run that is cut off is marked (coverage.h); and
 *     the event that is being handled, for the text of a fault and for coverage. (Where
 *     outcomes get classes, choice_graph.h, the number of variables that the step has
 *     made is in the waypoint: then the same outcome is met along all paths to it, with
 *     the same names.)
 * And an outcome is made of the process, the effects, the fault and what was learned;
 * cooled counts for monitors alone.  These make no choices, they only fork (openint.h).
 * What they compare outlasts the step, so runs that fork differently have learned
 * different things, and are at different waypoints.  A C function may not depend on
 * earlier calls (foreign.h), so it does not matter that those before the choice are not
 * made again.
 *
 * So a run that reaches a waypoint again is abandoned (points.h), and a run that
 * differs from the last one in its choices from number I on goes on from the waypoint
 * of choice I, instead of from the beginning (step.c): it does what it would do then.
 */
#ifndef CORE_WAYPOINT_H
#define CORE_WAYPOINT_H

#include "core/run.h"

/* Where R stands, which is about to make a choice of a step that has points. */
void waypoint_put(run *r, waypoint *out);

/* Puts R, a run of the same step, to a waypoint: with WORDS and PACE, as they were. */
void waypoint_restore(run *r, const value *words, const run_pace *pace);

/* The process that stands there as a local state; BEFORE: that before the step. */
value waypoint_process(core *c, value before, const value *words);

#endif
