#include "engine/path.h"

#include <string.h>

static bool is_same(const system_state *a, const system_state *b)
{
    return a->len == b->len && memcmp(a->data, b->data, a->len * sizeof *a->data) == 0;
}

fault path_add_transition(core *c, const system_state *from, const system_state *to,
                          trace *t)
{
    system_state next = {0};
    transition_list enabled = {0};
    fault found = {0};
    bool done = false;
    system_enabled(c, from, &enabled);
    for (size_t i = 0; i < enabled.len && !done; i++) {
        transition_result r;
        for (uint32_t k = 0; system_step(c, from, enabled.data[i], k, &next, &r); k++) {
            if (r.is_pruned)
                continue;
            done = to == NULL ? r.fault != 0 : r.fault == 0 && is_same(&next, to);
            if (!done)
                continue;
            trace_add(t, c, enabled.data[i], r.choices);
            if (r.fault != 0)
                found = c->faults.data[r.fault - 1];
            break;
        }
    }
    assert(done);
    vec_free(&next);
    vec_free(&enabled);
    return found;
}
