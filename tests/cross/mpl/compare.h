/* compare.h -- the DPOR engine against brute force, on one program. */
#ifndef MPL_COMPARE_H
#define MPL_COMPARE_H

#include "base/strbuf.h"
#include "engine/dpor/dpor.h"
#include "mpl.h"
#include "naive.h"

typedef struct way {
    dpor_schedule schedule;
    uint64_t seed;
    bool in_c;
    bool is_small;    /* see subject.h */
    bool eager;       /* behaviours may come several times */
    uint64_t samples; /* > 0: so many, at random; some may be missing, too */
    unsigned jobs;    /* > 1: only numbers are compared */
} way;

/* False, and adds to WHY what is missing, wrong or double, if the engine does not visit
 * exactly the behaviours of N, each once. */
bool compare_way(const mpl_program *p, const naive_result *n, way w, strbuf *why);

/* The same by all ways: sends first, left to right, RANDOM times at random, samples,
 * eagerly, sometimes with several processes, and in C.  A program with more than
 * MOST_STATES is not compared, and *IS_TOO_BIG (may be NULL). */
bool compare(const mpl_program *p, uint64_t most_states, unsigned random, uint64_t seed,
             strbuf *why, bool *is_too_big);

#endif
