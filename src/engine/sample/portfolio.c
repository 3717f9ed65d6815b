#include "engine/sample/portfolio.h"

#include <assert.h>

enum { KINDS = SAMPLE_PORTFOLIO };

/* What is known of a strategy before it has run, in steps. */
#define PRIOR_STEPS 10000.0

/* So much of what was found counts the next time. */
#define MEMORY 0.5

void portfolio_init(portfolio *p, sample_strategy only)
{
    *p = (portfolio){.only = only};
    portfolio_divide(p);
}

sample_strategy portfolio_strategy(const portfolio *p, uint64_t chunk)
{
    return p->only != SAMPLE_PORTFOLIO ? p->only : p->places[chunk % PORTFOLIO_PLACES];
}

void portfolio_note(portfolio *p, sample_strategy kind, uint64_t found, uint64_t steps)
{
    assert(kind < SAMPLE_PORTFOLIO);
    p->found[kind] += (double)found;
    p->steps[kind] += (double)steps;
}

/* What a strategy finds in a step. */
static double yield_of(const portfolio *p, int kind)
{
    return (p->found[kind] + 1) / (p->steps[kind] + PRIOR_STEPS);
}

/* The strategy that has the fewest places for what it yields. */
static int most_deserving(const portfolio *p, const unsigned *has)
{
    int best = 0;
    for (int kind = 1; kind < KINDS; kind++)
        if (yield_of(p, kind) / (has[kind] + 1) > yield_of(p, best) / (has[best] + 1))
            best = kind;
    return best;
}

void portfolio_divide(portfolio *p)
{
    unsigned has[KINDS] = {0};
    for (int place = 0; place < PORTFOLIO_PLACES; place++) {
        int kind = place < KINDS ? place : most_deserving(p, has);
        has[kind]++;
        p->places[place] = (sample_strategy)kind;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        p->found[kind] *= MEMORY;
        p->steps[kind] *= MEMORY;
    }
}
