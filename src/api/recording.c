/* Recordings of executions, from the engine and back to it.
 *
 * recording_take writes only the events that the failure depends on, in the order of
 * order.h: they are an execution of their own, since each event depends only on events
 * of its past.  recording_follow rebuilds the execution in a new model and checks each
 * event against what its thread does there.
 */
#include "api/recording.h"

#include "api/failure.h"
#include "api/order.h"

#include <assert.h>
#include <string.h>

void recording_init(recording *s)
{
    *s = (recording){.model = SYN_P2P};
    arena_init(&s->memory);
}

void recording_fini(recording *s)
{
    vec_free(&s->events);
    arena_fini(&s->memory);
}

static const char *const network_words[] = {
    [SYN_DEFAULT] = "p2p",   [SYN_BAG] = "bag",   [SYN_P2P] = "p2p",
    [SYN_CAUSAL] = "causal", [SYN_MBOX] = "mbox",
};

const char *recording_network_word(syn_model network)
{
    assert((size_t)network < sizeof network_words / sizeof *network_words);
    return network_words[network];
}

bool recording_network_of(const char *word, syn_model *network)
{
    if (strcmp(word, "asyn") == 0)
        word = network_words[SYN_BAG]; /* in traces of earlier versions */
    for (int i = SYN_BAG; i <= SYN_MBOX; i++) {
        if (strcmp(network_words[i], word) == 0) {
            *network = (syn_model)i;
            return true;
        }
    }
    return false;
}

/* ---- Threads by their paths ---- */

typedef struct named_thread {
    const char *path;
    uint32_t thread;
    uint32_t spawned; /* how many children it has */
    local_id local;
} named_thread;

typedef VEC(named_thread) named_threads;

static void add_first(named_threads *c, model *m)
{
    const dpor_program *p = model_program(m);
    vec_push(c, ((named_thread){.path = "1", .local = p->begin(p->context)}));
}

static void add_child(named_threads *c, arena *memory, named_thread *parent,
                      const op *is)
{
    strbuf path = {0};
    strbuf_printf(&path, "%s.%u", parent->path, ++parent->spawned);
    named_thread child = {.path = arena_strndup(memory, strbuf_text(&path), path.len),
                          .thread = is->thread,
                          .local = is->what};
    strbuf_free(&path);
    vec_push(c, child);
}

static named_thread *find_thread(const named_threads *c, uint32_t thread)
{
    vec_each (a, c)
        if (a->thread == thread)
            return a;
    return NULL;
}

static named_thread *find_path(const named_threads *c, const char *path)
{
    vec_each (a, c)
        if (strcmp(a->path, path) == 0)
            return a;
    return NULL;
}

/* ---- From an execution ---- */

static void take_event(recording *s, named_threads *c, model *m,
                       const dpor_event *event, const size_t *position)
{
    const dpor_program *p = model_program(m);
    op is = *p->look(p->context, event->local);
    named_thread *who = find_thread(c, event->thread);
    assert(who != NULL);
    recording_event e = {.thread = who->path, .kind = is.kind, .source = SIZE_MAX};
    if (is.kind == OP_RECEIVE && event->source != SIZE_MAX)
        e.source = position[event->source];
    if (is.kind == OP_CHOOSE)
        e.choice = event->input;
    e.is_lost = event->is_lost;
    vec_push(&s->events, e);
    if (is.kind == OP_SPAWN)
        add_child(c, &s->memory, who, &is);
}

void recording_take(recording *s, model *m, const dpor_result *r)
{
    const dpor_execution *e = &r->execution;
    named_threads c = {0};
    event_order o;
    /* With a notation, all threads know of all others from the first thread. */
    order_init(&o, model_program(m), e,
               r->fault == DPOR_FAIL ? r->thread : FAILURE_NOBODY,
               model_has_notation(m));
    size_t *position = mem_alloc((e->len + 1) * sizeof *position);
    add_first(&c, m);
    for (size_t i = 0; i < o.list.len; i++) {
        position[o.list.data[i]] = i;
        take_event(s, &c, m, &e->data[o.list.data[i]], position);
    }
    mem_free(position, (e->len + 1) * sizeof *position);
    vec_free(&c);
    order_fini(&o);
}

/* ---- To an execution ---- */

static const char *const doings[] = {
    [OP_SEND] = "sends",     [OP_RECEIVE] = "receives",
    [OP_CHOOSE] = "chooses", [OP_SPAWN] = "spawns a thread",
    [OP_JOIN] = "joins",     [OP_END] = "ends",
    [OP_BLOCK] = "blocks",   [OP_FAIL] = "fails",
};

typedef struct follower {
    const dpor_program *p;
    named_threads threads;
    arena memory;  /* their paths */
    bool *is_read; /* by event: its message was received */
    dpor_execution *out;
    strbuf *why;
} follower;

static bool differs(follower *x, const recording_event *e, uint8_t does)
{
    strbuf_printf(x->why, "event %zu: thread %s %s, but in the file it %s",
                  x->out->len + 1, e->thread, doings[does], doings[e->kind]);
    return false;
}

/* The source of E must be an unread message to THREAD that FILTER accepts. */
static bool is_there(const follower *x, const recording_event *e, uint32_t thread,
                     filter_id filter)
{
    if (e->source >= x->out->len || x->out->data[e->source].is_lost ||
        x->is_read[e->source])
        return false;
    op send = *x->p->look(x->p->context, x->out->data[e->source].local);
    return send.kind == OP_SEND && send.thread == thread &&
           x->p->matches(x->p->context, filter, send.what);
}

static bool follow_receive(follower *x, const recording_event *e, const op *is,
                           dpor_event *event)
{
    event->input = RESULT_NONE;
    if (e->source == SIZE_MAX && !is->is_blocking)
        return true;
    if (e->source == SIZE_MAX || !is_there(x, e, event->thread, is->what)) {
        strbuf_printf(
            x->why,
            "event %zu: thread %s does not receive the message that the file names",
            x->out->len + 1, e->thread);
        return false;
    }
    event->source = e->source;
    event->input = x->p->look(x->p->context, x->out->data[e->source].local)->what;
    x->is_read[e->source] = true;
    return true;
}

static bool follow_choice(follower *x, const recording_event *e, const op *is,
                          dpor_event *event)
{
    event->input = e->choice;
    if (e->choice < is->what)
        return true;
    strbuf_printf(x->why, "event %zu: thread %s has only %u alternatives",
                  x->out->len + 1, e->thread, is->what);
    return false;
}

static bool follow_event(follower *x, const recording_event *e)
{
    named_thread *who = find_path(&x->threads, e->thread);
    if (who == NULL) {
        strbuf_printf(x->why, "event %zu: there is no thread %s", x->out->len + 1,
                      e->thread);
        return false;
    }
    op is = *x->p->look(x->p->context, who->local);
    dpor_event event = {.thread = who->thread,
                        .local = who->local,
                        .source = SIZE_MAX,
                        .is_lost = e->is_lost};
    if (is.kind != e->kind)
        return differs(x, e, is.kind);
    if (is.kind == OP_RECEIVE && !follow_receive(x, e, &is, &event))
        return false;
    if (is.kind == OP_CHOOSE && !follow_choice(x, e, &is, &event))
        return false;
    vec_push(x->out, event);
    who->local = x->p->advance(x->p->context, event.local, event.input);
    if (is.kind == OP_SPAWN)
        add_child(&x->threads, &x->memory, who, &is);
    return true;
}

bool recording_follow(const recording *s, model *m, dpor_execution *out, strbuf *why)
{
    follower x = {.p = model_program(m), .out = out, .why = why};
    bool ok = true;
    arena_init(&x.memory);
    x.is_read = mem_alloc(s->events.len + 1);
    add_first(&x.threads, m);
    for (size_t i = 0; ok && i < s->events.len; i++)
        ok = follow_event(&x, &s->events.data[i]);
    mem_free(x.is_read, s->events.len + 1);
    vec_free(&x.threads);
    arena_fini(&x.memory);
    return ok;
}
