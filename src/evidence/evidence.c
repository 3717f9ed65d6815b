#include "evidence/evidence.h"

#include "evidence/coarsen.h"
#include "evidence/room.h"

#include <string.h>

/* ---- Replay ---- */

static void record_step(void *context, const core *c, const replay_step *s)
{
    (void)c;
    evidence *e = context;
    if (s->number > e->most)
        return;
    assert(s->number == e->steps.len);
    evidence_step step = {.m = s->m,
                          .message = s->message,
                          .choices = s->choices,
                          .has_failed = s->after == NULL};
    if (!step.has_failed)
        system_copy(s->after, &step.after);
    vec_each (n, s->notes)
        vec_push(&step.notes, *n);
    vec_push(&e->steps, step);
}

static void forget_run(evidence *e)
{
    vec_each (step, &e->steps) {
        vec_free(&step->after);
        vec_free(&step->notes);
    }
    vec_free(&e->steps);
    core_free(e->c);
    e->c = NULL;
}

static void run_and_record(evidence *e, const evidence_request *q, size_t most)
{
    assert(e->c == NULL && e->steps.len == 0);
    e->most = most;
    e->c = core_new(q->ir, q->test, &e->options);
    room_limit(e->c, &q->memory);
    e->end = replay(e->c, &e->trace, record_step, e);
}

/* The steps of a tail that were recorded become steps of the trace. */
static void list_tail(evidence *e)
{
    while (e->trace.steps.len + 1 < e->steps.len) {
        const evidence_step *s = vec_at(&e->steps, e->trace.steps.len + 1);
        trace_add(&e->trace, e->c, s->m, s->choices);
    }
}

/* A run that ends within the tail of its trace has none. */
static bool ends_in_tail(const evidence *e)
{
    return e->trace.tail.steps > 0 && !e->end.is_tail &&
           e->end.fault.kind != FAULT_NONE;
}

/* Runs the trace in a fresh core; true: every step was possible. */
static bool run_again(evidence *e, const evidence_request *q)
{
    enum { TAIL_SHOWN = 20 };
    const trace_tail *tail = &e->trace.tail;
    run_and_record(e, q, tail->steps > 0 ? tail->from + TAIL_SHOWN : SIZE_MAX);
    if (ends_in_tail(e)) {
        forget_run(e);
        run_and_record(e, q, SIZE_MAX);
        e->trace.tail = (trace_tail){0};
    }
    list_tail(e);
    return e->end.is_valid;
}

/* The same failure at the same position.  The state in which a spec is hot in a loop
 * depends on where the loop begins, that at the end of a tail on where the tail ends.
 */
static bool is_same_fault(const fault *wanted, const replay_result *end)
{
    return wanted->kind == end->fault.kind &&
           (end->is_lasso || end->is_tail || wanted->pos == end->fault.pos);
}

static void set_fault(evidence *e, const fault *f)
{
    const char *text = f->text != NULL ? f->text : "";
    e->fault = *f;
    e->fault.text = arena_strndup(&e->memory, text, strlen(text));
}

static void confirm(evidence *e, const evidence_request *q)
{
    bool is_valid = run_again(e, q);
    e->lacks_memory = e->c->was_stopped;
    if (!is_valid)
        e->problem = arena_strndup(&e->memory, e->end.why, strlen(e->end.why));
    else if (q->fault != NULL && !is_same_fault(q->fault, &e->end))
        e->problem = "it ends differently";
    set_fault(e, e->problem != NULL && q->fault != NULL ? q->fault : &e->end.fault);
}

/* ---- A run that is easier to read ---- */

static void make_coarse(evidence *e, const evidence_request *q)
{
    if (!q->wants_whole_handlers ||
        (!e->options.stops_at_sends && e->options.split_above == 0) ||
        !coarsen_trace(q->ir, q->test, &e->options, &e->trace))
        return;
    e->options.stops_at_sends = false;
    e->options.split_above = 0;
}

static void swap_traces(trace *a, trace *b)
{
    trace was = *a;
    *a = *b;
    *b = was;
}

/* True: there is a shorter run, and it is confirmed. */
static bool confirm_shrunk(evidence *e, const evidence_request *q)
{
    trace original;
    trace_copy(&e->trace, &original);
    bool is_done = false;
    if (shrink_trace(q->ir, q->test, &e->options, q->shrink, &e->trace)) {
        is_done = run_again(e, q) && is_same_fault(q->fault, &e->end);
        if (!is_done)
            forget_run(e);
    }
    if (is_done) {
        e->shrunk_from = original.steps.len;
        set_fault(e, &e->end.fault);
    } else {
        swap_traces(&e->trace, &original);
    }
    trace_fini(&original);
    return is_done;
}

/* ---- All of it ---- */

void evidence_make(evidence *e, const evidence_request *q)
{
    assert(q->shrink == NULL || q->fault != NULL);
    *e = (evidence){.options = *q->options};
    arena_init(&e->memory);
    e->options.split_above = q->found->split_above;
    trace_copy(q->found, &e->trace);
    make_coarse(e, q);
    if (q->shrink == NULL || !confirm_shrunk(e, q))
        confirm(e, q);
}

void evidence_fini(evidence *e)
{
    forget_run(e);
    trace_fini(&e->trace);
    arena_fini(&e->memory);
}

replay_step evidence_step_at(const evidence *e, size_t i)
{
    static const system_state nothing;
    const evidence_step *s = vec_at(&e->steps, i);
    return (replay_step){.number = i,
                         .m = s->m,
                         .message = s->message,
                         .before = i > 0 ? &e->steps.data[i - 1].after : &nothing,
                         .after = s->has_failed ? NULL : &s->after,
                         .choices = s->choices,
                         .notes = &s->notes};
}
