/* openint_trace.h -- numbers for the open ints of a run, so that it becomes an ordinary
 * trace.
 *
 * A name stands for one variable after the other along a run (openint_state.h), so each
 * variable that gets a name is a variable of its own here.  All that was learned along
 * the run has a solution, for each of its states has one that fits what was learned up
 * to there (lemma openint-2).  The least solution needs no search: each fact x - y <= m
 * raises y to x - m, until nothing changes.
 *
 * A trace says by its place which message of a bag a transition takes.  A bag with
 * numbers is in another order, so there the message is looked for.  Of messages that
 * the numbers make equal, the first stands for all (outbox_may_leave).
 */
#ifndef CORE_OPENINT_TRACE_H
#define CORE_OPENINT_TRACE_H

#include "core/system.h"
#include "core/trace.h"

typedef VEC(openint_term) openint_terms;

typedef struct openint_trace_step {
    transition transition;
    size_t choice_count;
    value bag;             /* that it takes a message from, or null */
    size_t variable_count; /* in the bag */
} openint_trace_step;

typedef struct openint_trace {
    core *c;
    VEC(uint32_t) meanings;  /* by variable of the core: its present one of the run */
    VEC(int64_t) numbers;    /* by variable of the run */
    VEC(openint_fact) facts; /* about them */
    VEC(openint_trace_step) steps;
    openint_terms choices; /* of all steps; a number is a term of DIFF_ZERO */
    openint_terms bags;    /* of all steps: name and meaning, as the offset */
    openint_terms loop;    /* where it begins: likewise */
} openint_trace;

/* What says among that which was learned (openint_save_learned) that the variables of
 * NAMED, a LIST, are new from there on: before, their names meant others. */
value openint_trace_note(core *c, value named);

/* Adds transition M of FROM.  T has been given its core and zeros. */
void openint_trace_add(openint_trace *t, const system_state *from, transition m,
                       const transition_result *r);

/* The run is in a state with these columns, and will come back to it: with the same
 * numbers, once openint_trace_close was called.  That has a solution by lemma
 * openint-live-1. */
void openint_trace_open(openint_trace *t, const value *columns, size_t count);
void openint_trace_close(openint_trace *t);

/* Adds all steps to OUT, with numbers, and frees T. */
void openint_trace_end(openint_trace *t, trace *out);

#endif
