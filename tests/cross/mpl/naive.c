#include "naive.h"

#include "base/hash.h"
#include "base/idmap.h"

#include <string.h>

/* Beyond these there are too many states anyway. */
enum { MOST_THREADS = 12, MOST_EVENTS = 40, MOST_PENDING = 48 };

typedef enum what {
    SENT,
    LOST,
    RECEIVED, /* from (thread, index) */
    TIMED_OUT,
    CHOSE, /* index */
    JOINED,
    SPAWNED,
} what;

typedef struct event {
    uint8_t what;
    uint8_t thread;
    uint16_t index;
} event;

/* How many events of each thread happened before. */
typedef struct past {
    uint8_t of[MOST_THREADS];
} past;

typedef struct thread {
    mpl_op_id at; /* settled; 0: it has ended */
    bool is_there;
    int32_t last;
    uint32_t event_count;
    past knows;
    event events[MOST_EVENTS];
} thread;

/* On its way to mailbox TO. */
typedef struct message {
    uint8_t to, from, model;
    uint8_t index; /* which event of FROM sent it */
    int32_t value;
    past knows; /* what happened before it was sent */
} message;

typedef struct state {
    uint32_t lost;
    uint32_t pending_count;
    uint64_t hash; /* of the events: a sum, for their order does not matter */
    message pending[MOST_PENDING]; /* in the order in which they were sent */
    thread threads[MOST_THREADS];
} state;

typedef struct search {
    const mpl_program *p;
    uint64_t most_states;
    idmap seen;
    strbuf text;
    naive_result *r;
} search;

/* ---- What a network may deliver ---- */

/* Whether A, if it is wanted too, keeps B from being received first.  Both are under
 * way to the same mailbox, A was sent earlier. */
static bool comes_before(const message *a, const message *b)
{
    if (a->model != b->model)
        return false;
    switch ((mpl_model)a->model) {
    case MPL_ASYN:
        return false;
    case MPL_P2P:
        return a->from == b->from;
    case MPL_CAUSAL:
        return b->knows.of[a->from] > a->index;
    case MPL_MBOX:
        return true;
    }
    return false;
}

static bool is_wanted(const search *s, const mpl_op *receive, const message *m)
{
    return m->to == receive->thread && mpl_wants(s->p, receive, m->value);
}

static bool may_arrive(const search *s, const state *now, const mpl_op *receive,
                       uint32_t i)
{
    if (!is_wanted(s, receive, &now->pending[i]))
        return false;
    for (uint32_t k = 0; k < i; k++)
        if (is_wanted(s, receive, &now->pending[k]) &&
            comes_before(&now->pending[k], &now->pending[i]))
            return false;
    return true;
}

/* ---- One step ---- */

static void know_too(past *a, const past *b)
{
    for (size_t i = 0; i < MOST_THREADS; i++)
        if (b->of[i] > a->of[i])
            a->of[i] = b->of[i];
}

static uint64_t hash_event(size_t t, const thread *of, event e)
{
    uint64_t place = (uint64_t)t << 32 | of->event_count;
    uint64_t content = (uint64_t)e.what << 32 | (uint64_t)e.thread << 16 | e.index;
    return hash_u64(hash_u64(place + 1) + content);
}

/* Thread T did E, and goes on with LAST. */
static void happen(const search *s, state *now, size_t t, event e, int32_t last)
{
    thread *of = &now->threads[t];
    assert(of->event_count < MOST_EVENTS);
    now->hash += hash_event(t, of, e);
    of->events[of->event_count++] = e;
    of->knows.of[t]++;
    of->last = last;
    of->at = mpl_settle(s->p, mpl_after(s->p, of->at), last);
}

static void send(const search *s, state *now, size_t t, const mpl_op *o)
{
    thread *of = &now->threads[t];
    assert(now->pending_count < MOST_PENDING);
    now->pending[now->pending_count++] = (message){
        .to = (uint8_t)o->to,
        .from = (uint8_t)t,
        .model = (uint8_t)mpl_model_of_send(s->p, o),
        .index = (uint8_t)of->event_count,
        .value = o->sends_last ? of->last : o->value,
        .knows = of->knows,
    };
    happen(s, now, t, (event){.what = SENT}, of->last);
}

static void receive(const search *s, state *now, size_t t, uint32_t i)
{
    message m = now->pending[i];
    now->pending_count--;
    memmove(now->pending + i, now->pending + i + 1,
            (now->pending_count - i) * sizeof *now->pending);
    know_too(&now->threads[t].knows, &m.knows);
    if (now->threads[t].knows.of[m.from] <= m.index)
        now->threads[t].knows.of[m.from] = (uint8_t)(m.index + 1);
    happen(s, now, t, (event){RECEIVED, m.from, m.index}, m.value);
}

static void join(const search *s, state *now, size_t t, uint32_t whom)
{
    know_too(&now->threads[t].knows, &now->threads[whom].knows);
    happen(s, now, t, (event){.what = JOINED}, now->threads[t].last);
}

static void spawn(const search *s, state *now, size_t t, uint32_t whom)
{
    happen(s, now, t, (event){.what = SPAWNED}, now->threads[t].last);
    now->threads[whom].is_there = true;
    now->threads[whom].knows = now->threads[t].knows;
}

static bool has_ended(const state *now, uint32_t t)
{
    return now->threads[t].is_there && now->threads[t].at == 0;
}

/* ---- All steps ---- */

static void visit(search *s, const state *now);

static size_t try_send(search *s, const state *now, size_t t, const mpl_op *o)
{
    state then = *now;
    send(s, &then, t, o);
    visit(s, &then);
    if (!o->is_lossy || now->lost == s->p->lose)
        return 1;
    then = *now;
    then.lost++;
    happen(s, &then, t, (event){.what = LOST}, then.threads[t].last);
    visit(s, &then);
    return 2;
}

static size_t try_receive(search *s, const state *now, size_t t, const mpl_op *o)
{
    size_t ways = 0;
    for (uint32_t i = 0; i < now->pending_count; i++) {
        if (!may_arrive(s, now, o, i))
            continue;
        state then = *now;
        receive(s, &then, t, i);
        visit(s, &then);
        ways++;
    }
    if (o->is_blocking)
        return ways;
    state then = *now;
    happen(s, &then, t, (event){.what = TIMED_OUT}, MPL_NOTHING);
    visit(s, &then);
    return ways + 1;
}

static size_t try_choices(search *s, const state *now, size_t t, const mpl_op *o)
{
    for (int32_t i = 0; i < o->value; i++) {
        state then = *now;
        happen(s, &then, t, (event){.what = CHOSE, .index = (uint16_t)i}, i);
        visit(s, &then);
    }
    return (size_t)o->value;
}

static size_t try_join(search *s, const state *now, size_t t, const mpl_op *o)
{
    if (!has_ended(now, o->to))
        return 0;
    state then = *now;
    join(s, &then, t, o->to);
    visit(s, &then);
    return 1;
}

static size_t try_spawn(search *s, const state *now, size_t t, const mpl_op *o)
{
    state then = *now;
    spawn(s, &then, t, o->to);
    visit(s, &then);
    return 1;
}

/* How many ways thread T can go on; all of them are followed. */
static size_t try_thread(search *s, const state *now, size_t t)
{
    if (now->threads[t].at == 0 || !now->threads[t].is_there)
        return 0;
    const mpl_op *o = vec_at(&s->p->ops, now->threads[t].at);
    switch (o->kind) {
    case MPL_SEND:
        return try_send(s, now, t, o);
    case MPL_RECEIVE:
        return try_receive(s, now, t, o);
    case MPL_CHOOSE:
        return try_choices(s, now, t, o);
    case MPL_JOIN:
        return try_join(s, now, t, o);
    case MPL_SPAWN:
        return try_spawn(s, now, t, o);
    case MPL_ASSUME:
    case MPL_ERROR:
    case MPL_IF:
        return 0; /* settled: so it failed */
    }
    return 0;
}

/* ---- Ends ---- */

static bool is_stuck(const search *s, const state *now, size_t t)
{
    mpl_op_id at = now->threads[t].at;
    if (at == 0 || !now->threads[t].is_there)
        return false;
    bool waits = vec_at(&s->p->ops, at)->kind == MPL_RECEIVE;
    return !waits || !vec_at(&s->p->threads, t)->is_daemon;
}

static bool is_at(const search *s, const state *now, size_t t, mpl_kind kind)
{
    mpl_op_id at = now->threads[t].at;
    return at != 0 && now->threads[t].is_there && vec_at(&s->p->ops, at)->kind == kind;
}

static bool has_unread(const state *now)
{
    for (uint32_t i = 0; i < now->pending_count; i++)
        if (has_ended(now, now->pending[i].to))
            return true;
    return false;
}

static void print_event(const event *e, strbuf *out)
{
    switch ((what)e->what) {
    case SENT:
        strbuf_puts(out, " s");
        break;
    case LOST:
        strbuf_puts(out, " s~");
        break;
    case RECEIVED:
        strbuf_printf(out, " r%u.%u", e->thread, e->index);
        break;
    case TIMED_OUT:
        strbuf_puts(out, " n-");
        break;
    case CHOSE:
        strbuf_printf(out, " c%u", e->index);
        break;
    case JOINED:
        strbuf_puts(out, " j");
        break;
    case SPAWNED:
        strbuf_puts(out, " w");
        break;
    }
}

static void print_graph(const search *s, const state *now, bool is_blocked, strbuf *out)
{
    strbuf_putc(out, is_blocked ? 'B' : 'C');
    for (size_t t = 0; t < s->p->threads.len; t++) {
        const thread *of = &now->threads[t];
        if (t > 0)
            strbuf_puts(out, " |");
        for (uint32_t i = 0; i < of->event_count; i++)
            print_event(&of->events[i], out);
    }
}

static void take_down(search *s, const state *now)
{
    bool is_blocked = false, failed = false, assumed = false;
    for (size_t t = 0; t < s->p->threads.len; t++) {
        is_blocked |= is_stuck(s, now, t);
        failed |= is_at(s, now, t, MPL_ERROR);
        assumed |= is_at(s, now, t, MPL_ASSUME);
    }
    strbuf_clear(&s->text);
    print_graph(s, now, is_blocked, &s->text);
    uint32_t before = intern_count(&s->r->graphs);
    if (intern_put(&s->r->graphs, s->text.data, s->text.len) < before)
        return; /* another order of the same */
    s->r->executions += !is_blocked;
    s->r->blocked += is_blocked;
    s->r->errors += failed;
    s->r->deadlocks += is_blocked && !failed && !assumed;
    s->r->unread += has_unread(now);
}

/* ---- The search ---- */

/* Threads follow from their events, and so does what is under way; only queues are in
 * the order that things happened in. */
static uint64_t hash_state(const state *now)
{
    uint64_t queues[MOST_THREADS] = {0};
    uint64_t sum = now->hash;
    for (uint32_t i = 0; i < now->pending_count; i++) {
        const message *m = &now->pending[i];
        if (m->model == MPL_MBOX)
            queues[m->to] =
                hash_u64(queues[m->to] * 3 + 1 + ((uint64_t)m->from << 8 | m->index));
    }
    for (size_t i = 0; i < MOST_THREADS; i++)
        sum += hash_u64(queues[i] + i + 1);
    return sum;
}

static bool is_at_limit(const state *now)
{
    bool is = now->pending_count == MOST_PENDING;
    for (size_t t = 0; t < MOST_THREADS; t++)
        is |= now->threads[t].event_count == MOST_EVENTS;
    return is;
}

static void visit(search *s, const state *now)
{
    if (s->r->is_too_big || !idmap_add(&s->seen, hash_state(now)))
        return;
    if (++s->r->states > s->most_states || is_at_limit(now)) {
        s->r->is_too_big = true;
        return;
    }
    size_t ways = 0;
    for (size_t t = 0; t < s->p->threads.len; t++)
        ways += try_thread(s, now, t);
    if (ways == 0)
        take_down(s, now);
}

static void begin(const mpl_program *p, state *first)
{
    *first = (state){0};
    for (size_t t = 0; t < p->threads.len; t++) {
        first->threads[t].is_there = !vec_at(&p->threads, t)->is_late;
        first->threads[t].at = mpl_settle(p, vec_at(&p->threads, t)->first, 0);
    }
}

void naive_run(const mpl_program *p, uint64_t most_states, naive_result *r)
{
    *r = (naive_result){0};
    intern_init(&r->graphs);
    r->is_too_big = p->threads.len > MOST_THREADS;
    if (r->is_too_big)
        return;
    search s = {.p = p, .most_states = most_states, .r = r};
    state first;
    begin(p, &first);
    visit(&s, &first);
    idmap_fini(&s.seen);
    strbuf_free(&s.text);
}

void naive_result_free(naive_result *r)
{
    intern_fini(&r->graphs);
}

/* ---- One given run ---- */

static const char *follow_send(const search *s, state *now, const mpl_op *o,
                               const naive_step *step)
{
    size_t t = step->thread;
    if (!step->is_lost) {
        send(s, now, t, o);
        return NULL;
    }
    if (!o->is_lossy || now->lost++ == s->p->lose)
        return "a message is lost that cannot be";
    happen(s, now, t, (event){.what = LOST}, now->threads[t].last);
    return NULL;
}

static const char *follow_receive(const search *s, state *now, const mpl_op *o,
                                  const naive_step *step)
{
    if (step->got_nothing) {
        if (o->is_blocking)
            return "a receive that waits gets nothing";
        happen(s, now, step->thread, (event){.what = TIMED_OUT}, MPL_NOTHING);
        return NULL;
    }
    for (uint32_t i = 0; i < now->pending_count; i++) {
        if (now->pending[i].from != step->from || now->pending[i].index != step->index)
            continue;
        if (!may_arrive(s, now, o, i))
            return "a message is received that is not wanted, or overtakes another";
        receive(s, now, step->thread, i);
        return NULL;
    }
    return "a message is received that is not under way";
}

static const char *follow_step(const search *s, state *now, const naive_step *step)
{
    if (now->threads[step->thread].at == 0 || !now->threads[step->thread].is_there)
        return "a thread goes on that has ended, or is not there yet";
    const mpl_op *o = vec_at(&s->p->ops, now->threads[step->thread].at);
    switch (o->kind) {
    case MPL_SEND:
        return follow_send(s, now, o, step);
    case MPL_RECEIVE:
        return follow_receive(s, now, o, step);
    case MPL_CHOOSE:
        if (step->choice >= (uint32_t)o->value)
            return "a choice that there is not";
        happen(s, now, step->thread,
               (event){.what = CHOSE, .index = (uint16_t)step->choice},
               (int32_t)step->choice);
        return NULL;
    case MPL_JOIN:
        if (!has_ended(now, o->to))
            return "a thread is joined that has not ended";
        join(s, now, step->thread, o->to);
        return NULL;
    case MPL_SPAWN:
        spawn(s, now, step->thread, o->to);
        return NULL;
    case MPL_ASSUME:
    case MPL_ERROR:
    case MPL_IF:
        break;
    }
    return "a thread goes on that failed";
}

const char *naive_follow(const mpl_program *p, const naive_step *steps, size_t count)
{
    search s = {.p = p};
    state now;
    begin(p, &now);
    const char *wrong = NULL;
    for (size_t i = 0; i < count && wrong == NULL && !is_at_limit(&now); i++)
        wrong = follow_step(&s, &now, &steps[i]);
    return wrong;
}
