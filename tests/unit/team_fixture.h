/* team_fixture.h -- a team of workers and a leader that mends what stops them: the
 * simplest possible search. */
#ifndef TEAM_FIXTURE_H
#define TEAM_FIXTURE_H

#include "base/thread.h"
#include "engine/explore/worker.h"
#include "reach_fixture.h"

enum { SQUAD_MOST = 4 };

typedef struct squad_options {
    unsigned workers;
    unsigned cache_bits;
    unsigned id_bits;
    uint32_t chunk_keys;
    bool in_order;
    uint64_t max_states;
} squad_options;

typedef struct squad {
    squad_options o;
    core *c;
    team team;
    parent_index parents;
    worker *workers[SQUAD_MOST];
    VEC(uint64_t) keys;      /* in order: by number of the state */
    _Atomic unsigned faults; /* that were seen */
    _Atomic unsigned asked;
    unsigned pause_every; /* so many chunks of worker 0; 0: never */
    unsigned pauses_met[PAUSE_STATE_LIMIT + 1];
} squad;

static inline void squad_see(void *context, uint64_t key)
{
    squad *s = context;
    vec_push(&s->keys, key);
}

static inline void squad_see_fault(void *context, uint64_t key)
{
    squad *s = context;
    s->faults++;
    assert_true(visited_has(s->team.visited, key));
}

static inline bool squad_is_over(void *context)
{
    squad *s = context;
    s->asked++;
    return visited_is_crowded(s->team.visited, s->team.states) ||
           (s->pause_every > 0 && s->asked % s->pause_every == 0);
}

static inline level *squad_level(const squad *s)
{
    const level_options o = {.budget = SIZE_MAX, .keeps_order = s->o.in_order};
    return level_new(s->team.pool, &o);
}

/* Without a tree and without visited states. */
static inline void squad_init(squad *s, core *c, const squad_options *o)
{
    *s = (squad){.o = *o, .c = c};
    team *m = &s->team;
    pthread_mutex_init(&m->tree_lock, NULL);
    m->pool = chunk_pool_new();
    m->now = squad_level(s);
    m->next = squad_level(s);
    m->cache_bits = o->cache_bits;
    m->keys_per_chunk = o->chunk_keys;
    m->max_states = o->max_states;
    m->keeps_going = true;
    m->on_fault = squad_see_fault;
    m->should_stop = squad_is_over;
    m->context = s;
    m->parents = o->in_order ? &s->parents : NULL;
    m->on_state = o->in_order ? squad_see : NULL;
    for (unsigned i = 0; i < o->workers; i++)
        s->workers[i] = worker_new(m, i);
}

static inline void squad_fini(squad *s)
{
    for (unsigned i = 0; i < s->o.workers; i++)
        worker_free(s->workers[i]);
    if (s->team.tree != NULL)
        assert_true(tree_check(s->team.tree));
    tree_free(s->team.tree);
    visited_free(s->team.visited);
    level_free(s->team.now);
    level_free(s->team.next);
    chunk_pool_free(s->team.pool);
    parent_index_fini(&s->parents);
    vec_free(&s->keys);
    pthread_mutex_destroy(&s->team.tree_lock);
}

static inline void squad_set_limits(squad *s)
{
    tree_set_limit(s->team.tree, TREE_LEFT, s->team.visited->left_bits);
    tree_set_limit(s->team.tree, TREE_RIGHT, s->team.visited->right_bits);
}

static inline void squad_next_level(squad *s)
{
    level *done = s->team.now;
    s->team.now = s->team.next;
    s->team.next = done;
    s->team.depth++;
}

static inline void squad_begin(squad *s)
{
    tree_layout layout = {0};
    system_state start = {0};
    transition_result r;
    system_start(s->c, &start, &r);
    tree_layout_balanced(s->c, &layout);
    s->team.tree = tree_new(s->c, &layout, s->o.cache_bits);
    s->team.visited = visited_new(s->o.id_bits, s->o.id_bits, 0);
    squad_set_limits(s);
    assert_true(worker_add_first(s->workers[0], tree_encode(s->team.tree, &start)));
    squad_next_level(s);
    s->team.depth = 0;
    vec_free(&start);
    vec_free(&layout);
}

static inline void squad_widen(squad *s)
{
    unsigned bits[2] = {s->team.visited->left_bits, s->team.visited->right_bits};
    for (int side = 0; side < 2; side++)
        while (tree_count(s->team.tree, side) >> bits[side] != 0)
            bits[side]++;
    assert_true(visited_widen(s->team.visited, bits[0], bits[1]));
    squad_set_limits(s);
}

static inline void squad_resolve_tree(squad *s)
{
    tree *t = s->team.tree;
    assert_int_not_equal(t->pause, TREE_PAUSE_TOO_MANY);
    assert_int_not_equal(t->pause, TREE_PAUSE_NONE);
    if (t->pause == TREE_PAUSE_NEW_MACHINE)
        tree_extend(t);
    t->pause = TREE_PAUSE_NONE;
    squad_widen(s);
}

/* False: enough states were seen. */
static inline bool squad_resolve(squad *s)
{
    pause_reason met = (pause_reason)s->team.pause;
    s->pauses_met[met]++;
    s->team.pause = PAUSE_NONE;
    assert_int_not_equal(met, PAUSE_DISK);
    assert_int_not_equal(met, PAUSE_STEP);
    if (met == PAUSE_TREE)
        squad_resolve_tree(s);
    if (met == PAUSE_VISITED_FULL ||
        visited_is_crowded(s->team.visited, s->team.states))
        assert_true(visited_grow(s->team.visited, 2, 1));
    return met != PAUSE_STATE_LIMIT;
}

static inline void squad_work(void *context, unsigned index)
{
    const squad *s = context;
    worker_run(s->workers[index]);
}

/* Until all is done (true), or enough states were seen, or after PAUSES. */
static inline bool squad_run(squad *s, unsigned pauses)
{
    for (unsigned i = 0; pauses == 0 || i < pauses; i++) {
        if (level_count(s->team.now) == 0)
            squad_next_level(s);
        if (level_count(s->team.now) == 0) {
            s->team.depth--;
            assert_true(visited_check(s->team.visited));
            assert_true(visited_count(s->team.visited) == s->team.states);
            return true;
        }
        s->team.must_end = false;
        if (s->o.workers > 1)
            thread_fork_join(s->o.workers, squad_work, s);
        else
            worker_run(s->workers[0]);
        if (!squad_resolve(s))
            return false;
    }
    return false;
}

static inline void squad_expect(const squad *s, const reach_counts *n)
{
    assert_int_equal(s->team.states, n->states);
    assert_int_equal(s->team.transitions, n->transitions);
    assert_int_equal(s->team.terminal, n->terminal);
}

#endif
