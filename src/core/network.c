#include "core/network.h"

#include "core/process.h"

#include <string.h>

typedef VEC(value) value_list;

static value *box_of(const network *n, machine_id id)
{
    return &n->columns[id * 2 + 1];
}

const char *network_word(network_model model)
{
    static const char *const words[] = {[NET_MBOX] = "mbox",
                                        [NET_P2P] = "p2p",
                                        [NET_CAUSAL] = "causal",
                                        [NET_BAG] = "bag"};
    return words[model];
}

/* In causal networks an item is SENT: a message and its clock; and before the first
 * item stands the clock of the machine. */
static bool has_clocks(const core *c)
{
    return c->options.network == NET_CAUSAL;
}

uint32_t outbox_count(const core *c, value outbox)
{
    uint32_t count = list_get(c, outbox).count;
    return has_clocks(c) && count > 0 ? count - 1 : count;
}

value outbox_message(const core *c, value outbox, uint32_t k)
{
    value_view items = list_get(c, outbox);
    return has_clocks(c) ? value_item(&c->vals, items.items[k + 1], 0) : items.items[k];
}

static value target_of(const core *c, value message)
{
    return value_item(&c->vals, message, MESSAGE_TARGET);
}

/* ---- Clocks: LIST of machine id, count, machine id, count, ... sorted by name ---- */

static uint32_t clock_get(const core *c, value clock, machine_id id)
{
    value_view w = list_get(c, clock);
    for (uint32_t i = 0; i < w.count; i += 2)
        if (value_to_machine_id(&c->vals, w.items[i]) == id)
            return (uint32_t)value_to_int(&c->vals, w.items[i + 1]);
    return 0;
}

static void clock_add(core *c, value_list *out, machine_id id, uint32_t count)
{
    if (count == 0)
        return;
    vec_push(out, value_machine_id(id));
    vec_push(out, value_int(&c->vals, count));
}

/* CLOCK with COUNT for ID. */
static value clock_with(core *c, value clock, machine_id id, uint32_t count)
{
    value_view w = list_get(c, clock);
    value_list out = {0};
    bool done = false;
    for (uint32_t i = 0; i < w.count; i += 2) {
        uint32_t other = value_to_machine_id(&c->vals, w.items[i]);
        if (!done && naming_compare(&c->vals.names, other, id) >= 0) {
            clock_add(c, &out, id, count);
            done = true;
        }
        if (other != id)
            clock_add(c, &out, other, (uint32_t)value_to_int(&c->vals, w.items[i + 1]));
    }
    if (!done)
        clock_add(c, &out, id, count);
    value result = list_make(c, out.data, out.len);
    vec_free(&out);
    return result;
}

static value clock_join(core *c, value a, value b)
{
    value_view w = list_get(c, b);
    for (uint32_t i = 0; i < w.count; i += 2) {
        machine_id id = value_to_machine_id(&c->vals, w.items[i]);
        uint32_t count = (uint32_t)value_to_int(&c->vals, w.items[i + 1]);
        if (count > clock_get(c, a, id))
            a = clock_with(c, a, id, count);
    }
    return a;
}

/* Message K of ID is gone. */
static value clock_without(core *c, value clock, machine_id id, uint32_t k)
{
    uint32_t count = clock_get(c, clock, id);
    return count > k ? clock_with(c, clock, id, count - 1) : clock;
}

static value sent_make(core *c, value message, value clock)
{
    const value parts[2] = {message, clock};
    assert(has_clocks(c));
    return value_make(&c->vals, VK_RECORD, REC_SENT, parts, 2);
}

/* ---- Boxes ---- */

static value machine_clock(const core *c, value outbox)
{
    return outbox == VALUE_NULL ? VALUE_NULL : list_get(c, outbox).items[0];
}

/* A box with another clock; one that knows nothing and holds nothing is null. */
static value outbox_with_clock(core *c, value outbox, value clock)
{
    value_view w = list_get(c, outbox);
    if (w.count <= 1 && clock == VALUE_NULL)
        return VALUE_NULL;
    value_list out = {0};
    vec_push(&out, clock);
    for (uint32_t i = 1; i < w.count; i++)
        vec_push(&out, w.items[i]);
    value result = list_make(c, out.data, out.len);
    vec_free(&out);
    return result;
}

/* An outbox in the heap that may change in place; ITEMS: as in list_make. */
static value outbox_in_heap(core *c, const value *items, size_t count)
{
    value outbox = value_draft_new(&c->vals, VK_RECORD, REC_LIST, count);
    memcpy(value_draft_items(&c->vals, outbox), items, count * sizeof *items);
    value_draft_done(&c->vals, outbox);
    return outbox;
}

/* A store would be full long before an outbox is too long, because it keeps all those
 * before; the heap does not. */
static value outbox_splice_in_heap(core *c, value outbox, size_t at, size_t removed,
                                   const value *added, size_t added_count)
{
    if (outbox == VALUE_NULL)
        return outbox_in_heap(c, added, added_count);
    if (list_get(c, outbox).count - removed + added_count <= VALUE_MAX_ITEMS)
        return value_splice(&c->vals, outbox, true, at, removed, added, added_count);
    c->limit = STOP_COLLECTION;
    return outbox;
}

static void put_items(core *c, const value *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        vec_push(&c->scratch, items[i]);
}

/* OUTBOX with REMOVED items at AT replaced by ADDED; where values change in place, it
 * may be changed itself. */
static value outbox_splice(core *c, value outbox, size_t at, size_t removed,
                           const value *added, size_t added_count)
{
    value_view w = list_get(c, outbox);
    assert(at + removed <= w.count);
    if (w.count - removed + added_count == 0)
        return VALUE_NULL;
    if (c->vals.heap.is_on)
        return outbox_splice_in_heap(c, outbox, at, removed, added, added_count);
    size_t base = c->scratch.len;
    put_items(c, w.items, at);
    put_items(c, added, added_count);
    put_items(c, w.items + at + removed, w.count - at - removed);
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

value outbox_remove(core *c, value outbox, uint32_t at)
{
    return outbox_splice(c, outbox, at, 1, NULL, 0);
}

/* Where a message belongs, so that equal possibilities are equal boxes. */
static size_t position_for(const core *c, const value_list *outbox, value message)
{
    size_t at = outbox->len;
    for (; at > 0; at--) {
        value before = outbox->data[at - 1];
        value one = message;
        if (c->options.network == NET_P2P) {
            before = target_of(c, before);
            one = target_of(c, message);
        }
        if (value_compare(&c->vals, before, one) <= 0)
            break;
    }
    return at;
}

static void insert(value_list *outbox, size_t at, value item)
{
    assert(at <= outbox->len);
    vec_push(outbox, item);
    memmove(&outbox->data[at + 1], &outbox->data[at],
            (outbox->len - 1 - at) * sizeof item);
    outbox->data[at] = item;
}

/* The first item of a box with clocks is what its machine knows. */
static void send_causal(core *c, value_list *outbox, machine_id id, value message)
{
    if (outbox->len == 0)
        vec_push(outbox, VALUE_NULL);
    value clock = outbox->data[0];
    vec_push(outbox, sent_make(c, message, clock));
    outbox->data[0] = clock_with(c, clock, id, (uint32_t)outbox->len - 1);
}

value outbox_send(core *c, value outbox, machine_id id, const value *messages,
                  size_t count)
{
    value_view old = list_get(c, outbox);
    value_list items = {0};
    if (c->options.network == NET_MBOX)
        return outbox_splice(c, outbox, old.count, 0, messages, count);
    for (uint32_t i = 0; i < old.count; i++)
        vec_push(&items, old.items[i]);
    for (size_t i = 0; i < count; i++) {
        if (has_clocks(c))
            send_causal(c, &items, id, messages[i]);
        else
            insert(&items, position_for(c, &items, messages[i]), messages[i]);
    }
    value result = list_make(c, items.data, items.len);
    vec_free(&items);
    return result;
}

value outbox_sort(core *c, value outbox)
{
    value_view w = list_get(c, outbox);
    if (c->options.network != NET_BAG || w.count < 2)
        return outbox;
    return outbox_send(c, VALUE_NULL, MACHINE_NONE, w.items, w.count);
}

void network_send(core *c, network *n, machine_id id, const value *messages,
                  size_t count)
{
    value *outbox = box_of(n, id);
    *outbox = outbox_send(c, *outbox, id, messages, count);
}

/* Nothing pending to the same target happened before it. */
static bool is_first_causally(const core *c, const network *n, machine_id id,
                              uint32_t k)
{
    value sent = list_get(c, *box_of(n, id)).items[k + 1];
    value target = target_of(c, value_item(&c->vals, sent, 0));
    value_view clock = list_get(c, value_item(&c->vals, sent, 1));
    for (uint32_t i = 0; i < clock.count; i += 2) {
        uint32_t other = value_to_machine_id(&c->vals, clock.items[i]);
        uint32_t count = (uint32_t)value_to_int(&c->vals, clock.items[i + 1]);
        for (uint32_t j = 0; j < count; j++)
            if (target_of(c, outbox_message(c, *box_of(n, other), j)) == target)
                return false;
    }
    return true;
}

bool outbox_may_leave(const core *c, value outbox, uint32_t k)
{
    value_view w = list_get(c, outbox);
    switch (c->options.network) {
    case NET_MBOX:
        return k == 0;
    case NET_P2P:
        return k == 0 || target_of(c, w.items[k - 1]) != target_of(c, w.items[k]);
    case NET_BAG: /* of equal ones, one is enough */
        return k == 0 || !value_equal(&c->vals, w.items[k - 1], w.items[k]);
    case NET_CAUSAL:
        break;
    }
    assert(!has_clocks(c));
    return false;
}

bool network_may_leave(const core *c, const network *n, machine_id id, uint32_t k)
{
    return has_clocks(c) ? is_first_causally(c, n, id, k)
                         : outbox_may_leave(c, *box_of(n, id), k);
}

static void forget(core *c, network *n, machine_id id, uint32_t k)
{
    for (uint32_t s = 0; s < n->machines; s++) {
        value *outbox = box_of(n, s);
        if (*outbox == VALUE_NULL)
            continue;
        value_list out = {0};
        value_view w = list_get(c, *outbox);
        vec_push(&out, clock_without(c, w.items[0], id, k));
        for (uint32_t i = 1; i < w.count; i++)
            vec_push(&out,
                     sent_make(
                         c, value_item(&c->vals, w.items[i], 0),
                         clock_without(c, value_item(&c->vals, w.items[i], 1), id, k)));
        *outbox = out.len == 1 && out.data[0] == VALUE_NULL
                      ? VALUE_NULL
                      : list_make(c, out.data, out.len);
        vec_free(&out);
    }
}

static void leave_causal(core *c, network *n, machine_id id, uint32_t k,
                         bool is_received, bool is_kept)
{
    value sent = list_get(c, *box_of(n, id)).items[k + 1];
    value clock = value_item(&c->vals, sent, 1);
    uint32_t target =
        value_to_machine_id(&c->vals, target_of(c, value_item(&c->vals, sent, 0)));
    if (is_received) {
        value *outbox = box_of(n, target);
        *outbox = outbox_with_clock(c, *outbox,
                                    clock_join(c, machine_clock(c, *outbox), clock));
    }
    if (!is_kept) {
        *box_of(n, id) = outbox_remove(c, *box_of(n, id), k + 1);
        forget(c, n, id, k);
    }
}

void network_leave(core *c, network *n, machine_id id, uint32_t k, bool is_received,
                   bool is_kept)
{
    if (has_clocks(c))
        leave_causal(c, n, id, k, is_received, is_kept);
    else if (!is_kept)
        *box_of(n, id) = outbox_remove(c, *box_of(n, id), k);
}

void network_create(core *c, network *n, uint32_t creator, uint32_t child)
{
    if (has_clocks(c)) {
        value clock = machine_clock(c, *box_of(n, creator));
        *box_of(n, child) = outbox_with_clock(c, VALUE_NULL, clock);
    }
}
