/* Saving and loading a tree.  Records are saved by id, so interning them
 * again in that order gives the same ids; load_records refuses a file where it does
 * not. */
#include "engine/explore/tree_private.h"

void tree_save(const tree *t, savefile *f)
{
    savefile_put_number(f, t->nodes.len);
    savefile_put_number(f, t->side[TREE_LEFT]);
    savefile_put_number(f, t->side[TREE_RIGHT]);
    vec_each (n, &t->nodes) {
        const uint32_t components[4] = {n->cid, n->left, n->right, n->records.count};
        savefile_put(f, components, sizeof components);
        for (uint32_t id = 1; id < n->records.count; id++) {
            const tree_record *r = shelf_at(&n->records, id);
            const uint32_t both[2] = {r->left, r->right};
            savefile_put(f, both, sizeof both);
        }
    }
}

static bool load_records(tree *t, uint32_t node, uint32_t count, savefile *f)
{
    for (uint32_t id = 1; id < count; id++) {
        uint32_t both[2];
        if (!savefile_get(f, both, sizeof both) ||
            tree_intern_pair(t, node, both[0], both[1]) != id)
            return false;
    }
    return true;
}

/* Nodes come after their children, in the order in which they were added. */
static bool load_node(tree *t, uint32_t node, savefile *f)
{
    uint32_t p[4];
    if (!savefile_get(f, p, sizeof p))
        return false;
    if (p[0] != COMPONENT_NONE)
        tree_add_leaf(t, p[0]);
    else if (p[1] < node && p[2] < node &&
             t->nodes.data[p[1]].end == t->nodes.data[p[2]].first)
        tree_add_inner(t, p[1], p[2]);
    else
        return false;
    return load_records(t, node, p[3], f);
}

tree *tree_load(core *c, unsigned cache_bits, savefile *f)
{
    uint64_t nodes;
    uint64_t side[2];
    if (!savefile_get_number(f, &nodes) || !savefile_get_number(f, &side[0]) ||
        !savefile_get_number(f, &side[1]) || side[0] >= nodes || side[1] >= nodes)
        return NULL;
    tree *t = tree_new_empty(c, cache_bits);
    t->side[TREE_LEFT] = (uint32_t)side[0];
    t->side[TREE_RIGHT] = (uint32_t)side[1];
    for (uint32_t node = 0; node < nodes; node++)
        if (!load_node(t, node, f)) {
            tree_free(t);
            return NULL;
        }
    return t;
}
