/* witness.h -- --witness: finds and shows runs that cover scenarios.
 *
 * A check records that a scenario was covered, but not by which run.  A second search
 * with the same engine and options has the scenario as its goal: covering it ends the
 * search as a violation would (FAULT_WITNESS), so the run is traced, replayed and
 * confirmed like a counterexample.
 */
#ifndef CLI_WITNESS_H
#define CLI_WITNESS_H

#include "api/options.h"

#include "report/trace_text.h"

typedef struct witness_list {
    witness *data;
    size_t len;
    size_t cap;
} witness_list;

/* GOAL becomes the goal (core_options) for the scenario NAME; false: there is none, and
 * WHY says so. */
bool witness_goal(const ir_program *ir, const char *name, uint32_t *goal, strbuf *why);

/* False: WHY says why --witness makes no sense. */
bool witness_check(const options *o, const ir_program *ir, strbuf *why);

/* Looks for the witnesses that the user asked for, of scenarios that R has covered,
 * with the engine and options of R.  False: a witness was not confirmed, which was
 * printed. */
bool witness_find(const options *o, const result *r, witness_list *out);
void witness_list_fini(witness_list *l);

/* The witnesses that were found, and why others were not. */
void witness_text(sources *src, const options *o, const result *r, const trace_view *v,
                  strbuf *out);

#endif
