#include "engine/diagnose/walk.h"

#include "base/hash.h"

void walk_init(walk *w, core *c)
{
    assert(c->script == NULL);
    *w = (walk){.c = c};
    w->script.notes = &w->notes;
    c->script = &w->script;
    step_forget(c);
}

void walk_fini(walk *w)
{
    w->c->script = NULL;
    step_forget(w->c);
    vec_free(&w->notes);
    vec_free(&w->before);
    vec_free(&w->at);
    vec_free(&w->enabled);
}

bool walk_start(walk *w, uint64_t number)
{
    transition_result r;
    w->random = hash_u64(number + 1);
    w->preferences = number % 2 == 1 ? hash_u64(w->random) | 1 : 0;
    w->has_habit = number % 4 >= 2;
    w->has_failed = false;
    w->steps = 0;
    w->notes.len = 0;
    system_start(w->c, &w->at, &r);
    return r.fault == 0 && !r.is_pruned;
}

/* How much a run prefers the transition: by its machines, for the whole run. */
static uint64_t rank_of(const walk *w, transition m)
{
    uint64_t pair = IDMAP_KEY(m.machine, system_receiver(w->c, &w->at, m));
    return hash_u64(w->preferences + hash_u64(pair));
}

static transition choose(walk *w)
{
    enum { FREE_CHOICE = 16 }; /* one in so many ignores the preferences */
    transition best = w->enabled.data[hash_random(&w->random) % w->enabled.len];
    if (w->preferences == 0 || hash_random(&w->random) % FREE_CHOICE == 0)
        return best;
    uint64_t rank = rank_of(w, best);
    vec_each (m, &w->enabled)
        if (rank_of(w, *m) > rank) {
            best = *m;
            rank = rank_of(w, *m);
        }
    return best;
}

static void set_choices(walk *w)
{
    enum { BREAK = 16 }; /* one choice in so many goes against the habit */
    for (int i = 0; w->has_habit && i < WALK_HABIT; i++)
        w->habit[i] = hash_random(&w->random) % BREAK != 0;
    w->script.random = w->has_habit ? NULL : &w->random;
    w->script.choices = w->habit;
    w->script.choice_count = w->has_habit ? WALK_HABIT : 0;
}

/* True: the step leads to a state, in AT. */
static bool make(walk *w)
{
    transition_result r;
    set_choices(w);
    w->script.used = 0;
    w->notes.len = 0;
    step_trim(w->c);
    if (!system_step(w->c, &w->before, w->last, 0, &w->at, &r) || r.is_pruned ||
        w->c->was_stopped || w->c->limit != STOP_NONE)
        return false;
    w->has_failed = r.fault != 0;
    return r.fault == 0;
}

bool walk_step(walk *w)
{
    if (core_is_over(w->c))
        return false;
    if (system_enabled(w->c, &w->at, &w->enabled) == 0) {
        w->has_failed = system_end(w->c, &w->at).kind != FAULT_NONE;
        return false;
    }
    w->last = choose(w);
    system_copy(&w->at, &w->before);
    w->steps++;
    return make(w);
}

machine_id walk_runner(const walk *w)
{
    assert(w->steps > 0);
    return system_receiver(w->c, &w->before, w->last);
}

bool walk_try(walk *w, const system_state *from, transition m)
{
    assert(from->len > 0);
    system_copy(from, &w->before);
    w->last = m;
    w->has_habit = false;
    return make(w);
}
