/* An execution of a model in C as a story.
 *
 * order.h chooses and orders the events.  Each stretch of events becomes a step of the
 * story, each send a message, each thread a machine; notes and changes of variables
 * become lines of the step in which they were made.  At the end come the threads that
 * have no event: they wait, have ended, or fail, and the failing one is last.
 */
#include "api/c_story.h"

#include "api/failure.h"
#include "api/order.h"
#include "api/places.h"
#include "report/text.h"

#include <string.h>

/* A story in the making. */
typedef struct story_builder {
    const c_story_input *t;
    const dpor_program *p;
    const dpor_execution *e;
    event_order order;
    result *r;
    story *s;
    size_t *step_of;    /* by event: its step */
    size_t *message_of; /* by event: the message of a send */
    VEC(size_t) last;   /* by machine: its last step */
    VEC(uint32_t) born; /* by machine: how many threads it has spawned */
    VEC(uint32_t) sent; /* by machine: how many messages it has sent */
} story_builder;

static const char *keep(story_builder *x, strbuf *b)
{
    const char *text = arena_strndup(&x->s->memory, strbuf_text(b), b->len);
    strbuf_free(b);
    return text;
}

static op op_of(const story_builder *x, size_t event)
{
    return *x->p->look(x->p->context, x->e->data[event].local);
}

static srcpos place_of(const story_builder *x, local_id local)
{
    model_place at = model_where(x->t->m, local);
    return places_find(x->t->src, at.file, at.line);
}

/* ---- Threads ---- */

static uint32_t machine_of(const story_builder *x, uint32_t thread)
{
    return thread < x->s->by_machine.len ? x->s->by_machine.data[thread] : STORY_NOBODY;
}

static void add_machine(story_builder *x, uint32_t thread, const char *path,
                        size_t born)
{
    strbuf name = {0};
    strbuf type = {0};
    text_clean(model_thread_kind(x->t->m, thread), &type);
    failure_name(x->t->m, thread, &name);
    story_machine m = {.name = keep(x, &name),
                       .path = path,
                       .type = keep(x, &type),
                       .id = thread,
                       .born = born,
                       .made = STORY_NEVER,
                       .touched = STORY_NEVER,
                       .missed = STORY_NEVER};
    while (x->s->by_machine.len <= thread)
        vec_push(&x->s->by_machine, STORY_NOBODY);
    x->s->by_machine.data[thread] = (uint32_t)x->s->machines.len;
    vec_push(&x->s->machines, m);
    vec_push(&x->last, STORY_NEVER);
    vec_push(&x->born, 0);
    vec_push(&x->sent, 0);
}

/* The K-th thread that 1.2 spawns is 1.2.K. */
static void add_child(story_builder *x, uint32_t parent, uint32_t thread, size_t born)
{
    strbuf path = {0};
    strbuf_printf(&path, "%s.%u", x->s->machines.data[parent].path,
                  ++x->born.data[parent]);
    add_machine(x, thread, keep(x, &path), born);
}

/* ---- Messages ---- */

/* Splits NAME(CONTENT), as reports want it. */
static void split_message(story_builder *x, message_id id, story_message *m)
{
    strbuf shown = {0};
    strbuf text = {0};
    model_show_message(x->t->m, id, &shown);
    text_clean(strbuf_text(&shown), &text);
    strbuf_free(&shown);
    const char *all = keep(x, &text);
    const char *content = strchr(all, '(');
    m->event = all;
    bool is_to_monitor = model_is_monitor(x->t->m, x->s->machines.data[m->to].id);
    if (content == NULL || content == all || is_to_monitor)
        return;
    m->event = arena_strndup(&x->s->memory, all, (size_t)(content - all));
    m->payload = content;
}

static size_t add_message(story_builder *x, size_t event, const op *is, size_t number)
{
    uint32_t from = machine_of(x, x->e->data[event].thread);
    bool is_lost = x->e->data[event].is_lost;
    story_message m = {.from = from,
                       .to = machine_of(x, is->thread),
                       .sent = number,
                       .arrived = STORY_NEVER,
                       .handled = STORY_NEVER,
                       .left = STORY_NEVER,
                       .copy_of = STORY_NEVER,
                       .fate = is_lost ? FATE_LOST : FATE_PENDING,
                       .pos = place_of(x, x->e->data[event].local),
                       .event_id = x->sent.data[from]++};
    split_message(x, is->what, &m);
    vec_push(&x->s->messages, m);
    return x->message_of[event] = x->s->messages.len - 1;
}

static void show_content(const story_message *m, strbuf *out)
{
    strbuf_printf(out, "%s%s", m->event, m->payload != NULL ? m->payload : "");
}

/* ---- Lines ---- */

static void add_line(story_builder *x, story_step *step, story_line line, strbuf *text)
{
    strbuf clean = {0};
    text_clean(strbuf_text(text), &clean);
    strbuf_free(text);
    line.text = keep(x, &clean);
    line.who = step->who;
    vec_push(&step->lines, line);
}

static void add_send(story_builder *x, story_step *step, size_t event, const op *is,
                     srcpos pos)
{
    size_t at = add_message(x, event, is, x->s->steps.len);
    const story_message *m = &x->s->messages.data[at];
    strbuf text = {0};
    if (model_is_monitor(x->t->m, is->thread))
        return; /* the call is not in the model's own code */
    strbuf_puts(&text, "sends ");
    show_content(m, &text);
    strbuf_printf(&text, " to %s", x->s->machines.data[m->to].name);
    add_line(x, step,
             (story_line){.kind = "send", .pos = pos, .message = at, .event = m->event},
             &text);
}

static void add_receive(story_builder *x, story_step *step, size_t event, const op *is,
                        srcpos pos)
{
    size_t source = x->e->data[event].source;
    strbuf text = {0};
    story_line line = {.kind = "receive", .pos = pos, .message = STORY_NEVER};
    bool sees = model_is_monitor(x->t->m, x->e->data[event].thread);
    bool may_crash = model_is_crash_point(x->t->m, is->what);
    if (source == SIZE_MAX) {
        strbuf_puts(&text, may_crash ? "does not crash" : "receives nothing");
    } else {
        strbuf_puts(&text, sees ? "sees " : "receives ");
        story_message *m = &x->s->messages.data[x->message_of[source]];
        m->arrived = m->handled = x->s->steps.len;
        m->fate = FATE_HANDLED;
        line.message = x->message_of[source];
        line.event = m->event;
        show_content(m, &text);
    }
    if (source == SIZE_MAX && is->what != FILTER_ANY && !sees && !may_crash) {
        strbuf_puts(&text, ", wanting ");
        model_show_filter(x->t->m, is->what, &text);
    }
    add_line(x, step, line, &text);
}

static void add_event_line(story_builder *x, story_step *step, size_t event)
{
    const dpor_event *is_event = &x->e->data[event];
    op is = op_of(x, event);
    srcpos pos = place_of(x, is_event->local);
    story_line line = {.pos = pos, .message = STORY_NEVER};
    strbuf text = {0};
    switch ((op_kind)is.kind) {
    case OP_SEND:
        add_send(x, step, event, &is, pos);
        return;
    case OP_RECEIVE:
        add_receive(x, step, event, &is, pos);
        return;
    case OP_CHOOSE:
        if (model_has_notation(x->t->m))
            return; /* a note says more */
        line.kind = "choice";
        strbuf_printf(&text, "syn_nondet(%u) is %u", is.what, is_event->input);
        break;
    case OP_SPAWN:
        line.kind = "new";
        add_child(x, step->who, is.thread, x->s->steps.len);
        strbuf_puts(&text, "spawns ");
        failure_name(x->t->m, is.thread, &text);
        break;
    case OP_JOIN:
        line.kind = "join";
        strbuf_puts(&text, "joins ");
        failure_name(x->t->m, is.thread, &text);
        break;
    case OP_END:
        line.kind = "halt";
        strbuf_puts(&text, "ends");
        break;
    case OP_BLOCK:
        line.kind = "wait";
        strbuf_puts(&text, "stops: its assumption is false");
        break;
    case OP_FAIL: /* shown at the end */
        return;
    }
    add_line(x, step, line, &text);
}

/* The value of the variable of note N before it, or NULL. */
static const char *value_before(const story_builder *x, const c_note *n)
{
    for (const c_note *at = n; at-- > x->t->notes->data;)
        if (at->thread == n->thread && at->variable != NULL &&
            strcmp(at->variable, n->variable) == 0)
            return at->text;
    return NULL;
}

/* Several changes of a variable in one step become one change. */
static story_change *change_of(story_step *step, const c_note *n, const char *before)
{
    vec_each (c, &step->changes)
        if (strcmp(c->name, n->variable) == 0)
            return c;
    story_change c = {.kind = CHANGE_VARIABLE,
                      .who = step->who,
                      .name = n->variable,
                      .before = before};
    vec_push(&step->changes, c);
    return vec_last(&step->changes);
}

static const char *keep_text(story_builder *x, const char *text)
{
    return text != NULL ? arena_strndup(&x->s->memory, text, strlen(text)) : NULL;
}

static void add_change(story_builder *x, story_step *step, const c_note *n)
{
    strbuf text = {0};
    const char *before = keep_text(x, value_before(x, n));
    if (before != NULL && strcmp(before, n->text) == 0)
        return;
    story_change *c = change_of(step, n, before);
    c->name = keep_text(x, n->variable);
    c->after = keep_text(x, n->text);
    strbuf_printf(&text, "%s = %s", n->variable, n->text);
    c->text = keep(x, &text);
}

static void add_notes(story_builder *x, story_step *step, uint32_t thread, size_t event)
{
    const char *kind = model_has_notation(x->t->m) ? "choice" : "print";
    if (x->t->notes == NULL)
        return;
    vec_each (n, x->t->notes) {
        if (n->event != event || n->thread != thread)
            continue;
        if (n->variable != NULL) {
            add_change(x, step, n);
            continue;
        }
        strbuf text = {0};
        text_clean(n->text, &text);
        srcpos pos = places_find(x->t->src, n->place.file, n->place.line);
        add_line(x, step,
                 (story_line){.kind = kind, .pos = pos, .message = STORY_NEVER}, &text);
    }
}

/* No thread is enabled, so a waiting thread waits forever. */
static bool is_complete(const story_builder *x)
{
    return x->t->end->fault != DPOR_FAIL;
}

/* A line after the last step of THREAD: it waits for something, or has ended. */
static void add_end_line(story_builder *x, story_step *step, uint32_t thread)
{
    local_id local = order_last_local(x->p, x->e, thread);
    uint8_t kind = x->p->look(x->p->context, local)->kind;
    strbuf text = {0};
    story_line line = {.pos = place_of(x, local), .message = STORY_NEVER};
    if (kind == OP_END) {
        line.kind = "halt";
        line.pos = SRC_NONE;
        strbuf_puts(&text, "ends");
    } else if (kind == OP_BLOCK) {
        line.kind = "wait";
        strbuf_puts(&text, "stops: its assumption is false");
    } else if ((kind == OP_RECEIVE || kind == OP_JOIN) && is_complete(x)) {
        line.kind = "wait";
        strbuf_puts(&text, "waits for ");
        failure_wait(x->t->m, local, &text);
    } else {
        return;
    }
    add_line(x, step, line, &text);
}

/* ---- Steps ---- */

/* STEP is an earlier step, or STORY_NEVER. */
static void add_cause(const story_builder *x, story_step *step, size_t cause)
{
    if (cause >= x->s->steps.len)
        return; /* none, or the step itself */
    vec_each (c, &step->causes)
        if (*c == cause)
            return;
    vec_push(&step->causes, cause);
}

static void add_title(story_builder *x, story_step *step, size_t event, bool is_first)
{
    op is = op_of(x, event);
    size_t source = x->e->data[event].source;
    const char *name = x->s->machines.data[step->who].name;
    strbuf title = {0};
    if (is.kind == OP_RECEIVE && source != SIZE_MAX) {
        step->message = x->message_of[source];
        story_show_message(x->s, &x->s->messages.data[step->message], &title);
    } else if (is_first) {
        strbuf_printf(&title, "%s starts", name);
    } else if (is.kind == OP_RECEIVE && !model_is_crash_point(x->t->m, is.what)) {
        strbuf_printf(&title, "%s receives nothing", name);
    } else if (is.kind == OP_JOIN) {
        strbuf_printf(&title, "%s continues, because ", name);
        failure_name(x->t->m, is.thread, &title);
        strbuf_puts(&title, " has ended");
    } else {
        strbuf_printf(&title, "%s goes on", name);
    }
    step->title = keep(x, &title);
}

static void add_causes(story_builder *x, story_step *step, size_t event)
{
    op is = op_of(x, event);
    size_t before = x->order.before[event];
    size_t source = x->e->data[event].source;
    add_cause(x, step, before != ORDER_NONE ? x->step_of[before] : 0);
    if (source != SIZE_MAX)
        add_cause(x, step, x->step_of[source]);
    if (is.kind == OP_JOIN)
        add_cause(x, step, x->last.data[machine_of(x, is.thread)]);
}

/* The transition, for programs that read the report. */
static void add_trace_step(story_builder *x, const stretch *s, const story_step *step)
{
    VEC(uint32_t) choices = {0};
    trace_step t = {.kind = TRANSITION_ACT,
                    .machine = x->s->machines.data[step->who].path};
    for (size_t i = s->from; i < s->to; i++) {
        size_t event = x->order.list.data[i];
        if (op_of(x, event).kind == OP_CHOOSE)
            vec_push(&choices, x->e->data[event].input);
    }
    if (step->message != STORY_NEVER) {
        const story_message *m = &x->s->messages.data[step->message];
        t.kind = TRANSITION_DELIVER;
        t.machine = x->s->machines.data[m->from].path;
        t.index = m->event_id;
    }
    t.choices = choices.data;
    t.choice_count = (uint32_t)choices.len;
    trace_add_step(&x->r->verdict.trace, &t);
    vec_free(&choices);
}

/* One step for each message of step NUMBER that is lost. */
static void add_losses(story_builder *x, size_t number)
{
    for (size_t i = 0; i < x->s->messages.len; i++) {
        story_message *m = &x->s->messages.data[i];
        if (m->sent != number || m->fate != FATE_LOST)
            continue;
        story_step step = {.who = STORY_NOBODY, .message = i, .is_fault = true};
        strbuf title = {0};
        story_show_message(x->s, m, &title);
        strbuf_puts(&title, " is lost");
        step.title = keep(x, &title);
        step.is_why = x->s->steps.data[number].is_why;
        add_cause(x, &step, number);
        m->handled = x->s->steps.len;
        vec_push(&x->s->steps, step);
        trace_step t = {.kind = TRANSITION_LOSE,
                        .machine = x->s->machines.data[m->from].path,
                        .index = m->event_id};
        trace_add_step(&x->r->verdict.trace, &t);
    }
}

/* The next event of the thread of EVENT; the number of events: there is none. */
static size_t next_of(const story_builder *x, size_t event)
{
    size_t next = x->order.next[event];
    return next != ORDER_NONE ? next : x->e->len;
}

static void push_step(story_builder *x, story_step *step)
{
    uint32_t who = step->who;
    step->is_act = step->message == STORY_NEVER;
    x->last.data[who] = x->s->steps.len;
    x->s->machines.data[who].touched = x->s->steps.len;
    vec_push(&x->s->steps, *step);
}

static void add_stretch(story_builder *x, const stretch *s)
{
    size_t number = x->s->steps.len;
    uint32_t who = machine_of(x, s->thread);
    story_step step = {.who = who, .message = STORY_NEVER};
    size_t first = x->order.list.data[s->from];
    bool is_new = x->last.data[who] == STORY_NEVER;
    add_title(x, &step, first, is_new);
    if (is_new)
        add_notes(x, &step, s->thread, first);
    for (size_t i = s->from; i < s->to; i++) {
        size_t event = x->order.list.data[i];
        add_causes(x, &step, event);
        x->step_of[event] = number;
        add_event_line(x, &step, event);
        add_notes(x, &step, s->thread, next_of(x, event));
        step.is_why |= x->order.is_past[event];
    }
    if (next_of(x, x->order.list.data[s->to - 1]) == x->e->len)
        add_end_line(x, &step, s->thread);
    add_trace_step(x, s, &step);
    push_step(x, &step);
    add_losses(x, number);
}

/* A step without events: its thread waits, has ended or fails. */
static void add_end(story_builder *x, uint32_t who)
{
    const story_machine *m = &x->s->machines.data[who];
    bool is_first = x->last.data[who] == STORY_NEVER;
    story_step step = {.who = who, .message = STORY_NEVER, .is_why = true};
    strbuf title = {0};
    strbuf_printf(&title, "%s %s", m->name, is_first ? "starts" : "goes on");
    step.title = keep(x, &title);
    add_cause(x, &step, is_first ? m->born : x->last.data[who]);
    if (is_first) {
        add_notes(x, &step, m->id, x->e->len);
        add_end_line(x, &step, m->id);
    }
    trace_add_step(&x->r->verdict.trace,
                   &(trace_step){.kind = TRANSITION_ACT, .machine = m->path});
    push_step(x, &step);
}

/* The threads without events, the failing one last. */
static void add_ends(story_builder *x, uint32_t failing)
{
    uint32_t culprit = machine_of(x, failing);
    for (uint32_t i = 0; i < x->s->machines.len; i++)
        if (x->last.data[i] == STORY_NEVER && i != culprit &&
            (culprit == STORY_NOBODY || x->t->all_events))
            add_end(x, i);
    if (culprit != STORY_NOBODY && x->last.data[culprit] + 1 != x->s->steps.len)
        add_end(x, culprit);
}

/* With a notation, the first thread spawns all others and is not shown. */
static void add_threads(story_builder *x)
{
    uint32_t count = 0;
    for (size_t i = 0; i < x->e->len; i++) {
        op is = op_of(x, i);
        if (is.kind != OP_SPAWN)
            continue;
        strbuf path = {0};
        strbuf_printf(&path, "1.%u", ++count);
        add_machine(x, is.thread, keep(x, &path), 0);
    }
}

static void add_beginning(story_builder *x)
{
    story_step step = {
        .title = "the run begins", .who = STORY_NOBODY, .message = STORY_NEVER};
    if (model_has_notation(x->t->m))
        add_threads(x);
    else
        add_machine(x, 0, "1", 0);
    vec_push(&x->s->steps, step);
}

static bool is_hidden(const story_builder *x, const stretch *s)
{
    return s->thread == 0 && model_has_notation(x->t->m);
}

static void build_story(story_builder *x, uint32_t failing)
{
    x->step_of = mem_alloc((x->e->len + 1) * sizeof *x->step_of);
    x->message_of = mem_alloc((x->e->len + 1) * sizeof *x->message_of);
    add_beginning(x);
    vec_each (s, &x->order.stretches)
        if (!is_hidden(x, s))
            add_stretch(x, s);
    add_ends(x, failing);
    mem_free(x->step_of, (x->e->len + 1) * sizeof *x->step_of);
    mem_free(x->message_of, (x->e->len + 1) * sizeof *x->message_of);
    vec_free(&x->last);
    vec_free(&x->born);
    vec_free(&x->sent);
}

/* ---- The violation ---- */

static void set_fault(const c_story_input *t, failure_report *f, result *r)
{
    fault wrong = {.kind = f->kind,
                   .pos = places_find(t->src, f->place.file, f->place.line),
                   .text = strbuf_text(&f->text),
                   .state = FAULT_NOWHERE,
                   .event = FAULT_NOWHERE};
    verdict_violated(&r->verdict, &wrong);
    if (f->thread == FAILURE_NOBODY)
        return;
    strbuf name = {0};
    failure_name(t->m, f->thread, &name);
    r->machine = arena_strndup(&r->memory, strbuf_text(&name), name.len);
    strbuf_free(&name);
}

void c_story_make(const c_story_input *t, result *r)
{
    story_builder x = {.t = t,
                       .p = model_program(t->m),
                       .e = &t->end->execution,
                       .r = r,
                       .s = &r->story};
    failure_report f;
    failure_init(&f, t->m, t->end);
    uint32_t failing = t->end->fault == DPOR_FAIL ? f.thread : FAILURE_NOBODY;
    set_fault(t, &f, r);
    order_init(&x.order, x.p, x.e, failing, t->all_events);
    build_story(&x, failing);
    order_fini(&x.order);
    failure_fini(&f);
}
