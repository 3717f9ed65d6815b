/* drawn.h -- local steps of random runs, cached by how their choices fall.
 *
 * A step that draws its choices depends on the local state, the stimulus and the
 * numbers that it draws.  For each local state and stimulus there is a tree: a node is
 * a choice, with a child for each alternative that was drawn, or the end of the step.
 * To look a step up is to walk through its tree and to draw what the step would have
 * drawn.  So a run is the same whether its steps are found here or executed.
 *
 * For coverage, a step that is found costs what it cost when it was executed.
 */
#ifndef CORE_DRAWN_H
#define CORE_DRAWN_H

#include "core/coverage.h"
#include "core/run.h"

typedef struct drawn_steps drawn_steps;

drawn_steps *drawn_new(void);
void drawn_free(drawn_steps *d); /* accepts NULL */
void drawn_clear(drawn_steps *d);

/* The end of a step. */
typedef struct drawn_end {
    uint32_t outcome; /* a number that the caller gave */
    uint32_t charge_count;
    size_t first_charge;
} drawn_end;

/* How a step ends; *RANDOM, which is not NULL, is then what the step leaves behind.
 * NULL: it is not known, and nothing is drawn. */
const drawn_end *drawn_find(const drawn_steps *d, value local, value stimulus,
                            uint64_t *random);

const coverage_charge *drawn_charges(const drawn_steps *d, const drawn_end *end);

/* Keeps the outcome of a run that has drawn its choices, and what it cost. */
void drawn_keep(drawn_steps *d, value local, value stimulus, const run *r,
                uint32_t outcome, const coverage_charges *charges);

size_t drawn_bytes(const drawn_steps *d);
size_t drawn_coming_growth(const drawn_steps *d, size_t more);

#endif
