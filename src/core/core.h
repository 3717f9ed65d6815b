/* core.h -- one test of a program, ready to run.
 *
 * A core owns the values and the cache of local steps.  It also holds the tables that
 * follow from the program, the test and the options: bindings, which events each
 * monitor observes, which slots of a paused frame are live.  One thread uses a core at
 * a time.
 */
#ifndef CORE_CORE_H
#define CORE_CORE_H

#include "core/fault.h"
#include "core/stop.h"
#include "core/value.h"

#include "analysis/live.h"
#include "analysis/printed.h"
#include "ir/ir.h"

/* The networks: which pending messages may be received next. */
typedef enum network_model {
    NET_MBOX,   /* one queue per machine, in the order of sends: P's own */
    NET_P2P,    /* in order for each sender and target */
    NET_CAUSAL, /* a message does not overtake one that happened before it */
    NET_BAG,    /* in any order */
} network_model;

/* How often something may go wrong with machines and messages. */
typedef struct fault_budget {
    uint32_t left;
    const bool *may; /* by machine (crash) or event (loss, dup); NULL: the default */
} fault_budget;

enum { BUDGET_CRASH, BUDGET_LOSS, BUDGET_DUP, BUDGET_COUNT };
enum { BUDGET_MAX = 255 };

typedef struct foreign foreign;

typedef struct core_options {
    network_model network;
    fault_budget budgets[BUDGET_COUNT];
    bool strict_quiescence;
    bool deadlock_is_fine;   /* a run may end while a machine waits in a receive */
    bool stops_at_sends;     /* mbox: machines stop after each send, see process.h */
    bool choices_are_unfair; /* `$` and choose may fall the same way forever; a `$$` may
                                not */
    const foreign *foreign;  /* C functions, or NULL */
    uint64_t most_instructions; /* without a scheduling point; 0: STEP_INSTRUCTIONS */
    uint64_t most_calls;        /* one in the other; 0: STEP_CALLS */
    uint64_t most_choices;      /* of one run of a step; 0: STEP_CHOICES */
    uint64_t split_above;       /* the most outcomes of a step that is not split, see
                                   step.h; 0: none is split */
    uint32_t
        narrow;    /* choices try at most so many alternatives, see narrow.h; 0: all */
    uint32_t goal; /* covering this scenario ends a run; numbered from 1; 0: none */
    /* What must hold in states that are expanded: see within.h. */
    const struct ir_expression *const *within;
    size_t within_count;
} core_options;

/* The records among the values. */
enum {
    REC_LIST = 1,
    REC_LOCAL,   /* of a machine or monitor, see process.h */
    REC_FRAME,   /* function, pc, slots... */
    REC_TASK,    /* kind, index, payload */
    REC_MESSAGE, /* target, event, payload; the sender where a quorum may count it */
    REC_OBSERVATION, /* event, payload: what monitors observe */
    REC_CREATION,    /* machine, payload */
    REC_SENT,        /* message, and the clock of its sending: causal networks */
    /* requests between components, see component.h */
    REC_WITNESS,  /* observation, machine: what monitors observe, and its source */
    REC_FAILURE,  /* the transition is a violation */
    REC_DEAD_END, /* the transition does not exist */
    REC_MAIL,  /* machine; a message to keep, a state to scan for, or null: inbox.h */
    REC_TAKEN, /* machine, message: taken out of its inbox */
    REC_POST,  /* machine, LIST of effects: put into its outbox */
    REC_FAIR_LABEL, /* see fair_label.h */
    /* requests about open ints, see openint_parts.h */
    REC_ASSUME,  /* knowledge, LIST of marks of coverage */
    REC_CHECK,   /* LIST of variables that may be dead; true: all */
    REC_FORGET,  /* LIST of variables */
    REC_BORN,    /* machine */
    REC_NAME,    /* machine, outcome, LIST of requests, LIST of numbers in use */
    REC_REPLACE, /* LIST, see openint_equalities */
    REC_TOUR,    /* component, LIST of others, CHECK, NAME or REPLACE */
    REC_SETTLE,  /* machine, outcome or null, LIST of requests or of numbers */
    /* see engine/reduce/queue_abs.h */
    REC_TAIL,  /* LIST of messages; LOOSE, or null */
    REC_LOOSE, /* message, count, message, count, ... sorted by content */
};

/* Limits on the work of one step; the user may set the first three. */
enum {
    STEP_INSTRUCTIONS = 1000000,
    STEP_CALLS = 1000,
    STEP_CHOICES = 1000,
    STEP_EFFECTS = 1000,
    CHOOSE_LIMIT = 10000,
};

/* The choices of one machine, over all its steps. */
typedef struct script_feed {
    VEC(uint32_t) choices;
    uint32_t used;
} script_feed;

/* The choices of the next step when a core makes a single run, and what the step
 * did. */
typedef struct script {
    const uint32_t *choices;
    uint32_t choice_count;
    uint32_t used;      /* choices used so far */
    bool is_wrong;      /* some choice is not an alternative of its step */
    script_feed *feeds; /* by machine id, instead of CHOICES; or NULL */
    uint32_t feed_count;
    uint64_t *random; /* not NULL: choices are drawn at random, from this seed on */
    struct note_list *notes; /* may be NULL */
    uint32_t observations;   /* made by monitors in this step */
} script;

typedef struct step_cache step_cache;
typedef struct outbox_cache outbox_cache;
typedef struct coverage coverage;
typedef struct way_out way_out;

typedef struct core {
    const ir_program *ir;
    const symbols *source;
    const ir_test *test;
    core_options options;
    values vals;
    arena memory;
    value *consts;
    value *params;
    uint32_t *shapes;            /* by type: see value_view */
    const ir_binding **bindings; /* by interface; NULL: none */
    bool **observed;             /* by interface, then event */
    bool *polls_queue; /* by machine: its behaviour depends on what is in its queue */
    bool *is_apart;    /* by machine: its inbox can be stored apart, see inbox.h */
    bool *has_quorum;  /* by event: a quorum may count its senders */
    idmap defaults;    /* type -> value + 1 */
    const value **slot_defaults;         /* by function, made when needed */
    const value **field_defaults;        /* by machine, made when needed */
    live_slots **live;                   /* by function, made when needed */
    struct prepared_function **prepared; /* by function, made when needed */
    printed_slots *printed;              /* NULL: all texts are made */
    step_cache *cache;
    outbox_cache *outboxes;
    coverage *coverage; /* what was executed */
    script *script;     /* NULL: all outcomes of a step are computed, and cached */
    VEC(fault) faults;  /* of cached steps */
    VEC(value) scratch; /* items of the record that is being made */
    /* Called between outcomes of a step (STEP_LOOK_RUNS), because a step may have very
     * many; or NULL.  Once it returns true, steps are incomplete, and no conclusion may
     * be drawn from them. */
    bool (*is_over)(void *context);
    void *is_over_context;
    uint64_t most_outcomes; /* of one step; 0: any number */
    bool was_stopped;
    stop_reason limit;     /* a limit of Synod that a step has reached; steps are then
                              incomplete as well */
    uint64_t split_steps;  /* that were split, see step.h */
    uint64_t cut_runs;     /* of steps: they reached a limit on steps, see coverage.h */
    way_out *ways_out;     /* made when needed */
    struct within *within; /* NULL: there is no bound */
    /* Set before the first step, by engines that look at cycles. */
    bool stops_in_loops;  /* a machine may stay in a loop of choices forever */
    bool labels_choices;  /* outcomes have labels for their choices, see fair_label.h */
    bool labels_fairness; /* requests of components include fair_label.h's */
    unsigned coarseness;  /* for tests: see test_context */
} core;

static inline uint64_t core_most_instructions(const core *c)
{
    uint64_t set = c->options.most_instructions;
    return set > 0 ? set : STEP_INSTRUCTIONS;
}

static inline uint64_t core_most_calls(const core *c)
{
    return c->options.most_calls > 0 ? c->options.most_calls : STEP_CALLS;
}

static inline uint64_t core_most_choices(const core *c)
{
    return c->options.most_choices > 0 ? c->options.most_choices : STEP_CHOICES;
}

/* True if the test has a spec with a hot state. */
bool core_may_be_hot(const ir_program *ir, const ir_test *test);

/* True if some machine has a quorum handler. */
bool core_has_quorum(const ir_program *ir);

/* For engines that judge cycles: prepares the core, if the test has a hot state. */
void core_look_at_cycles(core *c);

core *core_new(const ir_program *ir, const ir_test *test, const core_options *options);
void core_free(core *c); /* accepts NULL */

/* Clears the limits.  Building a trace runs steps again, and they must run to their end
 * even if a limit has been reached by now. */
void core_forget_limits(core *c);

/* Asks IS_OVER, but in most calls of a loop only once in many turns; NUMBER counts
 * them. True: steps are incomplete. */
bool core_is_over(core *c);
bool core_looks(core *c, size_t number);

/* Makes the constants of a program as values, and the shape of each type known so far.
 * For core_new, and for expressions that are added later. */
value *core_consts(core *c, const ir_program *ir);
uint32_t *core_shapes(core *c);

value core_default(core *c, type_id type);

/* The values of the slots of a function before it runs, and of the fields of a machine
 * before it begins. */
const value *core_make_slot_defaults(core *c, uint32_t function);
const value *core_field_defaults(core *c, uint32_t machine);

static inline const value *core_slot_defaults(core *c, uint32_t function)
{
    const value *known = c->slot_defaults[function];
    return known != NULL ? known : core_make_slot_defaults(c, function);
}

/* True if X may be used where TYPE is expected; looks at the outermost constructor.
 * Null passes as a reference, a collection or a tuple; using it then fails. */
bool core_fits(const core *c, type_id type, value x);

/* The index in tuple T of the field that is at INDEX in TYPE.  A named tuple that came
 * through `any` may have other fields, or the same in another order: as in P, a field
 * is found by its name. */
#define FIELD_NONE UINT32_MAX
uint32_t core_field_index(const core *c, const value_view *t, type_id type,
                          uint32_t index);

/* True if there is a budget for any fault. */
bool core_has_faults(const core *c);

bool core_may_crash(const core *c, uint32_t machine);
bool core_may_fail(const core *c, int budget, uint32_t event); /* LOSS, DUP */

/* True if monitor INDEX observes EVENT when a machine made as INTERFACE sends it. */
bool core_watches(const core *c, uint32_t monitor, uint32_t interface, uint32_t event);

/* The first action of the state for EVENT or a later one, as an index. */
uint32_t core_find_action(const ir_state *s, uint32_t event);

/* What a state does with EVENT, or NULL. */
static inline const ir_action *core_action(const ir_machine *m, uint32_t state,
                                           uint32_t event)
{
    enum { FEW = 8 }; /* where to look at each is faster than to halve */
    const ir_state *s = &m->states[state];
    uint32_t at = 0;
    if (s->action_count > FEW)
        at = core_find_action(s, event);
    else
        while (at < s->action_count && s->actions[at].event < event)
            at++;
    bool found = at < s->action_count && s->actions[at].event == event;
    return found ? &s->actions[at] : NULL;
}

/* Renders a machine for people: Client(1.2). */
void core_show_machine(const core *c, machine_id id, strbuf *out);

/* The events that its creator may send to a machine. */
evset_id core_usual_rights(const core *c, machine_id id);

#endif
