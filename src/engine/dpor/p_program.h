/* p_program.h -- a test of a P program as threads for the DPOR engine.
 *
 * Thread 0 creates all others: those of the specs, and the main machine.  A machine is
 * a thread, and so is each group of specs that observe the same things.  What a machine
 * does in a step becomes operations, one after the other; each point between two of
 * them is a NODE, and the number of a node is the thread's local state.  Nodes follow
 * from local steps (core/step.h), so each is worked out once.
 *
 *     message     SEND, with the network as its model
 *     creation    SPAWN
 *     choices     CHOOSE, with a branch for each outcome of the step; then its effects
 *     observed    SEND to the thread of those specs, model mbox: in the order of time
 *     rests       RECEIVE of what the state does not defer: P's queue, where the first
 *                 message is taken that is not deferred
 *     in receive  RECEIVE of what its cases want
 *
 * In P no other machine runs between the enqueueing of a message and the observation
 * that its sender makes next.  So these operations are GLUED, and the observations come
 * first: the receiver of the message is later than both.
 *
 * A machine whose assumption fails sends what specs observe before that, and blocks.
 * In an execution others may go on, and specs may observe more; in P that must have
 * come before.  So such an execution may be no run of P; p_run.c replays violations.
 *
 * Faults.  A loss is a branch of a SEND.  Crashes and duplications are NODE_FAULT: a
 * CHOOSE between no fault (0) and one fault (1), which takes from its budget; see lemma
 * budgets in program.h.  core/ts.h says where they are enabled, and what they do:
 *
 *     crash        before each RECEIVE, and before each step that a machine takes by
 *                  itself, where ts_enabled lists it.  1: the thread ends
 *     duplication  before each SEND that ts_may_fail lets be duplicated; of a held
 *                  message, in P's own network: before the machine continues. 1: a SEND
 *                  that is a COPY and cannot be lost, and then the same CHOOSE again
 *
 * Lemma crash-2.  Each run of core/system.h with crashes has an execution.  A crash
 * changes its machine only, which takes no step and no message any more.  So it
 * commutes with every transition of others, and with deliveries to its machine that put
 * the message into the inbox.  Hence it can come just after the last step of its
 * machine, and that is where its CHOOSE is; what the machine had sent is in program
 * order before. Two runs that differ in what others do before and after the crash are
 * one execution. There are more executions than that: a machine that handles several
 * messages of its inbox in one transition of core/system.h may crash between two of
 * them here.  No other machine can distinguish this from a crash at its next stop, and
 * it stops before everything that others notice (process.h); if it fails before that,
 * it fails without a crash, too.  p_order.h finds no order for such an execution, and
 * p_run.c continues past it.
 *
 * Lemma dup-1.  Each run with duplications has an execution, and vice versa.  A
 * duplication delivers a message and leaves it where it is.  So a message that is
 * duplicated K times is K + 1 equal messages at this position of the outbox; each is
 * delivered, the last one perhaps lost.  K + 1 consecutive SENDs of one thread do the
 * same: in mbox and p2p they stay in order, and others of this sender to the same
 * target come after all of them; in causal networks too, and a machine that has taken
 * the first knows nothing of the second; in bags no order counts.  In P's own network a
 * message that is held is delivered atomically with the next observation, but its
 * copies come before that.
 *
 * A core whose inboxes are exact (see p_program_init) lets messages arrive that no
 * machine takes yet, as core/system.h does.
 */
#ifndef ENGINE_DPOR_P_PROGRAM_H
#define ENGINE_DPOR_P_PROGRAM_H

#include "base/idmap.h"
#include "base/intern.h"
#include "core/step.h"
#include "core/system.h"
#include "engine/dpor/program.h"

typedef enum node_kind {
    NODE_ACTS, /* a machine that continues by itself: never an operation, see resolve */
    NODE_EFFECT, /* SEND, SPAWN */
    NODE_CHOICE, /* CHOOSE: LOCAL and STIMULUS are those of the step */
    NODE_FAULT,  /* CHOOSE: does it happen?  A crash: of LOCAL */
    NODE_WAITS,  /* RECEIVE, in LOCAL */
    NODE_OVER,   /* END, BLOCK, FAIL */
} node_kind;

typedef struct node {
    op op;
    node_kind kind;
    bool is_copy;  /* SEND: the message is sent again */
    uint32_t next; /* EFFECT: a node; CHOICE, FAULT: the first of its branches */
    value local;
    value stimulus;
} node;

/* The answer of a filter for an event.  Coverage gets a note the first time that a
 * message is deferred. */
enum { FILTER_UNWANTED, FILTER_WANTED, FILTER_DEFERRED };

typedef struct p_message {
    value content; /* MESSAGE, or WITNESS */
    uint32_t event;
} p_message;

typedef VEC(uint32_t) p_node_list;

typedef struct p_program {
    core *c;
    bool is_exact;
    VEC(node) nodes;
    p_node_list branches; /* nodes */
    idmap rests;          /* local value -> node + 1 */
    idmap after;          /* (node, message) -> node + 1 */
    idmap copies;         /* node of a SEND -> that of its duplication + 1 */
    intern effects;       /* operation and what follows */
    p_node_list effect_nodes;
    VEC(p_message) messages;
    idmap message_numbers; /* content -> number + 1 */
    VEC(uint8_t) wanted;   /* by filter, then event */
    uint32_t event_count;
    idmap filters;        /* (function or machine, place or state) -> filter */
    p_node_list group_of; /* by monitor: its thread */
    uint32_t group_count;
    uint32_t blocked; /* the node of an assumption that failed */
} p_program;

/* EXACT: machines take every message when it arrives and keep those that they cannot
 * handle yet.  Under p2p and causal networks this is the exact meaning of the network,
 * and gives more executions; under mbox and bag there is no difference. */
void p_program_init(p_program *p, core *c, bool exact);
void p_program_fini(p_program *p);

/* See idmap_coming_growth; P may be NULL. */
size_t p_program_coming_growth(const p_program *p, size_t more);

dpor_program p_program_view(p_program *p);

/* ---- For those who look at an execution ---- */

static inline const node *p_node(const p_program *p, local_id local)
{
    return &p->nodes.data[local];
}

static inline bool p_is_machine(const p_program *p, uint32_t thread)
{
    return thread > p->group_count;
}

static inline uint32_t p_slot(const p_program *p, uint32_t thread)
{
    return thread - p->group_count - 1;
}

static inline uint32_t p_thread(const p_program *p, machine_id machine)
{
    return machine + p->group_count + 1;
}

/* Why the engine cannot check this test, or NULL. */
const char *p_program_refuses(const core *c);

#endif
