/* Causes: the steps that directly cause a step, and the causal past of the failure.
 *
 * This is Lamport's happens-before: a step depends on the last step of each machine
 * that takes part in it, and on the sending of its message.  The failure's past is
 * marked backwards from the last step; for a run that ends stuck, from the last steps
 * of the stuck machines and from faults; for a lasso, from the loop.  Specs observe and
 * cause nothing, except for the one that fails: its state depends on all its
 * observations.
 *
 * A spec that stays hot waits for something that does not happen, so the reason is not
 * in the past of what it saw.  It is looked for in the causal future of the step in
 * which the spec became hot: what came of the request, and where that was dropped.
 */
#include "report/story_private.h"

#include <stdlib.h>

/* ---- Causes ---- */

static int compare_sizes(const void *a, const void *b)
{
    size_t x = *(const size_t *)a;
    size_t y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static void sort_once(story_step *step)
{
    size_t kept = 0;
    if (step->causes.len > 1)
        qsort(step->causes.data, step->causes.len, sizeof *step->causes.data,
              compare_sizes);
    for (size_t i = 0; i < step->causes.len; i++)
        if (kept == 0 || step->causes.data[kept - 1] != step->causes.data[i])
            step->causes.data[kept++] = step->causes.data[i];
    step->causes.len = kept;
}

static void add_cause(story_step *step, size_t cause, size_t number)
{
    if (cause != STORY_NEVER && cause > 0 && cause < number)
        vec_push(&step->causes, cause);
}

/* WHO takes part in the step.  Its last step before is a sufficient cause, since that
 * one has all earlier ones as causes. */
static void take_part(story *s, story_step *step, uint32_t who, size_t number)
{
    story_machine *m = &s->machines.data[who];
    if (m->touched == number)
        return;
    if (m->path == NULL) {
        vec_push(&step->watchers, who);
    } else if (m->touched == STORY_NEVER) {
        add_cause(step, m->born, number);
        add_cause(step, m->made, number);
    } else {
        add_cause(step, m->touched, number);
    }
    add_cause(step, m->missed, number);
    m->touched = number;
    m->missed = STORY_NEVER;
}

/* Causes of the step's message: the step that sent it, and the step in which it left
 * its sender. */
static void add_message_causes(story *s, const core *c, story_step *step, size_t number)
{
    const story_message *m = &s->messages.data[step->message];
    add_cause(step, m->sent, number);
    add_cause(step, m->left, number);
    if (m->fate != FATE_LOST || c->options.network == NET_BAG)
        return;
    /* In an ordered network, the loss of this message is a cause of the next arrival.
     */
    story_machine *target = &s->machines.data[m->to];
    add_cause(step, target->missed, number);
    target->missed = number;
}

/* The causes of a step are the last steps of the machines that take part, and the
 * sending of its message.  Specs only observe. */
void story_causes_add(story *s, const core *c, story_step *step, size_t number)
{
    if (step->message != STORY_NEVER)
        add_message_causes(s, c, step, number);
    if (step->who != STORY_NOBODY)
        take_part(s, step, step->who, number);
    vec_each (line, &step->lines)
        if (line->who != STORY_NOBODY)
            take_part(s, step, line->who, number);
    vec_each (change, &step->changes)
        if (change->before != NULL)
            take_part(s, step, change->who, number);
    sort_once(step);
}

/* ---- Why ---- */

static bool has_watcher(const story_step *step, uint32_t spec)
{
    vec_each (who, &step->watchers)
        if (*who == spec)
            return true;
    return false;
}

/* Marks all steps that a spec has observed. */
static void mark_watched(story *s, uint32_t spec)
{
    vec_each (step, &s->steps)
        step->is_why |= has_watcher(step, spec);
}

/* The state of the failing spec depends on all its observations, so each observation is
 * a cause of the next one.  Other specs only observe. */
static void link_observations(story *s, uint32_t spec)
{
    size_t before = 0;
    for (size_t i = 1; i < s->steps.len; i++) {
        if (!has_watcher(&s->steps.data[i], spec))
            continue;
        add_cause(&s->steps.data[i], before, i);
        sort_once(&s->steps.data[i]);
        before = i;
    }
}

static void mark_faults(story *s)
{
    vec_each (step, &s->steps)
        step->is_why |= step->is_fault;
}

static bool follows(const story *s, const story_step *step)
{
    vec_each (cause, &step->causes)
        if (s->steps.data[*cause].is_why)
            return true;
    return false;
}

/* Marks the step that handled a message, or in which it arrived. */
static void mark_end(story *s, const story_message *m)
{
    size_t end = m->handled != STORY_NEVER ? m->handled : m->arrived;
    if (end != STORY_NEVER)
        s->steps.data[end].is_why = true;
}

/* Marks the fates of relevant messages: those from machines that are stuck, and those
 * sent in marked steps.  A machine that acts without a message continues what it began
 * before, so its step is marked if a cause is.  Messages are in the order of sending,
 * copies later. */
static void mark_answers(story *s)
{
    size_t next = 0;
    for (size_t i = 0; i < s->steps.len; i++) {
        story_step *step = &s->steps.data[i];
        step->is_why |= step->is_act && follows(s, step);
        for (; next < s->messages.len && s->messages.data[next].sent <= i; next++) {
            const story_message *m = &s->messages.data[next];
            if (s->machines.data[m->from].is_stuck || s->steps.data[m->sent].is_why)
                mark_end(s, m);
        }
    }
}

static bool is_dropped(const story_message *m)
{
    return m->fate == FATE_IGNORED || m->fate == FATE_VOID;
}

/* Marks the steps that follow causally from step FROM. */
static void mark_future(story *s, size_t from)
{
    bool *follows_it = ARENA_ARRAY(&s->memory, bool, s->steps.len);
    for (size_t i = 0; i < s->steps.len; i++) {
        follows_it[i] = i == from;
        vec_each (cause, &s->steps.data[i].causes)
            follows_it[i] |= follows_it[*cause];
        s->steps.data[i].is_why |= follows_it[i];
    }
}

/* A spec that is hot from the beginning waits for any of what was dropped. */
static void mark_dropped(story *s)
{
    vec_each (m, &s->messages)
        if (is_dropped(m) && m->handled != STORY_NEVER)
            s->steps.data[m->handled].is_why = true;
}

/* What became of that which the spec waits for.  From the beginning of a run all steps
 * follow, so that says nothing. */
static void mark_awaited(story *s, uint32_t spec)
{
    size_t since = s->machines.data[spec].hot_since;
    if (since > 0)
        mark_future(s, since);
    else
        mark_dropped(s);
}

/* The run ended too early.  The reasons are the machines that still had something to
 * do, the fates of the messages that they sent, and the faults in the run. */
static void mark_stuck(story *s, bool is_hot)
{
    for (uint32_t i = 0; i < s->machines.len; i++) {
        const story_machine *m = &s->machines.data[i];
        if (m->path == NULL && m->is_stuck && is_hot) {
            mark_watched(s, i);
            mark_awaited(s, i);
        } else if (m->path != NULL && m->is_stuck && m->touched != STORY_NEVER) {
            s->steps.data[m->touched].is_why = true;
        }
    }
    mark_answers(s);
    mark_faults(s);
}

static void mark_loop(story *s, uint32_t spec, size_t before)
{
    mark_awaited(s, spec);
    for (size_t i = before + 1; i < s->steps.len; i++)
        s->steps.data[i].is_why = true;
    mark_faults(s);
}

void story_explain(story *s, const core *c, const replay_result *end, size_t before)
{
    bool is_endless = end->is_lasso || end->is_tail;
    if (end->fault.kind == FAULT_NONE || s->steps.len == 0)
        return;
    s->ends_early = is_endless || end->is_end;
    if (s->ends_early && end->monitor != IR_NONE)
        story_end_await(s, c, end, before);
    if (end->monitor != IR_NONE) {
        link_observations(s, end->monitor);
        mark_watched(s, end->monitor);
    }
    if (is_endless)
        mark_loop(s, end->monitor, before);
    else if (end->is_end)
        mark_stuck(s, end->fault.kind == FAULT_LIVENESS);
    else
        vec_last(&s->steps)->is_why = true;
    for (size_t i = s->steps.len; i-- > 0;)
        if (s->steps.data[i].is_why)
            vec_each (cause, &s->steps.data[i].causes)
                s->steps.data[*cause].is_why = true;
}
