#include "engine/explore/checkpoint_check.h"

#include "engine/explore/presence.h"

typedef struct checking {
    team *m;
    uint64_t left_ids;
    uint64_t right_ids;
    uint64_t bad;  /* keys that are no states */
    visited *seen; /* the states that wait */
    presence *present;
} checking;

/* ---- Visited states ---- */

static bool is_pair(const checking *k, uint64_t key)
{
    return key >> 32 < k->left_ids && (uint32_t)key < k->right_ids;
}

static void check_visited(void *context, uint64_t key)
{
    checking *k = context;
    k->bad += !is_pair(k, key);
}

static bool visited_are_right(checking *k)
{
    visited_each(k->m->visited, check_visited, k);
    return k->bad == 0 && visited_count(k->m->visited) == k->m->states;
}

/* ---- Levels ---- */

static bool waits_once(checking *k, uint64_t key)
{
    visited_answer a = visited_add(k->seen, visited_prepare(k->seen, key));
    return a == VISITED_NEW;
}

static status check_keys(void *context, const uint64_t *keys, uint32_t count)
{
    checking *k = context;
    const visited *set = k->m->visited;
    for (uint32_t i = 0; i < count; i++)
        if (!is_pair(k, keys[i]) || !visited_fits(set, keys[i]) ||
            !visited_has(set, keys[i]) || !waits_once(k, keys[i]) ||
            !presence_is_right(k->present, keys[i]))
            return ST_USAGE;
    return ST_OK;
}

static bool levels_are_right(checking *k)
{
    const visited *set = k->m->visited;
    uint64_t waiting = level_count(k->m->now) + level_count(k->m->next);
    if (waiting > k->m->states)
        return false;
    k->seen = visited_new(set->left_bits, set->right_bits, waiting);
    return k->seen != NULL && level_each(k->m->now, check_keys, k) == ST_OK &&
           level_each(k->m->next, check_keys, k) == ST_OK;
}

/* ---- Counts ---- */

/* A state that was expanded in part still waits, and its transitions do not count yet:
 * there may be fewer of them than states. */
static bool counts_are_right(team *m)
{
    const uint64_t most_ms = (uint64_t)1 << 53;
    uint64_t waiting = level_count(m->now) + level_count(m->next);
    return m->states > 0 && m->transitions < UINT64_MAX / 2 &&
           m->terminal <= m->states - waiting && m->depth < m->states &&
           m->spent_ms < most_ms;
}

bool checkpoint_is_consistent(team *m)
{
    checking k = {.m = m,
                  .left_ids = tree_count(m->tree, TREE_LEFT),
                  .right_ids = tree_count(m->tree, TREE_RIGHT)};
    bool ok = visited_are_right(&k);
    if (ok)
        k.present = presence_new(m->tree);
    ok = ok && levels_are_right(&k) && counts_are_right(m);
    presence_free(k.present);
    visited_free(k.seen);
    return ok;
}
