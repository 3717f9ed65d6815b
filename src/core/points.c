#include "core/points.h"

#include <assert.h>

void points_fini(choice_points *p)
{
    idmap_fini(&p->known);
    vec_free(&p->points);
    vec_free(&p->edges);
    vec_free(&p->choices);
    vec_free(&p->path);
}

/* The point of the choice before number INDEX of the current path. */
static uint32_t point_before(const choice_points *p, size_t index)
{
    assert(index <= p->path.len);
    return index > 0 ? p->path.data[index - 1].point : POINT_NONE;
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
                    .is_end = is_end};
    vec_push(&p->edges, e);
}

/* The current path begins like the last one, and now has INDEX choices. */
static void cut_path(choice_points *p, size_t index)
{
    const path_choice unknown = {POINT_NONE, VALUE_NULL};
    while (p->path.len > index)
        p->path.len--;
    while (p->path.len < index)
        vec_push(&p->path, unknown);
}

/* A point without a parent keeps all of its choices. */
static uint32_t add_point(choice_points *p, value state, size_t index,
                          const uint32_t *taken)
{
    choice_point made = {.state = state,
                         .depth = (uint32_t)index,
                         .parent = point_before(p, index),
                         .first_choice = p->choices.len};
    for (size_t i = made.parent != POINT_NONE ? index - 1 : 0; i < index; i++)
        vec_push(&p->choices, taken[i]);
    vec_push(&p->points, made);
    return (uint32_t)p->points.len;
}

bool points_reach(choice_points *p, value state, size_t index, const uint32_t *taken)
{
    cut_path(p, index);
    uint32_t point = (uint32_t)idmap_get_number(&p->known, state);
    bool is_known = point != POINT_NONE;
    if (!is_known) {
        point = add_point(p, state, index, taken);
        idmap_put_number(&p->known, state, point);
    }
    add_edge(p, index, taken, point, false);
    vec_push(&p->path, ((path_choice){point, VALUE_NULL}));
    return is_known;
}

void points_label(choice_points *p, size_t index, value label)
{
    if (index < p->path.len)
        p->path.data[index].label = label;
}

void points_leave_open(choice_points *p, size_t index)
{
    if (index < p->path.len && p->path.data[index].point != POINT_NONE)
        p->points.data[p->path.data[index].point - 1].can_end = true;
}

void points_end(choice_points *p, size_t count, const uint32_t *taken, uint32_t end)
{
    for (size_t i = 0; i < count && i < p->path.len; i++)
        if (p->path.data[i].point != POINT_NONE)
            p->points.data[p->path.data[i].point - 1].can_end = true;
    if (end != POINT_NO_END && count <= p->path.len)
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
    const choice_point *at = to;
    for (; at->parent != POINT_NONE; at = &p->points.data[at->parent - 1])
        out[at->depth - 1] = p->choices.data[at->first_choice];
    for (uint32_t i = 0; i < at->depth; i++)
        out[i] = p->choices.data[at->first_choice + i];
}
