/* Which message is which: sends and arrivals are matched by content, the oldest first.
 * Of two equal ones from one machine to another it makes no difference. */
#include "report/story_inside.h"

#include "core/show.h"

#include <string.h>

const char *fate_word(message_fate fate)
{
    static const char *const words[] = {
        [FATE_PENDING] = "pending", [FATE_QUEUED] = "queued",
        [FATE_HANDLED] = "handled", [FATE_IGNORED] = "ignored",
        [FATE_LOST] = "lost",       [FATE_VOID] = "void",
    };
    return words[fate];
}

static size_t add_message(story *s, const core *c, const note *n, size_t number)
{
    const ir_event *event = &c->ir->events[n->index];
    story_message m = {.event =
                           arena_strndup(&s->memory, event->name, strlen(event->name)),
                       .from = story_machine_of(s, n->slot),
                       .to = story_machine_of(s, value_to_slot(&c->vals, n->a)),
                       .sent = number,
                       .arrived = STORY_NEVER,
                       .handled = STORY_NEVER,
                       .copy_of = STORY_NEVER,
                       .pos = n->pos,
                       .event_id = n->index,
                       .payload_id = n->b};
    if (n->b != VALUE_NULL) {
        strbuf b = {0};
        show_value(c, event->payload, n->b, &b);
        m.payload = story_keep(s, &b);
    }
    vec_push(&s->messages, m);
    return s->messages.len - 1;
}

static size_t find_pending(const story *s, const core *c, const replay_step *r)
{
    uint32_t from = story_machine_of(s, r->m.slot);
    value_view w = value_get(&c->vals, r->message);
    uint32_t to = story_machine_of(s, value_to_slot(&c->vals, w.items[MESSAGE_TARGET]));
    for (size_t i = 0; i < s->messages.len; i++) {
        const story_message *m = &s->messages.data[i];
        if (m->fate == FATE_PENDING && m->from == from && m->to == to &&
            m->event_id == value_to_event(w.items[MESSAGE_EVENT]) &&
            m->payload_id == w.items[MESSAGE_PAYLOAD])
            return i;
    }
    return STORY_NEVER;
}

size_t messages_move(story *s, const core *c, const replay_step *r)
{
    size_t at = find_pending(s, c, r);
    assert(at != STORY_NEVER);
    if (r->m.kind == MOVE_DUP) {
        story_message copy = s->messages.data[at];
        copy.copy_of = at;
        vec_push(&s->messages, copy);
    }
    story_message *m = &s->messages.data[at];
    if (r->m.kind == MOVE_LOSE) {
        m->fate = FATE_LOST;
        m->handled = r->number;
        return at;
    }
    m->arrived = r->number;
    m->fate = FATE_QUEUED;
    return at;
}

/* The oldest message that WHO has and has not handled, of that content. */
static size_t find_queued(const story *s, uint32_t who, uint32_t event, value payload)
{
    for (size_t i = 0; i < s->messages.len; i++) {
        const story_message *m = &s->messages.data[i];
        if (m->fate == FATE_QUEUED && m->to == who && m->event_id == event &&
            m->payload_id == payload)
            return i;
    }
    return STORY_NEVER;
}

static size_t end_message(story *s, size_t number, const note *n)
{
    size_t at = find_queued(s, story_machine_of(s, n->slot), n->index, n->a);
    if (at == STORY_NEVER)
        return at;
    story_message *m = &s->messages.data[at];
    m->handled = number;
    m->fate = n->kind == NOTE_IGNORE ? FATE_IGNORED : FATE_HANDLED;
    return at;
}

size_t messages_note(story *s, const core *c, size_t number, const note *n)
{
    if (n->slot == SLOT_NONE)
        return STORY_NEVER;
    switch (n->kind) {
    case NOTE_SEND:
        return add_message(s, c, n, number);
    case NOTE_HANDLE:
    case NOTE_TAKE:
    case NOTE_IGNORE:
        return end_message(s, number, n);
    default:
        return STORY_NEVER;
    }
}

static bool is_in_place(const core *c, const story_message *m, value one)
{
    value_view w = value_get(&c->vals, one);
    return value_to_event(w.items[MESSAGE_EVENT]) == m->event_id &&
           w.items[MESSAGE_PAYLOAD] == m->payload_id;
}

/* Takes M out of what is left of an inbox; false: it is not there. */
static bool take_out(const core *c, const story_message *m, value *left, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        if (left[k] == VALUE_NULL || !is_in_place(c, m, left[k]))
            continue;
        left[k] = VALUE_NULL;
        return true;
    }
    return false;
}

/* Those of WHO's messages that are not in its inbox were taken in other ways: by a
 * quorum, or because it halted.  Of equal ones the latest are still there. */
void messages_settle(story *s, const core *c, size_t number, uint32_t who, value local)
{
    bool has_halted = local_status(c, local) == STATUS_HALTED;
    value_view inbox = list_get(c, value_item(&c->vals, local, LOCAL_INBOX));
    uint32_t count = has_halted ? 0 : inbox.count;
    value *left = mem_alloc((count + 1) * sizeof *left);
    for (uint32_t k = 0; k < count; k++)
        left[k] = inbox.items[k];
    for (size_t i = s->messages.len; i-- > 0;) {
        story_message *m = &s->messages.data[i];
        if (m->fate != FATE_QUEUED || m->to != who || take_out(c, m, left, count))
            continue;
        m->handled = number;
        m->fate = has_halted ? FATE_VOID : FATE_HANDLED;
    }
    mem_free(left, (count + 1) * sizeof *left);
}
