#include "engine/path.h"

#include <string.h>

path_trace path_begin(core *c, trace *t)
{
    return (path_trace){.c = c, .made = t, .open = {.c = c}};
}

bool path_end(path_trace *p)
{
    openint_trace_end(&p->open, p->made);
    if (p->is_lost) {
        trace_fini(p->made);
        trace_init(p->made);
    }
    return !p->is_lost;
}

/* Adds a transition with its result. */
static void add(path_trace *p, const system_state *from, transition m,
                const transition_result *r)
{
    if (p->c->vals.open != NULL)
        openint_trace_add(&p->open, from, m, r);
    else
        trace_add(p->made, p->c, m, r->choices);
}

static bool is_same(const system_state *a, const system_state *b)
{
    return a->len == b->len && memcmp(a->data, b->data, a->len * sizeof *a->data) == 0;
}

/* The same by a branch of M; false: there is none. */
static bool add_branch(path_trace *p, const system_state *from, transition m,
                       const system_state *to, system_state *next, fault *found)
{
    core *c = p->c;
    uint32_t forks = 1;
    transition_result r;
    for (uint32_t k = 0; system_step(c, from, m, k, next, &r);
         k = system_next_branch(c, k, &r, &forks)) {
        bool is_wanted = to == NULL ? r.fault != 0 : r.fault == 0 && is_same(next, to);
        if (r.is_pruned || !is_wanted)
            continue;
        add(p, from, m, &r);
        if (r.fault != 0)
            *found = c->faults.data[r.fault - 1];
        return true;
    }
    return false;
}

fault path_add_transition(path_trace *p, const system_state *from,
                          const system_state *to)
{
    system_state next = {0};
    transition_list enabled = {0};
    fault found = {0};
    bool done = p->is_lost; /* what follows cannot be told without it */
    system_enabled(p->c, from, &enabled);
    for (size_t i = 0; i < enabled.len && !done; i++)
        done = add_branch(p, from, enabled.data[i], to, &next, &found);
    assert(done || p->c->limit == STOP_OUTCOMES);
    p->is_lost |= !done;
    vec_free(&next);
    vec_free(&enabled);
    return found;
}
