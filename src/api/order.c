/* The causal past of a failure, and an order of events for readers.
 *
 * An event depends on its predecessor in its thread (or the event that spawned it), on
 * the send that it reads, and on the end of the thread that it joins.  One backward
 * pass marks the past of the failure.  For the order, a send under mbox also comes
 * after the previous send to the same mailbox, so that traces show queues in their
 * order.  The execution is a linear order of these edges, so they have no cycle, and
 * arrange lists every event.
 */
#include "api/order.h"

#include <assert.h>
#include <string.h>

/* ---- Dependencies ---- */

/* An order in the making. */
typedef struct ordering {
    event_order *o;
    const dpor_program *p;
    const dpor_execution *e;
    uint32_t thread_count;
    size_t *last;  /* by thread: its last event; or ORDER_NONE */
    size_t *spawn; /* by thread: the event that spawned it; or ORDER_NONE */
    size_t *ends;  /* by event: of a JOIN, the last event of the other thread */
    size_t
        *queue; /* by event: of a send under mbox, the previous send to the mailbox */
    bool *is_done;
} ordering;

static op op_of(const ordering *x, size_t event)
{
    return *x->p->look(x->p->context, x->e->data[event].local);
}

static size_t *new_list(size_t count)
{
    size_t *list = mem_alloc((count + 1) * sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = ORDER_NONE;
    return list;
}

static void free_list(size_t *list, size_t count)
{
    mem_free(list, (count + 1) * sizeof *list);
}

static uint32_t count_threads(const dpor_program *p, const dpor_execution *e)
{
    uint32_t most = 0;
    vec_each (event, e) {
        const op *is = p->look(p->context, event->local);
        if (event->thread > most)
            most = event->thread;
        if ((is->kind == OP_SPAWN || is->kind == OP_SEND || is->kind == OP_JOIN) &&
            is->thread > most)
            most = is->thread;
    }
    return most + 1;
}

/* The events are in an order in which they can happen, so one pass is enough. */
static void link_events(ordering *x)
{
    size_t *mailbox = new_list(x->thread_count); /* the last send to it, under mbox */
    for (size_t i = 0; i < x->o->count; i++) {
        uint32_t thread = x->e->data[i].thread;
        op is = op_of(x, i);
        bool is_first = x->last[thread] == ORDER_NONE;
        x->o->before[i] = is_first ? x->spawn[thread] : x->last[thread];
        if (!is_first)
            x->o->next[x->last[thread]] = i;
        x->last[thread] = i;
        if (is.kind == OP_SPAWN)
            x->spawn[is.thread] = i;
        if (is.kind == OP_JOIN)
            x->ends[i] = x->last[is.thread];
        if (is.kind == OP_SEND && is.network == DPOR_MBOX) {
            x->queue[i] = mailbox[is.thread];
            mailbox[is.thread] = i;
        }
    }
    free_list(mailbox, x->thread_count);
}

static void mark_one(ordering *x, size_t event)
{
    if (event != ORDER_NONE)
        x->o->is_past[event] = true;
}

static void mark_past(ordering *x, uint32_t thread)
{
    bool is_all = thread >= x->thread_count;
    for (size_t i = 0; i < x->o->count; i++)
        x->o->is_past[i] = is_all;
    if (is_all)
        return;
    mark_one(x, x->last[thread] != ORDER_NONE ? x->last[thread] : x->spawn[thread]);
    for (size_t i = x->o->count; i-- > 0;) {
        if (!x->o->is_past[i])
            continue;
        mark_one(x, x->o->before[i]);
        mark_one(x, x->e->data[i].source);
        mark_one(x, x->ends[i]);
    }
}

/* ---- The order ---- */

static bool is_kept(const ordering *x, size_t event, bool all)
{
    return all || x->o->is_past[event];
}

/* Has everything that EVENT depends on been listed, unless it is left out? */
static bool is_free(const ordering *x, size_t event, bool all)
{
    const size_t needs[] = {x->o->before[event], x->e->data[event].source,
                            x->ends[event], x->queue[event]};
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (needs[i] != ORDER_NONE && is_kept(x, needs[i], all) &&
            !x->is_done[needs[i]])
            return false;
    return true;
}

static bool begins_stretch(const ordering *x, size_t event)
{
    uint8_t kind = op_of(x, event).kind;
    return kind == OP_RECEIVE || kind == OP_JOIN;
}

/* By thread: its first event that must be listed, or ORDER_NONE. */
static size_t *first_events(const ordering *x, bool all)
{
    size_t *at = new_list(x->thread_count);
    for (size_t i = x->o->count; i-- > 0;)
        if (is_kept(x, i, all))
            at[x->e->data[i].thread] = i;
    return at;
}

/* The thread to continue with: the one with the earliest next event; the failing one
 * last. */
static uint32_t choose_thread(const ordering *x, const size_t *at, uint32_t failing,
                              bool all)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t t = 0; t < x->thread_count; t++) {
        if (at[t] == ORDER_NONE || !is_free(x, at[t], all))
            continue;
        if (best == UINT32_MAX || best == failing || (t != failing && at[t] < at[best]))
            best = t;
    }
    return best;
}

static size_t next_kept(const ordering *x, size_t event, bool all)
{
    size_t next = x->o->next[event];
    return next != ORDER_NONE && is_kept(x, next, all) ? next : ORDER_NONE;
}

/* Lists events of one thread until it would receive or depends on another thread. */
static void add_stretch(ordering *x, size_t *at, uint32_t thread, bool all)
{
    stretch s = {.thread = thread, .from = x->o->list.len};
    do {
        size_t event = at[thread];
        vec_push(&x->o->list, event);
        x->is_done[event] = true;
        at[thread] = next_kept(x, event, all);
    } while (at[thread] != ORDER_NONE && !begins_stretch(x, at[thread]) &&
             is_free(x, at[thread], all));
    s.to = x->o->list.len;
    assert(s.to > s.from);
    vec_push(&x->o->stretches, s);
}

static void arrange(ordering *x, uint32_t failing, bool all)
{
    size_t *at = first_events(x, all);
    for (uint32_t t; (t = choose_thread(x, at, failing, all)) != UINT32_MAX;)
        add_stretch(x, at, t, all);
    assert(!all || x->o->list.len == x->o->count); /* no cycle */
    free_list(at, x->thread_count);
}

void order_init(event_order *o, const dpor_program *p, const dpor_execution *e,
                uint32_t thread, bool all)
{
    *o = (event_order){
        .count = e->len, .before = new_list(e->len), .next = new_list(e->len)};
    o->is_past = mem_alloc(e->len + 1);
    ordering x = {.o = o, .p = p, .e = e, .thread_count = count_threads(p, e)};
    x.last = new_list(x.thread_count);
    x.spawn = new_list(x.thread_count);
    x.ends = new_list(e->len);
    x.queue = new_list(e->len);
    x.is_done = mem_alloc(e->len + 1);
    link_events(&x);
    mark_past(&x, thread);
    arrange(&x, thread, all);
    mem_free(x.is_done, e->len + 1);
    free_list(x.queue, e->len);
    free_list(x.ends, e->len);
    free_list(x.spawn, x.thread_count);
    free_list(x.last, x.thread_count);
}

void order_fini(event_order *o)
{
    vec_free(&o->list);
    vec_free(&o->stretches);
    mem_free(o->is_past, o->count + 1);
    free_list(o->before, o->count);
    free_list(o->next, o->count);
}

/* ---- The end of an execution ---- */

static bool is_final(uint8_t kind)
{
    return kind == OP_END || kind == OP_BLOCK || kind == OP_FAIL;
}

local_id order_last_local(const dpor_program *p, const dpor_execution *e,
                          uint32_t thread)
{
    local_id first = p->begin(p->context);
    for (size_t i = e->len; i-- > 0;) {
        const dpor_event *event = &e->data[i];
        op is = *p->look(p->context, event->local);
        if (event->thread == thread)
            return is_final(is.kind)
                       ? event->local
                       : p->advance(p->context, event->local, event->input);
        if (is.kind == OP_SPAWN && is.thread == thread)
            return is.what;
    }
    return first;
}

void order_threads(const dpor_program *p, const dpor_execution *e, thread_list *out)
{
    vec_push(out, 0);
    vec_each (event, e) {
        const op *is = p->look(p->context, event->local);
        if (is->kind == OP_SPAWN)
            vec_push(out, is->thread);
    }
}

/* Did the spawn of TARGET happen before the next event of THREAD?  Thread 0 exists from
 * the beginning. */
static bool knows(const dpor_program *p, const dpor_execution *e, uint32_t thread,
                  uint32_t target)
{
    event_order past;
    bool found = target == 0 || target == thread;
    order_init(&past, p, e, thread, false);
    for (size_t i = 0; i < e->len && !found; i++) {
        const op *is = p->look(p->context, e->data[i].local);
        found = is->kind == OP_SPAWN && is->thread == target && past.is_past[i];
    }
    order_fini(&past);
    return found;
}

static bool is_stray(const dpor_program *p, const dpor_execution *e, uint32_t thread,
                     local_id local)
{
    op is = *p->look(p->context, local);
    return (is.kind == OP_SEND || is.kind == OP_JOIN) &&
           !knows(p, e, thread, is.thread);
}

uint32_t order_stray(const dpor_program *p, const dpor_execution *e, local_id *local)
{
    thread_list all = {0};
    uint32_t found = UINT32_MAX;
    order_threads(p, e, &all);
    for (size_t i = 0; i < all.len && found == UINT32_MAX; i++) {
        *local = order_last_local(p, e, all.data[i]);
        if (is_stray(p, e, all.data[i], *local))
            found = all.data[i];
    }
    vec_free(&all);
    return found;
}

uint32_t order_failed(const dpor_program *p, const dpor_execution *e)
{
    thread_list all = {0};
    uint32_t found = UINT32_MAX;
    order_threads(p, e, &all);
    for (size_t i = 0; i < all.len && found == UINT32_MAX; i++) {
        local_id local = order_last_local(p, e, all.data[i]);
        if (p->look(p->context, local)->kind == OP_FAIL)
            found = all.data[i];
    }
    vec_free(&all);
    return found;
}
