/* Nodes, ids and states of a tree.
 *
 * Ids are given in the order in which pairs are found, and never change: nodes only
 * grow.  A node's map finds the id of a pair, its records the pair of an id.  So decode
 * after encode is the identity, and two states have the same key only if all their
 * components are equal.  A new machine adds a subtree next to the right side; the ids
 * that the right side had stay valid, see widen_side.
 */
#include "engine/explore/tree_private.h"

#include "base/invariant.h"
#include "core/env.h"

#include <string.h>

/* ---- Layouts ---- */

static uint32_t join_range(const uint32_t *cids, size_t count, tree_layout *out)
{
    assert(count > 0);
    tree_join j = {.cid = count == 1 ? cids[0] : COMPONENT_NONE};
    if (count > 1) {
        j.left = join_range(cids, count / 2, out);
        j.right = join_range(cids + count / 2, count - count / 2, out);
    }
    vec_push(out, j);
    return (uint32_t)out->len - 1;
}

static void push_layout(const uint32_t *cids, size_t count, tree_layout *out)
{
    size_t half = count / 2;
    tree_join root = {.cid = COMPONENT_NONE};
    root.left = join_range(cids, half, out);
    root.right = join_range(cids + half, count - half, out);
    vec_push(out, root);
}

void tree_layout_balanced(const core *c, tree_layout *out)
{
    VEC(uint32_t) cids = {0};
    vec_push(&cids, COMPONENT_ENV);
    vec_each (cid, &c->vals.names.sorted) {
        vec_push(&cids, *cid);
        if (inbox_is_apart(c, *cid))
            vec_push(&cids, *cid | COMPONENT_INBOX_BIT);
    }
    vec_clear(out);
    push_layout(cids.data, cids.len, out);
    vec_free(&cids);
}

static bool is_known(const tree *t, component_id cid)
{
    uint32_t known = (uint32_t)t->c->vals.names.machines.len;
    uint32_t machine = cid & ~COMPONENT_INBOX_BIT;
    return cid == COMPONENT_ENV || cid < known ||
           (component_is_inbox(cid) && machine < known &&
            inbox_is_apart(t->c, machine));
}

/* Adds the layout below NODE, without leaves of machines that the core does not know.
 * True: its top is the last node added; false: it is empty. */
static bool push_known(const tree *t, uint32_t node, tree_layout *out)
{
    const tree_node *n = &t->nodes.data[node];
    tree_join j = {.cid = n->cid};
    if (n->cid != COMPONENT_NONE) {
        if (is_known(t, n->cid))
            vec_push(out, j);
        return is_known(t, n->cid);
    }
    bool has_left = push_known(t, n->left, out);
    j.left = (uint32_t)out->len - 1;
    bool has_right = push_known(t, n->right, out);
    j.right = (uint32_t)out->len - 1;
    if (has_left && has_right)
        vec_push(out, j);
    return has_left || has_right;
}

void tree_layout_of(const tree *t, tree_layout *out)
{
    tree_join root = {.cid = COMPONENT_NONE};
    vec_clear(out);
    bool has_left = push_known(t, t->side[TREE_LEFT], out);
    root.left = (uint32_t)out->len - 1;
    bool has_right = push_known(t, t->side[TREE_RIGHT], out);
    root.right = (uint32_t)out->len - 1;
    if (has_left && has_right)
        vec_push(out, root);
    else
        tree_layout_balanced(t->c, out);
}

/* ---- Nodes ---- */

enum { FIRST_MAP = 16 };

static void set_position(tree *t, component_id cid, uint32_t position)
{
    uint32_t machine = cid & ~COMPONENT_INBOX_BIT;
    if (cid == COMPONENT_ENV) {
        t->env_position = position;
        return;
    }
    while (t->position.len <= machine) {
        vec_push(&t->position, 0);
        vec_push(&t->inbox_position, 0);
    }
    uint32_t *of = component_is_inbox(cid) ? t->inbox_position.data : t->position.data;
    of[machine] = position + 1;
}

static uint32_t add_node(tree *t, tree_node n)
{
    shelf_init(&n.records, sizeof(tree_record));
    shelf_add(&n.records, 1); /* id 0: no component */
    n.id_limit = SHELF_MAX;
    n.map_size = FIRST_MAP;
    n.map = mem_alloc(n.map_size * sizeof *n.map);
    vec_push(&t->nodes, n);
    return (uint32_t)t->nodes.len - 1;
}

uint32_t tree_add_leaf(tree *t, component_id cid)
{
    set_position(t, cid, t->leaves);
    assert(tree_position(t, cid) == t->leaves);
    tree_node n = {.cid = cid, .first = t->leaves, .end = t->leaves + 1};
    t->leaves++;
    return add_node(t, n);
}

uint32_t tree_add_inner(tree *t, uint32_t left, uint32_t right)
{
    assert(t->nodes.data[left].end == t->nodes.data[right].first);
    tree_node n = {.cid = COMPONENT_NONE,
                   .left = left,
                   .right = right,
                   .first = t->nodes.data[left].first,
                   .end = t->nodes.data[right].end};
    return add_node(t, n);
}

/* Positions go from left to right, so children are made before their parent. */
static uint32_t add_layout(tree *t, const tree_layout *layout, uint32_t at)
{
    const tree_join *j = vec_at(layout, at);
    if (j->cid != COMPONENT_NONE)
        return tree_add_leaf(t, j->cid);
    uint32_t left = add_layout(t, layout, j->left);
    return tree_add_inner(t, left, add_layout(t, layout, j->right));
}

tree *tree_new_empty(core *c, unsigned cache_bits)
{
    assert(component_is_separable(c));
    tree *t = mem_alloc(sizeof *t);
    t->c = c;
    t->cache_bits = cache_bits;
    shelf_init(&t->entries, sizeof(tree_entry));
    shelf_add(&t->entries, 1); /* index 0: where empty lists point to */
    intern_init(&t->many);
    return t;
}

tree *tree_new(core *c, const tree_layout *layout, unsigned cache_bits)
{
    assert(layout->len >= 3);
    tree *t = tree_new_empty(c, cache_bits);
    const tree_join *root = vec_last(layout);
    assert(root->cid == COMPONENT_NONE);
    t->side[TREE_LEFT] = add_layout(t, layout, root->left);
    t->side[TREE_RIGHT] = add_layout(t, layout, root->right);
    return t;
}

void tree_free(tree *t)
{
    if (t == NULL)
        return;
    vec_each (n, &t->nodes) {
        shelf_fini(&n->records);
        mem_free(n->map, n->map_size * sizeof *n->map);
        mem_free(n->cache, n->cache_size * sizeof *n->cache);
    }
    vec_free(&t->nodes);
    vec_free(&t->position);
    vec_free(&t->inbox_position);
    vec_free(&t->stack);
    shelf_fini(&t->entries);
    intern_fini(&t->many);
    mem_free(t, sizeof *t);
}

void tree_set_limit(tree *t, int side, unsigned bits)
{
    assert(bits > 0 && bits <= 32);
    t->nodes.data[t->side[side]].id_limit = bits < 32 ? 1u << bits : SHELF_MAX;
}

uint32_t tree_count(const tree *t, int side)
{
    return t->nodes.data[t->side[side]].records.count;
}

/* ---- Pairs ---- */

static size_t bucket_in(size_t size, const tree_record *r)
{
    return hash_u64(tree_key(r->left, r->right)) & (size - 1);
}

/* All pairs differ, so there is nothing to compare. */
static void put_in_map(uint32_t *map, size_t size, const tree_record *r, uint32_t id)
{
    size_t i = bucket_in(size, r);
    while (map[i] != 0)
        i = (i + 1) & (size - 1);
    map[i] = id;
}

/* Doubles the map of a node.  That may take a second, so it is given up if the search
 * is over and the map still has room for what the search adds before it ends. */
static void grow_map(tree *t, tree_node *n)
{
    enum { AHEAD = 16, NOW_AND_THEN = 32 }; /* the first entries fault pages in */
    uint32_t count = n->records.count;
    bool has_room = count < n->map_size / 4 * 3;
    if (has_room && t->c->was_stopped)
        return;
    size_t size = n->map_size * 2;
    uint32_t *map = mem_alloc(size * sizeof *map);
    for (uint32_t id = 1; id < count; id++) {
        if (id + AHEAD < count)
            __builtin_prefetch(&map[bucket_in(size, shelf_at(&n->records, id + AHEAD))],
                               1);
        put_in_map(map, size, shelf_at(&n->records, id), id);
        if (has_room && id % NOW_AND_THEN == 0 && core_is_over(t->c)) {
            mem_free(map, size * sizeof *map);
            return;
        }
    }
    mem_free(n->map, n->map_size * sizeof *n->map);
    n->map = map;
    n->map_size = size;
}

uint32_t tree_intern_pair(tree *t, uint32_t node, uint32_t left, uint32_t right)
{
    if (left == 0 && right == 0)
        return 0;
    tree_node *n = &t->nodes.data[node];
    size_t i = tree_map_find(n, left, right);
    if (n->map[i] != 0) {
        if (n->map[i] >= n->id_limit)
            t->pause = TREE_PAUSE_WIDE_ID;
        return n->map[i];
    }
    if (n->records.count >= SHELF_MAX - 1) {
        t->pause = TREE_PAUSE_TOO_MANY;
        return 0;
    }
    if (n->records.count >= n->map_size / 2) {
        grow_map(t, n);
        i = tree_map_find(n, left, right);
    }
    uint32_t id = shelf_add(&n->records, 1);
    assert(id > 0 && n->map[i] == 0);
    tree_record *r = shelf_at(&n->records, id);
    r->left = left;
    r->right = right;
    n->map[i] = id;
    if (id >= n->id_limit)
        t->pause = TREE_PAUSE_WIDE_ID;
    return id;
}

/* ---- States ---- */

static component component_in(const tree *t, const system_state *s, component_id cid)
{
    if (cid == COMPONENT_ENV)
        return (component){env_of_row(t->c, s->data, s->len), VALUE_NULL};
    uint32_t machine = cid & ~COMPONENT_INBOX_BIT;
    component p = {system_local(t->c, s, machine), system_outbox(t->c, s, machine)};
    component inbox = {VALUE_NULL, VALUE_NULL};
    if (p.local != VALUE_NULL && inbox_is_apart(t->c, machine))
        inbox.local = inbox_take_out(t->c, p.local, &p.local);
    return component_is_inbox(cid) ? inbox : p;
}

static uint32_t encode(tree *t, uint32_t node, const system_state *s)
{
    const tree_node *n = &t->nodes.data[node];
    if (n->cid != COMPONENT_NONE) {
        component p = component_in(t, s, n->cid);
        return tree_intern_pair(t, node, p.local, p.outbox);
    }
    uint32_t left = encode(t, n->left, s);
    return tree_intern_pair(t, node, left, encode(t, n->right, s));
}

uint64_t tree_encode(tree *t, const system_state *s)
{
    uint32_t left = encode(t, t->side[TREE_LEFT], s);
    return tree_key(left, encode(t, t->side[TREE_RIGHT], s));
}

typedef VEC(value) inbox_row; /* by component id */

static void decode(const tree *t, uint32_t node, uint32_t id, system_state *out)
{
    const tree_node *n = &t->nodes.data[node];
    if (id == 0)
        return;
    const tree_record *r = shelf_at(&n->records, id);
    if (n->cid == COMPONENT_NONE) {
        decode(t, n->left, r->left, out);
        decode(t, n->right, r->right, out);
    } else if (n->cid == COMPONENT_ENV) {
        value_view w = list_get(t->c, r->left);
        assert(w.count == env_items(t->c));
        memcpy(out->data, w.items, env_columns(t->c) * sizeof *w.items);
    } else if (!component_is_inbox(n->cid)) {
        value *columns = &out->data[env_columns(t->c) + 2 * n->cid];
        columns[0] = r->left;
        columns[1] = r->right;
    }
}

static void decode_inbox(void *context, component_id cid, component p)
{
    inbox_row *row = context;
    if (component_is_inbox(cid))
        *vec_at(row, cid & ~COMPONENT_INBOX_BIT) = p.local;
}

/* Puts inboxes that are components of their own back into their machines. */
static void decode_inboxes(const tree *t, uint64_t key, system_state *out)
{
    inbox_row row = {0};
    for (size_t cid = 0; cid < t->position.len; cid++)
        vec_push(&row, VALUE_NULL);
    tree_each_component(t, TREE_LEFT, (uint32_t)(key >> 32), decode_inbox, &row);
    tree_each_component(t, TREE_RIGHT, (uint32_t)key, decode_inbox, &row);
    for (size_t cid = 0; cid < t->position.len; cid++) {
        value *local = &out->data[env_columns(t->c) + 2 * cid];
        if (inbox_is_out(t->c, *local))
            *local = inbox_put_in(t->c, *local, row.data[cid]);
    }
    vec_free(&row);
}

void tree_decode(const tree *t, uint64_t key, system_state *out)
{
    size_t columns = env_columns(t->c) + 2 * t->position.len;
    vec_clear(out);
    for (size_t i = 0; i < columns; i++)
        vec_push(out, VALUE_NULL);
    decode(t, t->side[TREE_LEFT], (uint32_t)(key >> 32), out);
    decode(t, t->side[TREE_RIGHT], (uint32_t)key, out);
    decode_inboxes(t, key, out);
    /* The last columns of a state are those of a machine. */
    while (out->len > env_columns(t->c) && out->data[out->len - 2] == VALUE_NULL)
        out->len -= 2;
}

static void each_leaf(const tree *t, uint32_t node, uint32_t id, tree_visit *visit,
                      void *context)
{
    const tree_node *n = &t->nodes.data[node];
    if (n->cid != COMPONENT_NONE) {
        visit(context, n->first, id);
        return;
    }
    const tree_record *r = shelf_at(&n->records, id);
    each_leaf(t, n->left, r->left, visit, context);
    each_leaf(t, n->right, r->right, visit, context);
}

void tree_each_leaf(const tree *t, uint64_t key, tree_visit *visit, void *context)
{
    each_leaf(t, t->side[TREE_LEFT], (uint32_t)(key >> 32), visit, context);
    each_leaf(t, t->side[TREE_RIGHT], (uint32_t)key, visit, context);
}

/* ---- Sides of states ---- */

static void each_component(const tree *t, uint32_t node, uint32_t id,
                           tree_visit_component *visit, void *context)
{
    const tree_node *n = &t->nodes.data[node];
    if (id == 0)
        return;
    const tree_record *r = shelf_at(&n->records, id);
    if (n->cid != COMPONENT_NONE) {
        visit(context, n->cid, (component){r->left, r->right});
        return;
    }
    each_component(t, n->left, r->left, visit, context);
    each_component(t, n->right, r->right, visit, context);
}

void tree_each_component(const tree *t, int side, uint32_t id,
                         tree_visit_component *visit, void *context)
{
    each_component(t, t->side[side], id, visit, context);
}

static uint32_t encode_components(tree *t, uint32_t node, const component *components)
{
    const tree_node *n = &t->nodes.data[node];
    if (n->cid != COMPONENT_NONE)
        return tree_intern_pair(t, node, components[n->first].local,
                                components[n->first].outbox);
    uint32_t left = encode_components(t, n->left, components);
    return tree_intern_pair(t, node, left, encode_components(t, n->right, components));
}

uint32_t tree_encode_side(tree *t, int side, const component *components)
{
    return encode_components(t, t->side[side], components);
}

uint32_t tree_position(const tree *t, component_id cid)
{
    if (cid == COMPONENT_ENV)
        return t->env_position;
    uint32_t machine = cid & ~COMPONENT_INBOX_BIT;
    if (machine >= t->position.len)
        return TREE_NOWHERE;
    uint32_t position = component_is_inbox(cid) ? t->inbox_position.data[machine]
                                                : t->position.data[machine];
    return position == 0 ? TREE_NOWHERE : position - 1;
}

/* ---- New machines ---- */

/* Lemma tree-1: extending a side preserves its ids.  The new top interns (id, 0) for
 * each old id in order, on an empty map, so each pair gets the old id. */
static uint32_t widen_side(tree *t, uint32_t side, uint32_t more)
{
    uint32_t ids = t->nodes.data[side].records.count;
    uint32_t wide = tree_add_inner(t, side, more);
    t->nodes.data[side].id_limit = SHELF_MAX;
    for (uint32_t id = 1; id < ids; id++) {
        uint32_t same = tree_intern_pair(t, wide, id, 0);
        assert(same == id);
        (void)same;
    }
    return wide;
}

/* The declaration of a future machine is unknown: it may be any. */
static bool may_have_inbox(const tree *t, component_id cid)
{
    const core *c = t->c;
    if (cid < c->vals.names.machines.len)
        return inbox_is_apart(c, cid);
    for (uint32_t i = 0; i < c->ir->plain_machine_count; i++)
        if (c->is_apart[i])
            return true;
    return false;
}

void tree_extend(tree *t)
{
    tree_layout layout = {0};
    VEC(uint32_t) cids = {0};
    uint32_t known = (uint32_t)t->c->vals.names.machines.len;
    for (component_id cid = 0; cid < known + t->leaves; cid++) {
        if (tree_position(t, cid) == TREE_NOWHERE)
            vec_push(&cids, cid);
        if (may_have_inbox(t, cid) &&
            tree_position(t, cid | COMPONENT_INBOX_BIT) == TREE_NOWHERE)
            vec_push(&cids, cid | COMPONENT_INBOX_BIT);
    }
    assert(cids.len > 0);
    uint32_t top = join_range(cids.data, cids.len, &layout);
    uint32_t more = add_layout(t, &layout, top);
    t->side[TREE_RIGHT] = widen_side(t, t->side[TREE_RIGHT], more);
    t->pause = TREE_PAUSE_NONE;
    memset(t->routes, 0, sizeof t->routes);
    vec_free(&cids);
    vec_free(&layout);
    INVARIANT(tree_check(t));
}

size_t tree_coming_growth(const tree *t, size_t more)
{
    size_t bytes =
        step_coming_growth(t->c, more) + values_coming_growth(&t->c->vals, more);
    vec_each (n, &t->nodes)
        if (n->records.count + more >= n->map_size / 2)
            bytes += 2 * n->map_size * sizeof *n->map; /* beside the old one */
    return bytes;
}
