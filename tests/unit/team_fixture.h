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
    team m;
    trail trail;
    worker *workers[SQUAD_MOST];
    VEC(uint64_t) keys;      /* in order: by number of the state */
    _Atomic unsigned faults; /* that were seen */
    _Atomic unsigned asked;
    unsigned pause_every; /* so many chunks of worker 0; 0: never */
    unsigned walls[WALL_STATE_LIMIT + 1];
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
    assert_true(visited_has(s->m.seen, key));
}

static inline bool squad_is_over(void *context)
{
    squad *s = context;
    s->asked++;
    return visited_is_crowded(s->m.seen, s->m.states) ||
           (s->pause_every > 0 && s->asked % s->pause_every == 0);
}

static inline level *squad_level(const squad *s)
{
    const level_options o = {.budget = SIZE_MAX, .keeps_order = s->o.in_order};
    return level_new(s->m.pool, &o);
}

/* Without a tree and without visited states. */
static inline void squad_init(squad *s, core *c, const squad_options *o)
{
    *s = (squad){.o = *o, .c = c};
    team *m = &s->m;
    pthread_mutex_init(&m->tree_lock, NULL);
    m->pool = chunk_pool_new();
    m->now = squad_level(s);
    m->next = squad_level(s);
    m->cache_bits = o->cache_bits;
    m->keys_per_chunk = o->chunk_keys;
    m->max_states = o->max_states;
    m->goes_on = true;
    m->may_leave_mail = true;
    m->see_fault = squad_see_fault;
    m->is_over = squad_is_over;
    m->context = s;
    m->trail = o->in_order ? &s->trail : NULL;
    m->see = o->in_order ? squad_see : NULL;
    for (unsigned i = 0; i < o->workers; i++)
        s->workers[i] = worker_new(m, i);
}

static inline void squad_fini(squad *s)
{
    for (unsigned i = 0; i < s->o.workers; i++)
        worker_free(s->workers[i]);
    if (s->m.t != NULL)
        tree_check(s->m.t);
    tree_free(s->m.t);
    visited_free(s->m.seen);
    level_free(s->m.now);
    level_free(s->m.next);
    chunk_pool_free(s->m.pool);
    trail_fini(&s->trail);
    vec_free(&s->keys);
    pthread_mutex_destroy(&s->m.tree_lock);
}

static inline void squad_set_limits(squad *s)
{
    tree_set_limit(s->m.t, TREE_LEFT, s->m.seen->left_bits);
    tree_set_limit(s->m.t, TREE_RIGHT, s->m.seen->right_bits);
}

static inline void squad_next_level(squad *s)
{
    level *done = s->m.now;
    s->m.now = s->m.next;
    s->m.next = done;
    s->m.depth++;
}

static inline void squad_begin(squad *s)
{
    tree_shape shape = {0};
    system_state start = {0};
    move_result r;
    system_start(s->c, &start, &r);
    tree_shape_balanced(s->c, &shape);
    s->m.t = tree_new(s->c, &shape, s->o.cache_bits);
    s->m.seen = visited_new(s->o.id_bits, s->o.id_bits, 0);
    squad_set_limits(s);
    assert_true(worker_add_first(s->workers[0], tree_encode(s->m.t, &start)));
    squad_next_level(s);
    s->m.depth = 0;
    vec_free(&start);
    vec_free(&shape);
}

static inline void squad_widen(squad *s)
{
    unsigned bits[2] = {s->m.seen->left_bits, s->m.seen->right_bits};
    for (int side = 0; side < 2; side++)
        while (tree_count(s->m.t, side) >> bits[side] != 0)
            bits[side]++;
    assert_true(visited_widen(s->m.seen, bits[0], bits[1]));
    squad_set_limits(s);
}

static inline void squad_mend_tree(squad *s)
{
    tree *t = s->m.t;
    assert_int_not_equal(t->wall, TREE_TOO_MANY);
    assert_int_not_equal(t->wall, TREE_OPEN);
    if (t->wall == TREE_NEW_MACHINE)
        tree_extend(t);
    t->wall = TREE_OPEN;
    squad_widen(s);
}

/* False: enough states were seen. */
static inline bool squad_mend(squad *s)
{
    wall met = (wall)s->m.wall;
    s->walls[met]++;
    s->m.wall = WALL_NONE;
    assert_int_not_equal(met, WALL_DISK);
    assert_int_not_equal(met, WALL_STEP);
    if (met == WALL_TREE)
        squad_mend_tree(s);
    if (met == WALL_VISITED || visited_is_crowded(s->m.seen, s->m.states))
        assert_true(visited_grow(s->m.seen, 2, 1));
    return met != WALL_STATE_LIMIT;
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
        if (level_count(s->m.now) == 0)
            squad_next_level(s);
        if (level_count(s->m.now) == 0) {
            s->m.depth--;
            assert_true(visited_check(s->m.seen));
            assert_true(visited_count(s->m.seen) == s->m.states);
            return true;
        }
        s->m.must_end = false;
        if (s->o.workers > 1)
            thread_fork_join(s->o.workers, squad_work, s);
        else
            worker_run(s->workers[0]);
        if (!squad_mend(s))
            return false;
    }
    return false;
}

static inline void squad_expect(const squad *s, const reach_counts *n)
{
    assert_int_equal(s->m.states, n->states);
    assert_int_equal(s->m.transitions, n->transitions);
    assert_int_equal(s->m.terminal, n->terminal);
}

#endif
