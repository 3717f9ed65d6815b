#include "engine/explore/way.h"

#include "engine/path.h"

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
        path_add_move(s->c, &from, &to, &s->v->trace);
        system_state done = from;
        from = to;
        to = done;
    }
    assert(key == found->key);
    const fault f = found->is_end ? system_end(s->c, &from)
                                  : path_add_move(s->c, &from, NULL, &s->v->trace);
    verdict_violated(s->v, &f);
    vec_free(&path);
    vec_free(&from);
    vec_free(&to);
}
