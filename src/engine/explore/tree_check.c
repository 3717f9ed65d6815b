/* The invariants of a tree.
 *
 *   - Nodes: a child comes before its parent and has no other parent.  The leaves below
 *     a node are those below its left child, then those below its right child.  The
 *     leaf at a position is that of the component which has this position.
 *   - Records: each pair has one id, the map finds it, and (0, 0) has id 0 alone.  The
 *     ids in a pair are ids of the children.
 *   - Lists: a list of an inner node was made after those of its children.  An entry is
 *     a violation, or leads to an id of the node.
 *   - Caches: an entry lies where a search for it looks.
 */
#include "engine/explore/tree_private.h"

static const tree_node *node_at(const tree *t, uint32_t node)
{
    return &t->nodes.data[node];
}

/* ---- Nodes ---- */

static bool leaf_is_right(const tree *t, const tree_node *n)
{
    return n->end == n->first + 1 && tree_position(t, n->cid) == n->first;
}

static bool inner_is_right(const tree *t, uint32_t node)
{
    const tree_node *n = node_at(t, node);
    if (n->left >= node || n->right >= node)
        return false;
    const tree_node *left = node_at(t, n->left);
    const tree_node *right = node_at(t, n->right);
    return n->first == left->first && left->end == right->first && right->end == n->end;
}

static bool sides_are_right(const tree *t)
{
    const tree_node *left = node_at(t, t->side[TREE_LEFT]);
    const tree_node *right = node_at(t, t->side[TREE_RIGHT]);
    return left->first == 0 && left->end == right->first && right->end == t->leaves;
}

/* Since ranges of leaves are right, a tree of N leaves has each node below one parent
 * if and only if it has 2 N - 2 nodes below the root. */
static bool count_is_right(const tree *t)
{
    return t->nodes.len == 2 * (size_t)t->leaves - 2;
}

/* ---- Records ---- */

static bool pair_is_right(const tree *t, const tree_node *n, uint32_t id)
{
    const tree_record *r = shelf_at(&n->records, id);
    if ((r->left == 0 && r->right == 0) != (id == 0))
        return false;
    if (id > 0 && n->map[tree_map_find(n, r->left, r->right)] != id)
        return false;
    return n->cid != COMPONENT_NONE || (r->left < node_at(t, n->left)->records.count &&
                                        r->right < node_at(t, n->right)->records.count);
}

static bool map_is_right(const tree_node *n)
{
    uint32_t count = 1; /* id 0 is not in the map */
    for (size_t i = 0; i < n->map_size; i++)
        count += n->map[i] != 0;
    return count == n->records.count && (n->map_size & (n->map_size - 1)) == 0 &&
           count <= n->map_size / 4 * 3 + 1; /* over a half: see grow_map */
}

/* ---- Lists and caches ---- */

static bool entry_is_right(const tree_node *n, tree_entry e)
{
    if (e.requests == TREE_FAULT)
        return e.id == 0;
    return e.requests < TREE_MANY && e.id < n->records.count;
}

static bool has_list(const tree *t, uint32_t node, uint32_t id)
{
    return tree_at(t, node, id)->list != 0;
}

static bool list_is_right(const tree *t, const tree_node *n, const tree_record *r)
{
    if (r->list == 0)
        return true;
    if (n->cid == COMPONENT_NONE &&
        (!has_list(t, n->left, r->left) || !has_list(t, n->right, r->right)))
        return false;
    uint32_t count = r->info >> TREE_TRAIT_BITS;
    bool is_urgent = r->info & TRAIT_URGENT;
    if (r->list <= (uint32_t)is_urgent || count > t->entries.count ||
        r->list - 1 > t->entries.count - count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!entry_is_right(n, tree_entries(t, r->list)[i]))
            return false;
    return true;
}

static bool cached_is_right(const tree *t, const tree_node *n, size_t i)
{
    const tree_cached *x = &n->cache[i];
    if (x->requests == 0)
        return true;
    if (x->id >= n->records.count ||
        (hash_u64(tree_key(x->id, x->requests)) & (n->cache_size - 1)) != i)
        return false;
    if (x->result.requests != TREE_MANY)
        return entry_is_right(n, x->result);
    if (x->result.id >= intern_count(&t->many))
        return false;
    const tree_entry *first = (const void *)intern_text(&t->many, x->result.id);
    for (uint32_t k = 1; k <= first->id; k++)
        if (!entry_is_right(n, first[k]))
            return false;
    return true;
}

/* ---- All of it ---- */

static bool place_is_right(const tree *t, uint32_t node)
{
    const tree_node *n = node_at(t, node);
    if (n->first >= n->end || n->end > t->leaves)
        return false;
    return n->cid != COMPONENT_NONE ? leaf_is_right(t, n) : inner_is_right(t, node);
}

bool tree_check_nodes(const tree *t)
{
    if (t->side[TREE_LEFT] >= t->nodes.len || t->side[TREE_RIGHT] >= t->nodes.len ||
        !sides_are_right(t) || !count_is_right(t))
        return false;
    for (uint32_t node = 0; node < t->nodes.len; node++)
        if (!place_is_right(t, node))
            return false;
    return true;
}

static bool node_is_right(const tree *t, uint32_t node)
{
    const tree_node *n = node_at(t, node);
    for (uint32_t id = 0; id < n->records.count; id++)
        if (!pair_is_right(t, n, id) || !list_is_right(t, n, shelf_at(&n->records, id)))
            return false;
    for (size_t i = 0; i < n->cache_size; i++)
        if (!cached_is_right(t, n, i))
            return false;
    return map_is_right(n);
}

bool tree_check(const tree *t)
{
    if (!tree_check_nodes(t))
        return false;
    for (uint32_t node = 0; node < t->nodes.len; node++)
        if (!node_is_right(t, node))
            return false;
    return true;
}
