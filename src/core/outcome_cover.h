/* outcome_cover.h -- what the outcomes of a step execute, where choices stay open.
 *
 * A step with open ints is executed before it is known which of its outcomes a state
 * allows.  So what its runs execute is noted aside, and an outcome COVERS a set of
 * marks (coverage.h).  They count when some state takes the outcome (step_cover).
 *
 * Lemma cover-1.  With open ints, those marks count that count if each value is tried.
 * A mark counts there if some run of some reachable state with numbers makes it.
 *   - An outcome covers what is executed on any path to it in the graph of points
 *     (points.h): by lemma waypoint-1 each path can go on as all others that come to
 *     the same point.  Equal points have equal knowledge, and outcomes are one only if
 *     their knowledge is equal.  That is the projection of what was learned on any of
 *     these paths to the variables that are not fresh, or last; projections are exact
 *     (diff_bounds.h).  So a solution of a state that fits the knowledge of the outcome
 *     fits what was learned on each of its paths, with some numbers for fresh
 *     variables that are dead: for each path there is a run with numbers that takes it
 *     (lemma openint-1).  A state takes the outcome only if there is such a solution.
 *   - A run with numbers that makes a mark is a path whose knowledge fits, and it comes
 *     to an outcome that the state takes: a failed assumption is an outcome, too, and
 *     so is each point of a loop that does not end.  Runs that are cut off have none;
 *     but then the verdict says so, and nothing is claimed of the rest.
 * What follows in the same transition needs more knowledge, but what was executed
 * before was executed with any solution up to there: so each step counts by itself.
 *
 * Marks that count already are left out of the sets.  Soon all sets are empty.
 */
#ifndef CORE_OUTCOME_COVER_H
#define CORE_OUTCOME_COVER_H

#include "core/coverage.h"
#include "core/points.h"
#include "core/step.h"

typedef struct outcome_cover outcome_cover;

outcome_cover *outcome_cover_new(const ir_program *ir);
void outcome_cover_free(outcome_cover *o); /* accepts NULL */

/* A step begins to be executed, and ends.  In between C.coverage is the one aside. */
void outcome_cover_begin(core *c, uint64_t key);
void outcome_cover_end(core *c);

/* What runs have executed since the last call: a LIST.  To be counted at once are marks
 * of runs that were cut off. */
value outcome_cover_take(core *c);

/* All paths of the step were tried, and it has COUNT outcomes. */
void outcome_cover_spread(core *c, const choice_points *p, outcome *outcomes,
                          size_t count);

/* Outcome O was made by one run more, through point number POINT, counted from 0. */
void outcome_cover_add_run(core *c, size_t point, outcome *o);

/* Do all marks of COVERS count already? */
bool outcome_cover_has_counted(const core *c, value covers);

/* COVERS counts. */
void outcome_cover_count(core *c, value covers);

#endif
