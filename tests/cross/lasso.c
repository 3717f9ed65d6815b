#include "lasso.h"

#include "core/fair_label.h"
#include "evidence/replay.h"

#include <string.h>

typedef VEC(uint64_t) item_list;

/* What a step of a loop may mean: one of the classes (choice_graph.h) with its result
 * and its choices. */
typedef struct meaning {
    size_t step;
    value labels; /* LIST */
    bool is_out;  /* it would not be fair */
} meaning;

/* What a loop does, and what it could do in all its states. */
typedef struct loop {
    size_t begins;    /* behind so many steps */
    bool has_state;   /* one of them was seen */
    item_list ready;  /* machines that could go on in all states so far */
    item_list waits;  /* what waited in all of them */
    item_list ran;    /* machines */
    item_list served; /* of what may wait */
    item_list taken;  /* site and alternative of a choice */
    VEC(meaning) meanings;
} loop;

static bool has(const item_list *x, uint64_t item)
{
    vec_each (one, x)
        if (*one == item)
            return true;
    return false;
}

static void add(item_list *x, uint64_t item)
{
    if (!has(x, item))
        vec_push(x, item);
}

/* All of X that is in HERE as well; or HERE, if it is the first. */
static void narrow(item_list *x, const item_list *here, bool is_first)
{
    size_t kept = 0;
    if (is_first)
        vec_each (item, here)
            vec_push(x, *item);
    for (size_t i = 0; i < x->len; i++)
        if (has(here, x->data[i]))
            x->data[kept++] = x->data[i];
    x->len = kept;
}

/* Mailboxes: each sender; channels: to each target; bags: each message. */
static uint64_t waiting(const core *c, uint32_t sender, value message)
{
    if (c->options.network == NET_MBOX)
        return IDMAP_KEY(sender, 0);
    if (c->options.network == NET_BAG)
        return IDMAP_KEY(sender, message);
    return IDMAP_KEY(sender, value_item(&c->vals, message, MESSAGE_TARGET));
}

static void see_state(loop *l, const core *c, const system_state *s)
{
    item_list ready = {0};
    item_list waits = {0};
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        if (system_can_act(c, s, id))
            add(&ready, id);
        value box = system_outbox(c, s, id);
        for (uint32_t k = 0; k < outbox_count(c, box); k++)
            add(&waits, waiting(c, id, outbox_message(c, box, k)));
    }
    narrow(&l->ready, &ready, !l->has_state);
    narrow(&l->waits, &waits, !l->has_state);
    l->has_state = true;
    vec_free(&ready);
    vec_free(&waits);
}

static void see_move(loop *l, const core *c, const replay_step *s)
{
    bool is_act = s->m.kind == TRANSITION_ACT ||
                  (s->m.kind == TRANSITION_LOSE && s->m.index == TRANSITION_PENDING);
    if (is_act)
        add(&l->ran, s->m.machine);
    if (s->message != VALUE_NULL && s->m.kind != TRANSITION_LOSE) {
        value target = value_item(&c->vals, s->message, MESSAGE_TARGET);
        add(&l->ran, value_to_machine_id(&c->vals, target));
    }
    if (s->m.kind == TRANSITION_DELIVER)
        add(&l->served, waiting(c, s->m.machine, s->message));
}

/* ---- Choices ---- */

static bool has_choices(const core *c, value list, const trace_step *s)
{
    value_view w = list_get(c, list);
    bool is_same = w.count == s->choice_count;
    for (uint32_t i = 0; is_same && i < w.count; i++)
        is_same = value_to_int(&c->vals, w.items[i]) == s->choices[i];
    return is_same;
}

static bool is_same(const system_state *a, const system_state *b)
{
    return a->len == b->len && memcmp(a->data, b->data, a->len * sizeof *a->data) == 0;
}

/* Makes step S of the trace from STATE and lists the labels it may have; false: there
 * is no such transition. */
static bool make_step(core *c, system_state *state, const trace_step *s,
                      fair_label_list *labels)
{
    transition m = {s->kind, replay_find_machine(c, state, s->machine), s->index};
    system_state next = {0};
    system_state first = {0};
    transition_result r;
    for (uint32_t k = 0;
         m.machine != MACHINE_NONE && system_step(c, state, m, k, &next, &r); k++) {
        if (r.is_pruned || r.fault != 0 || !has_choices(c, r.choices, s))
            continue;
        if (labels->len == 0)
            system_copy(&next, &first);
        if (is_same(&next, &first))
            vec_push(labels, r.fair);
    }
    if (labels->len > 0)
        system_copy(&first, state);
    vec_free(&next);
    vec_free(&first);
    return labels->len > 0;
}

static const char *list_meanings(core *c, const trace *t, loop *l)
{
    system_state state = {0};
    transition_result r;
    const char *why = NULL;
    core_look_at_cycles(c);
    system_start(c, &state, &r);
    for (size_t i = 0; why == NULL && i < t->steps.len; i++) {
        fair_label_list labels = {0};
        if (!make_step(c, &state, &t->steps.data[i], &labels))
            why = "a step does not exist";
        if (i >= t->loop)
            vec_each (one, &labels)
                vec_push(&l->meanings, ((meaning){i, *one, false}));
        vec_free(&labels);
    }
    vec_free(&state);
    return why;
}

static void see_taken(loop *l, const core *c)
{
    vec_clear(&l->taken);
    vec_each (m, &l->meanings) {
        value_view w = list_get(c, m->labels);
        for (uint32_t i = 0; !m->is_out && i < w.count; i++)
            add(&l->taken,
                IDMAP_KEY(fair_label_site(c, fair_label_offer_of(c, w.items[i])),
                          fair_label_alternative(c, w.items[i])));
    }
}

static bool is_offer_taken(const loop *l, core *c, value offer)
{
    for (uint32_t k = 0; k < fair_label_offer_width(c, offer); k++)
        if (!has(&l->taken, IDMAP_KEY(fair_label_site(c, offer),
                                      fair_label_offer_item(c, offer, k))))
            return false;
    return true;
}

static bool is_all_taken(const loop *l, core *c, value labels)
{
    for (uint32_t i = 0; i < list_get(c, labels).count; i++)
        if (!is_offer_taken(l, c, fair_label_offer_of(c, list_get(c, labels).items[i])))
            return false;
    return true;
}

static bool has_meaning(const loop *l, size_t step)
{
    vec_each (m, &l->meanings)
        if (m->step == step && !m->is_out)
            return true;
    return false;
}

/* The loop may go round in several ways, a step having another meaning each time. */
static const char *judge_choices(core *c, const trace *t, loop *l)
{
    const char *why = list_meanings(c, t, l);
    for (bool again = true; again;) {
        again = false;
        see_taken(l, c);
        vec_each (m, &l->meanings)
            if (!m->is_out && !is_all_taken(l, c, m->labels))
                again = m->is_out = true;
    }
    for (size_t i = t->loop; why == NULL && i < t->steps.len; i++)
        if (!has_meaning(l, i))
            why = "a choice never falls one way";
    return why;
}

static void see(void *context, const core *c, const replay_step *s)
{
    loop *l = context;
    if (s->number <= l->begins || s->after == NULL)
        return;
    see_state(l, c, s->after);
    see_move(l, c, s);
}

static bool is_within(const item_list *a, const item_list *b)
{
    vec_each (item, a)
        if (!has(b, *item))
            return false;
    return true;
}

static const char *judge(const loop *l)
{
    if (!l->has_state)
        return "the loop is empty";
    if (!is_within(&l->ready, &l->ran))
        return "a machine could go on all the time, and does not";
    if (!is_within(&l->waits, &l->served))
        return "a message could arrive all the time, and does not";
    return NULL;
}

const char *lasso_unfairness(const result *r)
{
    const trace *t = &r->verdict.trace;
    if (t->loop == TRACE_NO_LOOP)
        return NULL;
    loop l = {.begins = t->loop};
    core *c = core_new(r->ir, r->test, &r->options->core);
    replay(c, t, see, &l);
    const char *why = judge(&l);
    core_free(c);
    c = core_new(r->ir, r->test, &r->options->core);
    if (why == NULL)
        why = judge_choices(c, t, &l);
    core_free(c);
    vec_free(&l.ready);
    vec_free(&l.waits);
    vec_free(&l.ran);
    vec_free(&l.served);
    vec_free(&l.taken);
    vec_free(&l.meanings);
    return why;
}
