/* ts.h -- the transition relation: what is enabled, and what a transition does.
 *
 * The system is a product of COMPONENTS: machines with their outboxes, inboxes where
 * they are kept apart (inbox.h), and the environment: fault budgets and monitors.  A
 * transition starts at one machine.  It changes that machine and sends REQUESTS to
 * other components: receive this message, come into being, observe this, spend a
 * budget.  A component that serves a request may send requests in turn, and these are
 * served before the next one of its requester.  A request that fails ends the
 * transition.
 *
 * This is the only place that says so.  The rules below call a DRIVER, which decides
 * how requests are served:
 *
 *   system.c     holds a whole state as a row and serves each request at once;
 *   component.c  holds one component and writes requests to others down, so that what a
 *                component does can be cached, whatever the others are;
 *   dpor/p_program.c  turns the requests of a machine into operations of a thread.
 *
 * Guards.  Whether a transition is enabled depends on the machine it starts at, on
 * whether some machine is new (such a machine goes first), and on the environment: a
 * fault needs a budget, and a causal network has an order over all outboxes. ts_enabled
 * looks at the machine alone.
 */
#ifndef CORE_TS_H
#define CORE_TS_H

#include "core/network.h"
#include "core/step.h"

typedef enum transition_kind {
    TRANSITION_ACT,     /* a machine goes on by itself: begins, resumes, runs its null
                           handler */
    TRANSITION_DELIVER, /* a message of a machine's outbox reaches its target */
    TRANSITION_CRASH,   /* a machine crashes */
    TRANSITION_LOSE,    /* a message is lost */
    TRANSITION_DUP,     /* a message is delivered, and a copy stays */
} transition_kind;

/* Instead of an index: the message that a machine holds. */
#define TRANSITION_PENDING UINT32_MAX

typedef struct transition {
    transition_kind kind;
    machine_id machine; /* of messages: the sender */
    uint32_t index;     /* of the message in its outbox, or TRANSITION_PENDING */
} transition;

typedef VEC(transition) transition_list;

static inline bool transition_is_same(transition a, transition b)
{
    return a.kind == b.kind && a.machine == b.machine && a.index == b.index;
}

/* A fault takes from a budget; other transitions do not. */
static inline bool transition_is_fault(transition m)
{
    return m.kind != TRANSITION_ACT && m.kind != TRANSITION_DELIVER;
}

/* ---- One machine ---- */

/* A machine that is new begins before anything else happens: beginning commutes with
 * all other transitions (lemma in system.h).  Of several, the first by name.  One that
 * is deep in a chain of creations begins like any other transition: a chain without end
 * must not keep a search from everything else. */
static inline bool ts_is_urgent(const core *c, machine_id id, value local)
{
    enum { URGENT_DEPTH = 32 };
    return local != VALUE_NULL && local_status(c, local) == STATUS_NEW &&
           naming_get(&c->vals.names, id)->depth < URGENT_DEPTH;
}

/* Can a machine with this status go on by itself?  In P's own network that may take an
 * empty outbox. */
static inline bool ts_status_acts(const core *c, process_status is, value outbox)
{
    enum {
        AT_ONCE = 1 << STATUS_NEW | 1 << STATUS_NULL | 1 << STATUS_AT_RECEIVE,
        AFTER_SENDING = 1 << STATUS_POLLING | 1 << STATUS_PAUSED | 1 << STATUS_SENDING |
                        1 << STATUS_LOOPING,
    };
    unsigned in = 1u << is;
    return (in & AT_ONCE) != 0 ||
           ((in & AFTER_SENDING) != 0 &&
            (outbox == VALUE_NULL || c->options.network != NET_MBOX));
}

bool ts_can_act(const core *c, value local, value outbox);

bool ts_may_crash(const core *c, value local);

/* The effect that a machine holds, which takes place when it goes on; or null. */
value ts_pending_effect(const core *c, value local);

bool ts_is_message(const core *c, value effect);

static inline machine_id ts_target(const core *c, value message)
{
    return value_to_machine_id(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
}

/* May a message that ID sends be lost, or be duplicated?  BUDGET says which. */
bool ts_may_fail(const core *c, machine_id id, value message, int budget);

/* ---- Enabled transitions ---- */

/* All transitions that start at machine ID, whose local state and outbox are given;
 * the environment may still forbid some.  LOCAL null: there is no such machine. */
void ts_enabled(const core *c, machine_id id, value local, value outbox,
                transition_list *out);

/* The same in three portions: what the machine does by itself, with the faults of what
 * it holds; what leaves its outbox; its crash.  An urgent machine has the first only.
 */
void ts_enabled_acts(const core *c, machine_id id, value local, value outbox,
                     transition_list *out);
void ts_enabled_deliveries(const core *c, machine_id id, value outbox,
                           transition_list *out);
void ts_enabled_crash(const core *c, machine_id id, value local, transition_list *out);

/* The message that a transition is about, or null. */
value ts_message(const core *c, value local, value outbox, transition m);

/* What a transition reads and writes.  The local states of other machines stay as they
 * are, apart from machines that it creates; outboxes of others do too, apart from the
 * one that the message leaves.
 *
 * Lemma footprint-1.  Two transitions that are enabled in one state commute if no
 * machine is in both footprints, neither is a fault, monitors observe neither, and
 * neither creates a machine: engine/reduce/state_view.h has the argument. */
typedef struct ts_footprint {
    machine_id runs;   /* goes on by itself, or crashes; or MACHINE_NONE */
    machine_id target; /* the message arrives there; or MACHINE_NONE */
} ts_footprint;

ts_footprint ts_footprint_of(const core *c, value local, value outbox, transition m);

/* ---- Ends of runs ---- */

/* What the end of a run depends on, of one component; of a state: of all together. */
typedef enum ts_trait {
    TRAIT_ENABLED = 1,  /* a transition that is no fault starts here */
    TRAIT_URGENT = 2,   /* ... and goes first */
    TRAIT_WAITS = 4,    /* a machine is blocked in a `receive` */
    TRAIT_HAS_MAIL = 8, /* a machine has messages that it did not handle */
    TRAIT_IS_HOT = 16,  /* the environment: some spec is in a hot state */
    TRAIT_OUTSIDE = 32, /* for engines: it is outside the bound, see within.h */
} ts_trait;

unsigned ts_traits(const core *c, machine_id id, value local, value outbox);

/* What is wrong with a run that ends in a state with these traits; or FAULT_NONE. */
fault_kind ts_final(const core *c, unsigned traits);

/* ---- What a transition does ---- */

typedef struct ts_run ts_run;

/* In place of an outbox: it is another component.  All effects are sent to it, and it
 * sees to creations and observations among them. */
#define OUTBOX_APART VALUE_TRUE

/* How a driver holds components and serves requests.  Machines are given by their ids.
 */
typedef struct ts_driver {
    value (*local)(const ts_run *t, machine_id id);
    value (*outbox)(const ts_run *t, machine_id id);
    void (*set_local)(ts_run *t, machine_id id, value local);
    /* Puts effects into the outbox; the second gets them as a LIST. */
    void (*send)(ts_run *t, machine_id id, const value *effects, size_t count);
    void (*send_list)(ts_run *t, machine_id id, value effects);
    /* Item K leaves the outbox; a message may be RECEIVED, and a copy KEPT. */
    void (*leave)(ts_run *t, machine_id id, uint32_t k, bool is_received, bool is_kept);
    /* Requests. */
    void (*create)(ts_run *t, uint32_t creator, value creation);
    void (*observe)(ts_run *t, machine_id id, value observation);
    void (*spend)(ts_run *t, int budget);
    void (*receive)(ts_run *t, value message, bool is_last);
    void (*use_inbox)(ts_run *t, machine_id id, value local, inbox_need need,
                      value message);
    /* A driver that wants one branch: does the delivery of MESSAGE have it?  Asked
     * first, as to find out later costs more.  Or NULL. */
    bool (*has_branch)(const ts_run *t, value message);
    /* A step of ID has several outcomes: ts_outcome for one, or for each of them.
     * IS_LAST: the transition ends with it. */
    void (*branch)(ts_run *t, machine_id id, value stimulus, step_outcomes list,
                   bool is_last);
    /* ID is to go on by itself; true: it does so later, as the outcome of its step
     * before does not yet take effect.  Or NULL. */
    bool (*puts_off)(ts_run *t, machine_id id);
    void (*stuck)(ts_run *t); /* an assumption failed: there is no such transition */
    void (*fail)(ts_run *t, uint32_t number); /* in core.faults, from 1 */
    /* A machine that held MESSAGE went on, and that ended the transition.  Or NULL. */
    void (*never_arrives)(ts_run *t, value message);
    /* For fairness, and for traces. */
    void (*ran)(ts_run *t, machine_id id, const outcome *o);
    void (*served)(ts_run *t, machine_id id, value message);
} ts_driver;

/* A transition while it is carried out; drivers have more behind it. */
struct ts_run {
    core *c;
    const ts_driver *driver;
    bool is_over; /* set by the driver: nothing more happens */
};

/* Carries out a transition that ts_enabled has listed. */
void ts_fire(ts_run *t, transition m);

/* ID goes on by itself (STIMULUS null) or takes a message. */
void ts_step(ts_run *t, machine_id id, value stimulus, bool is_last);

/* ... with this outcome. */
void ts_outcome(ts_run *t, machine_id id, value stimulus, const outcome *o);

/* Effects of ID take place: they go into its outbox, or are requests. */
void ts_effects(ts_run *t, machine_id id, value effects);

/* Creations that have come first in the outbox of ID take place; true: there was one.
 */
bool ts_settle(ts_run *t, machine_id id);

#endif
