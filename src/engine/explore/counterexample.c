#include "engine/explore/counterexample.h"

#include "engine/path.h"

void counterexample_report(tree_search *s)
{
    const worker_fault *found = worker_found(s->workers[0]);
    assert(s->team.parents != NULL && s->team.has_fault);
    parent_index_path ordinals = {0};
    path_trace made = path_begin(s->c, &s->v->trace);
    system_state from = {0};
    system_state to = {0};
    core_forget_limits(s->c);
    s->team.is_over = NULL;
    parent_index_find(&s->parents, parent_index_expanding(&s->parents), &ordinals);
    uint64_t key = s->first;
    tree_decode(s->team.tree, key, &from);
    vec_each (ordinal, &ordinals) {
        key = worker_successor(s->workers[0], key, *ordinal);
        tree_decode(s->team.tree, key, &to);
        path_add_transition(&made, &from, &to);
        system_state done = from;
        from = to;
        to = done;
    }
    assert(key == found->key);
    const fault f = found->is_end ? system_end(s->c, &from)
                                  : path_add_transition(&made, &from, NULL);
    if (path_end(&made)) {
        assert(f.kind != FAULT_NONE);
        verdict_violated(s->v, &f);
    } else {
        s->v->kind = VERDICT_UNKNOWN;
        s->v->stop = s->c->limit;
        s->v->saw_violation = true;
    }
    vec_free(&ordinals);
    vec_free(&from);
    vec_free(&to);
}
