#include "engine/statistics.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#define RESULT   STATISTIC_IN_RESULT
#define PROGRESS STATISTIC_IN_PROGRESS

static const statistic statistics[] = {
#define STATISTIC(id, key, kind, field, group, shown, noun, help) \
    [STATISTIC_##id] = {key,                                      \
                        STATISTIC_IS_##kind,                      \
                        offsetof(engine_stats, field),            \
                        STATISTIC_OF_##group,                     \
                        shown,                                    \
                        noun,                                     \
                        help},
#include "engine/statistics.def"
#undef STATISTIC
};

static_assert(sizeof(size_t) == sizeof(uint64_t), "bytes are read like counts");

const statistic *statistics_get(statistic_id id)
{
    assert(id < STATISTIC_COUNT);
    return &statistics[id];
}

statistic_id statistics_next(statistic_id after, statistic_group group,
                             statistic_shown shown)
{
    statistic_id id = after == STATISTIC_COUNT ? 0 : after + 1;
    while (id < STATISTIC_COUNT &&
           (statistics[id].group != group || (statistics[id].shown & shown) == 0))
        id++;
    return id;
}

static const char *field_of(statistic_id id, const engine_stats *s)
{
    return (const char *)s + statistics_get(id)->offset;
}

uint64_t statistics_count(statistic_id id, const engine_stats *s)
{
    uint64_t n;
    assert(statistics_get(id)->kind == STATISTIC_IS_COUNT ||
           statistics_get(id)->kind == STATISTIC_IS_BYTES);
    memcpy(&n, field_of(id, s), sizeof n);
    return n;
}

double statistics_real(statistic_id id, const engine_stats *s)
{
    double x;
    assert(statistics_get(id)->kind >= STATISTIC_IS_SECONDS &&
           statistics_get(id)->kind <= STATISTIC_IS_MAGNITUDE);
    memcpy(&x, field_of(id, s), sizeof x);
    return x;
}

const char *statistics_text(statistic_id id, const engine_stats *s)
{
    const char *text;
    if (statistics_get(id)->kind == STATISTIC_IS_TEXT)
        return field_of(id, s);
    assert(statistics_get(id)->kind == STATISTIC_IS_NAME);
    memcpy(&text, field_of(id, s), sizeof text);
    return text;
}
