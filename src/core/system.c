/* States as rows of columns, and the transitions between them.
 *
 * ts.c defines what a transition does, for all engines; the driver here serves its
 * requests directly in the row of the successor.  A branch is a number in mixed radix:
 * each decision takes the lowest digit, whose radix is the number of outcomes.  So
 * system_step runs a transition once for each branch, and the branches 0, 1, ... are
 * all of them.  Debug builds check the invariant of system_check after each step.
 */
#include "core/system.h"

#include "base/hash.h"
#include "base/invariant.h"
#include "core/env.h"
#include "core/openint_trace.h"

#include <string.h>

/* ---- Columns ---- */

static value *local_column(const core *c, const system_state *s, machine_id id)
{
    return &s->data[env_columns(c) + 2 * id];
}

value system_monitor(const core *c, const system_state *s, uint32_t monitor)
{
    assert(monitor < c->test->module->monitor_count);
    return s->data[1 + monitor];
}

uint32_t system_budget(const core *c, const system_state *s, int budget)
{
    return env_budget(c, s->data[0], budget);
}

static network network_of(const core *c, const system_state *s)
{
    return (network){.columns = local_column(c, s, 0),
                     .machines = system_machines(c, s)};
}

void system_resize(system_state *s, size_t len)
{
    while (s->cap < len)
        s->data = mem_grow(s->data, &s->cap, sizeof *s->data);
    s->len = len;
}

void system_copy(const system_state *from, system_state *to)
{
    system_resize(to, from->len);
    if (from->len > 0)
        memcpy(to->data, from->data, from->len * sizeof *to->data);
}

/* The last machine of a state is present: machines found in other states make no
 * difference. */
static void add_machine(core *c, system_state *s, machine_id id, value local)
{
    while (system_machines(c, s) <= id) {
        vec_push(s, VALUE_NULL);
        vec_push(s, VALUE_NULL);
    }
    *local_column(c, s, id) = local;
}

uint64_t system_hash(const core *c, const system_state *s)
{
    /* Absent machines must not count, so this sums the contributions of the others. */
    uint64_t hash = 0;
    uint32_t first = env_columns(c);
    for (uint32_t i = 0; i < first; i++)
        hash += hash_u64(value_hash(&c->vals, s->data[i]) + i);
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        const value *columns = local_column(c, s, id);
        if (columns[0] != VALUE_NULL)
            hash += hash_u64(value_hash(&c->vals, columns[0]) +
                             hash_u64(value_hash(&c->vals, columns[1])));
    }
    return hash_u64(hash);
}

/* ---- The initial state ---- */

static void no_result(transition_result *r)
{
    *r = (transition_result){
        .monitor = IR_NONE, .runner = MACHINE_NONE, .other = MACHINE_NONE};
}

/* Records what monitors did; false: the transition ends here. */
static bool note_env(core *c, env_answer answer, env_notes *notes, transition_result *r)
{
    value cooled = list_make(c, notes->cooled.data, notes->cooled.len);
    vec_free(&notes->cooled);
    r->cooled = list_join(c, r->cooled, cooled);
    r->is_pruned = answer == ENV_PRUNED;
    r->is_void |= notes->is_void;
    if (answer == ENV_FAILED) {
        r->fault = notes->fault;
        r->monitor = notes->monitor;
    }
    return answer == ENV_FINE;
}

void system_start(core *c, system_state *to, transition_result *result)
{
    const ir_module *m = c->test->module;
    no_result(result);
    vec_clear(to);
    vec_push(to, env_budgets(c));
    for (uint32_t i = 0; i < m->monitor_count; i++)
        vec_push(to, process_new_monitor(c, m->monitors[i].machine));
    if (c->vals.open != NULL)
        vec_push(to, VALUE_NULL); /* nothing is known */
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        env_notes notes = {0};
        env_answer answer = env_step(c, to->data, i, VALUE_NULL, &notes);
        if (!note_env(c, answer, &notes, result))
            return;
    }
    uint32_t interface = c->test->main_interface;
    machine_id id = naming_child(&c->vals.names, MACHINE_NONE, 1, interface, interface,
                                 c->bindings[interface]->machine);
    add_machine(c, to, id, process_new_machine(c, id, VALUE_NULL));
}

/* ---- Enabled transitions ---- */

bool system_can_act(const core *c, const system_state *s, machine_id id)
{
    return ts_can_act(c, system_local(c, s, id), system_outbox(c, s, id));
}

value system_message(const core *c, const system_state *s, transition m)
{
    return ts_message(c, system_local(c, s, m.machine), system_outbox(c, s, m.machine),
                      m);
}

machine_id system_receiver(const core *c, const system_state *s, transition m)
{
    value message = system_message(c, s, m);
    return message == VALUE_NULL ? m.machine : ts_target(c, message);
}

ts_footprint system_footprint(const core *c, const system_state *s, transition m)
{
    return ts_footprint_of(c, system_local(c, s, m.machine),
                           system_outbox(c, s, m.machine), m);
}

machine_id system_urgent(const core *c, const system_state *s)
{
    vec_each (id, &c->vals.names.sorted)
        if (ts_is_urgent(c, *id, system_local(c, s, *id)))
            return *id;
    return MACHINE_NONE;
}

/* True if the environment allows it. */
static bool is_allowed(const core *c, const system_state *s, const network *n,
                       transition m)
{
    switch (m.kind) {
    case TRANSITION_ACT:
        return true;
    case TRANSITION_CRASH:
        return system_budget(c, s, BUDGET_CRASH) > 0;
    case TRANSITION_LOSE:
    case TRANSITION_DUP:
        if (system_budget(c, s, m.kind == TRANSITION_LOSE ? BUDGET_LOSS : BUDGET_DUP) ==
            0)
            return false;
        break;
    case TRANSITION_DELIVER:
        break;
    }
    return c->options.network != NET_CAUSAL || m.index == TRANSITION_PENDING ||
           network_may_leave(c, n, m.machine, m.index);
}

static void keep_allowed(const core *c, const system_state *s, size_t from,
                         transition_list *enabled)
{
    network n = network_of(c, s);
    size_t kept = from;
    for (size_t i = from; i < enabled->len; i++)
        if (is_allowed(c, s, &n, enabled->data[i]))
            enabled->data[kept++] = enabled->data[i];
    enabled->len = kept;
}

/* Puts transitions that are no faults first and returns their number; then come losses,
 * duplications and crashes.  The order within a kind stays. */
static size_t put_faults_last(transition_list *enabled)
{
    static const transition_kind faults[] = {TRANSITION_LOSE, TRANSITION_DUP,
                                             TRANSITION_CRASH};
    transition_list sorted = {0};
    size_t ordinary = 0;
    vec_each (m, enabled)
        if (!transition_is_fault(*m))
            enabled->data[ordinary++] = *m;
        else
            vec_push(&sorted, *m);
    size_t at = ordinary;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        vec_each (m, &sorted)
            if (m->kind == faults[i])
                enabled->data[at++] = *m;
    assert(at == enabled->len);
    vec_free(&sorted);
    return ordinary;
}

/* The transitions of machine ID where neither faults nor the order of messages to
 * different machines count, as ts_enabled has them.  False: the machine begins before
 * all others. */
static inline bool add_ordinary(const core *c, machine_id id, value local, value outbox,
                                transition_list *out)
{
    process_status is = local_status(c, local);
    if (is == STATUS_NEW && ts_is_urgent(c, id, local))
        return false;
    if (ts_status_acts(c, is, outbox))
        vec_push(out, ((transition){TRANSITION_ACT, id, 0}));
    if (outbox != VALUE_NULL)
        vec_push(out, ((transition){TRANSITION_DELIVER, id, 0}));
    return true;
}

/* The transitions of machine ID of state S. */
static bool add_enabled(const core *c, const system_state *s, machine_id id,
                        transition_list *out)
{
    value local = system_local(c, s, id);
    size_t before = out->len;
    if (ts_is_urgent(c, id, local))
        return false;
    ts_enabled(c, id, local, system_outbox(c, s, id), out);
    if (core_has_faults(c) || c->options.network == NET_CAUSAL)
        keep_allowed(c, s, before, out);
    return true;
}

/* Adds the transitions of all machines; returns the one that begins before all others,
 * or MACHINE_NONE. */
static machine_id add_all_ordinary(const core *c, const system_state *s,
                                   transition_list *out)
{
    const value *columns = local_column(c, s, 0);
    const uint32_t machines = system_machines(c, s);
    vec_each (id, &c->vals.names.sorted) {
        const value *own = &columns[2 * (size_t)*id];
        if (*id < machines && own[0] != VALUE_NULL &&
            !add_ordinary(c, *id, own[0], own[1], out))
            return *id;
    }
    return MACHINE_NONE;
}

static machine_id add_all(const core *c, const system_state *s, transition_list *out)
{
    vec_each (id, &c->vals.names.sorted)
        if (system_local(c, s, *id) != VALUE_NULL && !add_enabled(c, s, *id, out))
            return *id;
    return MACHINE_NONE;
}

size_t system_enabled(const core *c, const system_state *s, transition_list *out)
{
    vec_clear(out);
    bool has_faults = core_has_faults(c);
    machine_id first = has_faults || c->options.network != NET_MBOX
                           ? add_all(c, s, out)
                           : add_all_ordinary(c, s, out);
    if (first != MACHINE_NONE) {
        const transition begins = {TRANSITION_ACT, first, 0};
        vec_clear(out);
        vec_push(out, begins);
        return 1;
    }
    return has_faults ? put_faults_last(out) : out->len;
}

/* ---- A driver that serves requests in a row ---- */

typedef struct row_run {
    ts_run run;
    const system_state *from;
    system_state *to;
    transition_result *result;
    transition fired;
    uint32_t branch;       /* the wanted branch, as far as it is not yet decided */
    bool has_chosen;       /* among several outcomes of an earlier step */
    bool has_arrived;      /* a message, at its target */
    step_outcomes earlier; /* of a step that is not the last */
    uint32_t fork;         /* what specs do, likewise: see env_notes */
    uint32_t forks;
} row_run;

static row_run *row_of(ts_run *t)
{
    return (row_run *)(void *)t;
}

static value row_local(const ts_run *t, machine_id id)
{
    return system_local(t->c, ((const row_run *)(const void *)t)->to, id);
}

static value row_outbox(const ts_run *t, machine_id id)
{
    return system_outbox(t->c, ((const row_run *)(const void *)t)->to, id);
}

static void row_set_local(ts_run *t, machine_id id, value local)
{
    *local_column(t->c, row_of(t)->to, id) = local;
}

static void row_send(ts_run *t, machine_id id, const value *effects, size_t count)
{
    network n = network_of(t->c, row_of(t)->to);
    network_send(t->c, &n, id, effects, count);
}

static void row_send_list(ts_run *t, machine_id id, value effects)
{
    value_view w = list_get(t->c, effects);
    if (w.count > 0)
        row_send(t, id, w.items, w.count);
}

static void row_leave(ts_run *t, machine_id id, uint32_t k, bool is_received,
                      bool is_kept)
{
    network n = network_of(t->c, row_of(t)->to);
    network_leave(t->c, &n, id, k, is_received, is_kept);
}

static void row_create(ts_run *t, uint32_t creator, value creation)
{
    core *c = t->c;
    system_state *to = row_of(t)->to;
    uint32_t child =
        value_to_machine_id(&c->vals, value_item(&c->vals, creation, CREATION_MACHINE));
    value payload = value_item(&c->vals, creation, CREATION_PAYLOAD);
    assert(system_local(c, to, child) == VALUE_NULL); /* a name is given once */
    add_machine(c, to, child, process_new_machine(c, child, payload));
    network n = network_of(c, to);
    network_create(c, &n, creator, child);
}

static void row_observe(ts_run *t, machine_id id, value observation)
{
    if (t->c->script != NULL)
        t->c->script->observations++;
    row_run *r = row_of(t);
    env_notes notes = {.fork = r->fork, .forks = r->forks};
    env_answer answer = env_observe(t->c, r->to->data, id, observation, &notes);
    r->fork = notes.fork;
    r->forks = notes.forks;
    r->result->learned = list_join(t->c, r->result->learned, notes.learned);
    t->is_over = !note_env(t->c, answer, &notes, r->result);
}

static void row_spend(ts_run *t, int budget)
{
    value *budgets = &row_of(t)->to->data[0];
    *budgets = env_spend(t->c, *budgets, budget);
}

static void row_receive(ts_run *t, value message, bool is_last)
{
    row_of(t)->has_arrived = true;
    ts_step(t, ts_target(t->c, message), message, is_last);
}

static void row_use_inbox(ts_run *t, machine_id id, value local, inbox_need need,
                          value message)
{
    (void)t, (void)id, (void)local, (void)need, (void)message;
    assert(0 && "in a row, inboxes are inside");
}

static bool row_has_branch(const ts_run *t, value message)
{
    const row_run *r = (const void *)t;
    if (r->branch == 0)
        return true;
    value local = row_local(t, ts_target(t->c, message));
    return r->branch < step_machine(t->c, local, message).count;
}

static void row_stuck(ts_run *t)
{
    row_of(t)->result->is_pruned = true;
    t->is_over = true;
}

/* What a step makes gets its names.  False: there are not enough. */
static bool row_name(row_run *r, machine_id id, value stimulus, outcome *o)
{
    transition_result *result = r->result;
    value named;
    const openint_sight in_use = {.columns = r->to->data,
                                  .count = r->to->len,
                                  .stimulus = stimulus,
                                  .named = result->named};
    if (o->choices == VALUE_NULL) /* a new variable is among the choices */
        return true;
    if (!openint_name(r->run.c, id, &in_use, o, &named))
        return false;
    result->named = list_join(r->run.c, result->named, named);
    value marks = openint_trace_note(r->run.c, named);
    result->learned = list_join(r->run.c, result->learned, marks);
    return true;
}

/* Names what is new in an outcome, and adds what it says of open ints; false: it
 * contradicts what is known. */
static bool row_learn(row_run *r, machine_id id, value stimulus, outcome *o)
{
    core *c = r->run.c;
    if (c->vals.open == NULL)
        return true;
    if (!row_name(r, id, stimulus, o))
        return false;
    if (o->learned == VALUE_NULL)
        return true;
    r->result->learned =
        list_join(c, r->result->learned, value_item(&c->vals, o->learned, 1));
    return openint_assume(c, env_knowledge(c, r->to->data),
                          value_item(&c->vals, o->learned, 0));
}

/* The first decision is the lowest digit of a branch's number. */
static void row_branch(ts_run *t, machine_id id, value stimulus, step_outcomes list,
                       bool is_last)
{
    row_run *r = row_of(t);
    assert(list.count > 0); /* else ts_step calls row_stuck */
    if (is_last && r->branch >= list.count) {
        t->is_over = true;
        return;
    }
    /* If earlier steps had one outcome each, the branches are the outcomes of LIST. */
    r->result->is_last = is_last && !r->has_chosen && r->branch + 1 == list.count;
    r->has_chosen |= list.count > 1;
    if (!is_last)
        r->earlier = list;
    uint32_t way = r->branch % list.count;
    outcome o = *step_outcome(t->c, list, way);
    r->branch /= list.count;
    if (!row_learn(r, id, stimulus, &o)) {
        r->result->is_void = true;
        row_stuck(t);
        return;
    }
    if (o.covers != VALUE_NULL)
        step_cover(t->c, list, way);
    ts_outcome(t, id, stimulus, &o);
}

static void row_fail(ts_run *t, uint32_t number)
{
    row_of(t)->result->fault = number;
    t->is_over = true;
}

/* Does the message arrive if the sender has outcome number WAY?  Specs may end the
 * transition, too, so this is only known when it is made. */
static bool arrives_after(const row_run *r, uint32_t way)
{
    system_state to = {0};
    transition_result result;
    row_run other = {
        .run = {.c = r->run.c, .driver = r->run.driver}, .to = &to, .branch = way};
    other.result = &result;
    no_result(&result);
    system_copy(r->from, &to);
    ts_fire(&other.run, r->fired);
    vec_free(&to);
    return other.has_arrived;
}

/* After some outcome of the sender?  Where values stay open, nothing is counted that
 * does not take place (outcome_cover.h), so here no specs are asked. */
static bool may_arrive(const row_run *r)
{
    for (uint32_t i = 0; i < r->earlier.count; i++) {
        const outcome *o = step_outcome(r->run.c, r->earlier, i);
        bool goes_on = o->fault == 0 && !o->is_stuck;
        if (goes_on && (r->run.c->vals.open != NULL || arrives_after(r, i)))
            return true;
    }
    return false;
}

/* The outcomes of the target have numbers all the same if the message does arrive after
 * another outcome of the sender.  Only the first of them is a branch. */
static void row_never_arrives(ts_run *t, value message)
{
    row_run *r = row_of(t);
    if (r->branch == 0 || !may_arrive(r) || !row_has_branch(t, message))
        return;
    r->branch = 0;
    r->result->fault = 0;
    r->result->is_pruned = true;
}

static void row_ran(ts_run *t, machine_id id, const outcome *o)
{
    transition_result *r = row_of(t)->result;
    r->other = r->runner;
    r->runner = id;
    r->choices = list_join(t->c, r->choices, o->choices);
    r->fair = list_join(t->c, r->fair, o->fair);
}

static void row_served(ts_run *t, machine_id id, value message)
{
    (void)t, (void)id, (void)message; /* the transition determines it */
}

static const ts_driver row_driver = {.local = row_local,
                                     .outbox = row_outbox,
                                     .set_local = row_set_local,
                                     .send = row_send,
                                     .send_list = row_send_list,
                                     .leave = row_leave,
                                     .create = row_create,
                                     .observe = row_observe,
                                     .spend = row_spend,
                                     .receive = row_receive,
                                     .use_inbox = row_use_inbox,
                                     .has_branch = row_has_branch,
                                     .branch = row_branch,
                                     .stuck = row_stuck,
                                     .fail = row_fail,
                                     .never_arrives = row_never_arrives,
                                     .ran = row_ran,
                                     .served = row_served};

/* The forks of specs are the lowest digit of a branch's number, of this radix. */
enum { MOST_FORKS = 256 };

static void end_open(row_run *r)
{
    core *c = r->run.c;
    transition_result *result = r->result;
    result->is_last = false;
    result->forks = r->forks;
    if (r->forks > MOST_FORKS)
        c->limit = STOP_OUTCOMES;
    if (r->fork != 0) { /* it is the same as another one */
        result->is_pruned = result->is_void = true;
        result->fault = 0;
    }
    if (result->is_pruned || result->fault != 0)
        return;
    size_t known = env_columns(c) - 1;
    const openint_row from = {r->from->data, r->from->len, known};
    openint_row to = {r->to->data, r->to->len, known};
    openint_normalize(c, &from, &to, result->named);
}

bool system_step(core *c, const system_state *from, transition m, uint32_t k,
                 system_state *to, transition_result *result)
{
    bool is_open = c->vals.open != NULL;
    row_run r = {.run = {.c = c, .driver = &row_driver},
                 .from = from,
                 .to = to,
                 .result = result,
                 .fired = m,
                 .branch = is_open ? k / MOST_FORKS : k,
                 .fork = is_open ? k % MOST_FORKS : 0,
                 .forks = 1};
    no_result(result);
    system_copy(from, to);
    ts_fire(&r.run, m);
    if (is_open)
        end_open(&r);
    INVARIANT(r.branch != 0 || result->fault != 0 || result->is_pruned ||
              system_check(c, to));
    return r.branch == 0;
}

/* All combinations of digits are met: where a spec has more outcomes after another
 * choice, FORKS grows. */
uint32_t system_next_branch(const core *c, uint32_t k, const transition_result *r,
                            uint32_t *forks)
{
    if (c->vals.open == NULL)
        return k + 1;
    *forks = r->forks > *forks ? r->forks : *forks;
    if (k % MOST_FORKS + 1 < *forks)
        return k + 1;
    *forks = 1;
    return (k / MOST_FORKS + 1) * MOST_FORKS;
}

bool system_settle(core *c, system_state *to, machine_id id)
{
    row_run r = {.run = {.c = c, .driver = &row_driver}, .to = to};
    return ts_settle(&r.run, id);
}

/* ---- Invariants ---- */

static bool is_machine_right(const core *c, const system_state *s, machine_id id)
{
    value local = system_local(c, s, id);
    value outbox = system_outbox(c, s, id);
    if (local == VALUE_NULL)
        return outbox == VALUE_NULL;
    return value_get(&c->vals, local).aux == REC_LOCAL &&
           value_item(&c->vals, local, LOCAL_SELF) == value_machine_id(id) &&
           local_status(c, local) != STATUS_RUNNING && !inbox_is_out(c, local) &&
           outbox != OUTBOX_APART;
}

/* In P's own network, a message is first: creations before it have taken place. */
static bool is_outbox_right(const core *c, value outbox)
{
    return c->options.network != NET_MBOX || outbox == VALUE_NULL ||
           ts_is_message(c, outbox_message(c, outbox, 0));
}

bool system_check(const core *c, const system_state *s)
{
    uint32_t first = env_columns(c);
    if (s->len < first || (s->len - first) % 2 != 0 ||
        (s->data[0] & VALUE_INT_BIT) == 0)
        return false;
    for (uint32_t i = 1; i <= c->test->module->monitor_count; i++)
        if (value_get(&c->vals, s->data[i]).aux != REC_LOCAL)
            return false;
    uint32_t machines = system_machines(c, s);
    for (machine_id id = 0; id < machines; id++)
        if (!is_machine_right(c, s, id) || !is_outbox_right(c, system_outbox(c, s, id)))
            return false;
    return machines == 0 || system_local(c, s, machines - 1) != VALUE_NULL;
}

/* ---- The end of a run ---- */

static const char *keep_text(core *c, strbuf *text)
{
    const char *kept = arena_strndup(&c->memory, strbuf_text(text), text->len);
    strbuf_free(text);
    return kept;
}

/* The `receive` that a machine is blocked in. */
static srcpos waiting_at(const core *c, value local)
{
    local_place at = local_innermost(c, local);
    return c->ir->functions[at.function].positions[at.pc];
}

/* The machine with the least name among those that IS selects, or MACHINE_NONE. */
static uint32_t find_machine(const core *c, const system_state *s,
                             bool (*is)(const core *c, value local))
{
    vec_each (id, &c->vals.names.sorted) {
        value local = system_local(c, s, *id);
        if (local != VALUE_NULL && is(c, local))
            return *id;
    }
    return MACHINE_NONE;
}

static bool is_waiting(const core *c, value local)
{
    return local_status(c, local) == STATUS_WAITING;
}

static bool has_messages(const core *c, value local)
{
    return value_item(&c->vals, local, LOCAL_INBOX) != VALUE_NULL;
}

static fault deadlock(core *c, const system_state *s, machine_id id)
{
    strbuf text = {0};
    core_show_machine(c, id, &text);
    strbuf_puts(&text, " waits in a receive, and no transition is enabled");
    vec_each (other, &c->vals.names.sorted) {
        value local = system_local(c, s, *other);
        if (*other == id || local == VALUE_NULL || !is_waiting(c, local))
            continue;
        strbuf_puts(&text, "; so does ");
        core_show_machine(c, *other, &text);
    }
    return (fault){.kind = FAULT_DEADLOCK,
                   .state = FAULT_NOWHERE,
                   .event = FAULT_NOWHERE,
                   .pos = waiting_at(c, system_local(c, s, id)),
                   .text = keep_text(c, &text)};
}

static fault left_over(core *c, const system_state *s, machine_id id)
{
    value local = system_local(c, s, id);
    value_view inbox = list_get(c, value_item(&c->vals, local, LOCAL_INBOX));
    value event = value_item(&c->vals, inbox.items[0], MESSAGE_EVENT);
    strbuf text = {0};
    core_show_machine(c, id, &text);
    strbuf_printf(&text, " never handles %s",
                  c->ir->events[value_to_event(event)].name);
    if (inbox.count > 1)
        strbuf_printf(&text, " and %u more", inbox.count - 1);
    return (fault){.kind = FAULT_QUIESCENCE,
                   .state = FAULT_NOWHERE,
                   .event = FAULT_NOWHERE,
                   .pos = c->ir->machines[local_machine(c, local)].pos,
                   .text = keep_text(c, &text)};
}

uint32_t system_hot_spec(const core *c, const system_state *s)
{
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++)
        if (env_spec_is_hot(c, s->data, i))
            return i;
    return IR_NONE;
}

static fault stays_hot(core *c, const ir_state *at, strbuf *text)
{
    return (fault){.kind = FAULT_LIVENESS,
                   .state = FAULT_NOWHERE,
                   .event = FAULT_NOWHERE,
                   .pos = at->pos,
                   .text = keep_text(c, text)};
}

static fault still_hot(core *c, const system_state *s)
{
    uint32_t i = system_hot_spec(c, s);
    if (i == IR_NONE)
        return (fault){0};
    const ir_machine *m = &c->ir->machines[c->test->module->monitors[i].machine];
    const ir_state *at = &m->states[local_state(c, system_monitor(c, s, i))];
    strbuf text = {0};
    strbuf_printf(&text, "spec %s is in hot state %s when the run ends", m->name,
                  at->name);
    return stays_hot(c, at, &text);
}

fault system_hot_forever(core *c, uint32_t monitor, uint32_t state)
{
    const ir_machine *m = &c->ir->machines[c->test->module->monitors[monitor].machine];
    strbuf text = {0};
    strbuf_printf(&text, "spec %s can stay hot forever, in state %s", m->name,
                  m->states[state].name);
    return stays_hot(c, &m->states[state], &text);
}

fault system_hot_for_long(core *c, const system_state *s, uint32_t monitor,
                          uint64_t steps, uint64_t all)
{
    const ir_machine *m = &c->ir->machines[c->test->module->monitors[monitor].machine];
    const ir_state *at = &m->states[local_state(c, system_monitor(c, s, monitor))];
    strbuf text = {0};
    strbuf_printf(&text, "spec %s stayed hot for the last ", m->name);
    strbuf_put_count(&text, steps);
    strbuf_puts(&text, " of ");
    strbuf_put_count(&text, all);
    strbuf_printf(&text, " steps, in state %s", at->name);
    return stays_hot(c, at, &text);
}

static unsigned traits_of(const core *c, const system_state *s)
{
    unsigned traits = system_hot_spec(c, s) != IR_NONE ? TRAIT_IS_HOT : 0;
    for (machine_id id = 0; id < system_machines(c, s); id++)
        traits |= ts_traits(c, id, system_local(c, s, id), system_outbox(c, s, id));
    return traits;
}

fault system_end(core *c, const system_state *s)
{
    switch (ts_final(c, traits_of(c, s) & ~(unsigned)TRAIT_ENABLED)) {
    case FAULT_DEADLOCK:
        return deadlock(c, s, find_machine(c, s, is_waiting));
    case FAULT_QUIESCENCE:
        return left_over(c, s, find_machine(c, s, has_messages));
    case FAULT_LIVENESS:
        return still_hot(c, s);
    default:
        return (fault){0};
    }
}
