/* Runs the code of threads along paths of the tree of histories.
 *
 * A thread reaches a node in one of two ways.  If it stands at the node's parent, it
 * gets its input and runs on.  Otherwise it starts again: set_out resets its coroutine
 * and writes the path from the root to the node into T->path; then every call on the
 * path compares itself with its node (runner_meet) and returns the recorded input
 * (runner_answer).  The first call beyond the path adds a node, and the coroutine
 * leaves.
 *
 * This is right because a thread's inputs determine its actions: its argument is the
 * same (a copy, or memory of ancestors that keep_memory has brought to the same point),
 * scratch.h gives it the same addresses, and its inputs are those of the path.  Where a
 * model violates that, is_same finds a difference, and the exploration stops and
 * reports both operations, instead of continuing with a wrong tree.
 *
 * A thread that crashes, loops or would end the process is stopped by the guard; that
 * is a node like any other, with OP_FAIL.
 */
#include "api/model/runner.h"

#include "api/model/model_describe.h"
#include "api/model/threads.h"

#include <assert.h>
#include <stdlib.h>

enum { CALLBACK_STACK = 256 << 10 };

_Thread_local model *model_current;

/* ---- Differences and crashes ---- */

void runner_stop(model *m, stop_reason why, const char *text)
{
    if (m->has_disorder)
        return;
    m->has_disorder = true;
    m->disorder_kind = why;
    strbuf_clear(&m->disorder);
    strbuf_puts(&m->disorder, text);
}

/* T does NOW instead of the call on its path.  The text is made after the coroutine has
 * left, since that may call functions of the model. */
static void note_difference(thread *t, const history_node *now, const char *text)
{
    model *m = t->m;
    m->differs = true;
    m->now = *now;
    m->now_detail = (detail){.text = (char *)text};
    m->now.detail = &m->now_detail;
}

static void stop_for_difference(const thread *t)
{
    model *m = t->m;
    strbuf b = {0}, before = {0}, now = {0};
    model_describe_op(m, history_at(&m->history, vec_at(&t->path, t->at)->local),
                      &before);
    model_describe_op(m, &m->now, &now);
    model_describe_thread(m, t->number, &b);
    strbuf_printf(&b, " behaves differently when it runs again: first it %s, now it %s",
                  strbuf_text(&before), strbuf_text(&now));
    if (strcmp(strbuf_text(&before), strbuf_text(&now)) == 0)
        strbuf_puts(&b, " with different bytes: an address, or uninitialised memory "
                        "such as the padding of a struct");
    runner_stop(m, STOP_NOT_DETERMINISTIC, strbuf_text(&b));
    strbuf_free(&now);
    strbuf_free(&before);
    strbuf_free(&b);
}

static void describe_overflow(const model *m, strbuf *out)
{
    strbuf_printf(out, "crashed: stack overflow (%zu KiB; see --stack-size)",
                  m->o.stack_size >> 10);
}

void runner_describe_crash(const model *m, strbuf *out)
{
    guard_report r = guard_last();
    if (r.end == GUARD_LOOPED)
        strbuf_printf(out, "runs for %g s without calling Synod: an endless loop",
                      m->o.step_seconds);
    else if (r.end == GUARD_REFUSED)
        strbuf_printf(out, "called %s: %s", r.call, r.why);
    else if (r.end == GUARD_OVERFLOW)
        describe_overflow(m, out);
    else if (r.address != NULL || r.signal == SIGSEGV || r.signal == SIGBUS)
        strbuf_printf(out, "crashed: %s at address 0x%zx", guard_signal_name(r.signal),
                      (size_t)r.address);
    else
        strbuf_printf(out, "crashed: %s", guard_signal_name(r.signal));
}

/* ---- The path ---- */

/* Makes the node of the next call, which is new. */
static local_id next_node(thread *t)
{
    if (t->path.len == 0)
        return t->m->roots.data[t->root].local;
    const path_step *last = vec_last(&t->path);
    return history_add(&t->m->history, last->local, last->input);
}

local_id runner_next_node(thread *t)
{
    assert(runner_is_new(t));
    if (t->early == 0)
        t->early = next_node(t);
    return t->early;
}

static local_id add_node(thread *t, const op *o, model_place place)
{
    local_id local = runner_next_node(t);
    t->early = 0;
    history_node *n = history_at(&t->m->history, local);
    n->op = *o;
    n->file = place.file;
    n->line = place.line;
    vec_push(&t->path, ((path_step){local, 0}));
    t->stop = t->at;
    return local;
}

static bool same_file(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* calls_spawn compares the child's root itself. */
static bool is_same(const history_node *n, const op *o, model_place place)
{
    return n->op.kind == o->kind && n->op.thread == o->thread &&
           (n->op.what == o->what || o->kind == OP_SPAWN) &&
           n->op.network == o->network && n->op.is_blocking == o->is_blocking &&
           n->op.may_be_lost == o->may_be_lost && n->line == place.line &&
           same_file(n->file, place.file);
}

static void leave(thread *t)
{
    guard_enter();
    coroutine_leave(&t->c);
}

_Noreturn static void leave_for_ever(thread *t)
{
    guard_enter();
    for (;;)
        coroutine_leave(&t->c);
}

void runner_differ(thread *t, const op *o, model_place place)
{
    guard_enter();
    history_node now = {.op = *o, .file = place.file, .line = place.line};
    note_difference(t, &now, NULL);
    leave_for_ever(t);
}

local_id runner_meet(thread *t, const op *o, model_place place)
{
    if (runner_is_new(t)) {
        guard_enter();
        return add_node(t, o, place);
    }
    local_id local = t->path.data[t->at].local;
    if (!is_same(history_at(&t->m->history, local), o, place))
        runner_differ(t, o, place);
    return local;
}

uint32_t runner_answer(thread *t)
{
    assert(t->at < t->path.len);
    if (t->at >= t->stop) {
        t->is_standing = true;
        leave(t);
    }
    return t->path.data[t->at++].input;
}

uint32_t runner_step(thread *t, const op *o, model_place place)
{
    runner_meet(t, o, place);
    return runner_answer(t);
}

/* ---- Ends ---- */

static bool has_text(const history_node *n, const char *text)
{
    const char *known = n->detail != NULL ? n->detail->text : NULL;
    return text == NULL || (known != NULL && strcmp(known, text) == 0);
}

/* The thread ends, blocks or fails; the text of a failure is part of the node. */
static void meet_end(thread *t, op_kind kind, model_place place, const char *why,
                     const char *text)
{
    op o = {.kind = (uint8_t)kind};
    model *m = t->m;
    if (runner_is_new(t)) {
        local_id local = add_node(t, &o, place);
        if (text != NULL)
            history_set_text(&m->history, local, why, text);
    } else {
        const history_node *n = history_at(&m->history, t->path.data[t->at].local);
        history_node now = {.op = o, .file = place.file, .line = place.line};
        if (!is_same(n, &o, place) || !has_text(n, text))
            note_difference(t, &now, text);
    }
    t->is_standing = t->has_ended = true;
}

void runner_end(thread *t, op_kind kind, model_place place, const char *why,
                const char *text)
{
    guard_enter();
    if (t->m->is_bare && kind == OP_FAIL) {
        fprintf(stderr, "%s:%d: %s\n", place.file != NULL ? place.file : "?",
                place.line, text);
        abort(); /* the debugger shows where */
    }
    meet_end(t, kind, place, why, text);
    leave_for_ever(t);
}

/* The place of the last call: the thread is somewhere after it. */
model_place runner_last_place(const thread *t)
{
    if (t->at == 0)
        return (model_place){0};
    const history_node *n = history_at(&t->m->history, t->path.data[t->at - 1].local);
    return (model_place){n->file, n->line};
}

static const char *kind_of_end(guard_end end)
{
    return end == GUARD_LOOPED ? "loop" : end == GUARD_REFUSED ? "misuse" : "crash";
}

/* The place is that of the last call of Synod: nothing later is known. */
static void note_crash(thread *t)
{
    guard_report how = guard_last();
    model_place place = runner_last_place(t);
    strbuf *text = &t->m->failure;
    strbuf_clear(text);
    if (how.end == GUARD_REFUSED && place.file != NULL)
        strbuf_printf(text, "called %s after this call: %s", how.call, how.why);
    else
        runner_describe_crash(t->m, text);
    meet_end(t, OP_FAIL, place, kind_of_end(how.end), strbuf_text(text));
}

/* ---- Running ---- */

static void thread_main(void *arg)
{
    thread *t = arg;
    const root *r = vec_at(&t->m->roots, t->root);
    void *given = r->arg;
    if (r->bytes != NULL)
        given = memcpy(scratch_alloc(&t->memory, r->size), r->bytes, r->size);
    t->kind.run(given);
    runner_end(t, OP_END, (model_place){0}, NULL, NULL);
}

static bool keep_memory(model *m, const root *r);

void runner_resume(model *m, thread *t)
{
    model *outer = model_current;
    assert(m->thread == NULL && t->c.stack != NULL && !m->differs);
    t->is_standing = false;
    m->thread = t;
    model_current = m;
    if (m->is_bare)
        guard_run_bare(&t->c);
    else if (guard_run(&t->c, m->ticks) != GUARD_LEFT)
        note_crash(t);
    model_current = outer;
    m->thread = NULL;
    m->forbidden = NULL;
    if (m->differs)
        stop_for_difference(t);
    if (m->has_disorder)
        t->is_standing = false;
    assert(!t->is_standing || t->at + 1 == t->path.len || m->is_stepwise);
}

static bool begin(model *m, thread *t, uint32_t number)
{
    if (t->c.stack == NULL && coroutine_init(&t->c, m->o.stack_size) != ST_OK) {
        runner_stop(m, STOP_SYSTEM_MEMORY,
                    "the system has no memory for the stack of another thread");
        return false;
    }
    scratch_clear(&t->memory);
    t->is_standing = t->has_ended = false;
    t->at = 0;
    t->stop = NO_STOP;
    t->root = number;
    t->early = 0;
    t->spawned = 0;
    t->monitors = m->roots.data[number].monitors;
    t->monitor_state = NULL;
    t->is_seeing = false;
    vec_clear(&t->path);
    coroutine_begin(&t->c, thread_main, t);
    return true;
}

/* Writes the path from the root to LOCAL into T, which has been reset. */
static void set_path(const model *m, thread *t, local_id local)
{
    const history_node *nodes = m->history.nodes.data;
    size_t len = nodes[local].depth + (size_t)1;
    while (t->path.cap < len)
        t->path.data = mem_grow(t->path.data, &t->path.cap, sizeof *t->path.data);
    t->path.len = len;
    path_step *step = t->path.data + len;
    uint32_t input = 0;
    for (local_id at = local; at != 0; at = nodes[at].parent) {
        *--step = (path_step){at, input};
        input = nodes[at].input;
    }
    assert(step == t->path.data);
}

/* Resets the thread of LOCAL, and sets its path. */
static thread *set_out(model *m, local_id local)
{
    thread *t = threads_at(m, history_at(&m->history, local)->thread);
    uint32_t number = (uint32_t)(threads_root_at(m, local) - m->roots.data);
    if (m->has_disorder || !keep_memory(m, &m->roots.data[number]) ||
        !begin(m, t, number))
        return NULL;
    if (history_at(&m->history, local)->op.kind != OP_UNKNOWN)
        set_path(m, t, local);
    return t;
}

/* If the argument of root R points into the memory of an ancestor, brings the ancestors
 * to the spawn, unless they are there or further. */
static bool keep_memory(model *m, const root *r)
{
    if (r->spawned_at == 0 || m->is_stepwise)
        return true;
    const history_node *n = history_at(&m->history, r->spawned_at);
    const thread *p = threads_at(m, n->thread);
    bool has_returned =
        p->has_ended &&
        history_at(&m->history, vec_last(&p->path)->local)->op.kind == OP_END;
    if (p->is_standing && !has_returned && p->path.len > n->depth &&
        p->path.data[n->depth].local == r->spawned_at)
        return keep_memory(m, &m->roots.data[p->root]);
    return runner_bring(m, r->spawned_at);
}

bool runner_begin_stepwise(model *m, local_id local)
{
    thread *t = set_out(m, local);
    if (t == NULL)
        return false;
    t->stop = 0;
    return true;
}

bool runner_bring(model *m, local_id local)
{
    thread *t = set_out(m, local);
    if (t == NULL)
        return false;
    t->stop = t->path.len - 1;
    runner_resume(m, t);
    return !m->has_disorder;
}

void runner_look(model *m, local_id local)
{
    thread *t = set_out(m, local);
    if (t != NULL)
        runner_resume(m, t);
    history_node *n = history_at(&m->history, local);
    if (n->op.kind == OP_UNKNOWN) {
        n->op = (op){.kind = OP_FAIL};
        history_set_text(&m->history, local, "disorder", strbuf_text(&m->disorder));
    }
}

/* A node with which the engine can continue until it looks at the reason. */
static local_id fail_for_disorder(model *m, local_id local, uint32_t input)
{
    local_id child = history_child(&m->history, local, input);
    if (child == 0)
        child = history_add(&m->history, local, input);
    history_node *n = history_at(&m->history, child);
    if (n->op.kind == OP_UNKNOWN) {
        n->op = (op){.kind = OP_FAIL};
        history_set_text(&m->history, child, "disorder", strbuf_text(&m->disorder));
    }
    return child;
}

local_id runner_advance(model *m, local_id local, uint32_t input)
{
    if (history_at(&m->history, local)->op.kind == OP_UNKNOWN)
        runner_look(m, local);
    thread *t = threads_at(m, history_at(&m->history, local)->thread);
    if (m->has_disorder)
        return fail_for_disorder(m, local, input);
    if (!t->is_standing || t->has_ended || vec_last(&t->path)->local != local)
        t = set_out(m, local);
    else if (!keep_memory(m, &m->roots.data[t->root]))
        t = NULL;
    if (t == NULL)
        return fail_for_disorder(m, local, input);
    vec_last(&t->path)->input = input;
    t->stop = NO_STOP;
    runner_resume(m, t);
    if (m->has_disorder)
        return fail_for_disorder(m, local, input);
    return vec_last(&t->path)->local;
}

/* ---- Callbacks ---- */

static void callback_main(void *arg)
{
    model *m = arg;
    m->callback.run(m->callback.arg);
    guard_enter();
    coroutine_leave(&m->callback.c);
}

void runner_fail_callback(model *m, model_place place, const char *kind,
                          const char *text)
{
    guard_enter();
    if (m->is_bare) {
        fprintf(stderr, "%s:%d: %s\n", place.file != NULL ? place.file : "?",
                place.line, text);
        abort();
    }
    m->callback.has_failed = true;
    m->callback.kind = kind;
    m->callback.place = place;
    strbuf_clear(&m->callback.text);
    strbuf_puts(&m->callback.text, text);
    for (;;)
        coroutine_leave(&m->callback.c);
}

static void note_callback_crash(model *m)
{
    callback *k = &m->callback;
    k->has_failed = true;
    k->kind = kind_of_end(guard_last().end);
    k->place = (model_place){0};
    strbuf_clear(&k->text);
    strbuf_printf(&k->text, "%s ", k->name);
    runner_describe_crash(m, &k->text);
}

bool runner_call(model *m, const char *name, bool may_look, void (*run)(void *arg),
                 void *arg)
{
    callback *k = &m->callback;
    if (k->c.stack == NULL && coroutine_init(&k->c, CALLBACK_STACK) != ST_OK) {
        runner_stop(m, STOP_SYSTEM_MEMORY,
                    "the system has no memory for another stack");
        return false;
    }
    model *outer = model_current;
    k->run = run;
    k->arg = arg;
    k->name = name;
    k->may_look = may_look;
    k->has_failed = false;
    model_current = m;
    coroutine_begin(&k->c, callback_main, m);
    if (m->is_bare)
        guard_run_bare(&k->c);
    else if (guard_run(&k->c, m->ticks) != GUARD_LEFT)
        note_callback_crash(m);
    model_current = outer;
    k->name = NULL;
    return !k->has_failed;
}
