/* program.h -- what the DPOR engine explores: threads whose local states are numbers.
 *
 * A thread is a function from what it was told so far to what it does next.  Here all
 * that it was told is behind one number, its local state, so that a thread is put back
 * to any point of its past by writing that number down: nothing is executed again.
 * P machines have such numbers anyway (values); C threads get them from a tree of
 * histories (src/api/model).
 *
 *     op = look(local)             what it does next
 *     local = advance(local, x)    where it is then, told X
 *
 * A thread's number is the same in all executions: the K-th thread that thread T spawns
 * always has the same one (lineage.h).  The first thread is 0.
 */
#ifndef ENGINE_DPOR_PROGRAM_H
#define ENGINE_DPOR_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t local_id;
typedef uint32_t message_id; /* content, sender included: equal content, equal number */
typedef uint32_t filter_id;

#define FILTER_ANY  0          /* the filter that takes every message */
#define RESULT_NONE UINT32_MAX /* what a receive is told that got nothing */

/* Which messages may not overtake which: of the same model, to the same mailbox. */
typedef enum dpor_network {
    DPOR_BAG,    /* all may */
    DPOR_P2P,    /* those of one sender stay in order */
    DPOR_CAUSAL, /* what happened before stays before */
    DPOR_MBOX,   /* the order in which they were sent, over all senders */
} dpor_network;

typedef enum op_kind {
    OP_SEND,
    OP_RECEIVE,
    OP_CHOOSE,
    OP_SPAWN,
    OP_JOIN,
    OP_END,   /* the thread has ended */
    OP_BLOCK, /* an assumption failed: it never goes on, and that is no deadlock */
    OP_FAIL,  /* it found a violation */
} op_kind;

typedef struct op {
    uint8_t kind;     /* op_kind */
    uint8_t network;  /* SEND: dpor_network */
    bool is_blocking; /* RECEIVE; one that is not may always get nothing */
    bool may_be_lost; /* SEND: counts against the budget of losses */
    bool may_wait;    /* RECEIVE: the run may end here, as if it were a daemon's */
    bool is_glued;    /* SEND: nobody is between it and the thread's next operation */
    uint32_t thread;  /* SEND: to whom; SPAWN, JOIN: whom */
    uint32_t what; /* SEND: message_id; RECEIVE: filter_id; CHOOSE: how many ways, > 0;
                      SPAWN: the child's first local_id; FAIL: the program knows */
} op;

/* advance is told: of a RECEIVE the message_id or RESULT_NONE, of a CHOOSE which way,
 * of others 0. */
typedef struct dpor_program {
    void *context;
    local_id (*begin)(void *context); /* of thread 0 */
    /* Valid until the next call of anything here. */
    const op *(*look)(void *context, local_id local);
    local_id (*advance)(void *context, local_id local, uint32_t told);
    bool (*matches)(void *context, filter_id filter, message_id message);
    bool (*is_daemon)(void *context,
                      uint32_t thread); /* may be left waiting for messages */
    int (*priority)(void *context,
                    uint32_t thread); /* more: sooner.  NULL: all the same */
    /* A total order of threads that never changes: < 0, 0, > 0. */
    int (*compare)(void *context, uint32_t a, uint32_t b);
    /* True when it has grown so much that it wants COLLECT to be called. */
    bool (*is_full)(void *context);
    /* From now on only these local states and messages (and what they need) are asked
     * about, and their numbers stay. */
    void (*collect)(void *context, const local_id *locals, size_t local_count,
                    const message_id *messages, size_t message_count);
} dpor_program;

#endif
