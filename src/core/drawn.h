/* drawn.h -- local steps of random runs, cached by how their choices fall.
 *
 * Steps are kept of those machines and monitors alone for which that pays: a timer
 * makes the same few steps again and again where the log of a server is never the same
 * twice.
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
#include "core/step.h"

typedef struct drawn_steps drawn_steps;

/* For steps of so many declarations.  KEEPS, which is copied: by declaration, whether
 * its steps are kept; NULL: all are. */
drawn_steps *drawn_new(uint32_t machines, const bool *keeps);
void drawn_free(drawn_steps *d); /* accepts NULL */

/* Are steps of the declaration kept? */
bool drawn_keeps(const drawn_steps *d, uint32_t machine);

/* Which steps to keep from now on, by declaration: those that were looked up, and of
 * which at most one of LEAST_KNOWN was not known. */
void drawn_judge(const drawn_steps *d, uint64_t least_known, bool *keeps);
void drawn_clear(drawn_steps *d);

/* The end of a step. */
typedef struct drawn_end {
    outcome outcome;
    uint32_t charge_count;
    size_t first_charge;
} drawn_end;

/* How a step of MACHINE ends; *RANDOM, which is not NULL, is then what the step leaves
 * behind.  NULL: it is not known, and nothing is drawn. */
const drawn_end *drawn_find(drawn_steps *d, uint32_t machine, value local,
                            value stimulus, uint64_t *random);

const coverage_charge *drawn_charges(const drawn_steps *d, const drawn_end *end);

/* Keeps the outcome of a run that has drawn its choices, and what it cost. */
void drawn_keep(drawn_steps *d, value local, value stimulus, const run *r,
                const outcome *o, const coverage_charges *charges);

size_t drawn_bytes(const drawn_steps *d);
size_t drawn_coming_growth(const drawn_steps *d, size_t more);

#endif
