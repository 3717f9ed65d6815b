/* process.h -- a machine or monitor while it runs.
 *
 * Between steps it is a value, its local state: its identity, its control state and its
 * data.  A step loads the value, runs the process, and saves it as another value.
 */
#ifndef CORE_PROCESS_H
#define CORE_PROCESS_H

#include "core/list.h"

/* Status of a process between steps.  Processes that ACT continue by themselves; the
 * others wait for a message.
 *
 * A handler runs to its end in one step, because the messages that it sends wait at the
 * sender and are delivered at any later time (see system.h).  It stops earlier where
 * others could notice the difference:
 *   PAUSED before an operation that monitors observe, since the order of observations
 *   counts, before an assumption that fails, since it ends the run, and before every
 *   send, announce and `new` of a machine that may crash;
 *   POLLING before it looks at its queue, in a machine with handlers for null or for
 *   quorums: its next action depends on what has arrived;
 *   SENDING after every send of such a machine: the message must have arrived before
 *   the machine continues, because it may be a message to itself.
 *
 * If the options say so (stops_at_sends), every machine is SENDING after each send, as
 * in P, and AT_RECEIVE before it looks at an inbox that is not empty.
 *
 * A process also stops after very many sends or creations: to continue forever is no
 * error; and after each, if its step would have too many outcomes otherwise (lemma
 * split-1 in step.h).  And where cycles matter, it may stay in a loop of choices
 * forever: it is then LOOPING before one of these choices, while others run, as if the
 * loop went through a message to itself.  It does nothing else any more.
 *
 * In P, no other machine runs between the moment at which a message is put into its
 * queue and what its sender does next, up to its next scheduling point.  So the last
 * effect before such a stop (a message or a creation) is HELD, and takes place together
 * with what follows.
 */
typedef enum process_status {
    STATUS_NEW,     /* acts: has not begun to run its start entry */
    STATUS_IDLE,    /* handles the next message that it can */
    STATUS_POLLING, /* acts: in a state with a null handler, about to look at its inbox
                     */
    STATUS_NULL,    /* acts: found nothing there, about to run the null handler */
    STATUS_WAITING, /* blocked in a `receive` */
    STATUS_PAUSED,  /* acts: before an operation */
    STATUS_SENDING, /* acts: after a send */
    STATUS_LOOPING, /* acts: in a loop of choices, which it never leaves */
    STATUS_AT_RECEIVE, /* acts: at rest or at a `receive`, about to look at its inbox */
    STATUS_HALTED,     /* or crashed */
    STATUS_RUNNING,    /* only within a step */
} process_status;

/* Items of a local state; fields follow. */
enum {
    LOCAL_SELF, /* a machine's id; of a monitor: the number of its declaration */
    LOCAL_STATUS,
    LOCAL_STATE,
    LOCAL_CREATED, /* number of machines that it has created */
    LOCAL_INBOX,   /* LIST of messages received and not yet handled, or null */
    LOCAL_PENDING, /* NEW: payload; PAUSED, SENDING, POLLING: an effect, or null */
    LOCAL_FRAMES,  /* LIST, outermost first */
    LOCAL_TASKS,   /* LIST of tasks to do after the frames */
    LOCAL_FIELDS,
};

/* Items of a message. */
enum { MESSAGE_TARGET, MESSAGE_EVENT, MESSAGE_PAYLOAD, MESSAGE_SENDER };
enum { OBSERVATION_EVENT, OBSERVATION_PAYLOAD };
enum { CREATION_MACHINE, CREATION_PAYLOAD };
enum { WITNESS_OBSERVATION, WITNESS_MACHINE };
enum { MAIL_MACHINE, MAIL_WHAT };
enum { TAKEN_MACHINE, TAKEN_MESSAGE };
enum { POST_MACHINE, POST_EFFECTS };

/* In place of an inbox: the inbox is stored apart, see inbox.h. */
#define LOCAL_INBOX_OUT VALUE_TRUE

typedef enum task_kind {
    TASK_RUN,   /* a function, with a payload */
    TASK_ENTER, /* a state */
    TASK_HALT,
    TASK_UNHANDLED, /* an event */
} task_kind;

typedef struct task {
    task_kind kind;
    uint32_t index;
    value payload;
} task;

typedef struct frame {
    uint32_t function;
    ir_pc pc;
    uint32_t base; /* of its slots */
} frame;

typedef struct process {
    bool is_monitor;
    uint32_t self; /* id; of a monitor: MACHINE_NONE */
    uint32_t machine;
    const ir_machine *decl;
    process_status status;
    uint32_t state;
    uint32_t created;
    value held;
    VEC(value) inbox;
    bool inbox_is_out; /* the messages before the step are not in it */
    VEC(frame) frames;
    VEC(value) slots; /* of all frames */
    VEC(task) tasks;  /* next first */
    VEC(value) fields;
} process;

void process_free(process *p);

/* Which slots of a function are live, made when needed. */
const live_slots *process_live(core *c, uint32_t function);

void process_load(const core *c, process *p, value local);
value process_save(core *c, process *p);

/* The slots of frame NUMBER, each frozen, or null if it is dead; returns what is behind
 * them in TO. */
value *process_put_slots(core *c, const process *p, size_t number, value *to);

/* process_save; where values change in place (value_heap.h), BEFORE, which is the local
 * state that was loaded, may be changed to it. */
value process_save_over(core *c, process *p, value before);

/* The initial local states. */
value process_new_machine(core *c, machine_id id, value payload);
value process_new_monitor(core *c, uint32_t machine);
value process_halted(core *c, machine_id id);

/* Queries on a local state that is not loaded. */
static inline uint32_t local_number(const core *c, value x)
{
    return (uint32_t)value_to_int(&c->vals, x);
}

static inline process_status local_status(const core *c, value local)
{
    return (process_status)local_number(c, value_item(&c->vals, local, LOCAL_STATUS));
}

static inline uint32_t local_state(const core *c, value local)
{
    return local_number(c, value_item(&c->vals, local, LOCAL_STATE));
}

/* The index of its declaration. */
static inline uint32_t local_machine(const core *c, value local)
{
    value self = value_item(&c->vals, local, LOCAL_SELF);
    if (value_kind_of(&c->vals, self) == VK_INT)
        return local_number(c, self);
    return naming_get(&c->vals.names, value_to_machine_id(&c->vals, self))->decl;
}

/* An instruction of a function. */
typedef struct local_place {
    uint32_t function;
    uint32_t pc;
} local_place;

/* The place of the innermost frame; of a machine that waits: its `receive`. */
static inline local_place local_innermost(const core *c, value local)
{
    value_view frames = list_get(c, value_item(&c->vals, local, LOCAL_FRAMES));
    assert(frames.count > 0);
    value_view f = value_get(&c->vals, frames.items[frames.count - 1]);
    return (local_place){local_number(c, f.items[0]), local_number(c, f.items[1])};
}

#endif
