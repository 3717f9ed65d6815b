/* Matches sends and arrivals by content, the oldest first.  For two equal messages from
 * one machine to another, the choice makes no difference.
 *
 * Each machine has lists of its own messages, sent and queued.  So the work for a step
 * does not grow with the length of the run.
 */
#include "report/story_private.h"

#include "core/show.h"

#include <string.h>

const char *story_fate_word(message_fate fate)
{
    static const char *const words[] = {
        [FATE_PENDING] = "pending", [FATE_QUEUED] = "queued",
        [FATE_HANDLED] = "handled", [FATE_IGNORED] = "ignored",
        [FATE_LOST] = "lost",       [FATE_VOID] = "void",
    };
    return words[fate];
}

void story_show_message(const story *s, const story_message *m, strbuf *out)
{
    strbuf_printf(out, "%s -> %s %s", s->machines.data[m->from].name,
                  s->machines.data[m->to].name, m->event);
    if (m->payload != NULL)
        strbuf_printf(out, m->payload[0] == '(' ? "%s" : "(%s)", m->payload);
}

/* ---- Broadcasts ---- */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static const story_message *message_of(const story *s, const story_line *line)
{
    bool is_send = line->message != STORY_NEVER && strcmp(line->kind, "send") == 0;
    return is_send ? &s->messages.data[line->message] : NULL;
}

/* One place of the source may be in a loop; two places are two sends to the reader. */
static bool is_of_broadcast(const story *s, const story_line *first,
                            const story_line *line)
{
    const story_message *a = message_of(s, first);
    const story_message *b = message_of(s, line);
    return a != NULL && b != NULL && first->who == line->who &&
           first->pos != SRC_NONE && first->pos == line->pos &&
           is_same_text(a->event, b->event) && is_same_text(a->payload, b->payload);
}

/* Whatever is between two sends (what a spec observes, a choice) separates them, so
 * that the order of the lines stays the order of time. */
size_t story_broadcast_end(const story *s, const story_step *step, size_t first)
{
    size_t end = first + 1;
    while (end < step->lines.len &&
           is_of_broadcast(s, &step->lines.data[first], &step->lines.data[end]))
        end++;
    return end;
}

void story_show_broadcast(const story *s, const story_step *step, size_t first,
                          size_t end, strbuf *out)
{
    enum { MOST = 12 };
    size_t shown = 0;
    size_t left_out = 0;
    strbuf_puts(out, step->lines.data[first].text);
    if (end == first + 1)
        return; /* perhaps no send at all */
    for (size_t i = first; i < end;) {
        uint32_t to = s->messages.data[step->lines.data[i].message].to;
        size_t next = i + 1;
        while (next < end && s->messages.data[step->lines.data[next].message].to == to)
            next++;
        if (shown++ >= MOST)
            left_out += next - i;
        else if (i > first)
            strbuf_printf(out, ", %s", s->machines.data[to].name);
        if (shown <= MOST && next > i + 1)
            strbuf_printf(out, " (%zu times)", next - i);
        i = next;
    }
    if (left_out > 0)
        strbuf_printf(out, " and %zu more", left_out);
}

/* ---- Sends ---- */

static size_t add_message(story *s, const core *c, const note *n, size_t number)
{
    const ir_event *event = &c->ir->events[n->index];
    story_message m = {.event =
                           arena_strndup(&s->memory, event->name, strlen(event->name)),
                       .from = story_machine_of(s, n->machine),
                       .to = story_machine_of(s, value_to_machine_id(&c->vals, n->a)),
                       .sent = number,
                       .arrived = STORY_NEVER,
                       .handled = STORY_NEVER,
                       .left = STORY_NEVER,
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
    vec_push(&s->machines.data[m.from].sent, s->messages.len - 1);
    return s->messages.len - 1;
}

/* ---- Lists ---- */

static size_t take_at(index_list *list, size_t position)
{
    size_t at = list->data[position];
    list->len--;
    memmove(list->data + position, list->data + position + 1,
            (list->len - position) * sizeof *list->data);
    return at;
}

static bool is_like(const story_message *m, uint32_t event, value payload)
{
    return m->event_id == event && m->payload_id == payload;
}

/* The index, in FROM's list, of the message with that content in transit to TO. */
static size_t find_sent(const story *s, uint32_t from, uint32_t to, uint32_t event,
                        value payload)
{
    const index_list *sent = &s->machines.data[from].sent;
    for (size_t i = 0; i < sent->len; i++) {
        const story_message *m = &s->messages.data[sent->data[i]];
        if (m->to == to && is_like(m, event, payload))
            return i;
    }
    return STORY_NEVER;
}

static size_t find_queued(const story *s, uint32_t who, uint32_t event, value payload)
{
    const index_list *queued = &s->machines.data[who].queued;
    for (size_t i = 0; i < queued->len; i++)
        if (is_like(&s->messages.data[queued->data[i]], event, payload))
            return i;
    return STORY_NEVER;
}

/* ---- In flight ---- */

void story_messages_leave(story *s, size_t number, uint32_t who)
{
    s->messages.data[*vec_last(&s->machines.data[who].sent)].left = number;
}

/* A duplicate takes the place of the message that arrives. */
static size_t leave_copy(story *s, index_list *sent, size_t position)
{
    size_t at = sent->data[position];
    story_message copy = s->messages.data[at];
    copy.copy_of = at;
    vec_push(&s->messages, copy);
    sent->data[position] = s->messages.len - 1;
    return at;
}

size_t story_messages_fire(story *s, const core *c, const replay_step *r)
{
    uint32_t from = story_machine_of(s, r->m.machine);
    value_view w = value_get(&c->vals, r->message);
    uint32_t to =
        story_machine_of(s, value_to_machine_id(&c->vals, w.items[MESSAGE_TARGET]));
    size_t position = find_sent(s, from, to, value_to_event(w.items[MESSAGE_EVENT]),
                                w.items[MESSAGE_PAYLOAD]);
    index_list *sent = &s->machines.data[from].sent;
    assert(position != STORY_NEVER);
    size_t at = r->m.kind == TRANSITION_DUP ? leave_copy(s, sent, position)
                                            : take_at(sent, position);
    story_message *m = &s->messages.data[at];
    if (r->m.kind == TRANSITION_LOSE) {
        m->fate = FATE_LOST;
        m->handled = r->number;
        return at;
    }
    m->arrived = r->number;
    m->fate = FATE_QUEUED;
    vec_push(&s->machines.data[to].queued, at);
    return at;
}

/* ---- At its target ---- */

static size_t end_message(story *s, size_t number, const note *n)
{
    uint32_t who = story_machine_of(s, n->machine);
    size_t position = find_queued(s, who, n->index, n->a);
    if (position == STORY_NEVER)
        return position;
    size_t at = take_at(&s->machines.data[who].queued, position);
    story_message *m = &s->messages.data[at];
    m->handled = number;
    m->fate = s->machines.data[who].has_halted ? FATE_VOID
              : n->kind == NOTE_IGNORE         ? FATE_IGNORED
                                               : FATE_HANDLED;
    return at;
}

size_t story_messages_note(story *s, const core *c, size_t number, const note *n)
{
    if (n->machine == MACHINE_NONE)
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

/* Messages that quorums count have a sender. */
static bool is_in_place(const story *s, const core *c, const story_message *m,
                        value one)
{
    value_view w = value_get(&c->vals, one);
    return is_like(m, value_to_event(w.items[MESSAGE_EVENT]),
                   w.items[MESSAGE_PAYLOAD]) &&
           (w.count <= MESSAGE_SENDER ||
            value_to_machine_id(&c->vals, w.items[MESSAGE_SENDER]) ==
                s->machines.data[m->from].id);
}

/* Messages of WHO that are not in its inbox were taken without a note: by a quorum, or
 * because it halted.  Both lists are in the order of arrival; of equal messages, the
 * latest are still there. */
void story_messages_settle(story *s, const core *c, size_t number, uint32_t who,
                           value local)
{
    story_machine *machine = &s->machines.data[who];
    value_view inbox = list_get(c, value_item(&c->vals, local, LOCAL_INBOX));
    uint32_t left = machine->has_halted ? 0 : inbox.count;
    size_t gap = machine->queued.len; /* the later ones are still there */
    for (size_t i = machine->queued.len; i-- > 0;) {
        size_t at = machine->queued.data[i];
        story_message *m = &s->messages.data[at];
        if (left > 0 && is_in_place(s, c, m, inbox.items[left - 1])) {
            machine->queued.data[--gap] = at;
            left--;
            continue;
        }
        m->handled = number;
        m->fate = machine->has_halted ? FATE_VOID : FATE_HANDLED;
    }
    assert(left == 0);
    if (gap == 0)
        return;
    machine->queued.len -= gap;
    memmove(machine->queued.data, machine->queued.data + gap,
            machine->queued.len * sizeof *machine->queued.data);
}
