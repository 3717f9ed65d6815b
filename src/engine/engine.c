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

const char *engine_strategy_word(sample_strategy kind)
{
    static const char *const words[] = {
        [SAMPLE_RANDOM] = "random", [SAMPLE_POS] = "pos",
        [SAMPLE_PCT] = "pct",       [SAMPLE_FEEDBACK] = "feedback",
        [SAMPLE_RL] = "rl",         [SAMPLE_PORTFOLIO] = "portfolio",
    };
    assert(kind <= SAMPLE_PORTFOLIO);
    return words[kind];
}
