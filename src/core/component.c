#include "core/component.h"

#include "base/hash.h"
#include "core/env.h"
#include "core/fair_label.h"
#include "core/network.h"
#include "core/openint_parts.h"
#include "core/outcome_cover.h"

#include <string.h>

bool component_is_separable(const core *c)
{
    return c->options.network != NET_CAUSAL;
}

/* ---- Names ---- */

value component_name(core *c, component_id cid)
{
    if (cid == COMPONENT_ENV)
        return VALUE_NULL;
    value machine = value_machine_id(cid & ~COMPONENT_INBOX_BIT);
    return component_is_inbox(cid) ? list_make(c, &machine, 1) : machine;
}

component_id component_named(const core *c, value name)
{
    if (name == VALUE_NULL)
        return COMPONENT_ENV;
    if (value_kind_of(&c->vals, name) != VK_RECORD)
        return value_to_machine_id(&c->vals, name);
    return value_to_machine_id(&c->vals, value_item(&c->vals, name, 0)) |
           COMPONENT_INBOX_BIT;
}

unsigned component_traits(const core *c, component_id cid, component p)
{
    if (cid == COMPONENT_ENV)
        return env_is_hot(c, p.local) ? TRAIT_IS_HOT : 0;
    if (component_is_inbox(cid))
        return p.local != VALUE_NULL ? TRAIT_HAS_MAIL : 0;
    return ts_traits(c, cid, p.local, p.outbox);
}

/* ---- Changes of outboxes, cached ---- */

enum { CACHED_CHANGES = 1 << 12 };

typedef struct outbox_change {
    value outbox;
    value change; /* LIST of messages that are put in; or an int: which is taken out */
    value to;
    bool is_known;
} outbox_change;

struct outbox_cache {
    outbox_change changes[CACHED_CHANGES];
};

outbox_cache *component_cache_new(void)
{
    return mem_alloc(sizeof(outbox_cache));
}

void component_cache_free(outbox_cache *p)
{
    mem_free(p, sizeof *p);
}

static outbox_change *find_change(const core *c, value outbox, value change)
{
    uint64_t hash = hash_u64(IDMAP_KEY(outbox, change));
    return &c->outboxes->changes[hash % CACHED_CHANGES];
}

static value change_outbox(core *c, component_id cid, value outbox, value change)
{
    if (change & VALUE_INT_BIT)
        return outbox_remove(c, outbox, (uint32_t)value_to_int(&c->vals, change));
    value_view w = list_get(c, change);
    return outbox_send(c, outbox, cid, w.items, w.count);
}

static value changed_outbox(core *c, component_id cid, value outbox, value change)
{
    outbox_change *known = find_change(c, outbox, change);
    if (!known->is_known || known->outbox != outbox || known->change != change)
        *known = (outbox_change){outbox, change, change_outbox(c, cid, outbox, change),
                                 true};
    return known->to;
}

static value outbox_after_sending(core *c, component_id cid, value outbox,
                                  value effects)
{
    return effects == VALUE_NULL ? outbox : changed_outbox(c, cid, outbox, effects);
}

static value outbox_without(core *c, component_id cid, value outbox, uint32_t k)
{
    return changed_outbox(c, cid, outbox, value_int(&c->vals, k));
}

/* ---- A driver that writes requests down ---- */

typedef struct recorder {
    ts_run run;
    component_id cid;
    component at;
    VEC(value) requests;
    component_branches *out;
    /* Of a branch that is not the last: which outcome is taken now, of how many. */
    uint32_t pick;
    uint32_t picks;
    bool is_done; /* its branches are in OUT */
    /* Of open ints: see openint_parts.h. */
    component before;
    value request;    /* that is served, or null */
    bool has_learned; /* something, and assumes it */
    bool has_covers;  /* ... which counts then */
    size_t name_at;   /* its NAME is the request before this one; 0: it has none */
    value avoided;    /* LIST of numbers that are no names for what it makes */
} recorder;

static recorder *recorder_of(ts_run *t)
{
    return (recorder *)(void *)t;
}

static void add_request(recorder *s, value what)
{
    vec_push(&s->requests, what);
}

static value end_make(core *c, uint32_t record)
{
    const value nothing = VALUE_NULL;
    return value_make(&c->vals, VK_RECORD, record, &nothing, 1);
}

/* Does a spec observe something?  If the outbox is apart, the observations are among
 * the effects of a POST. */
static bool is_observed(const core *c, value request)
{
    if (request & VALUE_INT_BIT)
        return false;
    value_view w = value_get(&c->vals, request);
    bool found = w.aux == REC_WITNESS;
    if (w.aux != REC_POST)
        return found;
    value_view effects = list_get(c, w.items[POST_EFFECTS]);
    for (uint32_t i = 0; i < effects.count; i++)
        found |= value_get(&c->vals, effects.items[i]).aux == REC_OBSERVATION;
    return found;
}

static bool has_observed(const recorder *s)
{
    vec_each (what, &s->requests)
        if (is_observed(s->run.c, *what))
            return true;
    return false;
}

static bool is_for_good(const core *c, value request)
{
    if (request & VALUE_INT_BIT)
        return false;
    uint32_t kind = value_get(&c->vals, request).aux;
    return kind == REC_FAILURE || kind == REC_DEAD_END;
}

/* The variables that this component held or got, and neither holds nor sends to
 * another. */
static value lost_variables(const recorder *s)
{
    core *c = s->run.c;
    const value before[] = {s->before.local, s->before.outbox, s->request};
    VEC(value) after = {0};
    vec_push(&after, s->at.local);
    vec_push(&after, s->at.outbox);
    vec_each (what, &s->requests)
        if (*what & VALUE_INT_BIT || value_get(&c->vals, *what).aux != REC_ASSUME)
            vec_push(&after, *what);
    value lost =
        openint_lost(c, before, sizeof before / sizeof *before, after.data, after.len);
    vec_free(&after);
    return lost;
}

/* What follows a NAME has to wait until it is settled.  Then comes a CHECK. */
static void recorder_end_open(recorder *s)
{
    core *c = s->run.c;
    if (s->name_at > 0) {
        const value *rest = s->requests.data + s->name_at;
        value *name = &s->requests.data[s->name_at - 1];
        *name = openint_name_before(c, *name,
                                    list_make(c, rest, s->requests.len - s->name_at));
        s->requests.len = s->name_at;
    }
    if (s->requests.len > 0 && is_for_good(c, *vec_last(&s->requests)))
        return;
    value lost = has_observed(s) ? VALUE_TRUE : lost_variables(s);
    if (lost != VALUE_NULL || s->has_learned)
        add_request(s, openint_check_request(c, lost));
}

static component_branch recorded(const recorder *s)
{
    return (component_branch){
        .to = s->at,
        .requests = list_make(s->run.c, s->requests.data, s->requests.len)};
}

static void recorder_end(recorder *s)
{
    if (s->run.c->vals.open != NULL)
        recorder_end_open(s);
    const component_branch branch = recorded(s);
    vec_push(s->out, branch);
    s->is_done = true;
}

static value recorder_local(const ts_run *t, component_id cid)
{
    const recorder *s = (const void *)t;
    assert(cid == s->cid);
    (void)cid;
    return s->at.local;
}

static value recorder_outbox(const ts_run *t, component_id cid)
{
    const recorder *s = (const void *)t;
    assert(cid == s->cid);
    (void)cid;
    return s->at.outbox;
}

static void recorder_set_local(ts_run *t, component_id cid, value local)
{
    assert(cid == recorder_of(t)->cid);
    (void)cid;
    recorder_of(t)->at.local = local;
}

static void recorder_send(ts_run *t, component_id cid, const value *effects,
                          size_t count)
{
    recorder *s = recorder_of(t);
    s->at.outbox = outbox_send(t->c, s->at.outbox, cid, effects, count);
}

static void recorder_send_list(ts_run *t, component_id cid, value effects)
{
    recorder *s = recorder_of(t);
    const value parts[2] = {value_machine_id(cid), effects};
    if (s->at.outbox != OUTBOX_APART)
        s->at.outbox = outbox_after_sending(t->c, cid, s->at.outbox, effects);
    else if (effects != VALUE_NULL)
        add_request(s, value_make(&t->c->vals, VK_RECORD, REC_POST, parts, 2));
}

static void recorder_leave(ts_run *t, component_id cid, uint32_t k, bool is_received,
                           bool is_kept)
{
    recorder *s = recorder_of(t);
    (void)is_received;
    if (!is_kept)
        s->at.outbox = outbox_without(t->c, cid, s->at.outbox, k);
}

static void recorder_create(ts_run *t, uint32_t creator, value creation)
{
    (void)creator;
    add_request(recorder_of(t), creation);
}

static void recorder_observe(ts_run *t, component_id cid, value observation)
{
    const value parts[2] = {observation, value_machine_id(cid)};
    add_request(recorder_of(t),
                value_make(&t->c->vals, VK_RECORD, REC_WITNESS, parts, 2));
}

static void recorder_spend(ts_run *t, int budget)
{
    add_request(recorder_of(t), value_int(&t->c->vals, budget));
}

static void recorder_receive(ts_run *t, value message, bool is_last)
{
    recorder *s = recorder_of(t);
    if (ts_target(t->c, message) == s->cid && s->at.local != MACHINE_APART)
        ts_step(t, s->cid, message, is_last);
    else
        add_request(s, message);
}

static void recorder_use_inbox(ts_run *t, component_id cid, value local,
                               inbox_need need, value message)
{
    add_request(recorder_of(t), inbox_request(t->c, cid, local, need, message));
}

/* What an outcome has learned; what it covers counts if that is possible. */
static void assume(recorder *s, value known, value covers)
{
    core *c = s->run.c;
    if (known == VALUE_NULL) {
        outcome_cover_count(c, covers);
        return;
    }
    add_request(s, openint_assume_request(c, known, covers));
    s->has_learned = true;
    s->has_covers |= covers != VALUE_NULL;
}

/* True: the outcome takes effect when what it has made has names. */
static bool waits_for_names(recorder *s, value stimulus, const outcome *o, bool is_last)
{
    core *c = s->run.c;
    bool goes_on = !is_last && stimulus != VALUE_NULL; /* see act in ts.c */
    if (!openint_is_new(c, o) && !(goes_on && o->choices != VALUE_NULL))
        return false;
    add_request(s, openint_name_request(c, s->cid, stimulus, s->avoided, o, goes_on));
    s->name_at = s->requests.len;
    s->run.is_over = o->fault != 0 || o->is_stuck;
    return true;
}

static void take_outcome(recorder *s, value stimulus, step_outcomes list, uint32_t i,
                         bool is_last)
{
    core *c = s->run.c;
    outcome o = *step_outcome(c, list, i);
    if (c->vals.open != NULL) {
        if (outcome_cover_has_counted(c, o.covers)) {
            step_cover(c, list, i);
            o.covers = VALUE_NULL;
        }
        if (waits_for_names(s, stimulus, &o, is_last))
            return;
        assume(s, openint_learned(c, &o), o.covers);
    }
    ts_outcome(&s->run, s->cid, stimulus, &o);
}

static bool recorder_puts_off(ts_run *t, machine_id id)
{
    recorder *s = recorder_of(t);
    if (s->name_at == 0)
        return false;
    add_request(s, openint_go_on_request(t->c, id));
    return true;
}

/* Each outcome is a branch that starts from what is recorded so far. */
static void recorder_branch(ts_run *t, component_id cid, value stimulus,
                            step_outcomes list, bool is_last)
{
    recorder *s = recorder_of(t);
    assert(cid == s->cid);
    (void)cid;
    if (!is_last) {
        s->picks = list.count;
        take_outcome(s, stimulus, list, s->pick, false);
        return;
    }
    const recorder begun = *s;
    assert(list.count > 0);
    for (uint32_t i = 0; i < list.count && !core_looks(t->c, i); i++) {
        s->at = begun.at;
        s->requests.len = begun.requests.len;
        s->has_learned = begun.has_learned;
        s->has_covers = begun.has_covers;
        s->name_at = 0;
        t->is_over = s->is_done = false;
        take_outcome(s, stimulus, list, i, true);
        if (!s->is_done)
            recorder_end(s);
    }
}

/* What specs observe before may make them fail all the same. */
static void recorder_stuck(ts_run *t)
{
    recorder *s = recorder_of(t);
    t->is_over = true;
    if (has_observed(s) || s->has_covers)
        add_request(s, end_make(t->c, REC_DEAD_END));
    else
        s->is_done = true;
}

static void recorder_fail(ts_run *t, uint32_t number)
{
    (void)number;
    add_request(recorder_of(t), end_make(t->c, REC_FAILURE));
    t->is_over = true;
}

static void recorder_ran(ts_run *t, component_id cid, const outcome *o)
{
    if (!t->c->labels_fairness)
        return;
    add_request(recorder_of(t), fair_label_ran(t->c, cid));
    for (uint32_t i = 0; i < list_get(t->c, o->fair).count; i++)
        add_request(recorder_of(t), list_get(t->c, o->fair).items[i]);
}

static void recorder_served(ts_run *t, component_id cid, value message)
{
    if (t->c->labels_fairness)
        add_request(recorder_of(t), fair_label_served(t->c, cid, message));
}

static const ts_driver recorder_driver = {.local = recorder_local,
                                          .outbox = recorder_outbox,
                                          .set_local = recorder_set_local,
                                          .send = recorder_send,
                                          .send_list = recorder_send_list,
                                          .leave = recorder_leave,
                                          .create = recorder_create,
                                          .observe = recorder_observe,
                                          .spend = recorder_spend,
                                          .receive = recorder_receive,
                                          .use_inbox = recorder_use_inbox,
                                          .branch = recorder_branch,
                                          .puts_off = recorder_puts_off,
                                          .stuck = recorder_stuck,
                                          .fail = recorder_fail,
                                          .ran = recorder_ran,
                                          .served = recorder_served};

static recorder recorder_begin(core *c, component_id cid, component p,
                               component_branches *out)
{
    return (recorder){.run = {.c = c, .driver = &recorder_driver},
                      .cid = cid,
                      .at = p,
                      .before = p,
                      .out = out};
}

/* ---- How transitions begin ---- */

static void begin(core *c, component p, transition m, component_branches *out)
{
    uint32_t pick = 0;
    uint32_t picks;
    do {
        recorder s = recorder_begin(c, m.machine, p, out);
        s.pick = pick++;
        ts_fire(&s.run, m);
        if (!s.is_done)
            recorder_end(&s);
        picks = s.picks;
        vec_free(&s.requests);
    } while (pick < picks && !core_looks(c, pick));
}

/* An outbox of thousands of messages takes a while: without each of them it is another
 * one. */
void component_initiate_some(core *c, component p, const transition_list *transitions,
                             component_branches *out)
{
    for (size_t i = 0; i < transitions->len && !core_looks(c, i); i++)
        begin(c, p, transitions->data[i], out);
}

void component_initiate(core *c, component_id cid, component p, component_branches *out)
{
    assert(component_is_separable(c));
    transition_list transitions = {0};
    if (cid == COMPONENT_ENV || component_is_inbox(cid))
        return;
    ts_enabled(c, cid, p.local, p.outbox, &transitions);
    component_initiate_some(c, p, &transitions, out);
    vec_free(&transitions);
}

/* ---- How requests are served ---- */

bool component_is_post(const core *c, value what)
{
    return (what & VALUE_INT_BIT) == 0 && value_get(&c->vals, what).aux == REC_POST;
}

uint32_t component_poster(const core *c, value post)
{
    return value_to_machine_id(&c->vals, value_item(&c->vals, post, POST_MACHINE));
}

/* It sends no CHECK: lemma openint-parts-2. */
component_branch component_posted(core *c, value outbox, value post)
{
    recorder s = recorder_begin(c, component_poster(c, post),
                                (component){.outbox = outbox}, NULL);
    ts_effects(&s.run, s.cid, value_item(&c->vals, post, POST_EFFECTS));
    const component_branch branch = recorded(&s);
    vec_free(&s.requests);
    return branch;
}

uint32_t component_request_target(const core *c, value what)
{
    if (what & VALUE_INT_BIT)
        return COMPONENT_ENV;
    value_view w = value_get(&c->vals, what);
    switch (w.aux) {
    case REC_MESSAGE:
        return value_to_machine_id(&c->vals, w.items[MESSAGE_TARGET]);
    case REC_CREATION:
        return value_to_machine_id(&c->vals, w.items[CREATION_MACHINE]);
    case REC_TAKEN:
        return value_to_machine_id(&c->vals, w.items[TAKEN_MACHINE]);
    case REC_SETTLE:
        return value_to_machine_id(&c->vals, w.items[SETTLE_MACHINE]);
    case REC_TOUR:
        return component_named(c, w.items[TOUR_WHERE]);
    case REC_MAIL:
        return value_to_machine_id(&c->vals, w.items[MAIL_MACHINE]) |
               COMPONENT_INBOX_BIT;
    case REC_WITNESS:
    case REC_DEAD_END:
    case REC_ASSUME:
    case REC_CHECK:
    case REC_FORGET:
    case REC_BORN:
    case REC_NAME:
        return COMPONENT_ENV;
    }
    assert(w.aux == REC_FAILURE);
    return COMPONENT_NONE;
}

/* LIST of fair labels. */
static value cooled_in_env(core *c, const env_notes *notes)
{
    VEC(value) cooled = {0};
    assert(notes->fault == 0 || notes->monitor < c->test->module->monitor_count);
    if (c->labels_fairness)
        vec_each (monitor, &notes->cooled)
            vec_push(&cooled,
                     fair_label_cooled(c, (uint32_t)value_to_int(&c->vals, *monitor)));
    value list = list_make(c, cooled.data, cooled.len);
    vec_free(&cooled);
    return list;
}

/* One way that specs may go; returns how many there are. */
static uint32_t observe_in_env(core *c, component p, value what, uint32_t fork,
                               component_branches *out)
{
    component_branch branch = {0};
    env_notes notes = {.fork = fork, .forks = 1};
    env_answer answer = env_respond(c, p.local, what, &branch.to.local, &notes);
    branch.requests = cooled_in_env(c, &notes);
    vec_free(&notes.cooled);
    if (answer == ENV_FAILED) {
        branch.to = p;
        const value failure = end_make(c, REC_FAILURE);
        branch.requests = list_make(c, &failure, 1);
    }
    if (answer != ENV_PRUNED && notes.fork == 0) /* else it is the same as another */
        vec_push(out, branch);
    return notes.forks;
}

/* Where a spec has more outcomes after another choice, FORKS grows. */
static void respond_in_env(core *c, component p, value what, component_branches *out)
{
    enum { MOST_FORKS = 1 << 12 };
    uint32_t forks = 1;
    for (uint32_t fork = 0; fork < forks && !core_looks(c, fork); fork++) {
        uint32_t count = observe_in_env(c, p, what, fork, out);
        forks = count > forks ? count : forks;
        if (forks > MOST_FORKS) {
            c->limit = STOP_OUTCOMES;
            return;
        }
    }
}

static bool is_about_open_ints(const core *c, value what)
{
    if (c->vals.open == NULL || what & VALUE_INT_BIT)
        return false;
    uint32_t kind = value_get(&c->vals, what).aux;
    return kind != REC_WITNESS && kind != REC_DEAD_END;
}

static void respond_in_open_env(core *c, component p, value what,
                                component_branches *out)
{
    component_branch branch = {0};
    VEC(value) columns = {0};
    value_view w = list_get(c, p.local);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&columns, w.items[i]);
    if (openint_serve(c, columns.data, what, &branch.requests)) {
        branch.to.local = list_make(c, columns.data, columns.len);
        vec_push(out, branch);
    }
    vec_free(&columns);
}

static void respond_in_inbox(core *c, component p, value what, component_branches *out)
{
    value more;
    component_branch branch = {.to.local = inbox_do(c, p.local, what, &more)};
    branch.requests = list_make(c, &more, more != VALUE_NULL);
    vec_push(out, branch);
}

static bool respond_in_inbox_simply(core *c, component *p, value what)
{
    value more;
    value to = inbox_do(c, p->local, what, &more);
    if (more == VALUE_NULL)
        p->local = to;
    return more == VALUE_NULL;
}

/* Does it neither make variables, nor learn about them, nor lose any? */
static bool is_simple_with_open_ints(core *c, value local, value what, const outcome *o)
{
    const value before[] = {local, what};
    const value after[] = {o->local, o->effects};
    return !o->is_stuck && o->learned == VALUE_NULL && o->covers == VALUE_NULL &&
           !openint_is_new(c, o) && openint_lost(c, before, 2, after, 2) == VALUE_NULL;
}

bool component_respond_simply(core *c, component_id cid, component *p, value what)
{
    if (component_is_inbox(cid))
        return respond_in_inbox_simply(c, p, what);
    if (cid == COMPONENT_ENV || !ts_is_message(c, what))
        return false;
    step_outcomes list = step_machine(c, p->local, what);
    if (list.count != 1)
        return false;
    const outcome *o = step_outcome(c, list, 0);
    if (o->fault != 0 || !o->only_sends || o->need != INBOX_NOTHING)
        return false;
    if (c->vals.open != NULL && !is_simple_with_open_ints(c, p->local, what, o))
        return false;
    p->local = o->local;
    p->outbox = outbox_after_sending(c, cid, p->outbox, o->effects);
    return true;
}

void component_prefetch(const core *c, component p, value what)
{
    step_prefetch(c, p.local, what); /* of others: it does no harm */
}

static component new_machine(core *c, component_id cid, value payload)
{
    component p = {.local = process_new_machine(c, cid, payload)};
    assert(local_status(c, p.local) == STATUS_NEW);
    if (inbox_is_apart(c, cid))
        inbox_take_out(c, p.local, &p.local);
    return p;
}

/* The outcome of an earlier step takes effect, or the machine goes on after one. */
static void settle(recorder *s, value what)
{
    core *c = s->run.c;
    outcome o;
    value rest;
    if (!openint_settled(c, what, &o, &rest)) {
        s->avoided = rest;
        ts_step(&s->run, s->cid, VALUE_NULL, true);
        return;
    }
    assume(s, o.learned, o.covers);
    ts_outcome(&s->run, s->cid, VALUE_NULL, &o);
    value_view w = list_get(c, rest);
    for (uint32_t i = 0; i < w.count && !s->run.is_over; i++)
        add_request(s, w.items[i]);
    if (!s->is_done)
        recorder_end(s);
}

/* Each sends a TOUR on. */
static void visit(core *c, component p, value what, component_branches *out)
{
    value parts[] = {p.local, p.outbox};
    value next = openint_visit(c, what, parts, 2);
    if (parts[1] != p.outbox) /* values were replaced */
        parts[1] = outbox_sort(c, parts[1]);
    component_branch branch = {.to = {parts[0], parts[1]},
                               .requests = list_make(c, &next, next != VALUE_NULL)};
    vec_push(out, branch);
}

static void create(recorder *s, value what)
{
    core *c = s->run.c;
    s->at = new_machine(c, s->cid, value_item(&c->vals, what, CREATION_PAYLOAD));
    if (c->vals.open != NULL)
        add_request(s, openint_born_request(c, s->cid));
    recorder_end(s);
}

static void respond_in_machine(core *c, component_id cid, component p, value what,
                               component_branches *out)
{
    recorder s = recorder_begin(c, cid, p, out);
    s.request = what;
    switch (value_get(&c->vals, what).aux) {
    case REC_CREATION:
        create(&s, what);
        break;
    case REC_SETTLE:
        settle(&s, what);
        break;
    default:
        ts_step(&s.run, cid, what, true);
        break;
    }
    vec_free(&s.requests);
}

void component_respond(core *c, component_id cid, component p, value what,
                       component_branches *out)
{
    if (openint_is_tour(c, what))
        visit(c, p, what, out);
    else if (cid == COMPONENT_ENV && is_about_open_ints(c, what))
        respond_in_open_env(c, p, what, out);
    else if (cid == COMPONENT_ENV)
        respond_in_env(c, p, what, out);
    else if (component_is_inbox(cid))
        respond_in_inbox(c, p, what, out);
    else
        respond_in_machine(c, cid, p, what, out);
}
