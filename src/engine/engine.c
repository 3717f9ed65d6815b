#include "engine/engine.h"

#include <assert.h>

const char *engine_order_word(order_kind kind)
{
    assert(kind < ORDER_KINDS);
    static const char *const words[ORDER_KINDS] = {
        [ORDER_BEST] = "best",       [ORDER_HUBS_LAST] = "hubs-last",
        [ORDER_NARROW] = "narrow",   [ORDER_IN_LINE] = "in-line",
        [ORDER_CREATED] = "created",
    };
    return words[kind];
}
