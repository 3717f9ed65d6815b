#include "engine/explore/way.h"

#include <string.h>

static bool is_same(const system_state *a, const system_state *b)
{
    return a->len == b->len && memcmp(a->data, b->data, a->len * sizeof *a->data) == 0;
}

/* Adds the move from one state to another; TO NULL: the first that fails. */
static fault add_move(search *s, const system_state *from, const system_state *to)
{
    system_state next = {0};
    move_list moves = {0};
    fault found = {0};
    bool done = false;
    system_moves(s->c, from, &moves);
    for (size_t i = 0; i < moves.len && !done; i++) {
        move_result r;
        for (uint32_t k = 0; system_step(s->c, from, moves.data[i], k, &next, &r);
             k++) {
            if (r.is_pruned)
                continue;
            done = to == NULL ? r.fault != 0 : r.fault == 0 && is_same(&next, to);
            if (!done)
                continue;
            trace_add(&s->v->trace, s->c, moves.data[i], r.choices);
            if (r.fault != 0)
                found = s->c->faults.data[r.fault - 1];
            break;
        }
    }
    assert(done);
    vec_free(&next);
    vec_free(&moves);
    return found;
}

void way_report(search *s)
{
    const worker_fault *found = worker_found(s->workers[0]);
    trail_path path = {0};
    system_state from = {0};
    system_state to = {0};
    core_forget_limits(s->c);
    trail_to(&s->trail, trail_at(&s->trail), &path);
    uint64_t key = s->first;
    tree_decode(s->m.t, key, &from);
    vec_each (ordinal, &path) {
        key = worker_successor(s->workers[0], key, *ordinal);
        tree_decode(s->m.t, key, &to);
        add_move(s, &from, &to);
        system_state done = from;
        from = to;
        to = done;
    }
    assert(key == found->key);
    const fault f = found->is_end ? system_end(s->c, &from) : add_move(s, &from, NULL);
    verdict_violated(s->v, &f);
    vec_free(&path);
    vec_free(&from);
    vec_free(&to);
}
