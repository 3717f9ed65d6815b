#include "report/story.h"

#include "report/describe.h"
#include "report/difference.h"
#include "report/story_private.h"

#include "core/component.h"
#include "core/show.h"

#include <string.h>

void story_init(story *s)
{
    *s = (story){.hot = STORY_NOBODY};
    arena_init(&s->memory);
}

static void free_steps(story *s)
{
    vec_each (step, &s->steps) {
        vec_free(&step->lines);
        vec_free(&step->changes);
        vec_free(&step->enabled);
        vec_free(&step->causes);
        vec_free(&step->watchers);
    }
    vec_free(&s->steps);
}

static void free_machines(story *s)
{
    vec_each (m, &s->machines) {
        vec_free(&m->sent);
        vec_free(&m->queued);
    }
    vec_free(&s->machines);
    vec_free(&s->by_machine);
}

void story_fini(story *s)
{
    free_steps(s);
    free_machines(s);
    vec_free(&s->messages);
    vec_free(&s->open_values);
    vec_free(&s->watched);
    vec_free(&s->awaited);
    arena_fini(&s->memory);
}

void story_forget(story *s)
{
    bool wants_enabled = s->wants_enabled;
    story_fini(s);
    story_init(s);
    s->wants_enabled = wants_enabled;
}

const char *story_keep(story *s, strbuf *b)
{
    const char *text = arena_strndup(&s->memory, strbuf_text(b), b->len);
    strbuf_free(b);
    return text;
}

const char *story_change_word(change_kind kind)
{
    static const char *const words[] = {
        [CHANGE_STATE] = "state", [CHANGE_VARIABLE] = "variable",
        [CHANGE_QUEUE] = "queue", [CHANGE_STATUS] = "status",
        [CHANGE_VALUE] = "value",
    };
    return words[kind];
}

/* ---- Machines ---- */

const char *story_title(const story_machine *m)
{
    return m->path != NULL ? "" : m->is_scenario ? "scenario " : "spec ";
}

bool story_is_called(const story_machine *m, const char *text)
{
    size_t len = strcspn(m->name, "(");
    return strcmp(m->name, text) == 0 || strcmp(m->type, text) == 0 ||
           (strlen(text) == len && strncmp(m->name, text, len) == 0);
}

uint32_t story_machine_of(const story *s, machine_id machine)
{
    return machine < s->by_machine.len ? s->by_machine.data[machine] : STORY_NOBODY;
}

/* The spec of a note that has no machine id.  Specs come first, in the order of the
 * monitors. */
static uint32_t spec_of(const core *c, uint32_t decl)
{
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++)
        if (c->test->module->monitors[i].machine == decl)
            return i;
    return STORY_NOBODY;
}

static void add_specs(story *s, const core *c)
{
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++) {
        const ir_machine *spec = &c->ir->machines[c->test->module->monitors[i].machine];
        const char *name = arena_strndup(&s->memory, spec->name, strlen(spec->name));
        story_machine m = {.name = name,
                           .type = name,
                           .is_scenario = spec->kind == MACHINE_SCENARIO,
                           .id = i,
                           .made = STORY_NEVER,
                           .touched = STORY_NEVER,
                           .missed = STORY_NEVER,
                           .ended = STORY_NEVER};
        vec_push(&s->machines, m);
    }
}

static void add_machine(story *s, const core *c, machine_id machine, size_t born)
{
    if (story_machine_of(s, machine) != STORY_NOBODY)
        return;
    strbuf name = {0};
    strbuf path = {0};
    core_show_machine(c, machine, &name);
    naming_path(&c->vals.names, machine, &path);
    const char *type = c->ir->machines[naming_get(&c->vals.names, machine)->decl].name;
    story_machine m = {.name = story_keep(s, &name),
                       .path = story_keep(s, &path),
                       .type = arena_strndup(&s->memory, type, strlen(type)),
                       .born = born,
                       .id = machine,
                       .made = STORY_NEVER,
                       .touched = STORY_NEVER,
                       .missed = STORY_NEVER,
                       .ended = STORY_NEVER};
    while (s->by_machine.len <= machine)
        vec_push(&s->by_machine, STORY_NOBODY);
    s->by_machine.data[machine] = (uint32_t)s->machines.len;
    vec_push(&s->machines, m);
}

/* Adds the machines that the step creates, and Main at the start. */
static void add_machines(story *s, const core *c, const replay_step *r)
{
    for (size_t i = 0; i < r->notes->len; i++)
        if (r->notes->data[i].kind == NOTE_NEW)
            add_machine(s, c, value_to_machine_id(&c->vals, r->notes->data[i].a),
                        r->number);
    if (r->number == 0 && r->after != NULL)
        for (machine_id machine = 0; machine < system_machines(c, r->after); machine++)
            add_machine(s, c, machine, 0);
}

/* ---- Lines ---- */

/* Does the note handle the message of the step? A quorum handles several messages. */
static bool is_of_message(const core *c, const replay_step *r, const note *n)
{
    if (r->message == VALUE_NULL || n->kind != NOTE_HANDLE)
        return false;
    value_view w = value_get(&c->vals, r->message);
    return n->machine == value_to_machine_id(&c->vals, w.items[MESSAGE_TARGET]) &&
           n->index == value_to_event(w.items[MESSAGE_EVENT]) &&
           n->a == w.items[MESSAGE_PAYLOAD];
}

/* A note that repeats the title gets no line. */
static bool is_in_title(const core *c, const replay_step *r, const note *n,
                        bool is_first)
{
    if (n->kind == NOTE_START)
        return n->machine != MACHINE_NONE;
    bool is_null = n->kind == NOTE_HANDLE && n->index == EVENT_NULL;
    return is_null || n->kind == NOTE_OBSERVED || (is_first && is_of_message(c, r, n));
}

static void add_arrival(story *s, const core *c, const replay_step *r, story_step *step)
{
    strbuf b = {0};
    describe_message(c, r->m.machine, r->message, &b);
    story_line line = {.kind = "arrive",
                       .text = story_keep(s, &b),
                       .who = s->messages.data[step->message].to,
                       .message = step->message,
                       .event = s->messages.data[step->message].event};
    vec_push(&step->lines, line);
}

static void add_more(story *s, size_t count, story_step *step)
{
    strbuf b = {0};
    strbuf_printf(&b, "... and %zu more", count);
    story_line line = {.kind = "more",
                       .text = story_keep(s, &b),
                       .who = step->who,
                       .message = STORY_NEVER};
    vec_push(&step->lines, line);
}

/* The event of a note, or NULL. */
static const char *event_of(story *s, const core *c, const note *n)
{
    switch (n->kind) {
    case NOTE_HANDLE:
    case NOTE_TAKE:
    case NOTE_KEEP:
    case NOTE_IGNORE:
    case NOTE_RAISE:
    case NOTE_SEND:
    case NOTE_ANNOUNCE: {
        const char *name = c->ir->events[n->index].name;
        return arena_strndup(&s->memory, name, strlen(name));
    }
    default:
        return NULL;
    }
}

static bool has_halted(const core *c, const replay_step *r, machine_id machine)
{
    value local =
        machine != MACHINE_NONE ? system_local(c, r->before, machine) : VALUE_NULL;
    return local != VALUE_NULL && local_status(c, local) == STATUS_HALTED;
}

static void add_line(story *s, const core *c, const replay_step *r, const note *n,
                     size_t message, story_step *step)
{
    strbuf b = {0};
    bool is_spec = n->machine == MACHINE_NONE;
    bool is_of_other =
        is_spec || n->machine != describe_subject(c, r) || describe_is_arrival(c, r);
    if (is_spec) {
        const ir_machine *m = &c->ir->machines[n->decl];
        strbuf_printf(&b, "%s %s ", m->kind == MACHINE_SCENARIO ? "scenario" : "spec",
                      m->name);
    } else if (is_of_other) {
        core_show_machine(c, n->machine, &b);
        strbuf_putc(&b, ' ');
    }
    describe_note(c, n, &b);
    if (n->kind == NOTE_IGNORE && has_halted(c, r, n->machine))
        strbuf_puts(&b, ", because it has halted");
    story_line line = {.kind = describe_note_kind(n->kind),
                       .text = story_keep(s, &b),
                       .pos = n->pos,
                       .who = is_spec ? spec_of(c, n->decl)
                                      : story_machine_of(s, n->machine),
                       .message = message,
                       .event = event_of(s, c, n)};
    vec_push(&step->lines, line);
}

/* A spec may become cold and hot again within a step. */
static void note_temperature(story *s, const core *c, const note *n)
{
    if (n->kind == NOTE_ENTER && n->machine == MACHINE_NONE &&
        c->ir->machines[n->decl].states[n->index].temp != HOT)
        s->machines.data[spec_of(c, n->decl)].is_stuck = false;
}

static void add_open_value(story *s, const core *c, size_t step, const note *n)
{
    const ir_function *f = &c->ir->functions[n->index];
    strbuf text = {0};
    show_value(c, f->result, n->a, &text);
    story_open_value v = {
        .function = f->name, .value = story_keep(s, &text), .step = step};
    vec_push(&s->open_values, v);
}

static void add_lines(story *s, const core *c, const replay_step *r, story_step *step)
{
    enum { MOST = 300 };
    bool is_first = r->m.kind != TRANSITION_ACT || describe_is_arrival(c, r);
    if (describe_is_arrival(c, r))
        add_arrival(s, c, r, step);
    for (size_t i = 0; i < r->notes->len; i++) {
        const note *n = &r->notes->data[i];
        size_t message = story_messages_note(s, c, r->number, n);
        note_temperature(s, c, n);
        if (n->kind == NOTE_OPEN)
            add_open_value(s, c, r->number, n);
        if (describe_is_part(n))
            continue;
        if (is_in_title(c, r, n, is_first)) {
            is_first = false;
            continue;
        }
        is_first = false;
        if (i < MOST)
            add_line(s, c, r, n, message, step);
    }
    if (r->notes->len > MOST)
        add_more(s, r->notes->len - MOST, step);
}

/* ---- Changes ---- */

static const char *state_name(story *s, const core *c, value local)
{
    const char *name =
        c->ir->machines[local_machine(c, local)].states[local_state(c, local)].name;
    return arena_strndup(&s->memory, name, strlen(name));
}

static const char *queue_text(story *s, const core *c, value local)
{
    enum { MOST = 20 };
    value_view inbox = list_get(c, value_item(&c->vals, local, LOCAL_INBOX));
    strbuf b = {0};
    strbuf_putc(&b, '[');
    for (uint32_t i = 0; i < inbox.count && i < MOST; i++) {
        value m = inbox.items[i];
        strbuf_puts(&b, i > 0 ? ", " : "");
        describe_event(c, value_to_event(value_item(&c->vals, m, MESSAGE_EVENT)),
                       value_item(&c->vals, m, MESSAGE_PAYLOAD), &b);
    }
    if (inbox.count > MOST)
        strbuf_printf(&b, ", ... %u more", inbox.count - MOST);
    strbuf_putc(&b, ']');
    return story_keep(s, &b);
}

static void add_change(story *s, story_step *step, story_change change)
{
    strbuf b = {0};
    if (change.text == NULL) {
        strbuf_printf(&b, "%s: %s", change.name, change.after);
        if (change.before != NULL)
            strbuf_printf(&b, " (was %s)", change.before);
        change.text = story_keep(s, &b);
    }
    vec_push(&step->changes, change);
}

static void add_field(story *s, const core *c, story_step *step, uint32_t who,
                      const ir_slot *f, value was, value is)
{
    strbuf before = {0};
    strbuf after = {0};
    strbuf text = {0};
    const char *name = symbols_name(c->source, f->name);
    show_value(c, f->type, is, &after);
    if (was != is)
        show_value(c, f->type, was, &before);
    difference_text(c, name, f->type, was, is, &text);
    story_change change = {.kind = CHANGE_VARIABLE,
                           .who = who,
                           .name = arena_strndup(&s->memory, name, strlen(name)),
                           .before = was != is ? story_keep(s, &before) : NULL,
                           .after = story_keep(s, &after),
                           .text = story_keep(s, &text)};
    add_change(s, step, change);
}

/* Adds everything about a new process (BEFORE is null), or what has changed. */
static void add_changes_of(story *s, const core *c, story_step *step, uint32_t who,
                           value before, value after)
{
    if (before == after || after == VALUE_NULL)
        return;
    bool is_new = before == VALUE_NULL;
    process_status was_status = is_new ? STATUS_NEW : local_status(c, before);
    process_status is_status = local_status(c, after);
    if (is_new || was_status != is_status)
        add_change(s, step,
                   (story_change){CHANGE_STATUS, who, "status",
                                  is_new ? NULL : describe_status(was_status),
                                  describe_status(is_status), NULL});
    if (is_status == STATUS_HALTED)
        return;
    if (is_new || local_state(c, before) != local_state(c, after))
        add_change(s, step,
                   (story_change){CHANGE_STATE, who, "state",
                                  is_new ? NULL : state_name(s, c, before),
                                  state_name(s, c, after), NULL});
    const ir_machine *m = &c->ir->machines[local_machine(c, after)];
    for (uint32_t i = 0; i < m->field_count; i++) {
        value is = value_item(&c->vals, after, LOCAL_FIELDS + i);
        value was = is_new ? is : value_item(&c->vals, before, LOCAL_FIELDS + i);
        if (is_new || was != is)
            add_field(s, c, step, who, &m->fields[i], was, is);
    }
    bool same_queue = !is_new && value_item(&c->vals, before, LOCAL_INBOX) ==
                                     value_item(&c->vals, after, LOCAL_INBOX);
    if (!same_queue && s->machines.data[who].path != NULL)
        add_change(s, step,
                   (story_change){CHANGE_QUEUE, who, "queue",
                                  is_new ? NULL : queue_text(s, c, before),
                                  queue_text(s, c, after), NULL});
}

/* WHO is now in the local state AFTER. */
static void settle(story *s, const core *c, uint32_t who, value after, size_t number)
{
    story_machine *m = &s->machines.data[who];
    bool had_halted = m->has_halted;
    m->has_halted = local_status(c, after) == STATUS_HALTED;
    if (m->has_halted && !had_halted)
        m->ended = number;
    const ir_machine *decl = &c->ir->machines[local_machine(c, after)];
    const char *state = decl->states[local_state(c, after)].name;
    if (m->state == NULL || strcmp(m->state, state) != 0)
        m->state = arena_strndup(&s->memory, state, strlen(state));
}

static bool is_hot(const core *c, value local)
{
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    return m->kind == MACHINE_SPEC && m->states[local_state(c, local)].temp == HOT;
}

static bool is_stuck(const core *c, value local)
{
    return local_status(c, local) == STATUS_WAITING ||
           value_item(&c->vals, local, LOCAL_INBOX) != VALUE_NULL;
}

static void add_changes(story *s, const core *c, const replay_step *r, story_step *step)
{
    if (r->after == NULL)
        return;
    for (machine_id machine = 0; machine < system_machines(c, r->after); machine++) {
        value after = system_local(c, r->after, machine);
        value before = r->number > 0 ? system_local(c, r->before, machine) : VALUE_NULL;
        uint32_t who = story_machine_of(s, machine);
        if (before == after || who == STORY_NOBODY)
            continue;
        add_changes_of(s, c, step, who, before, after);
        story_values_compare(s, step, who, before, after);
        settle(s, c, who, after, r->number);
        s->machines.data[who].is_stuck = is_stuck(c, after);
        story_messages_settle(s, c, r->number, who, after);
    }
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++) {
        value before = r->number > 0 ? system_monitor(c, r->before, i) : VALUE_NULL;
        value after = system_monitor(c, r->after, i);
        add_changes_of(s, c, step, i, before, after);
        story_values_compare(s, step, i, before, after);
        settle(s, c, i, after, r->number);
        if (is_hot(c, after) && !s->machines.data[i].is_stuck)
            s->machines.data[i].hot_since = r->number;
        s->machines.data[i].is_stuck = is_hot(c, after);
    }
}

/* ---- What else could have happened ---- */

static void add_enabled(story *s, const core *c, const replay_step *r, story_step *step)
{
    enum { MOST = 30 };
    transition_list enabled = {0};
    if (r->number > 0)
        system_enabled(c, r->before, &enabled);
    vec_each (m, &enabled) {
        if (transition_is_same(*m, r->m))
            continue;
        if (step->enabled.len == MOST) {
            step->more_enabled++;
            continue;
        }
        replay_step other = {.number = r->number,
                             .m = *m,
                             .message = system_message(c, r->before, *m),
                             .before = r->before};
        strbuf b = {0};
        describe_title(c, &other, &b);
        vec_push(&step->enabled, story_keep(s, &b));
    }
    vec_free(&enabled);
}

/* ---- Steps ---- */

/* The machine that acts in a step; nobody acts when a message is lost in transit. */
static uint32_t who_acts(const story *s, const core *c, const replay_step *r)
{
    if (r->number == 0)
        return STORY_NOBODY;
    if (r->m.kind == TRANSITION_LOSE)
        return r->m.index == TRANSITION_PENDING ? story_machine_of(s, r->m.machine)
                                                : STORY_NOBODY;
    return story_machine_of(s, describe_subject(c, r));
}

/* A machine that continues releases what it held: a message, or a machine that it
 * created. */
static void let_go(story *s, const core *c, const replay_step *r)
{
    bool goes_on = r->m.kind == TRANSITION_ACT || r->m.index == TRANSITION_PENDING;
    if (r->number == 0 || !goes_on)
        return;
    value held = ts_pending_effect(c, system_local(c, r->before, r->m.machine));
    if (held == VALUE_NULL)
        return;
    if (!ts_is_message(c, held)) {
        value child = value_item(&c->vals, held, CREATION_MACHINE);
        uint32_t who = story_machine_of(s, value_to_machine_id(&c->vals, child));
        s->machines.data[who].made = r->number;
    } else if (c->options.network != NET_MBOX) { /* in mbox, it arrives in this step */
        story_messages_leave(s, r->number, story_machine_of(s, r->m.machine));
    }
}

void story_add_step(story *s, const core *c, const replay_step *r)
{
    story_step step = {.message = STORY_NEVER};
    strbuf title = {0};
    if (r->number == 0)
        add_specs(s, c);
    add_machines(s, c, r);
    let_go(s, c, r);
    describe_title(c, r, &title);
    step.title = story_keep(s, &title);
    step.who = who_acts(s, c, r);
    step.is_act = r->number > 0 && r->m.kind == TRANSITION_ACT;
    step.is_fault = r->m.kind == TRANSITION_LOSE || r->m.kind == TRANSITION_CRASH;
    if (r->message != VALUE_NULL)
        step.message = story_messages_fire(s, c, r);
    add_lines(s, c, r, &step);
    add_changes(s, c, r, &step);
    story_causes_add(s, c, &step, r->number);
    if (s->wants_enabled)
        add_enabled(s, c, r, &step);
    vec_push(&s->steps, step);
}

void story_make(story *s, const evidence *e, const ir_expression *const *watched,
                size_t count)
{
    story_forget(s);
    for (size_t i = 0; i < count; i++)
        story_watch(s, e->c, watched[i]);
    for (size_t i = 0; i < e->steps.len; i++) {
        replay_step step = evidence_step_at(e, i);
        story_add_step(s, e->c, &step);
    }
    story_explain(s, e->c, &e->end, trace_before_end(&e->trace));
}
