/* rank_fixture.h -- all states of one small system as two ranks know them: with the
 * same content, but with other ids of values, machines and tree nodes. */
#ifndef RANK_FIXTURE_H
#define RANK_FIXTURE_H

#include "engine/explore/worker.h"
#include "reach_fixture.h"

/* Machines 1.1 and 1.2 create machines on the way, in either order. */
static const char rank_program[] =
    "event eGo: int;\n"
    "machine Main { start state S { entry {\n"
    "  send new C(1), eGo, 1; send new C(1), eGo, 2; } } }\n"
    "machine C { var left: int; var others: seq[C]; start state S {\n"
    "  entry (n: int) { left = n; }\n"
    "  on eGo do (n: int) {\n"
    "    if (left > 0) {\n"
    "      others += (0, new C(left - 1));\n"
    "      if ($) { send others[0], eGo, n; }\n"
    "      if (n < 3) { send this, eGo, n + 1; }\n"
    "    } } } }\n";

typedef enum rank_kind {
    RANK_USUAL,
    RANK_OTHER,    /* other ids, and the leaves of each side in another order */
    RANK_NEWCOMER, /* knows three machines */
} rank_kind;

typedef struct rank_view {
    rank_kind kind;
    reach r;
    team team; /* its tree and its lock alone are used */
    VEC(uint64_t) keys;
    VEC(uint64_t) contents; /* of the states, by key: the same on every rank */
} rank_view;

/* Expands all states, the newest first or the oldest first; a newcomer stops when it
 * knows some machines. */
static inline void rank_expand(rank_view *v)
{
    VEC(uint32_t) todo = {0};
    uint32_t met = 0;
    size_t at = 0;
    system_state from = {0};
    successors next = {0};
    for (;;) {
        while (met < intern_count(&v->r.rows))
            vec_push(&todo, met++);
        if (at == todo.len ||
            (v->kind == RANK_NEWCOMER && v->r.m.c->vals.names.machines.len > 2))
            break;
        uint32_t i = v->kind == RANK_OTHER ? todo.data[--todo.len] : todo.data[at++];
        reach_row(&v->r, i, &from);
        reach_successors(&v->r, &from, &next);
    }
    vec_free(&todo);
    vec_free(&from);
    vec_free(&next);
}

/* Without a tree. */
static inline void rank_begin(rank_view *v, rank_kind kind)
{
    *v = (rank_view){.kind = kind};
    reach_begin(&v->r, rank_program, &(core_options){.network = NET_BAG});
    if (kind == RANK_OTHER)
        for (int i = 0; i < 20; i++)
            value_int(&v->r.m.c->vals, 2000000000 + i);
    rank_expand(v);
    pthread_mutex_init(&v->team.tree_lock, NULL);
}

/* Joins the environment (number 0) and machines by name, in halves or one by one. */
static inline uint32_t rank_join(const rank_view *v, size_t first, size_t end,
                                 tree_layout *out)
{
    const machine_id *sorted = v->r.m.c->vals.names.sorted.data;
    tree_join j = {.cid = first == 0 ? COMPONENT_ENV : sorted[first - 1]};
    if (end - first > 1) {
        j.cid = COMPONENT_NONE;
        if (v->kind == RANK_OTHER) {
            j.left = rank_join(v, first + 1, end, out);
            j.right = rank_join(v, first, first + 1, out);
        } else {
            size_t middle = first + (end - first) / 2;
            j.left = rank_join(v, first, middle, out);
            j.right = rank_join(v, middle, end, out);
        }
    }
    vec_push(out, j);
    return (uint32_t)out->len - 1;
}

/* On all ranks, the environment and machines 1 and 1.1 are the left side. */
static inline void rank_layout(const rank_view *v, tree_layout *out)
{
    tree_join root = {.cid = COMPONENT_NONE};
    root.left = rank_join(v, 0, 3, out);
    root.right = rank_join(v, 3, v->r.m.c->vals.names.sorted.len + 1, out);
    vec_push(out, root);
}

static inline uint64_t rank_content(rank_view *v, uint64_t key)
{
    system_state row = {0};
    tree_decode(v->team.tree, key, &row);
    uint64_t content = system_hash(v->r.m.c, &row);
    vec_free(&row);
    return content;
}

/* Encodes all states with a new tree. */
static inline void rank_set_tree(rank_view *v)
{
    system_state row = {0};
    tree_layout layout = {0};
    rank_layout(v, &layout);
    v->team.tree = tree_new(v->r.m.c, &layout, 4);
    vec_free(&layout);
    for (uint32_t i = 0; i < intern_count(&v->r.rows); i++) {
        reach_row(&v->r, i, &row);
        vec_push(&v->keys, tree_encode(v->team.tree, &row));
        vec_push(&v->contents, system_hash(v->r.m.c, &row));
    }
    vec_free(&row);
}

static inline void rank_end(rank_view *v)
{
    if (v->team.tree != NULL)
        assert_true(tree_check(v->team.tree));
    tree_free(v->team.tree);
    pthread_mutex_destroy(&v->team.tree_lock);
    vec_free(&v->keys);
    vec_free(&v->contents);
    reach_end(&v->r);
}

#endif
