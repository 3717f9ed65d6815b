#include "engine/reduce/queue_abs.h"

#include "core/env.h"

#include <string.h>

typedef VEC(value) value_list;

static bool is_queue_abs(const core *c, value item)
{
    return value_get(&c->vals, item).aux == REC_TAIL;
}

static value_view inbox_of(const core *c, value local)
{
    return list_get(c, value_item(&c->vals, local, LOCAL_INBOX));
}

value queue_abs_of(const core *c, value local)
{
    value_view inbox = inbox_of(c, local);
    for (uint32_t i = inbox.count; i > 0; i--)
        if (is_queue_abs(c, inbox.items[i - 1]))
            return inbox.items[i - 1];
    return VALUE_NULL;
}

uint32_t queue_abs_prefix(const core *c, value local)
{
    value_view inbox = inbox_of(c, local);
    uint32_t count = 0;
    while (count < inbox.count && !is_queue_abs(c, inbox.items[count]))
        count++;
    return count;
}

/* ---- Abstractions ---- */

enum { ABS_ORDERED, ABS_UNORDERED, ABS_PARTS };

static value_view ordered(const core *c, value queue)
{
    return list_get(c, queue == VALUE_NULL ? VALUE_NULL
                                           : value_item(&c->vals, queue, ABS_ORDERED));
}

/* Message, count, message, count. */
static value_view unordered(const core *c, value queue)
{
    return list_get(c, queue == VALUE_NULL
                           ? VALUE_NULL
                           : value_item(&c->vals, queue, ABS_UNORDERED));
}

uint32_t queue_abs_count(const core *c, value queue)
{
    return ordered(c, queue).count + unordered(c, queue).count / 2;
}

bool queue_abs_is_unordered(const core *c, value queue, uint32_t k)
{
    return k >= ordered(c, queue).count;
}

value queue_abs_message(const core *c, value queue, uint32_t k)
{
    assert(k < queue_abs_count(c, queue));
    value_view first = ordered(c, queue);
    return k < first.count ? first.items[k]
                           : unordered(c, queue).items[2 * (size_t)(k - first.count)];
}

bool queue_abs_is_many(const core *c, value queue, uint32_t k)
{
    uint32_t before = ordered(c, queue).count;
    return k >= before &&
           value_to_int(&c->vals, unordered(c, queue).items[2 * (k - before) + 1]) ==
               QUEUE_ABS_MANY;
}

/* Both lists of an abstraction that is being changed. */
typedef struct queue_abs_parts {
    value_list ordered;
    value_list unordered;
} queue_abs_parts;

static queue_abs_parts open_queue(const core *c, value queue)
{
    queue_abs_parts t = {0};
    value_view first = ordered(c, queue);
    value_view rest = unordered(c, queue);
    for (uint32_t i = 0; i < first.count; i++)
        vec_push(&t.ordered, first.items[i]);
    for (uint32_t i = 0; i < rest.count; i++)
        vec_push(&t.unordered, rest.items[i]);
    return t;
}

static value close_queue(core *c, queue_abs_parts *t)
{
    value parts[ABS_PARTS] = {0};
    parts[ABS_ORDERED] = list_make(c, t->ordered.data, t->ordered.len);
    if (t->unordered.len > 0)
        parts[ABS_UNORDERED] = value_make(&c->vals, VK_RECORD, REC_LOOSE,
                                          t->unordered.data, t->unordered.len);
    bool is_empty = t->ordered.len + t->unordered.len == 0;
    vec_free(&t->ordered);
    vec_free(&t->unordered);
    return is_empty ? VALUE_NULL
                    : value_make(&c->vals, VK_RECORD, REC_TAIL, parts, ABS_PARTS);
}

static void remove_at(value_list *list, size_t at, size_t count)
{
    assert(at + count <= list->len);
    memmove(&list->data[at], &list->data[at + count],
            (list->len - at - count) * sizeof *list->data);
    list->len -= count;
}

/* The message occurs twice or more. */
static void put_many(core *c, value_list *list, value message)
{
    assert(list->len % 2 == 0);
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
    list->data[at + 1] = value_int(&c->vals, QUEUE_ABS_MANY);
}

static value queue_abs_add(core *c, value queue, value message)
{
    queue_abs_parts t = open_queue(c, queue);
    bool is_unordered = false;
    for (size_t i = 0; i < t.unordered.len; i += 2)
        is_unordered |= t.unordered.data[i] == message;
    size_t at = 0;
    while (at < t.ordered.len && t.ordered.data[at] != message)
        at++;
    if (at < t.ordered.len) {
        remove_at(&t.ordered, at, 1);
        is_unordered = true;
    }
    if (is_unordered)
        put_many(c, &t.unordered, message);
    else
        vec_push(&t.ordered, message);
    return close_queue(c, &t);
}

value queue_abs_remove(core *c, value queue, uint32_t k, bool stays)
{
    assert(k < queue_abs_count(c, queue));
    assert(!stays || queue_abs_is_many(c, queue, k));
    queue_abs_parts t = open_queue(c, queue);
    size_t at = 2 * (k - t.ordered.len);
    if (!queue_abs_is_unordered(c, queue, k))
        remove_at(&t.ordered, k, 1);
    else if (!queue_abs_is_many(c, queue, k))
        remove_at(&t.unordered, at, 2);
    else if (!stays)
        t.unordered.data[at + 1] = value_int(&c->vals, 1);
    return close_queue(c, &t);
}

/* ---- Inboxes ---- */

static value *local_at(const core *c, system_state *s, machine_id id)
{
    return &s->data[env_columns(c) + 2 * id];
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

/* Keeps the first FRONT messages and abstracts the others. */
static value fold(core *c, value local, uint32_t front, value queue)
{
    value_view inbox = inbox_of(c, local);
    value_list items = {0};
    for (uint32_t i = 0; i < inbox.count; i++) {
        value item = inbox.items[i];
        if (i < front)
            vec_push(&items, item);
        else if (!is_queue_abs(c, item))
            queue = queue_abs_add(c, queue, item);
    }
    if (queue != VALUE_NULL)
        vec_push(&items, queue);
    return with_inbox(c, local, &items);
}

uint32_t queue_abs_fold(core *c, system_state *s, uint32_t length)
{
    uint32_t count = 0;
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        value *local = local_at(c, s, id);
        if (*local == VALUE_NULL || c->polls_queue[local_machine(c, *local)])
            continue;
        value queue = queue_abs_of(c, *local);
        uint32_t front = queue_abs_prefix(c, *local);
        uint32_t most = front < length || queue != VALUE_NULL ? front : length;
        if (inbox_of(c, *local).count > most + (queue != VALUE_NULL))
            *local = fold(c, *local, most, queue);
        count += inbox_of(c, *local).count > most;
    }
    return count;
}

value queue_abs_strip(core *c, value local)
{
    value_view inbox = inbox_of(c, local);
    value_list items = {0};
    for (uint32_t i = 0; i < inbox.count && !is_queue_abs(c, inbox.items[i]); i++)
        vec_push(&items, inbox.items[i]);
    return with_inbox(c, local, &items);
}

value queue_abs_detach(core *c, system_state *s, machine_id id)
{
    value *local = local_at(c, s, id);
    value queue = queue_abs_of(c, *local);
    if (queue != VALUE_NULL)
        *local = queue_abs_strip(c, *local);
    return queue;
}

void queue_abs_attach(core *c, system_state *s, machine_id id, value queue,
                      uint32_t count)
{
    assert(queue == VALUE_NULL || is_queue_abs(c, queue));
    value *local = local_at(c, s, id);
    if (queue == VALUE_NULL || local_status(c, *local) == STATUS_HALTED)
        return;
    uint32_t now = inbox_of(c, *local).count;
    *local = fold(c, *local, now < count ? now : count, queue);
}
