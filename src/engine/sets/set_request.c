#include "engine/sets/set_request.h"

#include "core/network.h"
#include "core/openint_parts.h"

#include <assert.h>

/* A POST with one item more goes to one channel. */
enum { POST_IS_SPLIT = 2, POST_ITEMS };

static value effects_of(const core *c, value post)
{
    return value_item(&c->vals, post, POST_EFFECTS);
}

static bool is_mail(const core *c, value request)
{
    return (request & VALUE_INT_BIT) == 0 &&
           value_get(&c->vals, request).aux == REC_MAIL;
}

static set_request_kind kind_of_mail(const core *c, value mail)
{
    value what = value_item(&c->vals, mail, MAIL_WHAT);
    if (what == VALUE_NULL)
        return SET_REQUEST_CLEAR;
    return what & VALUE_INT_BIT ? SET_REQUEST_SCAN : SET_REQUEST_KEEP;
}

set_request_kind set_request_kind_of(const core *c, value request)
{
    if (is_mail(c, request))
        return kind_of_mail(c, request);
    if (openint_is_tour(c, request))
        return SET_REQUEST_TOUR;
    return component_is_post(c, request) ? SET_REQUEST_POST : SET_REQUEST_OTHER;
}

set_column set_request_column(const core *c, value request)
{
    if (component_is_post(c, request)) {
        value effects = effects_of(c, request);
        bool is_box = c->options.network == NET_MBOX;
        uint32_t target = is_box ? 0 : layout_target(c, list_get(c, effects).items[0]);
        return layout_channel(c, component_poster(c, request), target);
    }
    machine_id id = component_request_target(c, request);
    if (id == COMPONENT_ENV)
        return (set_column){.kind = COLUMN_ENV};
    if (component_is_inbox(id))
        return (set_column){.kind = COLUMN_INBOX, .machine = id & ~COMPONENT_INBOX_BIT};
    return (set_column){.kind = COLUMN_LOCAL, .machine = id};
}

bool set_request_is_failure(const core *c, value request)
{
    return !component_is_post(c, request) &&
           component_request_target(c, request) == MACHINE_NONE;
}

bool set_request_is_creation(const core *c, value request)
{
    return (request & VALUE_INT_BIT) == 0 &&
           value_get(&c->vals, request).aux == REC_CREATION;
}

value set_request_message(const core *c, value keep)
{
    assert(set_request_kind_of(c, keep) == SET_REQUEST_KEEP);
    return value_item(&c->vals, keep, MAIL_WHAT);
}

/* ---- Lists ---- */

value set_request_concat(core *c, value a, value b)
{
    if (a == VALUE_NULL || b == VALUE_NULL)
        return a == VALUE_NULL ? b : a;
    state_row items = {0};
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

static value channel_post(core *c, machine_id id, value messages)
{
    assert(c->options.network != NET_MBOX);
    assert(messages != VALUE_NULL);
    const value parts[POST_ITEMS] = {value_machine_id(id), messages, VALUE_TRUE};
    return value_make(&c->vals, VK_RECORD, REC_POST, parts, POST_ITEMS);
}

/* A POST for each target, then the other requests of POST. */
static value split_by_target(core *c, value post)
{
    component_branch posted = component_posted(c, VALUE_NULL, post);
    state_row requests = {0};
    state_row some = {0};
    uint32_t count = outbox_count(c, posted.to.outbox);
    for (uint32_t k = 0; k < count; k++) {
        value message = outbox_message(c, posted.to.outbox, k);
        bool is_last = k + 1 == count ||
                       layout_target(c, outbox_message(c, posted.to.outbox, k + 1)) !=
                           layout_target(c, message);
        vec_push(&some, message);
        if (!is_last)
            continue;
        vec_push(&requests, channel_post(c, component_poster(c, post),
                                         list_make(c, some.data, some.len)));
        vec_clear(&some);
    }
    value list = set_request_concat(c, list_make(c, requests.data, requests.len),
                                    posted.requests);
    vec_free(&requests);
    vec_free(&some);
    return list;
}

static bool is_whole_post(const core *c, value request)
{
    return component_is_post(c, request) && c->options.network != NET_MBOX &&
           value_get(&c->vals, request).count < POST_ITEMS;
}

value set_request_split_first(core *c, value requests)
{
    while (requests != VALUE_NULL && is_whole_post(c, list_get(c, requests).items[0])) {
        value_view w = list_get(c, requests);
        requests = set_request_concat(c, split_by_target(c, w.items[0]),
                                      list_make(c, w.items + 1, w.count - 1));
    }
    return requests;
}
