/* replay.c -- runs an execution again, to compare it or to observe it. */
#include "api/model/replay.h"

#include "api/model/ending.h"
#include "api/model/model_describe.h"
#include "api/model/runner.h"
#include "api/model/threads.h"

#include <assert.h>

/* ---- Filters ---- */

/* The place of a receive with this filter; filters themselves have none. */
static model_place place_of_filter(const model *m, filter_id id)
{
    vec_each (n, &m->history.nodes)
        if (n->is_used && n->op.kind == OP_RECEIVE && n->op.what == id)
            return (model_place){n->file, n->line};
    return (model_place){0};
}

static void stop_for_filter(model *m, filter_id id, message_id about, bool is_wanted)
{
    strbuf b = {0};
    strbuf_puts(&b, "the filter of a receive");
    model_describe_place(place_of_filter(m, id), &b);
    strbuf_puts(&b, is_wanted ? " first refused, and then accepted "
                              : " first accepted, and then refused ");
    model_show_message(m, about, &b);
    strbuf_puts(&b, " from ");
    model_show_thread(m, messages_at(&m->messages, about)->from, &b);
    strbuf_puts(&b, ": it must depend on its arguments alone");
    runner_stop(m, STOP_NOT_DETERMINISTIC, strbuf_text(&b));
    strbuf_free(&b);
}

void replay_stop_for_failure(model *m, filter_id id)
{
    strbuf b = {0};
    model_place place = place_of_filter(m, id);
    strbuf_puts(&b, strbuf_text(&m->callback.text));
    if (place.file != NULL)
        strbuf_printf(&b, " (the receive at %s:%d)", place.file, place.line);
    runner_stop(m, STOP_BAD_FILTER, strbuf_text(&b));
    strbuf_free(&b);
}

void replay_ask_again(model *m, filter_id id, message_id about)
{
    filter_answer before = filters_recall(&m->filters, id, about);
    if (before == ANSWER_UNKNOWN || m->has_disorder)
        return;
    bool is_wanted = model_ask_wants(m, id, about);
    if (!m->has_disorder && is_wanted != (before == ANSWER_YES))
        stop_for_filter(m, id, about, is_wanted);
}

void replay_verify_filters(model *m)
{
    for (filter_id id = 0; id < m->filters.all.len; id++) {
        size_t count = m->filters.all.data[id].answers.len;
        for (message_id about = 0; about < count && !m->has_disorder; about++)
            replay_ask_again(m, id, about);
    }
}

void model_verify_filters(model *m)
{
    replay_verify_filters(m);
}

/* ---- Executions ---- */

void model_verify(model *m, const dpor_execution *e)
{
    replay_verify_filters(m);
    if (m->has_disorder)
        return;
    ending_find(m, e);
    vec_each (local, &m->final)
        if (*local != 0 && !runner_bring(m, *local))
            return;
}

/* Runs the thread of event I up to that event. */
static void replay_event(model *m, const dpor_event *ev, size_t i)
{
    thread *t = threads_at(m, ev->thread);
    m->see_event = i;
    if (!t->is_standing && !runner_begin_stepwise(m, m->final.data[ev->thread]))
        return;
    runner_resume(m, t);
}

/* Runs a thread from its last event until it waits or ends. */
static void replay_rest(model *m, uint32_t number)
{
    thread *t = threads_at(m, number);
    if (!t->is_standing && !runner_begin_stepwise(m, m->final.data[number]))
        return;
    runner_resume(m, t);
}

static bool fails(const model *m, local_id local)
{
    return history_at(&m->history, local)->op.kind == OP_FAIL;
}

/* Failing threads run last, as in the trace. */
static void replay_rests(model *m, bool of_failing)
{
    for (uint32_t i = 0; i < m->final.len && !m->has_disorder; i++) {
        local_id local = m->final.data[i];
        if (local != 0 && fails(m, local) == of_failing)
            replay_rest(m, i);
    }
}

static void lose_threads(model *m)
{
    vec_each (t, &m->threads)
        (*t)->is_standing = false;
}

void model_replay(model *m, const dpor_execution *e, bool catches_crashes,
                  void (*see)(void *context, size_t i, uint32_t thread,
                              const model_note *n),
                  void *context)
{
    assert(m->thread == NULL && !m->is_stepwise);
    ending_find(m, e);
    lose_threads(m);
    m->see = see;
    m->see_context = context;
    m->is_bare = !catches_crashes || m->o.is_bare;
    m->is_stepwise = true;
    for (size_t i = 0; i < e->len && !m->has_disorder; i++)
        replay_event(m, &e->data[i], i);
    m->see_event = e->len;
    replay_rests(m, false);
    replay_rests(m, true);
    m->see = NULL;
    m->is_bare = m->o.is_bare;
    m->is_stepwise = false;
    lose_threads(m);
}
