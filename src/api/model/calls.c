/* calls.c -- the syn_ functions that threads call.
 *
 * Most calls repeat a call of an earlier run with equal arguments.  So each function
 * first compares its arguments with the node that it expects, and looks nothing up in
 * hash tables if they agree. */
#include "api/model/calls.h"

#include "api/model/model_describe.h"
#include "api/model/monitors.h"
#include "api/model/runner.h"
#include "api/model/threads.h"

#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>

#define HERE ((model_place){file, line})

/* ---- The caller ---- */

static _Noreturn void fail_with(model *m, model_place place, const char *kind)
{
    const char *text = strbuf_text(&m->failure);
    if (m->thread != NULL)
        runner_end(m->thread, OP_FAIL, place, kind, text);
    runner_fail_callback(m, place, kind, text);
}

void calls_fail(model *m, model_place place, const char *kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_clear(&m->failure);
    strbuf_vprintf(&m->failure, format, args);
    va_end(args);
    fail_with(m, place, kind);
}

model *calls_model(const char *what)
{
    if (model_current == NULL) {
        fprintf(stderr,
                "synod: %s was called outside a model: only threads of a model may "
                "call it\n",
                what);
        abort();
    }
    return model_current;
}

static thread *refuse(const char *what, model_place place)
{
    model *m = calls_model(what);
    const char *where = m->forbidden != NULL ? m->forbidden : m->callback.name;
    calls_fail(m, place, "misuse", "%s was called inside of %s", what, where);
}

thread *calls_thread(const char *what, model_place place)
{
    model *m = model_current;
    if (m == NULL || m->thread == NULL || m->forbidden != NULL)
        return refuse(what, place);
    return m->thread;
}

/* A monitor that sends, waits or ends in the middle of an observation would miss the
 * next ones: nothing would be claimed about them. */
static thread *calls_actor(const char *what, model_place place)
{
    thread *t = calls_thread(what, place);
    if (t->is_seeing)
        calls_fail(t->m, place, "misuse",
                   "%s was called inside of a monitor's see: monitors only observe",
                   what);
    return t;
}

static bool is_known(const model *m, uint32_t number)
{
    return number < m->threads.len;
}

/* The node that T's next call must agree with, or NULL. */
static const history_node *expected(const thread *t)
{
    return runner_is_new(t) ? NULL
                            : history_at(&t->m->history, t->path.data[t->at].local);
}

static bool is_at(const history_node *n, model_place place)
{
    return n->line == place.line &&
           (n->file == place.file || (n->file != NULL && place.file != NULL &&
                                      strcmp(n->file, place.file) == 0));
}

/* T acts on a thread that no execution has spawned so far.  (The engine finds those
 * that others have spawned.)  A run that has failed for this reason fails again, even
 * if another execution has spawned the thread since. */
static void check_stray(thread *t, model_place place, const char *what, uint32_t whom)
{
    strbuf *text = &t->m->failure;
    const history_node *n = expected(t);
    bool has_failed = n != NULL && n->op.kind == OP_FAIL && n->detail != NULL;
    if (is_known(t->m, whom) && !has_failed)
        return;
    guard_enter();
    strbuf_clear(text);
    strbuf_printf(text, MODEL_STRAY, what, whom);
    bool is_again = has_failed && strcmp(n->detail->text, strbuf_text(text)) == 0;
    guard_exit();
    if (is_again || !is_known(t->m, whom))
        fail_with(t->m, place, "misuse");
}

/* ---- Threads ---- */

/* The thread that S describes, as the NTH that T spawns. */
static thread *spawned_by(thread *t, model_place place, const syn_spawning *s,
                          uint32_t nth)
{
    model *m = t->m;
    if (s->run == NULL)
        calls_fail(m, place, "misuse", "syn_spawn got no function to run");
    thread_kind k = {.name = s->name != NULL ? s->name : "thread",
                     .run = s->run,
                     .priority = s->priority,
                     .is_daemon = s->is_daemon,
                     .may_crash = s->may_crash};
    const history_node *n = expected(t);
    if (n != NULL && n->op.kind == OP_SPAWN) {
        thread *same = threads_at(m, n->op.thread);
        if (same->parent == t->number && same->nth == nth &&
            threads_is_of_kind(same, &k))
            return same;
    }
    guard_enter();
    thread *child = threads_child(m, t->number, nth, &k);
    guard_exit();
    if (child == NULL)
        calls_fail(m, place, "misuse", "spawns too many different threads");
    return child;
}

/* A bad address crashes here, before anything is changed. */
static void touch(const void *data, size_t size)
{
    volatile uint64_t hash = size > 0 ? hash_bytes(data, size) : 0;
    (void)hash;
}

uint32_t calls_spawn(thread *t, model_place place, const syn_spawning *s,
                     uint32_t monitors)
{
    model *m = t->m;
    const thread *child = spawned_by(t, place, s, t->spawned++);
    size_t size = s->arg != NULL ? s->arg_size : 0;
    op o = {.kind = OP_SPAWN, .thread = child->number};
    if (runner_is_new(t)) {
        touch(s->arg, size);
        local_id local = runner_meet(t, &o, place);
        local_id first =
            threads_put_root(m, t, local, child->number, s->arg, size, monitors);
        history_at(&m->history, local)->op.what = first;
    } else {
        local_id local = runner_meet(t, &o, place);
        const root *r = threads_root_at(m, history_at(&m->history, local)->op.what);
        if (!threads_is_root(r, s->arg, size, monitors))
            runner_differ(t, &o, place);
    }
    runner_answer(t);
    return child->number;
}

syn_thread syn_spawn_with_at(const char *file, int line, const syn_spawning *s)
{
    thread *t = calls_actor("syn_spawn", HERE);
    return calls_spawn(t, HERE, s, t->monitors);
}

syn_thread syn_spawn_at(const char *file, int line, const char *name,
                        void (*run)(void *arg), void *arg)
{
    syn_spawning s = {.name = name, .run = run, .arg = arg};
    return syn_spawn_with_at(file, line, &s);
}

void syn_join_at(const char *file, int line, syn_thread whom)
{
    thread *t = calls_actor("syn_join", HERE);
    if (whom == t->number)
        calls_fail(t->m, HERE, "misuse", "syn_join waits for the thread itself");
    check_stray(t, HERE, "waits for", whom);
    op o = {.kind = OP_JOIN, .thread = whom};
    runner_step(t, &o, HERE);
}

syn_thread syn_self(void)
{
    return calls_thread("syn_self", (model_place){0})->number;
}

void syn_exit(void)
{
    thread *t = calls_actor("syn_exit", (model_place){0});
    runner_end(t, OP_END, (model_place){0}, NULL, NULL);
}

void *syn_alloc(size_t size)
{
    thread *t = calls_thread("syn_alloc", (model_place){0});
    if (size > PTRDIFF_MAX)
        calls_fail(t->m, (model_place){0}, "misuse",
                   "syn_alloc was asked for %zu bytes", size);
    guard_enter();
    void *p = scratch_alloc(&t->memory, size);
    guard_exit();
    return memset(p, 0, size);
}

/* ---- Messages ---- */

static dpor_network order_of(thread *t, model_place place, syn_model given)
{
    if (given == SYN_DEFAULT)
        return t->m->o.network;
    if (given > SYN_MBOX)
        calls_fail(t->m, place, "misuse", "there is no network %d", (int)given);
    return (dpor_network)(given - SYN_BAG);
}

static bool agrees(const thread *t, const op *o, model_place place, uint32_t tag,
                   const void *data, size_t size)
{
    const history_node *n = expected(t);
    return n != NULL && n->op.kind == OP_SEND && n->op.thread == o->thread &&
           n->op.network == o->network && n->op.may_be_lost == o->may_be_lost &&
           is_at(n, place) &&
           messages_is(messages_at(&t->m->messages, n->op.what), t->number, tag, data,
                       size);
}

static void check_send(thread *t, model_place place, uint32_t to, const void *data,
                       size_t size)
{
    check_stray(t, place, "sends to", to);
    if (size > 0 && data == NULL)
        calls_fail(t->m, place, "misuse", "sends %zu bytes from a null pointer", size);
    if (size > INT32_MAX)
        calls_fail(t->m, place, "misuse", "sends a message of %zu bytes", size);
}

/* A thread without may_crash would take it for an ordinary message. */
static void check_crash(thread *t, model_place place, uint32_t to)
{
    const thread *victim = is_known(t->m, to) ? threads_at(t->m, to) : NULL;
    if (victim != NULL && !victim->kind.may_crash)
        calls_fail(t->m, place, "misuse",
                   "sends a crash to %s(%u), which was spawned without may_crash",
                   victim->kind.name, to);
}

void calls_send(thread *t, model_place place, dpor_network order, uint32_t to,
                uint32_t tag, const void *data, size_t size, bool is_lossy)
{
    op o = {.kind = OP_SEND,
            .network = (uint8_t)order,
            .may_be_lost = is_lossy,
            .thread = to};
    if (agrees(t, &o, place, tag, data, size)) {
        runner_answer(t);
        return;
    }
    check_send(t, place, to, data, size);
    guard_enter();
    o.what = messages_put(&t->m->messages, t->number, tag, data, size);
    runner_step(t, &o, place);
}

/* A thread that may crash can do so before each send. */
static void maybe_crash(thread *t, model_place place)
{
    op o = {.kind = OP_RECEIVE, .what = t->m->crash_filter};
    if (t->kind.may_crash && runner_step(t, &o, place) != RESULT_NONE)
        runner_end(t, OP_END, (model_place){0}, NULL, NULL);
}

static void send_all(thread *t, model_place place, syn_model order, uint32_t to,
                     uint32_t tag, const void *data, size_t size, bool is_lossy)
{
    dpor_network c = order_of(t, place, order);
    if (tag == TAG_OBSERVED)
        calls_fail(t->m, place, "misuse", "sends with tag 0x%x, which is reserved",
                   TAG_OBSERVED);
    if (tag == SYN_CRASH)
        check_crash(t, place, to);
    maybe_crash(t, place);
    if (t->monitors != 0) {
        check_send(t, place, to, data, size);
        syn_observation observation = {false, t->number, to, tag, size, data};
        monitors_notify(t, place, &observation);
    }
    calls_send(t, place, c, to, tag, data, size, is_lossy);
}

void syn_send_at(const char *file, int line, syn_model order, syn_thread to,
                 uint32_t tag, const void *data, size_t size)
{
    thread *t = calls_actor("syn_send", HERE);
    send_all(t, HERE, order, to, tag, data, size, false);
}

void syn_send_lossy_at(const char *file, int line, syn_model order, syn_thread to,
                       uint32_t tag, const void *data, size_t size)
{
    thread *t = calls_actor("syn_send_lossy", HERE);
    send_all(t, HERE, order, to, tag, data, size, true);
}

void syn_send_int_at(const char *file, int line, syn_model order, syn_thread to,
                     uint32_t tag, int value)
{
    thread *t = calls_actor("syn_send_int", HERE);
    send_all(t, HERE, order, to, tag, &value, sizeof value, false);
}

void syn_broadcast_at(const char *file, int line, syn_model order, const syn_thread *to,
                      size_t count, uint32_t tag, const void *data, size_t size)
{
    thread *t = calls_actor("syn_broadcast", HERE);
    for (size_t i = 0; i < count; i++)
        send_all(t, HERE, order, to[i], tag, data, size, false);
}

/* The place is that of the last call: mostly the receive of the message. */
static _Noreturn void fail_for_content(model *m, const syn_msg *g, size_t size)
{
    model_place last = {0};
    if (m->thread != NULL)
        last = runner_last_place(m->thread);
    strbuf_clear(&m->failure);
    strbuf_puts(&m->failure, "the message with tag ");
    model_describe_tag(g->tag, &m->failure);
    strbuf_puts(&m->failure, " from ");
    model_describe_name(m, g->from, &m->failure);
    strbuf_printf(&m->failure, " has %zu bytes, not %zu", g->size, size);
    fail_with(m, last, "content");
}

const void *syn_content(syn_msg g, size_t size)
{
    if (g.size != size)
        fail_for_content(calls_model("syn_content"), &g, size);
    return g.data;
}

int syn_int(syn_msg g)
{
    int value;
    memcpy(&value, syn_content(g, sizeof value), sizeof value);
    return value;
}

/* ---- Receiving ---- */

/* The message for the thread: a copy, since the original may be swept. */
syn_msg calls_message(thread *t, message_id id)
{
    const message *g = messages_at(&t->m->messages, id);
    void *copy = scratch_alloc(&t->memory, g->size);
    if (g->size > 0)
        memcpy(copy, messages_data(g), g->size);
    return (syn_msg){g->from, g->tag, g->size, copy};
}

message_id calls_receive(thread *t, model_place place, const syn_filter *f,
                         bool is_blocking, bool may_wait)
{
    bool takes_crash = t->kind.may_crash;
    op o = {.kind = OP_RECEIVE, .is_blocking = is_blocking, .may_wait = may_wait};
    const history_node *n = expected(t);
    if (n != NULL && n->op.kind == OP_RECEIVE && n->op.is_blocking == is_blocking &&
        is_at(n, place) &&
        filters_is(&t->m->filters.all.data[n->op.what], f, takes_crash))
        return runner_answer(t);
    guard_enter();
    o.what = filters_put(&t->m->filters, f, takes_crash);
    return runner_step(t, &o, place);
}

static void notify_of_receive(thread *t, model_place place, const syn_msg *g)
{
    if (t->monitors == 0)
        return;
    syn_observation observation = {true, g->from, t->number, g->tag, g->size, g->data};
    monitors_notify(t, place, &observation);
}

static syn_msg receive(thread *t, model_place place, message_id id)
{
    guard_enter();
    syn_msg g = calls_message(t, id);
    guard_exit();
    if (t->kind.may_crash && g.tag == SYN_CRASH)
        runner_end(t, OP_END, (model_place){0}, NULL, NULL);
    notify_of_receive(t, place, &g);
    return g;
}

syn_msg syn_receive_at(const char *file, int line, const syn_filter *f)
{
    thread *t = calls_actor("syn_receive", HERE);
    return receive(t, HERE, calls_receive(t, HERE, f, true, false));
}

syn_msg calls_receive_or_rest(model_place place, const syn_filter *f)
{
    thread *t = calls_actor("syn_receive", place);
    return receive(t, place, calls_receive(t, place, f, true, true));
}

bool syn_try_receive_at(const char *file, int line, const syn_filter *f, syn_msg *out)
{
    thread *t = calls_actor("syn_try_receive", HERE);
    message_id id = calls_receive(t, HERE, f, false, false);
    syn_msg g = {0};
    if (id != RESULT_NONE)
        g = receive(t, HERE, id);
    if (out != NULL)
        *out = g;
    return id != RESULT_NONE;
}

/* ---- Choices and claims ---- */

uint32_t syn_nondet_at(const char *file, int line, uint32_t n)
{
    thread *t = calls_thread("syn_nondet", HERE);
    if (n == 0)
        calls_fail(t->m, HERE, "misuse", "syn_nondet has no alternatives");
    op o = {.kind = OP_CHOOSE, .what = n};
    return runner_step(t, &o, HERE);
}

void syn_block_at(const char *file, int line, const char *condition)
{
    thread *t = calls_thread("syn_assume", HERE);
    runner_end(t, OP_BLOCK, HERE, "assumption", condition);
}

/* Assertions are for threads and for checks at the end. */
static model *who_claims(const char *what, model_place place)
{
    model *m = calls_model(what);
    if (m->forbidden != NULL || (m->thread == NULL && !m->callback.may_look))
        refuse(what, place);
    return m;
}

void syn_fail_at(const char *file, int line, const char *condition, const char *format,
                 ...)
{
    model *m = who_claims(condition != NULL ? "syn_assert" : "syn_fail", HERE);
    va_list args;
    va_start(args, format);
    strbuf_clear(&m->failure);
    strbuf_vprintf(&m->failure, format, args);
    va_end(args);
    if (m->failure.len == 0)
        strbuf_printf(&m->failure, "%s is false", condition != NULL ? condition : "it");
    fail_with(m, HERE, condition != NULL ? "assertion" : "failure");
}

void calls_note(const thread *t, const model_note *n)
{
    const model *m = t->m;
    if (m->see == NULL)
        return;
    guard_enter();
    m->see(m->see_context, m->see_event, t->number, n);
    guard_exit();
}

void syn_note_at(const char *file, int line, const char *format, ...)
{
    model *m = calls_model("syn_note");
    if (m->see == NULL || m->thread == NULL)
        return;
    strbuf b = {0};
    va_list args;
    va_start(args, format);
    strbuf_vprintf(&b, format, args);
    va_end(args);
    calls_note(m->thread, &(model_note){NULL, strbuf_text(&b), HERE});
    strbuf_free(&b);
}
