#include "lang/evset.h"

#include <stdlib.h>
#include <string.h>

void evsets_init(evsets *e)
{
    *e = (evsets){0};
    intern_init(&e->sets);
    static const uint32_t all_marker[1] = {UINT32_MAX};
    intern_id empty = intern_put(&e->sets, "", 0);
    intern_id all = intern_put(&e->sets, all_marker, sizeof all_marker);
    assert(empty == EVSET_EMPTY && all == EVSET_ALL);
    (void)empty;
    (void)all;
}

void evsets_fini(evsets *e)
{
    intern_fini(&e->sets);
}

void evsets_set_universe(evsets *e, uint32_t event_count)
{
    assert(intern_count(&e->sets) == 2); /* before any other set is made */
    e->event_count = event_count;
}

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static evset_id make_sorted(evsets *e, const uint32_t *events, size_t count)
{
    bool has_null = false;
    for (size_t i = 0; i < count && !has_null; i++)
        has_null = events[i] == EVENT_NULL;
    assert(count <= e->event_count + has_null);
    if (count == e->event_count && !has_null)
        return EVSET_ALL;
    return intern_put(&e->sets, events, count * sizeof *events);
}

evset_id evset_make(evsets *e, const uint32_t *events, size_t count)
{
    if (count == 0)
        return EVSET_EMPTY;
    uint32_t *sorted = mem_alloc(count * sizeof *sorted);
    memcpy(sorted, events, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_u32);
    size_t kept = 1;
    for (size_t i = 1; i < count; i++)
        if (sorted[i] != sorted[kept - 1])
            sorted[kept++] = sorted[i];
    evset_id set = make_sorted(e, sorted, kept);
    mem_free(sorted, count * sizeof *sorted);
    return set;
}

const uint32_t *evset_members(const evsets *e, evset_id set, size_t *count)
{
    assert(set != EVSET_ALL);
    *count = intern_len(&e->sets, set) / sizeof(uint32_t);
    return (const uint32_t *)(const void *)intern_text(&e->sets, set);
}

bool evset_lists(const evsets *e, evset_id set, uint32_t event)
{
    size_t count;
    const uint32_t *members = evset_members(e, set, &count);
    size_t low = 0;
    while (low < count) {
        size_t middle = (low + count) / 2;
        if (members[middle] == event)
            return true;
        if (members[middle] < event)
            low = middle + 1;
        else
            count = middle;
    }
    return false;
}

bool evset_difference(const evsets *e, evset_id a, evset_id b, uint32_t *event)
{
    if (a == b || b == EVSET_ALL)
        return false;
    size_t count = e->event_count + 1; /* as indices: null is skipped below */
    const uint32_t *members = NULL;
    if (a != EVSET_ALL)
        members = evset_members(e, a, &count);
    for (size_t i = 0; i < count; i++) {
        uint32_t candidate = members != NULL ? members[i] : (uint32_t)i;
        if (candidate != EVENT_NULL && !evset_has(e, b, candidate)) {
            *event = candidate;
            return true;
        }
    }
    return false;
}

bool evset_common(const evsets *e, evset_id a, evset_id b, uint32_t *event)
{
    if (a == EVSET_EMPTY || b == EVSET_EMPTY)
        return false;
    if (a == EVSET_ALL && b == EVSET_ALL) {
        *event = EVENT_HALT;
        return true;
    }
    if (a == EVSET_ALL)
        return evset_common(e, b, a, event);
    size_t count;
    const uint32_t *members = evset_members(e, a, &count);
    for (size_t i = 0; i < count; i++) {
        if (evset_has(e, b, members[i])) {
            *event = members[i];
            return true;
        }
    }
    return false;
}

void evset_union_add(evset_union *u, const evsets *e, evset_id set)
{
    u->is_all |= set == EVSET_ALL;
    if (u->is_all)
        return;
    size_t count;
    const uint32_t *members = evset_members(e, set, &count);
    for (size_t i = 0; i < count; i++)
        vec_push(&u->events, members[i]);
}

evset_id evset_union_finish(evset_union *u, evsets *e)
{
    evset_id set = u->is_all ? EVSET_ALL : evset_make(e, u->events.data, u->events.len);
    vec_free(&u->events);
    return set;
}
