/* Garbage collection of a model: mark and sweep, from the local states and messages
 * that the engine still has. */
#include "api/model/collect.h"

#include "api/model/threads.h"

#include <assert.h>

/* Marks LOCAL, and puts it on the worklist. */
static void mark(model *m, local_id local)
{
    history_node *n = history_at(&m->history, local);
    if (n->is_marked)
        return;
    n->is_marked = true;
    vec_push(&m->to_mark, local);
}

static void mark_message(model *m, message_id id)
{
    if (id != RESULT_NONE)
        vec_at(&m->messages.all, id)->is_marked = true;
}

/* Marks what an operation refers to. */
static void mark_op(model *m, const op *o)
{
    if (o->kind == OP_SEND)
        mark_message(m, o->what);
    else if (o->kind == OP_RECEIVE)
        vec_at(&m->filters.all, o->what)->is_marked = true;
    else if (o->kind == OP_SPAWN)
        mark(m, o->what);
}

static void mark_around(model *m, local_id local)
{
    history_node n = *history_at(&m->history, local);
    assert(n.is_used);
    mark_op(m, &n.op);
    if (n.parent == 0) {
        local_id spawned_at = vec_at(&m->roots, n.input)->spawned_at;
        if (spawned_at != 0)
            mark(m, spawned_at);
        return;
    }
    if (history_at(&m->history, n.parent)->op.kind == OP_RECEIVE)
        mark_message(m, n.input); /* a rerun gets it again */
    mark(m, n.parent);
}

/* A thread that stands at a node without a mark must start again.  For the others, the
 * whole path is marked, since marks spread to parents. */
static void forget_lost_threads(model *m)
{
    vec_each (p, &m->threads) {
        thread *t = *p;
        bool is_lost = !t->is_standing ||
                       !history_at(&m->history, vec_last(&t->path)->local)->is_marked;
        if (is_lost && t->c.stack != NULL) {
            t->is_standing = false;
            coroutine_forget(&t->c);
        }
    }
}

void collect_unneeded(model *m, const local_id *locals, size_t local_count,
                      const message_id *ids, size_t message_count)
{
    assert(m->thread == NULL && m->to_mark.len == 0);
    mark(m, m->roots.data[0].local);
    vec_at(&m->filters.all, m->crash_filter)->is_marked = true;
    for (size_t i = 0; i < local_count; i++)
        mark(m, locals[i]);
    for (size_t i = 0; i < message_count; i++)
        mark_message(m, ids[i]);
    while (m->to_mark.len > 0)
        mark_around(m, vec_pop(&m->to_mark));
    forget_lost_threads(m);
    history_sweep(&m->history);
    messages_sweep(&m->messages);
    filters_sweep(&m->filters);
    threads_sweep_roots(m);
}
