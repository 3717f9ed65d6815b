/* Execution graphs: pushing and popping events.
 *
 * Every push_* has a pop_* that restores exactly what the push has changed; since
 * events leave in the reverse order, each pop finds the graph as its push left it.
 * That is why unlinked sends may keep their links, and why led_from and the local state
 * before an event are all that has to be stored for undoing.
 */
#include "engine/dpor/egraph.h"

#include "base/invariant.h"

#include <assert.h>
#include <string.h>

/* ---- Threads ---- */

static void set_put(thread_set *s, uint32_t i, bool is_in)
{
    uint64_t bit = (uint64_t)1 << i % 64;
    INVARIANT(i / 64 < s->len);
    if (is_in)
        s->data[i / 64] |= bit;
    else
        s->data[i / 64] &= ~bit;
}

static void rank_thread(egraph *g, uint32_t number)
{
    const dpor_program *p = g->program;
    vec_push(&g->by_rank, number);
    size_t at = g->by_rank.len - 1;
    while (at > 0 && p->compare(p->context, g->by_rank.data[at - 1], number) > 0) {
        g->by_rank.data[at] = g->by_rank.data[at - 1];
        at--;
    }
    g->by_rank.data[at] = number;
    for (; at < g->by_rank.len; at++)
        g->threads.data[g->by_rank.data[at]]->rank = (uint32_t)at;
}

static void meet_thread(egraph *g, uint32_t number)
{
    const dpor_program *p = g->program;
    while (g->threads.len <= number)
        vec_push(&g->threads, NULL);
    while (g->runnable.len <= number / 64) {
        vec_push(&g->runnable, 0);
        vec_push(&g->waiting, 0);
    }
    if (g->threads.data[number] != NULL)
        return;
    dpor_thread *t = mem_alloc(sizeof *t);
    t->number = number;
    t->unread.unread_next = t->unread.unread_previous = &t->unread;
    t->priority = p->priority == NULL ? 0 : p->priority(p->context, number);
    g->has_priorities |= t->priority != 0;
    g->threads.data[number] = t;
    rank_thread(g, number);
}

/* Adds T, which is at T->NEXT, to the sets and counters, or removes it. */
static void count_thread(egraph *g, const dpor_thread *t, bool is_in)
{
    switch ((op_kind)t->next.kind) {
    case OP_SEND:
    case OP_CHOOSE:
    case OP_SPAWN:
        set_put(&g->runnable, t->number, is_in);
        break;
    case OP_RECEIVE:
    case OP_JOIN:
        set_put(&g->waiting, t->number, is_in);
        break;
    case OP_FAIL:
        g->failed += is_in ? 1u : -1u;
        g->stuck += is_in ? 1u : -1u;
        break;
    case OP_BLOCK:
        g->stuck += is_in ? 1u : -1u;
        break;
    case OP_END:
        break;
    }
}

/* Must the thread stop at NEXT because it has reached the bound? */
static bool is_at_bound(const egraph *g, const dpor_thread *t, const op *next)
{
    return t->len >= g->bound && next->kind != OP_END && next->kind != OP_FAIL &&
           next->kind != OP_BLOCK;
}

static void cut_thread(egraph *g, dpor_thread *t, bool is_cut)
{
    t->is_cut = is_cut;
    g->cut += is_cut ? 1u : -1u;
    if (is_cut)
        t->next.kind = OP_BLOCK;
}

/* The thread reaches LOCAL, where its next operation is NEXT. */
static void move_thread(egraph *g, dpor_thread *t, local_id local, const op *next)
{
    count_thread(g, t, false);
    if (t->is_cut)
        cut_thread(g, t, false);
    t->next = *next;
    if (is_at_bound(g, t, next))
        cut_thread(g, t, true);
    count_thread(g, t, true);
    t->local = local;
}

static void show_thread(egraph *g, uint32_t number, local_id local, event *spawn)
{
    meet_thread(g, number);
    dpor_thread *t = egraph_thread(g, number);
    INVARIANT(!t->is_present && !t->is_cut);
    t->is_present = true;
    t->spawn = spawn;
    t->len = 0;
    t->last = NULL;
    t->local = local;
    t->next = *g->program->look(g->program->context, local);
    count_thread(g, t, true);
}

static void hide_thread(egraph *g, uint32_t number)
{
    dpor_thread *t = egraph_thread(g, number);
    INVARIANT(t->is_present && t->len == 0 && !t->is_cut);
    count_thread(g, t, false);
    t->is_present = false;
}

/* ---- Events ---- */

static event *allocate(egraph *g)
{
    event *e = g->pool.len > 0 ? vec_pop(&g->pool) : mem_alloc(sizeof *e);
    uint32_t width = (uint32_t)g->threads.len;
    if (e->clock_cap < width) {
        uint32_t cap = (width + 15) / 16 * 16;
        e->clock = mem_resize(e->clock, e->clock_cap * sizeof *e->clock,
                              cap * sizeof *e->clock);
        e->clock_cap = cap;
    }
    e->clock_len = width;
    return e;
}

static void join_clock(uint32_t *to, const event *e)
{
    for (uint32_t i = 0; i < e->clock_len; i++)
        to[i] = to[i] > e->clock[i] ? to[i] : e->clock[i];
}

/* Joins the clock after E: a receive adds the clock of its source. */
static void join_after(uint32_t *to, const event *e)
{
    join_clock(to, e);
    if (e->source != NULL)
        join_clock(to, e->source);
}

static void set_clock(const egraph *g, event *e, const dpor_thread *t)
{
    const event *before = t->last != NULL ? t->last : t->spawn;
    uint32_t known = before == NULL ? 0 : before->clock_len;
    INVARIANT(known <= e->clock_len);
    if (before != NULL)
        memcpy(e->clock, before->clock, known * sizeof *e->clock);
    memset(e->clock + known, 0, (e->clock_len - known) * sizeof *e->clock);
    if (before != NULL && before->source != NULL)
        join_clock(e->clock, before->source);
    if (e->op.kind == OP_JOIN) {
        const dpor_thread *ended = egraph_thread(g, e->op.thread);
        const event *last = ended->last != NULL ? ended->last : ended->spawn;
        if (last != NULL)
            join_after(e->clock, last);
    }
    e->clock[t->number] = t->len + 1;
}

event *egraph_new_event(egraph *g, uint32_t thread)
{
    dpor_thread *t = egraph_thread(g, thread);
    op next = t->next;
    INVARIANT(t->is_present && next.kind < OP_END);
    if (next.kind == OP_SEND || next.kind == OP_SPAWN || next.kind == OP_JOIN)
        meet_thread(g, next.thread);
    event *e = allocate(g);
    e->op = next;
    e->thread = thread;
    e->index = t->len + 1;
    e->before = t->local;
    e->is_present = e->is_lost = false;
    e->previous = t->last;
    e->source = e->reader = NULL;
    set_clock(g, e, t);
    e->input = 0;
    if (next.kind != OP_RECEIVE && next.kind != OP_CHOOSE)
        e->after = g->program->advance(g->program->context, e->before, 0);
    return e;
}

event *egraph_copy_event(egraph *g, const event *e)
{
    event *copy = allocate(g);
    uint32_t *clock = copy->clock;
    uint32_t cap = copy->clock_cap;
    *copy = *e;
    copy->clock = clock;
    copy->clock_cap = cap;
    copy->clock_len = e->clock_len;
    memcpy(copy->clock, e->clock, e->clock_len * sizeof *e->clock);
    copy->is_present = false;
    return copy;
}

void egraph_free_event(egraph *g, event *e)
{
    INVARIANT(!e->is_present);
    vec_push(&g->pool, e);
}

void egraph_set_source(egraph *g, event *e, event *source)
{
    INVARIANT(e->op.kind == OP_RECEIVE && !e->is_present);
    INVARIANT(source == NULL || source->op.thread == e->thread);
    e->source = source;
    e->input = source == NULL ? RESULT_NONE : source->op.what;
    e->after = g->program->advance(g->program->context, e->before, e->input);
}

void egraph_set_choice(egraph *g, event *e, uint32_t alternative)
{
    INVARIANT(e->op.kind == OP_CHOOSE && !e->is_present && alternative < e->op.what);
    e->input = alternative;
    e->after = g->program->advance(g->program->context, e->before, alternative);
}

/* ---- The stack ---- */

/* Unlinked sends keep their links: undoing in the reverse order restores the ring. */
static void unlink_send(event *e)
{
    e->unread_previous->unread_next = e->unread_next;
    e->unread_next->unread_previous = e->unread_previous;
}

static void relink_send(event *e)
{
    e->unread_previous->unread_next = e;
    e->unread_next->unread_previous = e;
}

/* E makes events of other threads depend on FROM. */
static void lead_on(egraph *g, const event *from, event *e)
{
    dpor_thread *t = egraph_thread(g, from->thread);
    e->led_from = t->leads_from;
    if (t->leads_from < from->index)
        t->leads_from = from->index;
}

static void undo_lead(egraph *g, const event *from, const event *e)
{
    egraph_thread(g, from->thread)->leads_from = e->led_from;
}

static void push_send(egraph *g, event *e)
{
    dpor_thread *box = egraph_mailbox(g, e);
    vec_push(&box->sends, e);
    box->mbox_sends += e->op.network == DPOR_MBOX;
    g->lost += e->is_lost;
    if (e->reader != NULL)
        lead_on(g, e, e);
    if (e->is_lost || e->reader != NULL)
        return;
    e->unread_next = &box->unread;
    e->unread_previous = box->unread.unread_previous;
    relink_send(e);
}

static void pop_send(egraph *g, event *e)
{
    dpor_thread *box = egraph_mailbox(g, e);
    INVARIANT(*vec_last(&box->sends) == e);
    (void)vec_pop(&box->sends);
    box->mbox_sends -= e->op.network == DPOR_MBOX;
    g->lost -= e->is_lost;
    if (e->reader != NULL)
        undo_lead(g, e, e);
    if (!e->is_lost && e->reader == NULL)
        unlink_send(e);
}

static void push_receive(egraph *g, event *e)
{
    vec_push(&egraph_mailbox(g, e)->receives, e);
    if (e->source == NULL)
        return;
    e->source->reader = e;
    if (!e->source->is_present)
        return;
    unlink_send(e->source);
    lead_on(g, e->source, e);
}

static void pop_receive(egraph *g, event *e)
{
    INVARIANT(*vec_last(&egraph_mailbox(g, e)->receives) == e);
    (void)vec_pop(&egraph_mailbox(g, e)->receives);
    if (e->source == NULL)
        return;
    e->source->reader = NULL;
    if (!e->source->is_present)
        return;
    relink_send(e->source);
    undo_lead(g, e->source, e);
}

void egraph_push(egraph *g, event *e)
{
    dpor_thread *t = egraph_thread(g, e->thread);
    INVARIANT(t->last == e->previous && t->len + 1 == e->index);
    INVARIANT(!e->is_present && t->local == e->before);
    e->position = (uint32_t)g->order.len;
    e->is_present = true;
    vec_push(&g->order, e);
    t->last = e;
    t->len = e->index;
    switch ((op_kind)e->op.kind) {
    case OP_SEND:
        push_send(g, e);
        break;
    case OP_RECEIVE:
        push_receive(g, e);
        break;
    case OP_SPAWN:
        show_thread(g, e->op.thread, e->op.what, e);
        lead_on(g, e, e);
        break;
    case OP_JOIN:
        egraph_thread(g, e->op.thread)->joins++;
        break;
    case OP_CHOOSE:
        g->spent[e->op.budget] += e->input != 0;
        break;
    default:
        break;
    }
    move_thread(g, t, e->after, g->program->look(g->program->context, e->after));
}

event *egraph_pop(egraph *g)
{
    event *e = vec_pop(&g->order);
    dpor_thread *t = egraph_thread(g, e->thread);
    INVARIANT(e->is_present && t->last == e && e->position == g->order.len);
    e->is_present = false;
    t->last = e->previous;
    t->len = e->index - 1;
    switch ((op_kind)e->op.kind) {
    case OP_SEND:
        pop_send(g, e);
        break;
    case OP_RECEIVE:
        pop_receive(g, e);
        break;
    case OP_SPAWN:
        hide_thread(g, e->op.thread);
        undo_lead(g, e, e);
        break;
    case OP_JOIN:
        egraph_thread(g, e->op.thread)->joins--;
        break;
    case OP_CHOOSE:
        g->spent[e->op.budget] -= e->input != 0;
        break;
    default:
        break;
    }
    move_thread(g, t, e->before, &e->op);
    return e;
}

/* ---- The whole ---- */

void egraph_init(egraph *g, const dpor_program *p, uint32_t bound)
{
    *g = (egraph){.program = p, .bound = bound};
    meet_thread(g, 0);
    show_thread(g, 0, p->begin(p->context), NULL);
}

static void free_event(event *e)
{
    mem_free(e->clock, e->clock_cap * sizeof *e->clock);
    mem_free(e, sizeof *e);
}

void egraph_free(egraph *g)
{
    assert(g->order.len == 0);
    vec_each (e, &g->pool)
        free_event(*e);
    vec_each (t, &g->threads)
        if (*t != NULL) {
            vec_free(&(*t)->sends);
            vec_free(&(*t)->receives);
            mem_free(*t, sizeof **t);
        }
    vec_free(&g->order);
    vec_free(&g->threads);
    vec_free(&g->by_rank);
    vec_free(&g->runnable);
    vec_free(&g->waiting);
    vec_free(&g->pool);
    vec_free(&g->candidates);
    vec_free(&g->late);
    vec_free(&g->closure);
}
