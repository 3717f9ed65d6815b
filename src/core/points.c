#include "core/points.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

void points_fini(choice_points *p)
{
    idmap_fini(&p->known);
    arena_fini(&p->states);
    vec_free(&p->points);
    vec_free(&p->edges);
    vec_free(&p->path);
}

void points_clear(choice_points *p)
{
    enum { MANY = 1 << 10 };
    p->executed = p->before = VALUE_NULL;
    if (p->points.len > MANY || p->edges.len > MANY) {
        points_fini(p);
        return;
    }
    idmap_clear(&p->known);
    arena_clear(&p->states);
    vec_clear(&p->points);
    vec_clear(&p->edges);
    vec_clear(&p->path);
}

/* The point of the choice before number INDEX of the current path. */
static uint32_t point_before(const choice_points *p, size_t index)
{
    assert(index <= p->path.len);
    return index > 0 ? p->path.data[index - 1].point : POINT_NONE;
}

const choice_point *points_at(const choice_points *p, size_t index)
{
    return &p->points.data[vec_at(&p->path, index)->point - 1];
}

/* The edge of the last choice of a path with COUNT choices. */
static void add_edge(choice_points *p, size_t count, const uint32_t *taken, uint32_t to,
                     bool is_end)
{
    uint32_t from = point_before(p, count);
    if (from == POINT_NONE)
        return;
    point_edge e = {.from = from,
                    .to = to,
                    .choice = taken[count - 1],
                    .label = p->path.data[count - 1].label,
                    .executed = p->executed,
                    .is_end = is_end};
    vec_push(&p->edges, e);
}

/* The point among those from FIRST on that are alike, or POINT_NONE. */
static uint32_t find_state(const choice_points *p, uint32_t first, const value *state,
                           size_t len)
{
    for (uint32_t at = first; at != POINT_NONE; at = p->points.data[at - 1].alike) {
        const choice_point *x = &p->points.data[at - 1];
        if (x->state_len == len && memcmp(x->state, state, len * sizeof *state) == 0)
            return at;
    }
    return POINT_NONE;
}

static uint32_t add_point(choice_points *p, const value *state, size_t len,
                          size_t index, const uint32_t *taken)
{
    choice_point made = {.state = arena_copy(&p->states, state, len * sizeof *state),
                         .state_len = (uint32_t)len,
                         .depth = (uint32_t)index,
                         .parent = point_before(p, index),
                         .choice = index > 0 ? taken[index - 1] : 0};
    vec_push(&p->points, made);
    return (uint32_t)p->points.len;
}

bool points_reach(choice_points *p, const value *state, size_t len, size_t index,
                  const uint32_t *taken)
{
    assert(p->path.len >= index); /* it begins like the last one */
    p->path.len = index;
    uint64_t hash = hash_bytes(state, len * sizeof *state);
    size_t next = p->points.len + 1;
    uint32_t first = (uint32_t)idmap_put_number(&p->known, hash, next);
    uint32_t point = find_state(p, first, state, len);
    bool is_known = point != POINT_NONE;
    if (!is_known) {
        point = add_point(p, state, len, index, taken);
        assert(point == next);
        if (first != POINT_NONE) { /* the first one leads to all */
            p->points.data[point - 1].alike = p->points.data[first - 1].alike;
            p->points.data[first - 1].alike = point;
        }
    }
    if (index == 0)
        p->before = p->executed;
    add_edge(p, index, taken, point, false);
    vec_push(&p->path, ((path_choice){point, VALUE_NULL}));
    return is_known;
}

void points_label(choice_points *p, size_t index, value label)
{
    vec_at(&p->path, index)->label = label;
}

void points_leave_open(choice_points *p, size_t index)
{
    p->points.data[vec_at(&p->path, index)->point - 1].can_end = true;
}

void points_end(choice_points *p, size_t count, const uint32_t *taken, uint32_t end)
{
    assert(count <= p->path.len);
    for (size_t i = 0; i < count; i++)
        p->points.data[p->path.data[i].point - 1].can_end = true;
    if (end != POINT_NO_END)
        add_edge(p, count, taken, end, true);
}

const choice_point *points_endless(choice_points *p)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = p->edges.len; i-- > 0;) {
            const point_edge *e = &p->edges.data[i];
            choice_point *from = &p->points.data[e->from - 1];
            if (!from->can_end && !e->is_end && p->points.data[e->to - 1].can_end)
                changed = from->can_end = true;
        }
    }
    vec_each (point, &p->points)
        if (!point->can_end)
            return point;
    return NULL;
}

void points_choices(const choice_points *p, const choice_point *to, uint32_t *out)
{
    for (const choice_point *at = to; at->parent != POINT_NONE;
         at = &p->points.data[at->parent - 1])
        out[at->depth - 1] = at->choice;
}
