/* Monitors: daemons that receive observations of sends and receives.
 *
 * Before a thread sends, and after it receives, it sends an observation to each monitor
 * that accepts it.  These messages are causal: if one observation happened before
 * another, a monitor gets them in that order; it gets all others in every order.
 * synod.h promises this.
 */
#include "api/model/monitors.h"

#include "api/model/calls.h"
#include "api/model/threads.h"

#define HERE ((model_place){file, line})

/* A message to a monitor: this header, and the content behind it. */
typedef struct observed {
    _Alignas(16) uint64_t size;
    uint32_t from, to, tag;
    uint32_t is_receive;
    uint64_t zero; /* so that there is no padding */
} observed;

static syn_observation unpack(const void *data)
{
    const observed *head = data;
    return (syn_observation){.is_receive = head->is_receive != 0,
                             .from = head->from,
                             .to = head->to,
                             .tag = head->tag,
                             .size = head->size,
                             .data = head + 1};
}

bool monitors_read(const message *g, syn_observation *o)
{
    if (g->size < sizeof(observed))
        return false;
    *o = unpack(messages_data(g));
    return true;
}

/* ---- The monitor ---- */

static void see_next(thread *t, const syn_monitoring *what)
{
    static const uint32_t tag = TAG_OBSERVED;
    syn_filter f = {.tags = &tag, .tag_count = 1};
    message_id id = calls_receive(t, (model_place){0}, &f, true, false);
    guard_enter();
    syn_msg g = calls_message(t, id);
    guard_exit();
    syn_observation o = unpack(g.data);
    t->is_seeing = true;
    what->see(t->monitor_state, &o);
    t->is_seeing = false;
}

static void monitor_main(void *arg)
{
    const syn_monitoring *what = arg;
    thread *t = calls_thread("syn_monitor", (model_place){0});
    t->monitor_state = syn_alloc(what->state_size);
    for (;;)
        see_next(t, what);
}

const syn_monitoring *monitors_at(const model *m, const thread *t, local_id local)
{
    return t->kind.run == monitor_main
               ? (const syn_monitoring *)(const void *)threads_root_at(m, local)->bytes
               : NULL;
}

bool model_is_monitor(const model *m, uint32_t thread_number)
{
    return threads_at(m, thread_number)->kind.run == monitor_main;
}

/* ---- Lists of monitors ---- */

/* A copy with zeros between the members, where W may have any bytes.  It is made in
 * place, since a copy of a struct need not copy the padding. */
static void tidy(syn_monitoring *t, const syn_monitoring *w)
{
    memset(t, 0, sizeof *t);
    t->name = w->name;
    t->sees_receives = w->sees_receives;
    t->accepts = w->accepts;
    t->see = w->see;
    t->at_end = w->at_end;
    t->state_size = w->state_size;
}

static bool is_same(const syn_monitoring *a, const syn_monitoring *b)
{
    return a->name == b->name && a->sees_receives == b->sees_receives &&
           a->accepts == b->accepts && a->see == b->see && a->at_end == b->at_end &&
           a->state_size == b->state_size;
}

static uint32_t put_list(model *m, const monitor_list *l)
{
    for (uint32_t i = 1; i < m->monitors.len; i++) {
        const monitor_list *k = &m->monitors.data[i];
        if (k->others == l->others && k->thread == l->thread &&
            is_same(&k->what, &l->what))
            return i;
    }
    vec_push(&m->monitors, *l);
    return (uint32_t)(m->monitors.len - 1);
}

static uint32_t count(const model *m, uint32_t list)
{
    uint32_t n = 0;
    for (; list != 0; list = m->monitors.data[list].others)
        n++;
    return n;
}

static void check_monitor(thread *t, model_place place, const syn_monitoring *w)
{
    if (t->number != 0)
        calls_fail(t->m, place, "misuse", "only the first thread may call syn_monitor");
    if (t->spawned != count(t->m, t->monitors))
        calls_fail(
            t->m, place, "misuse",
            "syn_monitor was called after syn_spawn: it would miss earlier events");
    if (w->see == NULL)
        calls_fail(t->m, place, "misuse", "syn_monitor got no function to call");
}

syn_thread syn_monitor_at(const char *file, int line, const syn_monitoring *w)
{
    thread *t = calls_thread("syn_monitor", HERE);
    check_monitor(t, HERE, w);
    monitor_list l = {.others = t->monitors};
    tidy(&l.what, w);
    syn_spawning s = {.name = w->name != NULL ? w->name : "monitor",
                      .run = monitor_main,
                      .arg = &l.what,
                      .arg_size = sizeof l.what,
                      .is_daemon = true};
    l.thread = calls_spawn(t, HERE, &s, 0);
    guard_enter();
    t->monitors = put_list(t->m, &l);
    t->m->wants_end |= w->at_end != NULL;
    guard_exit();
    return l.thread;
}

/* ---- Sending observations ---- */

static void put_observed(model *m, const syn_observation *o)
{
    observed head;
    memset(&head, 0, sizeof head); /* also behind the last member */
    head.size = o->size;
    head.from = o->from;
    head.to = o->to;
    head.tag = o->tag;
    head.is_receive = o->is_receive;
    guard_enter();
    size_t size = sizeof head + o->size;
    while (m->observed.cap < size)
        m->observed.data = mem_grow(m->observed.data, &m->observed.cap, 1);
    m->observed.len = size;
    memcpy(m->observed.data, &head, sizeof head);
    if (o->size > 0)
        memcpy(m->observed.data + sizeof head, o->data, o->size);
    guard_exit();
}

static bool accepts(model *m, const syn_monitoring *w, const syn_observation *o)
{
    if (o->is_receive && !w->sees_receives)
        return false;
    if (w->accepts == NULL)
        return true;
    m->forbidden = "a monitor's accepts";
    bool is_accepted = w->accepts(o);
    m->forbidden = NULL;
    return is_accepted;
}

/* In the order in which the monitors were made. */
static void notify(thread *t, uint32_t list, model_place place,
                   const syn_observation *o)
{
    model *m = t->m;
    if (list == 0)
        return;
    notify(t, m->monitors.data[list].others, place, o);
    monitor_list l = m->monitors.data[list];
    if (!accepts(m, &l.what, o))
        return;
    put_observed(m, o);
    calls_send(t, place, DPOR_CAUSAL, l.thread, TAG_OBSERVED, m->observed.data,
               m->observed.len, false);
}

void monitors_notify(thread *t, model_place place, const syn_observation *o)
{
    notify(t, t->monitors, place, o);
}
