/* portfolio.h -- divides runs among strategies by what pays.
 *
 * No strategy is best for all models.  Each gets some runs; the others go to those that
 * have reached the most that was new, for the steps that they took.  Everything depends
 * on counts alone, so the same seed gives the same division.
 */
#ifndef SAMPLE_PORTFOLIO_H
#define SAMPLE_PORTFOLIO_H

#include "engine/engine.h"

enum { PORTFOLIO_PLACES = 16 };

typedef struct portfolio {
    sample_strategy only; /* SAMPLE_PORTFOLIO: all of them */
    double found[SAMPLE_PORTFOLIO];
    double steps[SAMPLE_PORTFOLIO];
    sample_strategy places[PORTFOLIO_PLACES]; /* one after the other, and again */
} portfolio;

void portfolio_init(portfolio *p, sample_strategy only);

/* The strategy of the runs of a chunk. */
sample_strategy portfolio_strategy(const portfolio *p, uint64_t chunk);

/* What the runs of a strategy did. */
void portfolio_note(portfolio *p, sample_strategy kind, uint64_t found, uint64_t steps);

/* Divides the places anew. */
void portfolio_divide(portfolio *p);

#endif
