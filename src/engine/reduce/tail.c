#include "engine/reduce/tail.h"

#include "core/world.h"

#include <string.h>

typedef VEC(value) value_list;

static bool is_tail(const core *c, value item)
{
    return value_get(&c->vals, item).aux == REC_TAIL;
}

static value_view inbox_of(const core *c, value local)
{
    return list_get(c, value_item(&c->vals, local, LOCAL_INBOX));
}

value tail_of(const core *c, value local)
{
    value_view inbox = inbox_of(c, local);
    for (uint32_t i = inbox.count; i > 0; i--)
        if (is_tail(c, inbox.items[i - 1]))
            return inbox.items[i - 1];
    return VALUE_NULL;
}

uint32_t tail_front(const core *c, value local)
{
    value_view inbox = inbox_of(c, local);
    uint32_t count = 0;
    while (count < inbox.count && !is_tail(c, inbox.items[count]))
        count++;
    return count;
}

/* ---- Tails by themselves ---- */

enum { TAIL_ORDERED, TAIL_LOOSE, TAIL_PARTS };

static value_view ordered(const core *c, value tail)
{
    return list_get(c, tail == VALUE_NULL ? VALUE_NULL
                                          : value_item(&c->vals, tail, TAIL_ORDERED));
}

/* Message, count, message, count. */
static value_view loose(const core *c, value tail)
{
    return list_get(c, tail == VALUE_NULL ? VALUE_NULL
                                          : value_item(&c->vals, tail, TAIL_LOOSE));
}

uint32_t tail_count(const core *c, value tail)
{
    return ordered(c, tail).count + loose(c, tail).count / 2;
}

bool tail_is_loose(const core *c, value tail, uint32_t k)
{
    return k >= ordered(c, tail).count;
}

value tail_message(const core *c, value tail, uint32_t k)
{
    value_view first = ordered(c, tail);
    return k < first.count ? first.items[k]
                           : loose(c, tail).items[2 * (size_t)(k - first.count)];
}

bool tail_is_many(const core *c, value tail, uint32_t k)
{
    uint32_t before = ordered(c, tail).count;
    return k >= before &&
           value_to_int(&c->vals, loose(c, tail).items[2 * (k - before) + 1]) ==
               TAIL_MANY;
}

/* Both lists, of a tail that is being changed. */
typedef struct tail_parts {
    value_list ordered;
    value_list loose;
} tail_parts;

static tail_parts open_tail(const core *c, value tail)
{
    tail_parts t = {0};
    value_view first = ordered(c, tail);
    value_view rest = loose(c, tail);
    for (uint32_t i = 0; i < first.count; i++)
        vec_push(&t.ordered, first.items[i]);
    for (uint32_t i = 0; i < rest.count; i++)
        vec_push(&t.loose, rest.items[i]);
    return t;
}

static value close_tail(core *c, tail_parts *t)
{
    value parts[TAIL_PARTS] = {0};
    parts[TAIL_ORDERED] = list_make(c, t->ordered.data, t->ordered.len);
    if (t->loose.len > 0)
        parts[TAIL_LOOSE] =
            value_make(&c->vals, VK_RECORD, REC_LOOSE, t->loose.data, t->loose.len);
    bool is_empty = t->ordered.len + t->loose.len == 0;
    vec_free(&t->ordered);
    vec_free(&t->loose);
    return is_empty ? VALUE_NULL
                    : value_make(&c->vals, VK_RECORD, REC_TAIL, parts, TAIL_PARTS);
}

static void remove_at(value_list *list, size_t at, size_t count)
{
    memmove(&list->data[at], &list->data[at + count],
            (list->len - at - count) * sizeof *list->data);
    list->len -= count;
}

/* There are two of it, or more. */
static void put_many(core *c, value_list *list, value message)
{
    size_t at = 0;
    while (at < list->len && value_compare(&c->vals, list->data[at], message) < 0)
        at += 2;
    if (at == list->len || list->data[at] != message) {
        vec_push(list, VALUE_NULL);
        vec_push(list, VALUE_NULL);
        memmove(&list->data[at + 2], &list->data[at],
                (list->len - 2 - at) * sizeof *list->data);
    }
    list->data[at] = message;
    list->data[at + 1] = value_int(&c->vals, TAIL_MANY);
}

static value tail_with(core *c, value tail, value message)
{
    tail_parts t = open_tail(c, tail);
    bool is_loose = false;
    for (size_t i = 0; i < t.loose.len; i += 2)
        is_loose |= t.loose.data[i] == message;
    size_t at = 0;
    while (at < t.ordered.len && t.ordered.data[at] != message)
        at++;
    if (at < t.ordered.len) {
        remove_at(&t.ordered, at, 1);
        is_loose = true;
    }
    if (is_loose)
        put_many(c, &t.loose, message);
    else
        vec_push(&t.ordered, message);
    return close_tail(c, &t);
}

value tail_without(core *c, value tail, uint32_t k, bool stays)
{
    tail_parts t = open_tail(c, tail);
    size_t at = 2 * (k - t.ordered.len);
    if (!tail_is_loose(c, tail, k))
        remove_at(&t.ordered, k, 1);
    else if (!tail_is_many(c, tail, k))
        remove_at(&t.loose, at, 2);
    else if (!stays)
        t.loose.data[at + 1] = value_int(&c->vals, 1);
    return close_tail(c, &t);
}

/* ---- Inboxes ---- */

static value *local_at(const core *c, system_state *s, uint32_t slot)
{
    return &s->data[world_columns(c) + 2 * slot];
}

static value with_inbox(core *c, value local, value_list *items)
{
    value_list parts = {0};
    value_view old = value_get(&c->vals, local);
    for (uint32_t i = 0; i < old.count; i++)
        vec_push(&parts, old.items[i]);
    *vec_at(&parts, LOCAL_INBOX) = list_make(c, items->data, items->len);
    value to = value_make(&c->vals, VK_RECORD, REC_LOCAL, parts.data, parts.len);
    vec_free(&parts);
    vec_free(items);
    return to;
}

/* The first FRONT messages, and the others in a tail. */
static value fold(core *c, value local, uint32_t front, value tail)
{
    value_view inbox = inbox_of(c, local);
    value_list items = {0};
    for (uint32_t i = 0; i < inbox.count; i++) {
        value item = inbox.items[i];
        if (i < front)
            vec_push(&items, item);
        else if (!is_tail(c, item))
            tail = tail_with(c, tail, item);
    }
    if (tail != VALUE_NULL)
        vec_push(&items, tail);
    return with_inbox(c, local, &items);
}

uint32_t tail_fold(core *c, system_state *s, uint32_t length)
{
    uint32_t tails = 0;
    for (uint32_t slot = 0; slot < system_slots(c, s); slot++) {
        value *local = local_at(c, s, slot);
        if (*local == VALUE_NULL || c->looks[local_machine(c, *local)])
            continue;
        value tail = tail_of(c, *local);
        uint32_t front = tail_front(c, *local);
        uint32_t most = front < length || tail != VALUE_NULL ? front : length;
        if (inbox_of(c, *local).count > most + (tail != VALUE_NULL))
            *local = fold(c, *local, most, tail);
        tails += inbox_of(c, *local).count > most;
    }
    return tails;
}

value tail_cut(core *c, value local)
{
    value_view inbox = inbox_of(c, local);
    value_list items = {0};
    for (uint32_t i = 0; i < inbox.count && !is_tail(c, inbox.items[i]); i++)
        vec_push(&items, inbox.items[i]);
    return with_inbox(c, local, &items);
}

value tail_take_off(core *c, system_state *s, uint32_t slot)
{
    value *local = local_at(c, s, slot);
    value tail = tail_of(c, *local);
    if (tail != VALUE_NULL)
        *local = tail_cut(c, *local);
    return tail;
}

void tail_put_on(core *c, system_state *s, uint32_t slot, value tail, uint32_t count)
{
    value *local = local_at(c, s, slot);
    if (tail == VALUE_NULL || local_status(c, *local) == STATUS_HALTED)
        return;
    uint32_t now = inbox_of(c, *local).count;
    *local = fold(c, *local, now < count ? now : count, tail);
}
