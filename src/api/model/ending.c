/* The end of an execution: published values, and the checks of syn_at_end and monitors.
 *
 * Published values and checks are stored in the node after the call before them, so
 * they belong to a history like operations do, and reruns need not repeat them.  The
 * final local states of an execution (ending_find) then lead to all of them: a check is
 * run for the first thread's history from the root on, a published value is looked up
 * from the end backwards, so that the last one counts.
 */
#include "api/model/ending.h"

#include "api/model/calls.h"
#include "api/model/monitors.h"
#include "api/model/runner.h"
#include "api/model/threads.h"

#include <assert.h>

#define HERE ((model_place){file, line})

/* ---- For threads ---- */

void syn_publish_at(const char *file, int line, uint32_t key, const void *data,
                    size_t size)
{
    thread *t = calls_thread("syn_publish", HERE);
    if (size > 0 && data == NULL)
        calls_fail(t->m, HERE, "misuse", "publishes %zu bytes from a null pointer",
                   size);
    if (size > INT32_MAX)
        calls_fail(t->m, HERE, "misuse", "publishes %zu bytes", size);
    guard_enter();
    void *copy = scratch_alloc(&t->memory, size); /* read first: it may crash */
    if (size > 0)
        memcpy(copy, data, size);
    if (runner_is_new(t))
        history_publish(&t->m->history, runner_next_node(t), key, copy, size);
    guard_exit();
}

void syn_publish_int_at(const char *file, int line, uint32_t key, int value)
{
    syn_publish_at(file, line, key, &value, sizeof value);
}

void syn_at_end_at(const char *file, int line, void (*check)(void *arg), void *arg)
{
    thread *t = calls_thread("syn_at_end", HERE);
    if (t->number != 0)
        calls_fail(t->m, HERE, "misuse", "only the first thread may call syn_at_end");
    if (check == NULL)
        calls_fail(t->m, HERE, "misuse", "syn_at_end got no function to run");
    guard_enter();
    if (runner_is_new(t))
        history_add_check(&t->m->history, runner_next_node(t), check, arg);
    t->m->wants_end = true;
    guard_exit();
}

/* ---- For checks ---- */

static model *checker(const char *what)
{
    model *m = calls_model(what);
    if (m->thread != NULL)
        calls_fail(m, (model_place){0}, "misuse",
                   "a thread called %s: only checks at the end may call it", what);
    if (!m->callback.may_look)
        calls_fail(m, (model_place){0}, "misuse", "%s was called inside of %s", what,
                   m->callback.name);
    return m;
}

static local_id final_of(const model *m, syn_thread whose)
{
    return whose < m->final.len ? m->final.data[whose] : 0;
}

static const published *find_in(const history_node *n, uint32_t key)
{
    const published *p = n->detail != NULL ? n->detail->published : NULL;
    while (p != NULL && p->key != key)
        p = p->older;
    return p;
}

/* The last value: from the thread's end backwards. */
static const published *find_published(const model *m, syn_thread whose, uint32_t key)
{
    for (local_id at = final_of(m, whose); at != 0;) {
        const history_node *n = history_at(&m->history, at);
        const published *p = find_in(n, key);
        if (p != NULL)
            return p;
        at = n->parent;
    }
    return NULL;
}

const void *syn_published(syn_thread whose, uint32_t key, size_t *size)
{
    const published *p = find_published(checker("syn_published"), whose, key);
    if (size != NULL)
        *size = p != NULL ? p->size : 0;
    return p != NULL ? p->data : NULL;
}

bool syn_published_int(syn_thread whose, uint32_t key, int *value)
{
    size_t size;
    const void *data = syn_published(whose, key, &size);
    if (data == NULL || size != sizeof *value)
        return false;
    memcpy(value, data, sizeof *value);
    return true;
}

bool syn_has_ended(syn_thread whose)
{
    const model *m = checker("syn_has_ended");
    local_id local = final_of(m, whose);
    return local != 0 && history_at(&m->history, local)->op.kind == OP_END;
}

/* ---- For the engine's user ---- */

static void set_final(model *m, uint32_t number, local_id local)
{
    while (m->final.len <= number)
        vec_push(&m->final, 0);
    m->final.data[number] = local;
}

void ending_find(model *m, const dpor_execution *e)
{
    const dpor_program *p = &m->program;
    vec_clear(&m->final);
    set_final(m, 0, p->begin(m));
    vec_each (ev, e) {
        op o = *p->look(m, ev->local);
        if (o.kind == OP_SPAWN)
            set_final(m, o.thread, o.what);
        set_final(m, ev->thread, p->advance(m, ev->local, ev->input));
    }
    vec_each (f, &m->final)
        if (*f != 0)
            p->look(m, *f); /* runs threads that have not begun yet */
}

/* The stack of the first thread is gone when it has ended. */
static bool is_gone(const model *m, const void *arg)
{
    return coroutine_owns(&threads_at(m, 0)->c, arg) &&
           history_at(&m->history, m->final.data[0])->op.kind == OP_END;
}

static bool refuse_gone(model *m)
{
    callback *k = &m->callback;
    k->kind = "misuse";
    k->place = (model_place){0};
    strbuf_clear(&k->text);
    strbuf_puts(&k->text, "syn_at_end got a variable of the first thread, which has "
                          "ended: see syn_alloc and syn_publish");
    return false;
}

/* ARG points into the memory of the first thread, which must be at its final state.
 * The check may change that memory, so the thread must start again afterwards. */
static bool run_check_on_memory(model *m, const end_check *c)
{
    thread *t = threads_at(m, 0);
    local_id local = m->final.data[0];
    bool is_there = t->is_standing && vec_last(&t->path)->local == local;
    if (!is_there && !runner_bring(m, local))
        return true; /* model_disorder has the reason */
    t->is_standing = false;
    return runner_call(m, "the check at the end", true, c->run, c->arg);
}

static bool run_check(model *m, const end_check *c)
{
    const thread *t = threads_at(m, 0);
    if (is_gone(m, c->arg))
        return refuse_gone(m);
    if (coroutine_owns(&t->c, c->arg) || scratch_owns(&t->memory, c->arg))
        return run_check_on_memory(m, c);
    return runner_call(m, "the check at the end", true, c->run, c->arg);
}

/* The checks of a node, the oldest first. */
static bool run_checks_of(model *m, const end_check *c)
{
    return c == NULL || (run_checks_of(m, c->older) && run_check(m, c));
}

/* The checks of all nodes from the root to LOCAL. */
static bool run_checks(model *m, local_id local)
{
    VEC(local_id) path = {0};
    for (; local != 0; local = history_at(&m->history, local)->parent)
        if (history_at(&m->history, local)->detail != NULL)
            vec_push(&path, local);
    bool is_fine = true;
    while (is_fine && path.len > 0) {
        local_id at = vec_pop(&path);
        is_fine = run_checks_of(m, history_at(&m->history, at)->detail->checks);
    }
    vec_free(&path);
    return is_fine;
}

/* The check may change the state of the monitor, so it must start again afterwards. */
static bool run_monitor(model *m, thread *t, const syn_monitoring *w, local_id local)
{
    bool is_there = t->is_standing && vec_last(&t->path)->local == local;
    if (!is_there && !runner_bring(m, local))
        return true; /* model_disorder has the reason */
    if (t->has_ended)
        return true; /* it failed before */
    bool is_fine =
        runner_call(m, "a monitor's at_end", true, w->at_end, t->monitor_state);
    t->is_standing = false;
    return is_fine;
}

static bool run_monitors(model *m)
{
    for (uint32_t i = 0; i < m->final.len; i++) {
        local_id local = m->final.data[i];
        if (local == 0)
            continue;
        thread *t = threads_at(m, i);
        const syn_monitoring *w = monitors_at(m, t, local);
        if (w != NULL && w->at_end != NULL && !run_monitor(m, t, w, local))
            return false;
    }
    return true;
}

bool model_wants_end(const model *m)
{
    return m->wants_end;
}

bool model_at_end(model *m, const dpor_execution *e)
{
    if (!m->wants_end || m->has_disorder)
        return true;
    ending_find(m, e);
    assert(m->final.len > 0 && m->final.data[0] != 0);
    return run_checks(m, m->final.data[0]) && run_monitors(m);
}

model_failure_info model_end_failure(const model *m)
{
    const callback *k = &m->callback;
    return (model_failure_info){k->kind, strbuf_text(&k->text), k->place};
}
