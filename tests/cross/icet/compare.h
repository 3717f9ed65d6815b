/* compare.h -- compares the prover's answer for a program with its instances.
 *
 * It tries all sizes from 0 (or the least that the program allows) to a largest,
 * smaller ones first.  If an instance has too many states, it skips that and all larger
 * ones.
 */
#ifndef CROSS_ICET_COMPARE_H
#define CROSS_ICET_COMPARE_H

#include "engine/sequential/sequential.h"
#include "naive.h"

typedef enum compare_kind {
    COMPARE_AGREES,    /* or the prover gave up: nothing to compare */
    COMPARE_REFUTED,   /* it holds, but an instance fails */
    COMPARE_FINALS,    /* it holds, but the final states differ */
    COMPARE_PERFORM,   /* it holds, but the sequential program does not run */
    COMPARE_EXPLORERS, /* the two ways of the explorer differ */
    COMPARE_CRASH,     /* the prover crashes, or does not end */
    COMPARE_AUDIT,     /* it holds, but its derivation is not accepted */
    COMPARE_INVALID,   /* no program */
} compare_kind;

typedef struct comparison comparison;

typedef struct compare_options {
    uint32_t max_size;      /* of each set */
    uint32_t max_states;    /* of an instance */
    uint32_t literal;       /* explore literally up to so many states; 0: do not */
    uint32_t guard;         /* a proof may take so many seconds; 0: do not check that */
    const comparison *like; /* not NULL: end as soon as it cannot have come out so */
    bool only_held;         /* no instances of what the prover rejects */
    bool verbose;           /* `why` has a line for each instance */
    bool finals;            /* ... and all final states */
} compare_options;

struct comparison {
    compare_kind kind;
    sequential_kind proved;
    naive_kind failing; /* of the smallest instance that fails; NAIVE_RIGHT: none */
    uint32_t instances; /* that were explored */
    uint32_t too_large; /* that were left out */
    uint64_t prove_ns;
    strbuf why; /* in words, with sizes and the run that fails */
};

void compare(const char *text, const compare_options *options, comparison *result);
void compare_fini(comparison *result);

const char *compare_kind_name(compare_kind kind);

#endif
