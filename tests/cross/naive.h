/* naive.h -- P's semantics read literally, to judge the real engines by.
 *
 * Receiver queues, a scheduling point at every place where P has one, no caching, no
 * sharing, no reduction: a state is a string of bytes, and a step starts by reading it.
 * Slow on purpose; nothing here is used by Synod itself.
 */
#ifndef CROSS_NAIVE_H
#define CROSS_NAIVE_H

#include "ir/ir.h"

/* ---- Values: plain trees ---- */

typedef enum val_kind {
    V_NULL,
    V_BOOL,
    V_INT, /* enum elements too */
    V_FLOAT,
    V_TEXT,
    V_EVENT,
    V_MACHINE,
    V_TUPLE,
    V_SEQ,
    V_SET, /* sorted, each once */
    V_MAP, /* key, value, key, value, ...; sorted by key */
} val_kind;

typedef struct val val;
struct val {
    val_kind kind;
    int64_t number;   /* BOOL, INT, EVENT; MACHINE: its name */
    double real;      /* FLOAT */
    uint32_t rights;  /* MACHINE: the events it may be sent */
    type_id type;     /* TUPLE: whose names count */
    const char *text; /* TEXT */
    size_t count;     /* TEXT: bytes; TUPLE, SEQ, SET, MAP: items */
    const val **items;
};

/* ---- What can go wrong ---- */

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
    FAULT_CAST,
    FAULT_DIVISION,
    FAULT_CHOOSE,
    FAULT_UNBOUND,
    FAULT_RUNAWAY,
    FAULT_DEADLOCK,
    FAULT_HOT,
    FAULT_UNSUPPORTED, /* by this explorer, not by P */
} fault_kind;

const char *fault_text(fault_kind kind);

typedef struct naive_result {
    size_t states;
    size_t transitions;
    size_t terminal;
    bool is_exhausted;   /* all states were seen */
    fault_kind fault;    /* the first one met, breadth first */
    srcpos pos;          /* where, if it has a place */
    const char *message; /* of an assertion */
    size_t depth;        /* steps to it */
} naive_result;

typedef struct naive_limits {
    size_t states;
    uint64_t seconds;
} naive_limits;

void naive_explore(const ir_program *ir, const ir_test *test,
                   const naive_limits *limits, arena *memory, naive_result *out);

#endif
