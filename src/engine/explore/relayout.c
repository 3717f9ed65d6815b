#include "engine/explore/relayout.h"

typedef struct move {
    const tree *from;
    tree *to;
    chunk_pool *pool;
    visited *visited;
    level *level; /* that keys are added to */
    system_state row;
    VEC(uint64_t) keys; /* of visited states, in the new tree */
} move;

static uint64_t translate(move *v, uint64_t key)
{
    tree_decode(v->from, key, &v->row);
    return tree_encode(v->to, &v->row);
}

static void move_visited(void *context, uint64_t key)
{
    move *v = context;
    vec_push(&v->keys, translate(v, key));
}

static status move_keys(void *context, const uint64_t *keys, uint32_t count)
{
    move *v = context;
    key_chunk *chunk = chunk_get(v->pool);
    for (uint32_t i = 0; i < count; i++)
        chunk->keys[chunk->count++] = translate(v, keys[i]);
    return level_add(v->level, chunk);
}

static bool move_level(move *v, level *from, level *to)
{
    v->level = to;
    return level_each(from, move_keys, v) == ST_OK;
}

static unsigned width_of(const tree *t, int side, unsigned bits)
{
    while (bits < 32 && tree_count(t, side) >> bits != 0)
        bits++;
    return bits;
}

/* All ids exist by now, so their widths are known. */
static bool make_visited(move *v, unsigned id_bits)
{
    v->visited = visited_new(width_of(v->to, TREE_LEFT, id_bits),
                             width_of(v->to, TREE_RIGHT, id_bits), v->keys.len);
    if (v->visited == NULL)
        return false;
    vec_each (key, &v->keys) {
        visited_answer a = visited_add(v->visited, visited_prepare(v->visited, *key));
        assert(a != VISITED_OLD); /* different states have different keys */
        if (a != VISITED_NEW)
            return false;
    }
    return true;
}

bool relayout_move(team *m, tree *to, level *now, level *next, unsigned id_bits)
{
    assert(m->visited != NULL && m->bitstate == NULL && m->parents == NULL);
    move v = {.from = m->tree, .to = to, .pool = m->pool};
    visited_each(m->visited, move_visited, &v);
    bool ok = make_visited(&v, id_bits) && move_level(&v, m->now, now) &&
              move_level(&v, m->next, next) && to->pause == TREE_PAUSE_NONE;
    tree_free(ok ? m->tree : to);
    visited_free(ok ? m->visited : v.visited);
    level_free(ok ? m->now : now);
    level_free(ok ? m->next : next);
    if (ok) {
        m->tree = to;
        m->visited = v.visited;
        m->now = now;
        m->next = next;
    }
    vec_free(&v.keys);
    vec_free(&v.row);
    return ok;
}
