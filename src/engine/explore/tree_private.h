/* tree_private.h -- the internals of a tree: for the files that implement it.
 *
 *   tree.c        layouts, nodes and ids; states
 *   tree_moves.c  transitions: lists and applies
 *   tree_file.c   saving and loading
 *   tree_check.c  the invariants of all of it
 */
#ifndef EXPLORE_TREE_PRIVATE_H
#define EXPLORE_TREE_PRIVATE_H

#include "base/hash.h"
#include "engine/explore/tree.h"

/* In place of the requests of an entry: the id is that of a list in `many`. */
#define TREE_MANY (1u << 30)

tree *tree_new_empty(core *c, unsigned cache_bits); /* without nodes */

/* Nodes are added from left to right, children before their parent. */
uint32_t tree_add_leaf(tree *t, component_id cid);
uint32_t tree_add_inner(tree *t, uint32_t left, uint32_t right);

/* The id of a pair at a node, which is added if it is new; the id of (0, 0) is 0. */
uint32_t tree_intern_pair(tree *t, uint32_t node, uint32_t left, uint32_t right);

/* The invariants of nodes, without their records. */
bool tree_check_nodes(const tree *t);

/* The bucket where the search for a pair begins, by linear probing; and the index at
 * which it ends: the pair's, or an empty one. */
static inline const uint32_t *tree_map_bucket(const tree_node *n, uint32_t left,
                                              uint32_t right)
{
    return &n->map[hash_u64(tree_key(left, right)) & (n->map_size - 1)];
}

static inline size_t tree_map_find(const tree_node *n, uint32_t left, uint32_t right)
{
    size_t mask = n->map_size - 1;
    size_t i = (size_t)(tree_map_bucket(n, left, right) - n->map);
    while (n->map[i] != 0) {
        const tree_record *r = shelf_at(&n->records, n->map[i]);
        if (r->left == left && r->right == right)
            break;
        i = (i + 1) & mask;
    }
    return i;
}

static inline component tree_component(const tree *t, uint32_t node, uint32_t id)
{
    const tree_record *r = tree_at(t, node, id);
    return (component){r->left, r->right};
}

#endif
