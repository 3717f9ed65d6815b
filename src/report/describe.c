#include "report/describe.h"

#include "core/show.h"

#include <string.h>

static const char *const move_words[] = {
    [MOVE_ACT] = "act",   [MOVE_DELIVER] = "deliver", [MOVE_CRASH] = "crash",
    [MOVE_LOSE] = "lose", [MOVE_DUP] = "dup",
};

const char *describe_move(move_kind kind)
{
    return move_words[kind];
}

bool describe_move_of(const char *word, move_kind *kind)
{
    for (size_t i = 0; i < sizeof move_words / sizeof *move_words; i++) {
        if (strcmp(move_words[i], word) == 0) {
            *kind = (move_kind)i;
            return true;
        }
    }
    return false;
}

void describe_init(described_step *d)
{
    *d = (described_step){0};
    arena_init(&d->memory);
}

void describe_fini(described_step *d)
{
    vec_free(&d->lines);
    arena_fini(&d->memory);
}

static const char *keep(described_step *d, strbuf *b)
{
    const char *text = arena_strndup(&d->memory, strbuf_text(b), b->len);
    strbuf_free(b);
    return text;
}

/* ---- Titles ---- */

static void show_event(const core *c, uint32_t event, value payload, strbuf *b)
{
    strbuf_puts(b, c->ir->events[event].name);
    show_payload(c, c->ir->events[event].payload, payload, b);
}

static void show_message(const core *c, value message, strbuf *b)
{
    show_event(c, value_to_event(value_item(&c->vals, message, MESSAGE_EVENT)),
               value_item(&c->vals, message, MESSAGE_PAYLOAD), b);
}

static void title_act(const core *c, const replay_step *s, strbuf *b)
{
    core_show_machine(c, s->m.slot, b);
    switch (local_status(c, system_local(c, s->before, s->m.slot))) {
    case STATUS_NEW:
        strbuf_puts(b, " starts");
        return;
    case STATUS_LOOKING:
        strbuf_puts(b, " looks at its queue");
        return;
    case STATUS_NULL:
        strbuf_puts(b, " runs its null handler");
        return;
    case STATUS_IDLE:
    case STATUS_WAITING:
    case STATUS_PAUSED:
    case STATUS_SENDING:
    case STATUS_HALTED:
    case STATUS_RUNNING:
        break;
    }
    strbuf_puts(b, " goes on");
}

static void title_message(const core *c, const replay_step *s, strbuf *b)
{
    value target = value_item(&c->vals, s->message, MESSAGE_TARGET);
    uint32_t to = value_to_slot(&c->vals, target);
    if (s->m.kind == MOVE_LOSE) {
        show_message(c, s->message, b);
        strbuf_puts(b, " from ");
        core_show_machine(c, s->m.slot, b);
        strbuf_puts(b, " to ");
        core_show_machine(c, to, b);
        strbuf_puts(b, " is lost");
        return;
    }
    core_show_machine(c, to, b);
    strbuf_puts(b, " gets ");
    show_message(c, s->message, b);
    strbuf_puts(b, " from ");
    core_show_machine(c, s->m.slot, b);
    if (s->m.kind == MOVE_DUP)
        strbuf_puts(b, ", of which there is another copy");
}

static const char *title(const core *c, const replay_step *s, described_step *d)
{
    strbuf b = {0};
    if (s->number == 0) {
        strbuf_puts(&b, "the run begins");
    } else if (s->m.kind == MOVE_ACT) {
        title_act(c, s, &b);
    } else if (s->m.kind == MOVE_CRASH) {
        core_show_machine(c, s->m.slot, &b);
        strbuf_puts(&b, " crashes");
    } else {
        title_message(c, s, &b);
    }
    return keep(d, &b);
}

/* ---- Notes ---- */

static const char *note_word(note_kind kind)
{
    static const char *const words[] = {
        [NOTE_START] = "start",      [NOTE_HANDLE] = "handle",
        [NOTE_TAKE] = "receive",     [NOTE_KEEP] = "keep",
        [NOTE_IGNORE] = "ignore",    [NOTE_RAISE] = "raise",
        [NOTE_ENTER] = "enter",      [NOTE_SEND] = "send",
        [NOTE_NEW] = "new",          [NOTE_ANNOUNCE] = "announce",
        [NOTE_OBSERVED] = "observe", [NOTE_PRINT] = "print",
        [NOTE_CHOICE] = "choice",    [NOTE_WAIT] = "wait",
        [NOTE_HALT] = "halt",
    };
    return words[kind];
}

static void note_text(const core *c, const note *n, strbuf *b)
{
    switch (n->kind) {
    case NOTE_START:
        strbuf_puts(b, "starts");
        return;
    case NOTE_HANDLE:
        strbuf_puts(b, n->slot == SLOT_NONE ? "observes " : "handles ");
        show_event(c, n->index, n->a, b);
        return;
    case NOTE_TAKE:
        strbuf_puts(b, "receives ");
        show_event(c, n->index, n->a, b);
        return;
    case NOTE_KEEP:
        strbuf_puts(b, "keeps it in its queue");
        return;
    case NOTE_IGNORE:
        strbuf_puts(b, "drops ");
        show_event(c, n->index, n->a, b);
        return;
    case NOTE_RAISE:
        strbuf_puts(b, "raises ");
        show_event(c, n->index, n->a, b);
        return;
    case NOTE_ENTER:
        strbuf_printf(b, "enters state %s",
                      c->ir->machines[n->machine].states[n->index].name);
        return;
    case NOTE_SEND:
        strbuf_puts(b, "sends ");
        show_event(c, n->index, n->b, b);
        strbuf_puts(b, " to ");
        core_show_machine(c, value_to_slot(&c->vals, n->a), b);
        return;
    case NOTE_NEW:
        strbuf_puts(b, "creates ");
        core_show_machine(c, value_to_slot(&c->vals, n->a), b);
        if (n->b != VALUE_NULL) {
            strbuf_puts(b, " with ");
            uint32_t slot = value_to_slot(&c->vals, n->a);
            uint32_t asked = naming_get(&c->vals.names, slot)->asked;
            show_value(c, c->ir->interfaces[asked].payload, n->b, b);
        }
        return;
    case NOTE_ANNOUNCE:
        strbuf_puts(b, "announces ");
        show_event(c, n->index, n->a, b);
        return;
    case NOTE_OBSERVED: /* monitors say themselves what they see */
        return;
    case NOTE_PRINT:
        strbuf_puts(b, "prints ");
        show_value(c, TYPE_STRING, n->a, b);
        return;
    case NOTE_CHOICE:
        strbuf_puts(b, n->index == IR_NONDET        ? "$ is "
                       : n->index == IR_FAIR_NONDET ? "$$ is "
                                                    : "choose gives ");
        show_value(c, TYPE_ANY, n->a, b);
        return;
    case NOTE_WAIT:
        strbuf_puts(b, "waits in a receive");
        return;
    case NOTE_HALT:
        strbuf_puts(b, "halts");
        return;
    }
}

/* What the title says already is not said again. */
static bool is_in_title(const replay_step *s, const note *n, bool is_first)
{
    if (n->kind == NOTE_START)
        return n->slot != SLOT_NONE;
    bool is_null = n->kind == NOTE_HANDLE && n->index == EVENT_NULL;
    bool is_message = n->kind == NOTE_HANDLE && is_first && s->message != VALUE_NULL;
    return is_null || is_message;
}

static void add_line(described_step *d, const char *kind, strbuf *text, srcpos pos)
{
    described_line line = {kind, keep(d, text), pos};
    vec_push(&d->lines, line);
}

/* The machine that the title is about: what it does needs no name. */
static uint32_t subject(const core *c, const replay_step *s)
{
    if (s->number == 0)
        return SLOT_NONE;
    if (s->m.kind == MOVE_ACT || s->message == VALUE_NULL)
        return s->m.slot;
    return value_to_slot(&c->vals, value_item(&c->vals, s->message, MESSAGE_TARGET));
}

/* What a machine held arrives, and then it goes on: two machines take part. */
static bool is_arrival(const core *c, const replay_step *s)
{
    return s->number > 0 && s->m.kind == MOVE_ACT && s->message != VALUE_NULL &&
           value_item(&c->vals, s->message, MESSAGE_TARGET) != value_slot(s->m.slot);
}

static void describe_arrival(const core *c, const replay_step *s, described_step *d)
{
    strbuf b = {0};
    value target = value_item(&c->vals, s->message, MESSAGE_TARGET);
    core_show_machine(c, value_to_slot(&c->vals, target), &b);
    strbuf_puts(&b, " gets ");
    show_message(c, s->message, &b);
    strbuf_puts(&b, " from ");
    core_show_machine(c, s->m.slot, &b);
    add_line(d, "arrive", &b, SRC_NONE);
}

/* Who does something, unless it is clear. */
static void show_who(const core *c, const replay_step *s, const note *n, strbuf *b)
{
    if (n->slot == SLOT_NONE) {
        strbuf_printf(b, "spec %s ", c->ir->machines[n->machine].name);
    } else if (n->slot != subject(c, s) || is_arrival(c, s)) {
        core_show_machine(c, n->slot, b);
        strbuf_putc(b, ' ');
    }
}

static void describe_notes(const core *c, const replay_step *s, described_step *d)
{
    enum { MOST = 300 };
    bool is_first = s->m.kind != MOVE_ACT || is_arrival(c, s);
    if (is_arrival(c, s))
        describe_arrival(c, s, d);
    for (size_t i = 0; i < s->notes->len; i++) {
        if (i == MOST) {
            strbuf more = {0};
            strbuf_printf(&more, "... and %zu more", s->notes->len - i);
            add_line(d, "more", &more, SRC_NONE);
            return;
        }
        const note *n = &s->notes->data[i];
        if (is_in_title(s, n, is_first)) {
            is_first = false;
            continue;
        }
        is_first = false;
        strbuf b = {0};
        show_who(c, s, n, &b);
        note_text(c, n, &b);
        add_line(d, note_word(n->kind), &b, n->pos);
    }
}

/* ---- What changed ---- */

static void describe_change(const core *c, value before, value after, const char *who,
                            described_step *d)
{
    if (before == after || before == VALUE_NULL || after == VALUE_NULL ||
        local_status(c, after) == STATUS_HALTED)
        return;
    const ir_machine *m = &c->ir->machines[local_machine(c, after)];
    for (uint32_t i = 0; i < m->field_count; i++) {
        value was = value_item(&c->vals, before, LOCAL_FIELDS + i);
        value is = value_item(&c->vals, after, LOCAL_FIELDS + i);
        if (was == is)
            continue;
        strbuf b = {0};
        strbuf_printf(&b, "%s%s = ", who, program_name(c->source, m->fields[i].name));
        show_value(c, m->fields[i].type, is, &b);
        add_line(d, "change", &b, SRC_NONE);
    }
}

static void describe_changes(const core *c, const replay_step *s, described_step *d)
{
    if (s->after == NULL || s->number == 0)
        return;
    for (uint32_t slot = 0; slot < system_slots(c, s->before); slot++) {
        strbuf who = {0};
        if (slot != subject(c, s) || is_arrival(c, s)) {
            core_show_machine(c, slot, &who);
            strbuf_puts(&who, ": ");
        }
        describe_change(c, system_local(c, s->before, slot),
                        system_local(c, s->after, slot), strbuf_text(&who), d);
        strbuf_free(&who);
    }
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++) {
        strbuf who = {0};
        strbuf_printf(&who, "spec %s: ",
                      c->ir->machines[c->test->module->monitors[i].machine].name);
        describe_change(c, system_monitor(c, s->before, i),
                        system_monitor(c, s->after, i), strbuf_text(&who), d);
        strbuf_free(&who);
    }
}

void describe_step(const core *c, const replay_step *s, described_step *d)
{
    d->title = title(c, s, d);
    describe_notes(c, s, d);
    describe_changes(c, s, d);
}
