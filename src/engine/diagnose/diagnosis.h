/* diagnosis.h -- why a test is undecided: a small measurement of its own.
 *
 * After any engine has given up, a fresh core makes some random runs and a
 * breadth-first search over the first states, with limits that are counts, so that the
 * result is the same in every run; a limit of time only keeps it short where steps are
 * very long.  What was measured is kept as numbers and places; report/why.h turns it
 * into words.
 */
#ifndef DIAGNOSE_DIAGNOSIS_H
#define DIAGNOSE_DIAGNOSIS_H

#include "engine/diagnose/executions.h"
#include "engine/diagnose/growth.h"
#include "engine/diagnose/profile.h"
#include "engine/diagnose/ways.h"
#include "engine/engine.h"

/* In the order of their importance. */
typedef enum reason_kind {
    REASON_STEP,       /* reaches a limit of Synod, such as on the size of a value */
    REASON_CUT,        /* a step was cut off, or may be a cycle: see the verdict */
    REASON_PROOFS,     /* only proof declarations claim anything */
    REASON_OUTCOMES,   /* a step has very many */
    REASON_VARIABLE,   /* grows */
    REASON_MACHINES,   /* are created without end; without a gauge: there are many */
    REASON_QUEUE,      /* grows */
    REASON_PAYLOAD,    /* grows */
    REASON_LIMIT,      /* the test is small: nothing but a limit is in the way */
    REASON_CHOICE,     /* a step has some outcomes, each time it is made */
    REASON_SPACE,      /* what multiplies the states most */
    REASON_HOT,        /* a spec with a hot state rules out reductions */
    REASON_SYMMETRY,   /* machines that would be interchangeable but for some code */
    REASON_EXECUTIONS, /* dpor would have very many to explore */
    REASON_KINDS
} reason_kind;

typedef struct diagnosis_reason {
    reason_kind kind;
    srcpos pos;           /* the place in the model */
    uint32_t decl;        /* of the machine or spec; or IR_NONE */
    const char *variable; /* or NULL */
    bool is_named;        /* VARIABLE is how P writes it */
    const gauge *gauge;   /* of VARIABLE, MACHINES, QUEUE, PAYLOAD */
    uint32_t owner; /* HOT: the state; PAYLOAD: the event; SYMMETRY, MACHINES without
                       a gauge: how many; STEP: the state */
} diagnosis_reason;

typedef struct diagnosis {
    VEC(diagnosis_reason) reasons; /* the most important ones first */
    wide_step widest;              /* without its state; ways 0: no step has a choice */
    VEC(gauge) growing;
    VEC(gauge) counters; /* variables that count, and do not grow */
    VEC(diagnosis_reason)
    bounded;               /* variables of which diagnosis_bound knows a
                              condition: those that grow, then counters */
    uint32_t alternatives; /* the most that a `choose` had in a walk */
    executions executions;
    uint64_t walk_steps;
    bool has_failed_walk;   /* one of the random runs fails */
    uint32_t limited;       /* the machine whose step reached a limit, or IR_NONE */
    uint32_t limited_state; /* ... and its state */
    bool has_long_step;     /* ... that takes very long */
    profile profile;
    arena memory;
} diagnosis;

typedef struct diagnosis_limits {
    uint64_t states;
    uint64_t outcomes; /* of a step; one with more is a reason */
    uint64_t walks;
    uint64_t steps;      /* of a walk */
    uint64_t work;       /* of each of three measurements, in runs of steps */
    uint64_t executions; /* of dpor */
    double seconds;      /* ... and in any case */
} diagnosis_limits;

extern const diagnosis_limits diagnosis_usual_limits;

/* Measures the test, and finds reasons for the verdict V; V NULL: only measures. */
void diagnosis_make(diagnosis *d, const ir_program *ir, const ir_test *test,
                    const engine_options *o, const verdict *v,
                    const diagnosis_limits *limits);
void diagnosis_fini(diagnosis *d);

/* A condition in P that bounds what R says grows, up to SLACK above what is there from
 * the start: "Server: term <= 3".  False: there is none. */
bool diagnosis_bound(const ir_program *ir, const diagnosis_reason *r, int64_t slack,
                     strbuf *out);

#endif
