#include "report/describe.h"

#include "core/show.h"

#include <string.h>

static const char *const kind_words[] = {
    [TRANSITION_ACT] = "act",     [TRANSITION_DELIVER] = "deliver",
    [TRANSITION_CRASH] = "crash", [TRANSITION_LOSE] = "lose",
    [TRANSITION_DUP] = "dup",
};

const char *describe_transition_kind(transition_kind kind)
{
    return kind_words[kind];
}

const char *describe_status(process_status at)
{
    static const char *const words[] = {
        [STATUS_NEW] = "about to start",
        [STATUS_IDLE] = "idle",
        [STATUS_POLLING] = "about to look at its queue",
        [STATUS_NULL] = "about to run its null handler",
        [STATUS_WAITING] = "waits in a receive",
        [STATUS_PAUSED] = "in a handler",
        [STATUS_SENDING] = "in a handler, sending",
        [STATUS_LOOPING] = "in a handler, in a loop of choices",
        [STATUS_AT_RECEIVE] = "at rest, about to look at its queue",
        [STATUS_HALTED] = "halted",
        [STATUS_RUNNING] = "running",
    };
    return words[at];
}

bool describe_transition_kind_of(const char *word, transition_kind *kind)
{
    for (size_t i = 0; i < sizeof kind_words / sizeof *kind_words; i++) {
        if (strcmp(kind_words[i], word) == 0) {
            *kind = (transition_kind)i;
            return true;
        }
    }
    return false;
}

/* ---- Titles ---- */

void describe_event(const core *c, uint32_t event, value payload, strbuf *b)
{
    strbuf_puts(b, c->ir->events[event].name);
    show_payload(c, c->ir->events[event].payload, payload, b);
}

static uint32_t target_of(const core *c, value message)
{
    return value_to_machine_id(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
}

void describe_message(const core *c, uint32_t sender, value message, strbuf *b)
{
    core_show_machine(c, sender, b);
    strbuf_puts(b, " -> ");
    core_show_machine(c, target_of(c, message), b);
    strbuf_putc(b, ' ');
    describe_event(c, value_to_event(value_item(&c->vals, message, MESSAGE_EVENT)),
                   value_item(&c->vals, message, MESSAGE_PAYLOAD), b);
}

static void title_act(const core *c, const replay_step *s, strbuf *b)
{
    core_show_machine(c, s->m.machine, b);
    switch (local_status(c, system_local(c, s->before, s->m.machine))) {
    case STATUS_NEW:
        strbuf_puts(b, " starts");
        return;
    case STATUS_POLLING:
    case STATUS_AT_RECEIVE:
        strbuf_puts(b, " looks at its queue");
        return;
    case STATUS_NULL:
        strbuf_puts(b, " runs its null handler");
        return;
    case STATUS_IDLE:
    case STATUS_WAITING:
    case STATUS_PAUSED:
    case STATUS_SENDING:
    case STATUS_LOOPING:
    case STATUS_HALTED:
    case STATUS_RUNNING:
        break;
    }
    strbuf_puts(b, " goes on");
}

void describe_title(const core *c, const replay_step *s, strbuf *b)
{
    if (s->number == 0) {
        strbuf_puts(b, "the run begins");
        return;
    }
    switch (s->m.kind) {
    case TRANSITION_ACT:
        title_act(c, s, b);
        return;
    case TRANSITION_CRASH:
        core_show_machine(c, s->m.machine, b);
        strbuf_puts(b, " crashes");
        return;
    case TRANSITION_DELIVER:
    case TRANSITION_LOSE:
    case TRANSITION_DUP:
        describe_message(c, s->m.machine, s->message, b);
        strbuf_puts(b, s->m.kind == TRANSITION_LOSE ? " is lost"
                       : s->m.kind == TRANSITION_DUP
                           ? ", and a duplicate is still in flight"
                           : "");
    }
}

/* ---- Notes ---- */

const char *describe_note_kind(note_kind kind)
{
    static const char *const words[] = {
        [NOTE_START] = "start",      [NOTE_HANDLE] = "handle",
        [NOTE_TAKE] = "receive",     [NOTE_KEEP] = "keep",
        [NOTE_IGNORE] = "ignore",    [NOTE_RAISE] = "raise",
        [NOTE_ENTER] = "enter",      [NOTE_SEND] = "send",
        [NOTE_NEW] = "new",          [NOTE_ANNOUNCE] = "announce",
        [NOTE_OBSERVED] = "observe", [NOTE_PRINT] = "print",
        [NOTE_CHOICE] = "choice",    [NOTE_OPEN] = "foreign",
        [NOTE_WAIT] = "wait",        [NOTE_HALT] = "halt",
    };
    return words[kind];
}

bool describe_is_part(const note *n)
{
    return n->kind == NOTE_CHOICE && n->b == VALUE_TRUE;
}

void describe_note(const core *c, const note *n, strbuf *b)
{
    switch (n->kind) {
    case NOTE_START:
        strbuf_puts(b, "starts");
        return;
    case NOTE_HANDLE:
        strbuf_puts(b, n->machine == MACHINE_NONE ? "observes " : "handles ");
        describe_event(c, n->index, n->a, b);
        return;
    case NOTE_TAKE:
        strbuf_puts(b, "receives ");
        describe_event(c, n->index, n->a, b);
        return;
    case NOTE_KEEP:
        strbuf_puts(b, "keeps it in its queue");
        return;
    case NOTE_IGNORE:
        strbuf_puts(b, "drops ");
        describe_event(c, n->index, n->a, b);
        return;
    case NOTE_RAISE:
        strbuf_puts(b, "raises ");
        describe_event(c, n->index, n->a, b);
        return;
    case NOTE_ENTER:
        strbuf_printf(b, "enters state %s",
                      c->ir->machines[n->decl].states[n->index].name);
        return;
    case NOTE_SEND:
        strbuf_puts(b, "sends ");
        describe_event(c, n->index, n->b, b);
        strbuf_puts(b, " to ");
        core_show_machine(c, value_to_machine_id(&c->vals, n->a), b);
        return;
    case NOTE_NEW:
        strbuf_puts(b, "creates ");
        core_show_machine(c, value_to_machine_id(&c->vals, n->a), b);
        if (n->b != VALUE_NULL) {
            strbuf_puts(b, " with ");
            machine_id id = value_to_machine_id(&c->vals, n->a);
            uint32_t requested = naming_get(&c->vals.names, id)->requested;
            show_value(c, c->ir->interfaces[requested].payload, n->b, b);
        }
        return;
    case NOTE_ANNOUNCE:
        strbuf_puts(b, "announces ");
        describe_event(c, n->index, n->a, b);
        return;
    case NOTE_OBSERVED: /* the notes of monitors say what they observe */
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
    case NOTE_OPEN:
        strbuf_printf(b, "%s gives ", c->ir->functions[n->index].name);
        show_value(c, c->ir->functions[n->index].result, n->a, b);
        strbuf_puts(b, " (left open)");
        return;
    case NOTE_WAIT:
        strbuf_puts(b, "waits in a receive");
        return;
    case NOTE_HALT:
        strbuf_puts(b, "halts");
        return;
    }
}

uint32_t describe_subject(const core *c, const replay_step *s)
{
    if (s->number == 0)
        return MACHINE_NONE;
    if (s->m.kind == TRANSITION_ACT || s->message == VALUE_NULL)
        return s->m.machine;
    return target_of(c, s->message);
}

bool describe_is_arrival(const core *c, const replay_step *s)
{
    return s->number > 0 && s->m.kind == TRANSITION_ACT && s->message != VALUE_NULL &&
           value_item(&c->vals, s->message, MESSAGE_TARGET) !=
               value_machine_id(s->m.machine);
}
