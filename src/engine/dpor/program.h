/* program.h -- what the DPOR engine explores: threads whose local states are numbers.
 *
 * A thread is a function from its inputs so far (messages received, results of choices)
 * to its next operation.  One number, the local state, stands for all inputs so far, so
 * the engine returns a thread to any point of its past by storing that number: nothing
 * is executed again.  The local states of P machines are numbers already (values); C
 * threads get theirs from a tree of histories (src/api/model).
 *
 *     op = look(local)             the next operation
 *     local = advance(local, x)    the local state after it, with input X
 *
 * A thread has the same number in all executions: the K-th thread that thread T spawns
 * always has the same number (lineage.h).  The first thread is 0.
 */
#ifndef ENGINE_DPOR_PROGRAM_H
#define ENGINE_DPOR_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t local_id;
typedef uint32_t message_id; /* content, sender included: equal content, equal number */
typedef uint32_t filter_id;

#define FILTER_ANY  0          /* the filter that accepts every message */
#define RESULT_NONE UINT32_MAX /* the input of a receive that got nothing */

/* Which messages keep their order, among those of the same network to the same mailbox.
 * Messages of different networks may always overtake each other. */
typedef enum dpor_network {
    DPOR_BAG,    /* none */
    DPOR_P2P,    /* messages of one sender */
    DPOR_CAUSAL, /* messages of which one happened before the other */
    DPOR_MBOX,   /* all, in the order of their sends */
} dpor_network;

/* A CHOOSE may be a fault that happens (any alternative but 0) or does not (0).  Each
 * fault takes 1 from the execution's budget for its kind.
 *
 * Lemma budgets.  Call a graph consistent only if it takes no more from a budget than
 * there is.  The search still visits every consistent execution, each once.
 *   It never leaves the consistent graphs: a new CHOOSE gets the alternatives that the
 * budget of the graph at hand allows (etree.c), and a revisit only deletes events.
 *   It loses none: consider the path of the search to an execution G.  Each event on
 * this path is in G, with the same alternative, or a later revisit deletes it; and a
 * revisit only deletes events that are maximal (revisit.h), which take alternative 0.
 * So no graph on the path takes more than G does.  And a maximal event can always be
 * added, since alternative 0 is free.
 * Losses are such faults, too; the SEND itself says whether it may be lost. */
typedef enum dpor_budget {
    DPOR_FREE, /* all alternatives */
    DPOR_CRASHES,
    DPOR_COPIES,
    DPOR_BUDGETS,
} dpor_budget;

typedef enum op_kind {
    OP_SEND,
    OP_RECEIVE,
    OP_CHOOSE,
    OP_SPAWN,
    OP_JOIN,
    OP_END,   /* the thread has ended */
    OP_BLOCK, /* an assumption failed: the thread never continues; this is not a
                 deadlock */
    OP_FAIL,  /* the thread found a violation */
} op_kind;

typedef struct op {
    uint8_t kind;     /* op_kind */
    uint8_t network;  /* SEND: dpor_network */
    bool is_blocking; /* RECEIVE; a non-blocking one may always get nothing */
    bool may_be_lost; /* SEND: counts against the budget of losses */
    bool may_wait;    /* RECEIVE: the execution may end here, as for a daemon */
    bool is_glued;    /* SEND: atomic with the thread's next operation */
    uint8_t budget;   /* CHOOSE: dpor_budget */
    uint32_t thread;  /* SEND: the receiver; SPAWN, JOIN: the other thread */
    uint32_t what; /* SEND: message_id; RECEIVE: filter_id; CHOOSE: alternatives, > 0;
                      SPAWN: the child's first local_id; FAIL: up to the program */
} op;

/* The input of advance: for RECEIVE the message_id or RESULT_NONE, for CHOOSE the
 * alternative, from 0; for other operations 0. */
typedef struct dpor_program {
    void *context;
    local_id (*begin)(void *context); /* of thread 0 */
    /* Valid until the next call of anything here. */
    const op *(*look)(void *context, local_id local);
    local_id (*advance)(void *context, local_id local, uint32_t input);
    bool (*matches)(void *context, filter_id filter, message_id message);
    bool (*is_daemon)(void *context,
                      uint32_t thread); /* may still wait for messages at the end */
    int (*priority)(void *context,
                    uint32_t thread); /* higher goes first.  NULL: all equal */
    /* A total order of threads that never changes: < 0, 0, > 0. */
    int (*compare)(void *context, uint32_t a, uint32_t b);
    /* Has the program grown so much that the engine should call COLLECT? */
    bool (*is_full)(void *context);
    /* The engine will ask only about these local states and messages, and those that
     * follow from them; they keep their numbers.  All others may be dropped. */
    void (*collect)(void *context, const local_id *locals, size_t local_count,
                    const message_id *messages, size_t message_count);
} dpor_program;

#endif
