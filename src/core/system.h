/* system.h -- the whole system: its states, and the transitions between them.
 *
 * A state is a row of columns: those of the environment (env.h), and two for each
 * machine: its local state and its outbox, the messages that it has sent and that the
 * network has not delivered (outbox.h).  Columns are values, so a state is a few words.
 *
 * Granularity.  P lets other machines run between any two sends.  Here a handler runs
 * to its end in one transition, and its messages wait in the outbox.  DELIVERY of a
 * message is a transition of its own: it takes the oldest message of an outbox (in P's
 * own network), and the target handles the message or puts it into its inbox.  A
 * delivery stands for the moment at which P puts the message into its queue, so every
 * order in which P can do that is an order of deliveries, and vice versa.
 *
 * Monitors see the order of observations, so a machine stops before each of them
 * (process.h).  In P, all messages sent before are in queues by then.  So in P's own
 * network a machine ACTS only when its outbox is empty.  Other networks deliver late
 * anyway.
 *
 * Two kinds of transition commute with all others and are never delayed: a new machine
 * begins to run, and a creation takes place as soon as the messages sent before it are
 * delivered.
 */
#ifndef CORE_SYSTEM_H
#define CORE_SYSTEM_H

#include "core/env.h"
#include "core/ts.h"

typedef VEC(value) system_state;

/* The result of a transition. */
typedef struct transition_result {
    uint32_t fault;   /* in core.faults, from 1; 0: none */
    uint32_t monitor; /* with a fault: the monitor that failed, or IR_NONE */
    uint32_t runner;  /* the machine that ran last, or MACHINE_NONE */
    uint32_t other;   /* the one that ran before it, or MACHINE_NONE */
    value choices;    /* LIST of ints: the choices made, of both in turn */
    value fair;       /* LIST, see outcome; of both */
    value cooled;     /* LIST of monitors that have been in a cold state */
    /* Of open ints: */
    value named;    /* LIST of the variables that got their names */
    value learned;  /* LIST: openint_save_learned, openint_trace_note */
    uint32_t forks; /* how many ways specs can go */
    bool is_void;   /* pruned because no values fit, or it is the same as another one;
                       not because of an assumption */
    bool is_pruned; /* an assumption failed: there is no such transition */
    bool is_last;   /* certainly the last branch; if false, ask for the next one */
} transition_result;

/* ---- Columns ---- */

/* Some of these machines may be absent. */
static inline uint32_t system_machines(const core *c, const system_state *s)
{
    return (uint32_t)(s->len - env_columns(c)) / 2;
}

/* Or null. */
static inline value system_local(const core *c, const system_state *s, machine_id id)
{
    return id < system_machines(c, s) ? s->data[env_columns(c) + 2 * id] : VALUE_NULL;
}

static inline value system_outbox(const core *c, const system_state *s, machine_id id)
{
    return id < system_machines(c, s) ? s->data[env_columns(c) + 2 * id + 1]
                                      : VALUE_NULL;
}

value system_monitor(const core *c, const system_state *s, uint32_t monitor);
uint32_t system_budget(const core *c, const system_state *s, int budget);

/* ---- States and transitions ---- */

/* Resizes to LEN columns; the contents of new ones are undefined. */
void system_resize(system_state *s, size_t len);

void system_copy(const system_state *from, system_state *to);

/* The initial state: nothing has run except the start entries of monitors. */
void system_start(core *c, system_state *to, transition_result *result);

/* All enabled transitions of a state, always in the same order.  Returns how many are
 * no faults: they come first, and if there are none, the run has ended. */
size_t system_enabled(const core *c, const system_state *s, transition_list *out);

/* The machine that goes first because it is new, see ts_is_urgent; or MACHINE_NONE. */
machine_id system_urgent(const core *c, const system_state *s);

/* Branch K of transition M; false: there are fewer branches.  With a fault, TO is
 * undefined.  Where ints are open, some numbers stand for no branch (they are pruned),
 * and system_next_branch leaves most of them out. */
bool system_step(core *c, const system_state *from, transition m, uint32_t k,
                 system_state *to, transition_result *result);

/* The number behind K, whose result is R.  *FORKS is for the function itself; at
 * first 1. */
uint32_t system_next_branch(const core *c, uint32_t k, const transition_result *r,
                            uint32_t *forks);

/* Executes the creations that are first in the outbox of ID, as after each message that
 * leaves it.  True: there was one. */
bool system_settle(core *c, system_state *to, machine_id id);

/* The error of a run that ends here, or FAULT_NONE. */
fault system_end(core *c, const system_state *s);

/* The first spec that is hot here, by its number among the monitors; or IR_NONE. */
uint32_t system_hot_spec(const core *c, const system_state *s);

/* The error of a loop in which a spec is in a hot state and never in a cold one. */
fault system_hot_forever(core *c, uint32_t monitor, uint32_t state);

/* The error of a run that ends in S only because it has made ALL steps: a spec was hot
 * in the last STEPS of them (hot_tail.h). */
fault system_hot_for_long(core *c, const system_state *s, uint32_t monitor,
                          uint64_t steps, uint64_t all);

/* The message of a transition, or null. */
value system_message(const core *c, const system_state *s, transition m);

/* The machine that gets the message of a transition; without one, the machine that the
 * transition starts at. */
machine_id system_receiver(const core *c, const system_state *s, transition m);

ts_footprint system_footprint(const core *c, const system_state *s, transition m);

/* True if the machine can continue without a message. */
bool system_can_act(const core *c, const system_state *s, machine_id id);

/* The invariant of every state: columns are of the right kind and contain their own
 * machine id, the last machine is present, and no creation is first in an outbox of P's
 * own network. */
bool system_check(const core *c, const system_state *s);

/* Equal content has an equal hash in every run. */
uint64_t system_hash(const core *c, const system_state *s);

#endif
