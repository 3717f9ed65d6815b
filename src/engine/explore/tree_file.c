/* Saving and loading a tree.  Records are saved by id, so interning them
 * again in that order gives the same ids; load_records refuses a file where it does
 * not. */
#include "engine/explore/tree_private.h"

#include "core/vet.h"

/* ---- Saving ---- */

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

/* ---- Loading ---- */

/* A record of a leaf is a component that the core can continue from; one of an inner
 * node has ids of the children. */
static bool record_is_right(const tree *t, const tree_node *n, const uint32_t *both)
{
    if (both[0] == 0 && both[1] == 0)
        return false;
    if (n->cid == COMPONENT_NONE)
        return both[0] < t->nodes.data[n->left].records.count &&
               both[1] < t->nodes.data[n->right].records.count;
    const values *v = &t->c->vals;
    return (both[0] == VALUE_NULL || values_has(v, both[0])) &&
           (both[1] == VALUE_NULL || values_has(v, both[1])) &&
           vet_component(t->c, n->cid, (component){both[0], both[1]});
}

static bool load_records(tree *t, uint32_t node, uint32_t count, savefile *f)
{
    for (uint32_t id = 1; id < count; id++) {
        uint32_t both[2];
        if (!savefile_get(f, both, sizeof both) ||
            !record_is_right(t, &t->nodes.data[node], both) ||
            tree_intern_pair(t, node, both[0], both[1]) != id)
            return false;
    }
    return true;
}

/* A tree has leaves for all machines, and at most for so many more (tree_extend). */
static size_t most_leaves(const tree *t)
{
    return 6 * (t->c->vals.names.machines.len + 1);
}

/* A component has one leaf, and a machine without a name has no records. */
static bool leaf_is_right(const tree *t, component_id cid, uint32_t count)
{
    if (t->leaves >= most_leaves(t))
        return false;
    if (cid == COMPONENT_ENV) {
        vec_each (n, &t->nodes)
            if (n->cid == COMPONENT_ENV)
                return false;
        return true;
    }
    uint32_t machine = cid & ~COMPONENT_INBOX_BIT;
    return machine < most_leaves(t) && tree_position(t, cid) == TREE_NOWHERE &&
           (machine < t->c->vals.names.machines.len || count == 1);
}

/* Functions over trees recurse. */
enum { DEEPEST = 1000 };

typedef VEC(uint32_t) depth_list; /* by node */

static bool inner_is_right(const tree *t, uint32_t node, const uint32_t *p,
                           depth_list *depths)
{
    if (p[1] >= node || p[2] >= node ||
        t->nodes.data[p[1]].end != t->nodes.data[p[2]].first)
        return false;
    uint32_t left = depths->data[p[1]];
    uint32_t right = depths->data[p[2]];
    depths->data[node] = (left > right ? left : right) + 1;
    return depths->data[node] <= DEEPEST;
}

/* Nodes come after their children, in the order in which they were added. */
static bool load_node(tree *t, uint32_t node, depth_list *depths, savefile *f)
{
    uint32_t p[4];
    vec_push(depths, 0);
    if (!savefile_get(f, p, sizeof p))
        return false;
    if (p[0] != COMPONENT_NONE && leaf_is_right(t, p[0], p[3]))
        tree_add_leaf(t, p[0]);
    else if (p[0] == COMPONENT_NONE && inner_is_right(t, node, p, depths))
        tree_add_inner(t, p[1], p[2]);
    else
        return false;
    return load_records(t, node, p[3], f);
}

static bool load_nodes(tree *t, uint64_t count, savefile *f)
{
    depth_list depths = {0};
    bool ok = count <= 2 * most_leaves(t);
    for (uint32_t node = 0; ok && node < count; node++)
        ok = load_node(t, node, &depths, f);
    vec_free(&depths);
    return ok && tree_check_nodes(t);
}

tree *tree_load(core *c, unsigned cache_bits, savefile *f)
{
    uint64_t nodes;
    uint64_t side[2];
    if (!savefile_get_number(f, &nodes) || !savefile_get_number(f, &side[0]) ||
        !savefile_get_number(f, &side[1]) || side[0] >= nodes || side[1] >= nodes ||
        side[0] > UINT32_MAX || side[1] > UINT32_MAX)
        return NULL;
    tree *t = tree_new_empty(c, cache_bits);
    t->side[TREE_LEFT] = (uint32_t)side[0];
    t->side[TREE_RIGHT] = (uint32_t)side[1];
    if (load_nodes(t, nodes, f))
        return t;
    tree_free(t);
    return NULL;
}
