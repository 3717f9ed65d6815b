/* A model as a dpor_program: the callbacks that the engine calls.
 *
 * look and advance read the tree of histories, and run a thread only where the tree
 * ends.  matches caches the answers of filters. collect drops the data that the engine
 * no longer needs; the next limit is twice what is left, so that the cost of
 * collections stays proportional to the work.
 */
#include "api/model/model_private.h"

#include "api/model/collect.h"
#include "api/model/replay.h"
#include "api/model/runner.h"
#include "api/model/threads.h"

#include <assert.h>
#include <math.h>

enum { DEFAULT_STACK = 64 << 10, SMALLEST_STACK = 16 << 10, DEFAULT_NODES = 20000 };
enum { FULL_BYTES = 4 << 20 }; /* of contents, filters and texts */

/* ---- For the engine ---- */

static local_id begin(void *context)
{
    const model *m = context;
    return m->roots.data[0].local;
}

static const op *look(void *context, local_id local)
{
    model *m = context;
    if (history_at(&m->history, local)->op.kind == OP_UNKNOWN)
        runner_look(m, local);
    return &history_at(&m->history, local)->op;
}

static local_id advance(void *context, local_id local, uint32_t input)
{
    model *m = context;
    assert(local != 0);
    local_id child = history_child(&m->history, local, input);
    return child != 0 ? child : runner_advance(m, local, input);
}

typedef struct question {
    const syn_filter *f;
    syn_msg message;
    bool is_wanted;
} question;

static void call_wants(void *arg)
{
    question *q = arg;
    q->is_wanted = q->f->wants(&q->message, q->f->context);
}

bool model_ask_wants(model *m, filter_id id, message_id message_number)
{
    const filter_entry *f = &m->filters.all.data[id];
    const message *g = messages_at(&m->messages, message_number);
    question q = {.f = &f->f, .message = {g->from, g->tag, g->size, messages_data(g)}};
    if (!runner_call(m, "the filter of a receive", false, call_wants, &q))
        replay_stop_for_failure(m, id);
    return q.is_wanted;
}

/* The second question shows a filter that counts its calls, or reads a clock. */
static bool ask_first(model *m, filter_id id, message_id message_number)
{
    bool is_wanted = model_ask_wants(m, id, message_number);
    filters_note(&m->filters, id, message_number, is_wanted);
    replay_ask_again(m, id, message_number);
    return is_wanted;
}

static bool matches(void *context, filter_id id, message_id message_number)
{
    model *m = context;
    if (id == FILTER_ANY)
        return true;
    filter_answer a = filters_recall(&m->filters, id, message_number);
    if (a == ANSWER_UNKNOWN)
        a = filters_ask(vec_at(&m->filters.all, id),
                        messages_at(&m->messages, message_number));
    return a == ANSWER_UNKNOWN ? ask_first(m, id, message_number) : a == ANSWER_YES;
}

static bool is_daemon(void *context, uint32_t number)
{
    return threads_at(context, number)->kind.is_daemon;
}

static int priority(void *context, uint32_t number)
{
    return threads_at(context, number)->kind.priority;
}

static int compare(void *context, uint32_t a, uint32_t b)
{
    const model *m = context;
    return lineage_compare(&m->lineage, a, b);
}

static size_t bytes(const model *m)
{
    return m->messages.bytes + m->messages.live * sizeof(message) + m->filters.bytes +
           m->history.bytes;
}

static bool is_full(void *context)
{
    const model *m = context;
    return m->history.live >= m->full_nodes || bytes(m) >= m->full_bytes;
}

static void collect(void *context, const local_id *locals, size_t local_count,
                    const message_id *ids, size_t message_count)
{
    model *m = context;
    replay_verify_filters(m); /* their answers are dropped */
    collect_unneeded(m, locals, local_count, ids, message_count);
    m->full_nodes = m->o.most_nodes;
    if (m->full_nodes < m->history.live * 2)
        m->full_nodes = m->history.live * 2;
    m->full_bytes = FULL_BYTES;
    if (m->full_bytes < bytes(m) * 2)
        m->full_bytes = bytes(m) * 2;
}

/* ---- A model ---- */

static void set_options(model *m, const model_options *o)
{
    m->o = *o;
    m->is_bare = o->is_bare;
    if (m->o.stack_size == 0)
        m->o.stack_size = DEFAULT_STACK;
    if (m->o.stack_size < SMALLEST_STACK)
        m->o.stack_size = SMALLEST_STACK;
    if (m->o.most_nodes == 0)
        m->o.most_nodes = DEFAULT_NODES;
    m->ticks = m->o.step_seconds > 0 ? (unsigned)ceil(m->o.step_seconds * 10) : 0;
    m->full_nodes = m->o.most_nodes;
    m->full_bytes = FULL_BYTES;
}

model *model_new(const syn_test *test, const model_options *o)
{
    assert(test != NULL && test->run != NULL);
    model *m = mem_alloc(sizeof *m);
    m->test = *test;
    set_options(m, o);
    m->program = (dpor_program){m,         begin,    look,    advance, matches,
                                is_daemon, priority, compare, is_full, collect};
    history_init(&m->history);
    messages_init(&m->messages);
    filters_init(&m->filters);
    vec_push(&m->monitors, ((monitor_list){0}));
    uint32_t crash = SYN_CRASH;
    syn_filter f = {.tags = &crash, .tag_count = 1};
    m->crash_filter = filters_put(&m->filters, &f, false);
    threads_begin(m);
    guard_hold();
    return m;
}

void model_free(model *m)
{
    if (m == NULL)
        return;
    guard_drop();
    threads_free(m);
    history_free(&m->history);
    messages_free(&m->messages);
    filters_free(&m->filters);
    coroutine_fini(&m->callback.c);
    strbuf_free(&m->callback.text);
    strbuf_free(&m->failure);
    strbuf_free(&m->disorder);
    vec_free(&m->monitors);
    vec_free(&m->final);
    vec_free(&m->observed);
    vec_free(&m->to_mark);
    mem_free(m, sizeof *m);
}

/* A filter gets the message itself, all others get copies. */
static bool is_message(const model *m, const void *p)
{
    vec_each (g, &m->messages.all)
        if (g->is_used && messages_data(g) == p)
            return true;
    return false;
}

bool model_owns(const void *p)
{
    const model *m = model_current;
    if (m == NULL || p == NULL)
        return false;
    vec_each (t, &m->threads)
        if (scratch_owns(&(*t)->memory, p))
            return true;
    return m->thread == NULL && is_message(m, p);
}

const dpor_program *model_program(model *m)
{
    return &m->program;
}

const char *model_disorder(const model *m)
{
    return m->has_disorder ? strbuf_text(&m->disorder) : NULL;
}

stop_reason model_disorder_kind(const model *m)
{
    return m->has_disorder ? m->disorder_kind : STOP_NONE;
}
