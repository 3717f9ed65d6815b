/* naive.h -- P's semantics read literally, to judge the real engines by.
 *
 * Receiver queues, a scheduling point at every place where P has one, no caching, no
 * sharing, no reduction: a state is a string of bytes, and a step starts by reading it.
 * Slow on purpose; nothing here is used by Synod itself.
 *
 * Networks, faults and fair cycles are Synod's additions to P, read as literally.
 */
#ifndef CROSS_NAIVE_H
#define CROSS_NAIVE_H

#include "ir/ir.h"
#include "lang/program.h"

/* ---- What to explore ---- */

typedef enum naive_network {
    NAIVE_MBOX,   /* P's own: sending is enqueueing */
    NAIVE_P2P,    /* in order for each sender and target */
    NAIVE_CAUSAL, /* nothing overtakes what was sent before it */
    NAIVE_BAG,    /* any order */
} naive_network;

/* How often something may happen, and to what. */
typedef struct naive_budget {
    uint32_t count;
    const uint32_t *only; /* machine or event indices; NULL: the default */
    uint32_t only_count;
} naive_budget;

typedef struct naive_options {
    naive_network network;
    naive_budget crash; /* of machines; the default is all */
    naive_budget loss;  /* of events; the default is all but halt */
    naive_budget dup;
    bool strict_quiescence;
    bool deadlock_is_fine;
    bool choices_are_unfair; /* only `$$` is fair */
    bool all_faults;         /* go on after a violation, for the set of all */
    bool is_coarse;          /* steps as in core/system.h: see naive_coarse.h */
    bool has_roles;          /* lines are shown anonymous too: see naive_show.h */
    uint32_t narrow;         /* alternatives of a choice that are tried; 0: all */
    size_t states;           /* stop after so many */
    size_t queue; /* states with more messages for one machine are left out; 0: none
                     are */
    uint64_t seconds;
} naive_options;

/* ---- What came out ---- */

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_ASSERT,
    FAULT_UNHANDLED,
    FAULT_MONITOR_UNHANDLED,
    FAULT_NULL_TARGET,
    FAULT_NULL_EVENT,
    FAULT_RIGHTS,
    FAULT_INDEX,
    FAULT_KEY,
    FAULT_CAST,       /* a value of the wrong kind */
    FAULT_NULL_VALUE, /* null used as a collection or a tuple */
    FAULT_DIVISION,
    FAULT_CHOOSE,
    FAULT_QUORUM,
    FAULT_UNBOUND,
    FAULT_RUNAWAY,
    FAULT_DEADLOCK,
    FAULT_QUIESCENCE,
    FAULT_LIVENESS,
    FAULT_UNSUPPORTED, /* by this explorer, not by P */
    FAULT_ASSUMED,     /* no fault: an assumption failed, so this step does not count;
                          or, coarse, it leads to nothing new */
} fault_kind;

const char *fault_text(fault_kind kind);

typedef struct naive_violation {
    fault_kind kind;
    srcpos pos;          /* SRC_NONE: it has no place */
    const char *file;    /* "" without a place */
    uint32_t line;       /* 0 without one */
    const char *message; /* or NULL: of an assertion, the name of a hot state */
    size_t depth;        /* steps to it; of a cycle, to a hot state in it */
} naive_violation;

typedef struct naive_texts {
    const char **data;
    size_t len;
} naive_texts;

typedef struct naive_result {
    size_t states;
    size_t transitions;
    size_t terminal;             /* distinct states in which nothing can move */
    bool is_exhausted;           /* all states were seen, and all steps understood */
    bool is_cut;                 /* some had too many messages */
    bool is_unsupported;         /* some step was not */
    naive_violation *violations; /* each kind and line once, in the order met: the first
                                    has the fewest steps, but for cycles, which come
                                    last; without all_faults at most one */
    size_t violation_count;
    naive_texts locals; /* resting local states, see naive_show.h; sorted, each once */
    naive_texts ends;   /* of each terminal state the sorted lines of all machines and
                           monitors: "= LINE | LINE"; sorted, each once */
} naive_result;

/* P is the program that IR was lowered from.  What the result points at is MEMORY's. */
void naive_explore(program *p, const ir_program *ir, const ir_test *test,
                   const naive_options *options, arena *memory, naive_result *out);

#endif
