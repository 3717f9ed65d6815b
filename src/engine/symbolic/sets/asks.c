#include "engine/symbolic/sets/asks.h"

#include "core/network.h"

/* A POST with one item more is for one channel. */
enum { POST_IS_SPLIT = 2, POST_ITEMS };

static value effects_of(const core *c, value post)
{
    return value_item(&c->vals, post, POST_EFFECTS);
}

static bool is_mail(const core *c, value ask)
{
    return (ask & VALUE_INT_BIT) == 0 && value_get(&c->vals, ask).aux == REC_MAIL;
}

static ask_kind kind_of_mail(const core *c, value mail)
{
    value what = value_item(&c->vals, mail, MAIL_WHAT);
    if (what == VALUE_NULL)
        return ASK_CLEAR;
    return what & VALUE_INT_BIT ? ASK_SCAN : ASK_KEEP;
}

ask_kind ask_kind_of(const core *c, value ask)
{
    if (is_mail(c, ask))
        return kind_of_mail(c, ask);
    return part_is_post(c, ask) ? ASK_POST : ASK_OTHER;
}

column ask_column(const core *c, value ask)
{
    if (part_is_post(c, ask)) {
        value effects = effects_of(c, ask);
        bool is_box = c->options.network == NET_MBOX;
        uint32_t target = is_box ? 0 : layout_target(c, list_get(c, effects).items[0]);
        return layout_channel(c, part_poster(c, ask), target);
    }
    uint32_t slot = part_asked(c, ask);
    if (slot == PART_WORLD)
        return (column){.kind = COLUMN_WORLD};
    if (part_is_inbox(slot))
        return (column){.kind = COLUMN_INBOX, .slot = slot & ~PART_INBOX_BIT};
    return (column){.kind = COLUMN_LOCAL, .slot = slot};
}

bool ask_is_failure(const core *c, value ask)
{
    return !part_is_post(c, ask) && part_asked(c, ask) == SLOT_NONE;
}

bool ask_is_creation(const core *c, value ask)
{
    return (ask & VALUE_INT_BIT) == 0 && value_get(&c->vals, ask).aux == REC_CREATION;
}

value ask_kept(const core *c, value keep)
{
    return value_item(&c->vals, keep, MAIL_WHAT);
}

/* ---- Lists ---- */

value asks_joined(core *c, value a, value b)
{
    if (a == VALUE_NULL || b == VALUE_NULL)
        return a == VALUE_NULL ? b : a;
    row items = {0};
    const value both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        value_view w = list_get(c, both[i]);
        for (uint32_t k = 0; k < w.count; k++)
            vec_push(&items, w.items[k]);
    }
    value list = list_make(c, items.data, items.len);
    vec_free(&items);
    return list;
}

static value channel_post(core *c, uint32_t slot, value messages)
{
    const value parts[POST_ITEMS] = {value_slot(slot), messages, VALUE_TRUE};
    return value_make(&c->vals, VK_RECORD, REC_POST, parts, POST_ITEMS);
}

/* A POST for each target, and what is asked besides. */
static value split_by_target(core *c, value post)
{
    part_way way = part_posted(c, VALUE_NULL, post);
    row asks = {0};
    row some = {0};
    uint32_t count = network_count(c, way.to.box);
    for (uint32_t k = 0; k < count; k++) {
        value message = network_message(c, way.to.box, k);
        bool is_last =
            k + 1 == count || layout_target(c, network_message(c, way.to.box, k + 1)) !=
                                  layout_target(c, message);
        vec_push(&some, message);
        if (!is_last)
            continue;
        vec_push(&asks, channel_post(c, part_poster(c, post),
                                     list_make(c, some.data, some.len)));
        vec_clear(&some);
    }
    value list = asks_joined(c, list_make(c, asks.data, asks.len), way.asks);
    vec_free(&asks);
    vec_free(&some);
    return list;
}

static bool is_whole_post(const core *c, value ask)
{
    return part_is_post(c, ask) && c->options.network != NET_MBOX &&
           value_get(&c->vals, ask).count < POST_ITEMS;
}

value asks_simplified(core *c, value asks)
{
    while (asks != VALUE_NULL && is_whole_post(c, list_get(c, asks).items[0])) {
        value_view w = list_get(c, asks);
        asks = asks_joined(c, split_by_target(c, w.items[0]),
                           list_make(c, w.items + 1, w.count - 1));
    }
    return asks;
}
