#include "engine/explore/tree.h"

#include "base/hash.h"
#include "core/world.h"

#include <string.h>

/* In place of an effect: the id is that of a list in `many`. */
#define TREE_MANY (1u << 30)

/* Entries while they are found live on one stack: who needs some pushes them, and takes
 * them down again when they are kept elsewhere. */
static void push(tree *t, uint32_t effect, uint32_t id)
{
    tree_entry e = {effect, id};
    vec_push(&t->found, e);
}

/* ---- Shapes ---- */

static uint32_t join_range(const uint32_t *slots, size_t count, tree_shape *out)
{
    tree_join j = {.slot = count == 1 ? slots[0] : SLOT_NONE};
    if (count > 1) {
        j.left = join_range(slots, count / 2, out);
        j.right = join_range(slots + count / 2, count - count / 2, out);
    }
    vec_push(out, j);
    return (uint32_t)out->len - 1;
}

static void push_shape(const uint32_t *slots, size_t count, tree_shape *out)
{
    size_t half = count / 2;
    tree_join root = {.slot = SLOT_NONE};
    root.left = join_range(slots, half, out);
    root.right = join_range(slots + half, count - half, out);
    vec_push(out, root);
}

void tree_shape_balanced(const core *c, tree_shape *out)
{
    VEC(uint32_t) slots = {0};
    vec_push(&slots, PART_WORLD);
    vec_each (slot, &c->vals.names.sorted) {
        vec_push(&slots, *slot);
        if (inbox_is_apart(c, *slot))
            vec_push(&slots, *slot | PART_INBOX_BIT);
    }
    vec_clear(out);
    push_shape(slots.data, slots.len, out);
    vec_free(&slots);
}

static bool is_met(const tree *t, uint32_t slot)
{
    uint32_t known = (uint32_t)t->c->vals.names.slots.len;
    uint32_t machine = slot & ~PART_INBOX_BIT;
    return slot == PART_WORLD || slot < known ||
           (part_is_inbox(slot) && machine < known && inbox_is_apart(t->c, machine));
}

/* Adds what is below NODE, but no leaves of machines that nobody has met.  True: it is
 * the last that was added; false: nothing was. */
static bool push_met(const tree *t, uint32_t node, tree_shape *out)
{
    const tree_node *n = &t->nodes.data[node];
    tree_join j = {.slot = n->slot};
    if (n->slot != SLOT_NONE) {
        if (is_met(t, n->slot))
            vec_push(out, j);
        return is_met(t, n->slot);
    }
    bool has_left = push_met(t, n->left, out);
    j.left = (uint32_t)out->len - 1;
    bool has_right = push_met(t, n->right, out);
    j.right = (uint32_t)out->len - 1;
    if (has_left && has_right)
        vec_push(out, j);
    return has_left || has_right;
}

void tree_shape_of(const tree *t, tree_shape *out)
{
    tree_join root = {.slot = SLOT_NONE};
    vec_clear(out);
    bool has_left = push_met(t, t->side[TREE_LEFT], out);
    root.left = (uint32_t)out->len - 1;
    bool has_right = push_met(t, t->side[TREE_RIGHT], out);
    root.right = (uint32_t)out->len - 1;
    if (has_left && has_right)
        vec_push(out, root);
    else
        tree_shape_balanced(t->c, out);
}

/* ---- Nodes ---- */

enum { FIRST_MAP = 16, FIRST_CACHE = 64 };

static void set_position(tree *t, uint32_t slot, uint32_t position)
{
    uint32_t machine = slot & ~PART_INBOX_BIT;
    if (slot == PART_WORLD) {
        t->world_position = position;
        return;
    }
    while (t->position.len <= machine) {
        vec_push(&t->position, 0);
        vec_push(&t->inbox_position, 0);
    }
    uint32_t *of = part_is_inbox(slot) ? t->inbox_position.data : t->position.data;
    of[machine] = position + 1;
}

static uint32_t add_node(tree *t, tree_node n)
{
    shelf_init(&n.records, sizeof(tree_record));
    shelf_add(&n.records, 1); /* id 0: nothing there */
    n.id_limit = SHELF_MAX;
    n.map_size = FIRST_MAP;
    n.map = mem_alloc(n.map_size * sizeof *n.map);
    vec_push(&t->nodes, n);
    return (uint32_t)t->nodes.len - 1;
}

static uint32_t add_leaf(tree *t, uint32_t slot)
{
    set_position(t, slot, t->leaves);
    tree_node n = {.slot = slot, .first = t->leaves, .end = t->leaves + 1};
    t->leaves++;
    return add_node(t, n);
}

static uint32_t add_inner(tree *t, uint32_t left, uint32_t right)
{
    assert(t->nodes.data[left].end == t->nodes.data[right].first);
    tree_node n = {.slot = SLOT_NONE,
                   .left = left,
                   .right = right,
                   .first = t->nodes.data[left].first,
                   .end = t->nodes.data[right].end};
    return add_node(t, n);
}

/* Positions go from left to right, so children are made before their parent. */
static uint32_t add_shape(tree *t, const tree_shape *shape, uint32_t at)
{
    const tree_join *j = vec_at(shape, at);
    if (j->slot != SLOT_NONE)
        return add_leaf(t, j->slot);
    uint32_t left = add_shape(t, shape, j->left);
    return add_inner(t, left, add_shape(t, shape, j->right));
}

static tree *new_tree(core *c, unsigned cache_bits)
{
    assert(part_can_tell(c));
    tree *t = mem_alloc(sizeof *t);
    t->c = c;
    t->cache_bits = cache_bits;
    shelf_init(&t->entries, sizeof(tree_entry));
    shelf_add(&t->entries, 1); /* where lists without entries are */
    intern_init(&t->many);
    return t;
}

tree *tree_new(core *c, const tree_shape *shape, unsigned cache_bits)
{
    tree *t = new_tree(c, cache_bits);
    const tree_join *root = vec_last(shape);
    t->side[TREE_LEFT] = add_shape(t, shape, root->left);
    t->side[TREE_RIGHT] = add_shape(t, shape, root->right);
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
    vec_free(&t->found);
    shelf_fini(&t->entries);
    intern_fini(&t->many);
    mem_free(t, sizeof *t);
}

void tree_set_limit(tree *t, int side, unsigned bits)
{
    t->nodes.data[t->side[side]].id_limit = bits < 32 ? 1u << bits : SHELF_MAX;
}

uint32_t tree_count(const tree *t, int side)
{
    return t->nodes.data[t->side[side]].records.count;
}

/* ---- Pairs ---- */

static const uint32_t *map_home(const tree_node *n, uint32_t left, uint32_t right)
{
    return &n->map[hash_u64(tree_key(left, right)) & (n->map_size - 1)];
}

static size_t map_place(const tree_node *n, uint32_t left, uint32_t right)
{
    size_t mask = n->map_size - 1;
    size_t i = (size_t)(map_home(n, left, right) - n->map);
    while (n->map[i] != 0) {
        const tree_record *r = shelf_at(&n->records, n->map[i]);
        if (r->left == left && r->right == right)
            break;
        i = (i + 1) & mask;
    }
    return i;
}

static void grow_map(tree_node *n)
{
    mem_free(n->map, n->map_size * sizeof *n->map);
    n->map_size *= 2;
    n->map = mem_alloc(n->map_size * sizeof *n->map);
    for (uint32_t id = 1; id < n->records.count; id++) {
        const tree_record *r = shelf_at(&n->records, id);
        n->map[map_place(n, r->left, r->right)] = id;
    }
}

/* The id of a pair at a node; of nothing and nothing: 0. */
static uint32_t pair(tree *t, uint32_t node, uint32_t left, uint32_t right)
{
    if (left == 0 && right == 0)
        return 0;
    tree_node *n = &t->nodes.data[node];
    size_t i = map_place(n, left, right);
    if (n->map[i] != 0) {
        if (n->map[i] >= n->id_limit)
            t->wall = TREE_WIDE_ID;
        return n->map[i];
    }
    if (n->records.count >= SHELF_MAX - 1) {
        t->wall = TREE_TOO_MANY;
        return 0;
    }
    if (n->records.count >= n->map_size / 2) {
        grow_map(n);
        i = map_place(n, left, right);
    }
    uint32_t id = shelf_add(&n->records, 1);
    tree_record *r = shelf_at(&n->records, id);
    r->left = left;
    r->right = right;
    n->map[i] = id;
    if (id >= n->id_limit)
        t->wall = TREE_WIDE_ID;
    return id;
}

/* ---- States ---- */

static part part_in(const tree *t, const system_state *s, uint32_t slot)
{
    if (slot == PART_WORLD)
        return (part){list_make(t->c, s->data, world_columns(t->c)), VALUE_NULL};
    uint32_t machine = slot & ~PART_INBOX_BIT;
    part p = {system_local(t->c, s, machine), system_box(t->c, s, machine)};
    if (p.local == VALUE_NULL || !inbox_is_apart(t->c, machine))
        return part_is_inbox(slot) ? (part){0} : p;
    value inbox = inbox_take_out(t->c, p.local, &p.local);
    return part_is_inbox(slot) ? (part){.local = inbox} : p;
}

static uint32_t encode(tree *t, uint32_t node, const system_state *s)
{
    const tree_node *n = &t->nodes.data[node];
    if (n->slot != SLOT_NONE) {
        part p = part_in(t, s, n->slot);
        return pair(t, node, p.local, p.box);
    }
    uint32_t left = encode(t, n->left, s);
    return pair(t, node, left, encode(t, n->right, s));
}

uint64_t tree_encode(tree *t, const system_state *s)
{
    uint32_t left = encode(t, t->side[TREE_LEFT], s);
    return tree_key(left, encode(t, t->side[TREE_RIGHT], s));
}

typedef VEC(value) inbox_row; /* by slot */

static void decode(const tree *t, uint32_t node, uint32_t id, system_state *out)
{
    const tree_node *n = &t->nodes.data[node];
    if (id == 0)
        return;
    const tree_record *r = shelf_at(&n->records, id);
    if (n->slot == SLOT_NONE) {
        decode(t, n->left, r->left, out);
        decode(t, n->right, r->right, out);
    } else if (n->slot == PART_WORLD) {
        value_view w = list_get(t->c, r->left);
        memcpy(out->data, w.items, w.count * sizeof *w.items);
    } else if (!part_is_inbox(n->slot)) {
        value *columns = &out->data[world_columns(t->c) + 2 * n->slot];
        columns[0] = r->left;
        columns[1] = r->right;
    }
}

/* Puts inboxes that are told apart back into their machines. */
static void decode_inbox(void *context, uint32_t slot, part p)
{
    inbox_row *row = context;
    if (part_is_inbox(slot))
        row->data[slot & ~PART_INBOX_BIT] = p.local;
}

static void decode_inboxes(const tree *t, uint64_t key, system_state *out)
{
    inbox_row row = {0};
    for (size_t slot = 0; slot < t->position.len; slot++)
        vec_push(&row, VALUE_NULL);
    tree_each_part(t, TREE_LEFT, (uint32_t)(key >> 32), decode_inbox, &row);
    tree_each_part(t, TREE_RIGHT, (uint32_t)key, decode_inbox, &row);
    for (size_t slot = 0; slot < t->position.len; slot++) {
        value *local = &out->data[world_columns(t->c) + 2 * slot];
        if (inbox_is_out(t->c, *local))
            *local = inbox_put_in(t->c, *local, row.data[slot]);
    }
    vec_free(&row);
}

void tree_decode(const tree *t, uint64_t key, system_state *out)
{
    size_t columns = world_columns(t->c) + 2 * t->position.len;
    vec_clear(out);
    for (size_t i = 0; i < columns; i++)
        vec_push(out, VALUE_NULL);
    decode(t, t->side[TREE_LEFT], (uint32_t)(key >> 32), out);
    decode(t, t->side[TREE_RIGHT], (uint32_t)key, out);
    decode_inboxes(t, key, out);
    /* A state ends with a machine. */
    while (out->len > world_columns(t->c) && out->data[out->len - 2] == VALUE_NULL)
        out->len -= 2;
}

static void each_leaf(const tree *t, uint32_t node, uint32_t id, tree_visit *visit,
                      void *context)
{
    const tree_node *n = &t->nodes.data[node];
    if (n->slot != SLOT_NONE) {
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

static void each_part(const tree *t, uint32_t node, uint32_t id, tree_visit_part *visit,
                      void *context)
{
    const tree_node *n = &t->nodes.data[node];
    if (id == 0)
        return;
    const tree_record *r = shelf_at(&n->records, id);
    if (n->slot != SLOT_NONE) {
        visit(context, n->slot, (part){r->left, r->right});
        return;
    }
    each_part(t, n->left, r->left, visit, context);
    each_part(t, n->right, r->right, visit, context);
}

void tree_each_part(const tree *t, int side, uint32_t id, tree_visit_part *visit,
                    void *context)
{
    each_part(t, t->side[side], id, visit, context);
}

static uint32_t encode_parts(tree *t, uint32_t node, const part *parts)
{
    const tree_node *n = &t->nodes.data[node];
    if (n->slot != SLOT_NONE)
        return pair(t, node, parts[n->first].local, parts[n->first].box);
    uint32_t left = encode_parts(t, n->left, parts);
    return pair(t, node, left, encode_parts(t, n->right, parts));
}

uint32_t tree_encode_side(tree *t, int side, const part *parts)
{
    return encode_parts(t, t->side[side], parts);
}

uint32_t tree_position(const tree *t, uint32_t slot)
{
    if (slot == PART_WORLD)
        return t->world_position;
    uint32_t machine = slot & ~PART_INBOX_BIT;
    if (machine >= t->position.len)
        return TREE_NOWHERE;
    uint32_t position = part_is_inbox(slot) ? t->inbox_position.data[machine]
                                            : t->position.data[machine];
    return position == 0 ? TREE_NOWHERE : position - 1;
}

/* ---- Effects ---- */

static uint32_t position_of(tree *t, uint32_t slot)
{
    uint32_t position = tree_position(t, slot);
    if (position == TREE_NOWHERE)
        t->wall = TREE_NEW_MACHINE;
    return position;
}

static value first_ask(const tree *t, uint32_t effect)
{
    return list_get(t->c, effect).items[0];
}

/* The leaf that is to do the first thing of EFFECT; TREE_FAILS; TREE_NOWHERE: there is
 * a wall now. */
static uint32_t route(tree *t, uint32_t effect)
{
    tree_route *r = &t->routes[effect % TREE_ROUTES];
    if (r->effect == effect)
        return r->position;
    uint32_t asked = part_asked(t->c, first_ask(t, effect));
    uint32_t position = asked == SLOT_NONE ? TREE_FAILS : position_of(t, asked);
    if (position != TREE_NOWHERE)
        *r = (tree_route){effect, position};
    return position;
}

/* ASKS, and then what EFFECT asks from its ask number FROM on. */
static uint32_t join_asks(tree *t, value asks, uint32_t effect, uint32_t from)
{
    value_view rest = list_get(t->c, effect);
    if (from == rest.count)
        return asks;
    if (from == 0 && asks == VALUE_NULL)
        return effect;
    VEC(value) all = {0};
    value_view w = list_get(t->c, asks);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&all, w.items[i]);
    for (uint32_t i = from; i < rest.count; i++)
        vec_push(&all, rest.items[i]);
    value list = list_make(t->c, all.data, all.len);
    vec_free(&all);
    return list;
}

/* ---- Apply ---- */

static tree_results apply(tree *t, uint32_t node, uint32_t id, uint32_t effect);

static bool is_inside(const tree_node *n, uint32_t position)
{
    return n->first <= position && position < n->end;
}

static bool is_complete(const tree *t)
{
    return t->wall == TREE_OPEN && !t->c->was_stopped && t->c->limit == NULL;
}

/* An entry that is complete as far as NODE is concerned. */
static void push_pair(tree *t, uint32_t node, uint32_t left, uint32_t right,
                      uint32_t effect)
{
    if (t->wall == TREE_OPEN)
        push(t, effect, pair(t, node, left, right));
}

/* Is what comes next asked of something below NODE?  If not, the way ends here. */
static bool goes_on(tree *t, uint32_t node, uint32_t left, uint32_t right,
                    uint32_t effect, uint32_t *at)
{
    if (effect == 0) {
        push_pair(t, node, left, right, 0);
        return false;
    }
    *at = effect == TREE_FAULT ? TREE_FAILS : route(t, effect);
    if (*at == TREE_FAILS) {
        push(t, TREE_FAULT, 0);
        return false;
    }
    if (is_inside(&t->nodes.data[node], *at))
        return true;
    push_pair(t, node, left, right, effect);
    return false;
}

/* Follows what is asked at a pair below an inner node for as long as it stays there.  A
 * machine and its inbox may ask each other very often, so a single way is followed
 * without a call within a call. */
static void follow(tree *t, uint32_t node, uint32_t left, uint32_t right,
                   uint32_t effect)
{
    const tree_node *n = &t->nodes.data[node];
    uint32_t at;
    while (goes_on(t, node, left, right, effect, &at)) {
        bool is_left = is_inside(&t->nodes.data[n->left], at);
        uint32_t *id = is_left ? &left : &right;
        tree_results r = apply(t, is_left ? n->left : n->right, *id, effect);
        for (uint32_t i = 0; r.count != 1 && i < r.count && t->wall == TREE_OPEN; i++) {
            *id = r.many[i].id;
            follow(t, node, left, right, r.many[i].effect);
        }
        if (r.count != 1 || t->wall != TREE_OPEN)
            return;
        *id = r.one.id;
        effect = r.one.effect;
    }
}

static void follow_part(tree *t, uint32_t node, part p, uint32_t effect);

/* Goes the ways that ask number FROM of EFFECT has.  True: it is done, in the one way
 * that there is, and asks nothing more. */
static bool do_ask(tree *t, uint32_t node, part *p, uint32_t effect, uint32_t from)
{
    value what = list_get(t->c, effect).items[from];
    if (part_do_simply(t->c, t->nodes.data[node].slot, p, what))
        return true;
    part_ways ways = {0};
    part_do(t->c, t->nodes.data[node].slot, *p, what, &ways);
    bool is_simple = ways.len == 1 && ways.data[0].asks == VALUE_NULL;
    if (is_simple)
        *p = ways.data[0].to;
    vec_each (way, &ways)
        if (!is_simple)
            follow_part(t, node, way->to, join_asks(t, way->asks, effect, from + 1));
    vec_free(&ways);
    return is_simple;
}

/* Follows what is asked of a part for as long as it is asked of this one.  There may be
 * very much of that, so what is left is written down only where it goes elsewhere. */
static void follow_part(tree *t, uint32_t node, part p, uint32_t effect)
{
    uint32_t count = effect == 0 ? 0 : list_get(t->c, effect).count;
    uint32_t from = 0;
    for (; from < count; from++) {
        uint32_t asked = part_asked(t->c, list_get(t->c, effect).items[from]);
        if (asked == SLOT_NONE) {
            push(t, TREE_FAULT, 0);
            return;
        }
        uint32_t at = position_of(t, asked);
        if (t->wall != TREE_OPEN)
            return;
        if (!is_inside(&t->nodes.data[node], at))
            break;
        if (!do_ask(t, node, &p, effect, from))
            return;
    }
    uint32_t left = join_asks(t, VALUE_NULL, effect, from);
    push(t, left, pair(t, node, p.local, p.box));
}

static part part_at(const tree *t, uint32_t node, uint32_t id)
{
    const tree_record *r = tree_at(t, node, id);
    return (part){r->left, r->right};
}

static tree_results results_of(const tree *t, tree_entry e)
{
    if (e.effect != TREE_MANY)
        return (tree_results){.count = 1, .one = e};
    const tree_entry *first = (const void *)intern_text(&t->many, e.id);
    return (tree_results){.count = first->id, .many = first + 1};
}

static void grow_cache(tree *t, tree_node *n)
{
    tree_cached *old = n->cache;
    size_t old_size = n->cache_size;
    size_t most = (size_t)1 << t->cache_bits;
    n->cache_misses = 0;
    if (old_size == most)
        return;
    n->cache_size = old_size == 0 ? FIRST_CACHE : old_size * 4;
    if (n->cache_size > most)
        n->cache_size = most;
    n->cache = mem_alloc(n->cache_size * sizeof *n->cache);
    for (size_t i = 0; i < old_size; i++)
        if (old[i].effect != 0)
            n->cache[hash_u64(tree_key(old[i].id, old[i].effect)) &
                     (n->cache_size - 1)] = old[i];
    mem_free(old, old_size * sizeof *old);
}

static tree_cached *cache_place(const tree_node *n, uint32_t id, uint32_t effect)
{
    return &n->cache[hash_u64(tree_key(id, effect)) & (n->cache_size - 1)];
}

/* What was found since FIRST, which is an entry for their number. */
static tree_entry as_one(tree *t, size_t first)
{
    tree_entry *found = &t->found.data[first];
    size_t count = t->found.len - first - 1;
    if (count == 1)
        return found[1];
    found->id = (uint32_t)count;
    return (tree_entry){TREE_MANY,
                        intern_put(&t->many, found, (count + 1) * sizeof *found)};
}

/* Without the cache of NODE. */
static tree_entry apply_anew(tree *t, uint32_t node, uint32_t id, uint32_t effect)
{
    size_t first = t->found.len;
    push(t, TREE_MANY, 0);
    if (t->nodes.data[node].slot != SLOT_NONE) {
        follow_part(t, node, part_at(t, node, id), effect);
    } else {
        const tree_record *r = tree_at(t, node, id);
        follow(t, node, r->left, r->right, effect);
    }
    tree_entry e = as_one(t, first);
    t->found.len = first;
    return e;
}

static tree_results apply(tree *t, uint32_t node, uint32_t id, uint32_t effect)
{
    tree_node *n = &t->nodes.data[node];
    if (n->cache_misses >= n->cache_size)
        grow_cache(t, n);
    tree_cached *place = cache_place(n, id, effect);
    if (place->effect == effect && place->id == id)
        return results_of(t, place->result);
    n->cache_misses++;
    tree_entry e = apply_anew(t, node, id, effect);
    if (is_complete(t))
        *place = (tree_cached){id, effect, e};
    return results_of(t, e);
}

tree_results tree_apply(tree *t, int side, uint32_t id, uint32_t effect)
{
    uint32_t at = route(t, effect);
    if (is_inside(&t->nodes.data[t->side[side]], at))
        /* The caller remembers what this gives: no cache here. */
        return results_of(t, apply_anew(t, t->side[side], id, effect));
    /* Asked of the other side, or of no machine at all. */
    tree_entry e = {effect, id};
    if (at == TREE_FAILS)
        e = (tree_entry){TREE_FAULT, 0};
    return (tree_results){.count = t->wall == TREE_OPEN, .one = e};
}

/* At an inner node, one of its children is asked. */
static void look_at_child(tree *t, const tree_node *n, const tree_task *a)
{
    uint32_t at = route(t, a->effect);
    const tree_record *r = tree_at(t, t->side[a->side], a->id);
    bool is_left = is_inside(&t->nodes.data[n->left], at);
    const tree_node *child = &t->nodes.data[is_left ? n->left : n->right];
    if (is_inside(child, at) && child->cache_size > 0)
        __builtin_prefetch(cache_place(child, is_left ? r->left : r->right, a->effect));
}

void tree_look(tree *t, const tree_task *a)
{
    uint32_t node = t->side[a->side];
    const tree_node *n = &t->nodes.data[node];
    if (n->slot != SLOT_NONE)
        part_prefetch(t->c, part_at(t, node, a->id), first_ask(t, a->effect));
    else
        look_at_child(t, n, a);
}

static void start_at_leaf(tree *t, const tree_node *n, tree_task *a)
{
    value_view asks = list_get(t->c, a->effect);
    if (asks.count != 1 || route(t, a->effect) != n->first)
        return;
    part p = part_at(t, t->side[a->side], a->id);
    a->is_simple = part_do_simply(t->c, n->slot, &p, asks.items[0]);
    a->left = p.local;
    a->right = p.box;
}

static void start_at_child(tree *t, const tree_node *n, tree_task *a)
{
    uint32_t at = route(t, a->effect);
    if (!is_inside(n, at))
        return;
    const tree_record *r = tree_at(t, t->side[a->side], a->id);
    bool is_left = is_inside(&t->nodes.data[n->left], at);
    tree_results found =
        apply(t, is_left ? n->left : n->right, is_left ? r->left : r->right, a->effect);
    a->is_simple = found.count == 1 && found.one.effect == 0;
    a->left = is_left ? found.one.id : r->left;
    a->right = is_left ? r->right : found.one.id;
}

void tree_start(tree *t, tree_task *a)
{
    const tree_node *n = &t->nodes.data[t->side[a->side]];
    a->is_simple = false;
    if (n->slot != SLOT_NONE)
        start_at_leaf(t, n, a);
    else
        start_at_child(t, n, a);
    if (a->is_simple)
        __builtin_prefetch(map_home(n, a->left, a->right));
}

void tree_reach(const tree *t, const tree_task *a)
{
    const tree_node *n = &t->nodes.data[t->side[a->side]];
    if (a->is_simple)
        __builtin_prefetch(shelf_at(&n->records, *map_home(n, a->left, a->right)));
}

tree_results tree_finish(tree *t, const tree_task *a)
{
    if (!a->is_simple)
        return tree_apply(t, (int)a->side, a->id, a->effect);
    uint32_t id = pair(t, t->side[a->side], a->left, a->right);
    return (tree_results){.count = 1, .one = {0, id}};
}

/* ---- Lists ---- */

static void make_list(tree *t, uint32_t node, uint32_t id);

static uint32_t entry_count(const tree_record *r)
{
    return r->info >> TREE_TRAIT_BITS;
}

/* What comes after it may be in another segment, if there is nothing. */
static uint32_t urgent_slot(const tree *t, const tree_record *r)
{
    return tree_entries(t, r->list - 1)->id;
}

int tree_first_urgent(const tree *t, const tree_record *left, const tree_record *right)
{
    uint32_t a = urgent_slot(t, left);
    uint32_t b = urgent_slot(t, right);
    return naming_compare(&t->c->vals.names, a, b) < 0 ? TREE_LEFT : TREE_RIGHT;
}

static void list_at_leaf(tree *t, uint32_t node, uint32_t id, unsigned *traits)
{
    uint32_t slot = t->nodes.data[node].slot;
    part p = part_at(t, node, id);
    *traits = part_traits(t->c, slot, p);
    if (*traits & PART_URGENT)
        push(t, 0, slot);
    part_ways ways = {0};
    part_begin(t->c, slot, p, &ways);
    vec_each (way, &ways)
        follow_part(t, node, way->to, way->asks);
    vec_free(&ways);
}

/* The moves that begin on one side of an inner node. */
static void list_side(tree *t, uint32_t node, const tree_record *at, bool is_left)
{
    const tree_node *n = &t->nodes.data[node];
    const tree_record *r =
        is_left ? tree_at(t, n->left, at->left) : tree_at(t, n->right, at->right);
    const tree_entry *list = tree_entries(t, r->list);
    uint32_t count = entry_count(r);
    for (uint32_t i = 0; i < count && t->wall == TREE_OPEN; i++) {
        uint32_t left = is_left ? list[i].id : at->left;
        uint32_t right = is_left ? at->right : list[i].id;
        follow(t, node, left, right, list[i].effect);
    }
}

static void list_inner(tree *t, uint32_t node, uint32_t id, unsigned *traits)
{
    const tree_node *n = &t->nodes.data[node];
    const tree_record *at = tree_at(t, node, id);
    make_list(t, n->left, at->left);
    make_list(t, t->nodes.data[node].right, at->right);
    if (!is_complete(t))
        return;
    const tree_record *left = tree_at(t, n->left, at->left);
    const tree_record *right = tree_at(t, n->right, at->right);
    *traits = (left->info | right->info) & TREE_TRAITS;
    bool takes_left = !(right->info & PART_URGENT);
    bool takes_right = !(left->info & PART_URGENT);
    if (!takes_left && !takes_right) {
        takes_left = tree_first_urgent(t, left, right) == TREE_LEFT;
        takes_right = !takes_left;
    }
    if (*traits & PART_URGENT)
        push(t, 0, urgent_slot(t, takes_left ? left : right));
    if (takes_left)
        list_side(t, node, at, true);
    if (takes_right)
        list_side(t, node, at, false);
}

/* Entries come after a possible one for the urgent machine. */
static void keep_list(tree *t, uint32_t node, uint32_t id, size_t first,
                      unsigned traits)
{
    size_t count = t->found.len - first;
    if (count > TREE_LIST_MAX || count > SHELF_MAX / 2 - t->entries.count / 2) {
        t->wall = TREE_TOO_MANY;
        return;
    }
    uint32_t before = traits & PART_URGENT ? 1 : 0;
    tree_record *r = tree_at(t, node, id);
    r->info = (uint32_t)(count - before) << TREE_TRAIT_BITS | traits;
    uint32_t place = 0;
    if (count > 0) {
        place = shelf_add(&t->entries, (uint32_t)count);
        memcpy(shelf_at(&t->entries, place), &t->found.data[first],
               count * sizeof *t->found.data);
    }
    /* Partner: the acquire of whoever reads a list. */
    atomic_store_explicit(&r->list, place + before + 1, memory_order_release);
}

static void make_list(tree *t, uint32_t node, uint32_t id)
{
    if (tree_at(t, node, id)->list != 0)
        return;
    size_t first = t->found.len;
    unsigned traits = 0;
    if (t->nodes.data[node].slot != SLOT_NONE)
        list_at_leaf(t, node, id, &traits);
    else
        list_inner(t, node, id, &traits);
    if (is_complete(t))
        keep_list(t, node, id, first, traits);
    t->found.len = first;
}

void tree_list(tree *t, int side, uint32_t id)
{
    make_list(t, t->side[side], id);
}

/* Where list_side will look for pairs, as far as that is known: of moves that stay on
 * one side. */
static void look_at_side(const tree *t, const tree_node *n, const tree_record *at,
                         bool is_left, bool is_near)
{
    const tree_record *r =
        is_left ? tree_at(t, n->left, at->left) : tree_at(t, n->right, at->right);
    if (r->list == 0)
        return;
    const tree_entry *list = tree_entries(t, r->list);
    uint32_t count = entry_count(r);
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].effect != 0)
            continue;
        const uint32_t *home = map_home(n, is_left ? list[i].id : at->left,
                                        is_left ? at->right : list[i].id);
        if (is_near)
            __builtin_prefetch(shelf_at(&n->records, *home));
        else
            __builtin_prefetch(home);
    }
}

void tree_list_look(const tree *t, int side, uint32_t id)
{
    const tree_node *n = &t->nodes.data[t->side[side]];
    const tree_record *r = tree_at(t, t->side[side], id);
    if (n->slot == SLOT_NONE) {
        look_at_side(t, n, r, true, false);
        look_at_side(t, n, r, false, false);
    } else {
        value_prefetch(&t->c->vals, r->left);
        value_prefetch(&t->c->vals, r->right);
    }
}

void tree_list_reach(const tree *t, int side, uint32_t id)
{
    const tree_node *n = &t->nodes.data[t->side[side]];
    const tree_record *r = tree_at(t, t->side[side], id);
    if (n->slot == SLOT_NONE) {
        look_at_side(t, n, r, true, true);
        look_at_side(t, n, r, false, true);
    }
}

/* ---- New machines ---- */

/* A side that covers more: its ids so far are pairs with nothing on the right. */
static uint32_t widen_side(tree *t, uint32_t side, uint32_t more)
{
    uint32_t ids = t->nodes.data[side].records.count;
    uint32_t wide = add_inner(t, side, more);
    t->nodes.data[side].id_limit = SHELF_MAX;
    for (uint32_t id = 1; id < ids; id++) {
        uint32_t same = pair(t, wide, id, 0);
        assert(same == id);
        (void)same;
    }
    return wide;
}

/* Of machines to come nobody knows what they are. */
static bool may_have_inbox(const tree *t, uint32_t slot)
{
    const core *c = t->c;
    if (slot < c->vals.names.slots.len)
        return inbox_is_apart(c, slot);
    for (uint32_t i = 0; i < c->ir->plain_machine_count; i++)
        if (c->is_apart[i])
            return true;
    return false;
}

void tree_extend(tree *t)
{
    tree_shape shape = {0};
    VEC(uint32_t) slots = {0};
    uint32_t known = (uint32_t)t->c->vals.names.slots.len;
    for (uint32_t slot = 0; slot < known + t->leaves; slot++) {
        if (tree_position(t, slot) == TREE_NOWHERE)
            vec_push(&slots, slot);
        if (may_have_inbox(t, slot) &&
            tree_position(t, slot | PART_INBOX_BIT) == TREE_NOWHERE)
            vec_push(&slots, slot | PART_INBOX_BIT);
    }
    uint32_t top = join_range(slots.data, slots.len, &shape);
    uint32_t more = add_shape(t, &shape, top);
    t->side[TREE_RIGHT] = widen_side(t, t->side[TREE_RIGHT], more);
    t->wall = TREE_OPEN;
    memset(t->routes, 0, sizeof t->routes);
    vec_free(&slots);
    vec_free(&shape);
}

size_t tree_coming_growth(const tree *t, size_t more)
{
    size_t bytes =
        step_coming_growth(t->c, more) + values_coming_growth(&t->c->vals, more);
    vec_each (n, &t->nodes)
        if (n->records.count + more >= n->map_size / 2)
            bytes += n->map_size * sizeof *n->map;
    return bytes;
}

/* ---- To a file and back ---- */

void tree_save(const tree *t, savefile *f)
{
    savefile_put_number(f, t->nodes.len);
    savefile_put_number(f, t->side[TREE_LEFT]);
    savefile_put_number(f, t->side[TREE_RIGHT]);
    vec_each (n, &t->nodes) {
        const uint32_t parts[4] = {n->slot, n->left, n->right, n->records.count};
        savefile_put(f, parts, sizeof parts);
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
            pair(t, node, both[0], both[1]) != id)
            return false;
    }
    return true;
}

/* Nodes come after their children, as they were made. */
static bool load_node(tree *t, uint32_t node, savefile *f)
{
    uint32_t p[4];
    if (!savefile_get(f, p, sizeof p))
        return false;
    if (p[0] != SLOT_NONE)
        add_leaf(t, p[0]);
    else if (p[1] < node && p[2] < node &&
             t->nodes.data[p[1]].end == t->nodes.data[p[2]].first)
        add_inner(t, p[1], p[2]);
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
    tree *t = new_tree(c, cache_bits);
    t->side[TREE_LEFT] = (uint32_t)side[0];
    t->side[TREE_RIGHT] = (uint32_t)side[1];
    for (uint32_t node = 0; node < nodes; node++)
        if (!load_node(t, node, f)) {
            tree_free(t);
            return NULL;
        }
    return t;
}

/* ---- Checking ---- */

static void check_node(const tree *t, uint32_t node)
{
    const tree_node *n = vec_at(&t->nodes, node);
    const tree_record *none = shelf_at(&n->records, 0);
    assert(none->left == 0);
    assert(none->right == 0);
    (void)none;
    for (uint32_t id = 1; id < n->records.count; id++) {
        const tree_record *r = shelf_at(&n->records, id);
        assert(n->map[map_place(n, r->left, r->right)] == id);
        if (n->slot == SLOT_NONE) {
            assert(r->left < t->nodes.data[n->left].records.count);
            assert(r->right < t->nodes.data[n->right].records.count);
        }
        (void)r;
    }
}

void tree_check(const tree *t)
{
    for (uint32_t node = 0; node < t->nodes.len; node++)
        check_node(t, node);
}
