#include "core/points.h"

void points_fini(choice_points *p)
{
    idmap_fini(&p->known);
    vec_free(&p->points);
    vec_free(&p->edges);
    vec_free(&p->choices);
    vec_free(&p->path);
}

/* Choices that were not looked up have no point. */
static void set_path(choice_points *p, size_t index, uint32_t point)
{
    while (p->path.len > index)
        p->path.len--;
    while (p->path.len < index)
        vec_push(&p->path, POINT_NONE);
    if (index > 0 && p->path.data[index - 1] != POINT_NONE) {
        point_edge e = {p->path.data[index - 1], point};
        vec_push(&p->edges, e);
    }
    vec_push(&p->path, point);
}

bool points_reach(choice_points *p, value state, size_t index, const uint32_t *taken)
{
    uint32_t known = (uint32_t)idmap_get_number(&p->known, state);
    if (known != POINT_NONE) {
        set_path(p, index, known);
        return true;
    }
    choice_point new_point = {.depth = (uint32_t)index, .first_choice = p->choices.len};
    vec_push(&p->points, new_point);
    for (size_t i = 0; i < index; i++)
        vec_push(&p->choices, taken[i]);
    idmap_put_number(&p->known, state, p->points.len);
    set_path(p, index, (uint32_t)p->points.len);
    return false;
}

void points_end(choice_points *p, size_t count)
{
    for (size_t i = 0; i < count && i < p->path.len; i++)
        if (p->path.data[i] != POINT_NONE)
            p->points.data[p->path.data[i] - 1].can_end = true;
}

const choice_point *points_endless(choice_points *p)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = p->edges.len; i-- > 0;) {
            choice_point *from = &p->points.data[p->edges.data[i].from - 1];
            if (!from->can_end && p->points.data[p->edges.data[i].to - 1].can_end)
                changed = from->can_end = true;
        }
    }
    vec_each (point, &p->points)
        if (!point->can_end)
            return point;
    return NULL;
}
