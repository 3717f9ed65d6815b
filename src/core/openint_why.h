/* openint_why.h -- why open ints became known: which operation took which choice as a
 * number, how often, and in how many ways.
 *
 * It is noted in steps, which are executed once each, at each fork of
 * openint_make_known that no run of the step has made before.  What is noted about a
 * step does not depend on the states that take it; some of its outcomes may not be
 * possible anywhere.
 *
 * The place of a choice is no part of its variable: names and states are the same
 * whether reasons are noted or not.  A fresh variable has one place.  A name has all
 * places that it has been given for, one after the other, and a reason counts for each
 * of them.  A variable that equals an earlier one is told as that.
 */
#ifndef CORE_OPENINT_WHY_H
#define CORE_OPENINT_WHY_H

#include "core/openint.h"

typedef struct openint_reason {
    srcpos choice;    /* the place of the choice */
    srcpos operation; /* ... and of what took its number */
    uint8_t op;    /* the instruction; IR_RETURN: the size of a quorum; IR_MOVE: none,
                      the step had made too many choices that are open */
    uint32_t most; /* ways, at the most */
    uint64_t times;
} openint_reason;

typedef VEC(openint_reason) openint_reasons;

/* From now on, reasons are noted. */
void openint_explain(openints *o);
void openint_why_free(openint_why *w); /* accepts NULL */

/* Adds what was noted to OUT, which is in the order of weight. */
void openint_add_reasons(const openints *o, openint_reasons *out);

/* ---- For steps: without effect if reasons are not noted ---- */

/* R, at a choose, has made the fresh variable with this NUMBER. */
void openint_why_made(const struct run *r, uint32_t number);

/* R, at an operation, makes VARIABLE known, for the first time in this place. */
void openint_why_known(const struct run *r, uint32_t variable, uint32_t ways);

/* R, at a choose, may not leave it open. */
void openint_why_tried(const struct run *r, uint32_t ways);

/* The places of the fresh variables of the run: a LIST; null: none, or not noted. */
value openint_why_places(core *c);

/* A fresh variable gets a name; PLACES are those of its run. */
void openint_why_named(core *c, uint32_t fresh, uint32_t named, value places);

#endif
