/* Transitions: their effect inside a subtree, computed once.
 *
 * Lemma tree-2: list and apply are functions of the id alone.  A component that serves
 * a request sees its own state and the request (component.h); so by induction over the
 * tree, the requests that stay inside a subtree depend on the ids below it alone.  The
 * request determines the leaf that serves it.  Hence a result cached for an id never
 * becomes wrong.  A result computed while the tree pauses, or while a step is cut
 * short, is incomplete and must not be cached: see is_complete.
 *
 * Order: requests are served depth first, as ts.h prescribes.  The requests of a
 * component that serves one come before those left of its requester: see join_requests.
 */
#include "core/within.h"
#include "engine/explore/tree_private.h"

#include <string.h>

enum { FIRST_CACHE = 64 };

/* Entries live on one stack while they are computed: a function pushes them, and its
 * caller pops them when it has stored them elsewhere. */
static void push(tree *t, uint32_t requests, uint32_t id)
{
    enum { MOST_ENTRIES = 1 << 16 }; /* specs that fork double them again and again */
    tree_entry e = {requests, id};
    if (t->stack.len >= MOST_ENTRIES && t->c->vals.open != NULL)
        t->c->limit = STOP_OUTCOMES;
    vec_push(&t->stack, e);
}

/* In a loop, now at number I: need nothing more be computed? */
static bool is_over(const tree *t, size_t i)
{
    if (t->c->vals.open != NULL && values_bytes(&t->c->vals) > VALUES_LIMIT / 8 * 7)
        t->c->limit = STOP_VALUES;
    return t->c->limit != STOP_NONE || core_looks(t->c, i);
}

/* ---- Requests ---- */

static uint32_t position_of(tree *t, component_id cid)
{
    uint32_t position = tree_position(t, cid);
    if (position == TREE_NOWHERE)
        t->pause = TREE_PAUSE_NEW_MACHINE;
    return position;
}

static value first_request(const tree *t, uint32_t requests)
{
    return list_get(t->c, requests).items[0];
}

/* The position of the leaf that serves the first of REQUESTS; TREE_FAILS if it is for
 * no machine; TREE_NOWHERE if the machine has no leaf, and the tree pauses. */
static uint32_t route(tree *t, uint32_t requests)
{
    tree_route *r = &t->routes[requests % TREE_ROUTES];
    if (r->requests == requests)
        return r->position;
    uint32_t target = component_request_target(t->c, first_request(t, requests));
    uint32_t position = target == COMPONENT_NONE ? TREE_FAILS : position_of(t, target);
    if (position != TREE_NOWHERE)
        *r = (tree_route){requests, position};
    return position;
}

/* FIRST, followed by the members of REQUESTS from number FROM on. */
static uint32_t join_requests(tree *t, value first, uint32_t requests, uint32_t from)
{
    value_view rest = list_get(t->c, requests);
    if (from == rest.count)
        return first;
    assert(from < rest.count);
    if (from == 0 && first == VALUE_NULL)
        return requests;
    VEC(value) all = {0};
    value_view w = list_get(t->c, first);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&all, w.items[i]);
    for (uint32_t i = from; i < rest.count; i++)
        vec_push(&all, rest.items[i]);
    value list = list_make(t->c, all.data, all.len);
    vec_free(&all);
    return list;
}

/* ---- Apply ---- */

static tree_results apply(tree *t, uint32_t node, uint32_t id, uint32_t requests);

static bool is_inside(const tree_node *n, uint32_t position)
{
    return n->first <= position && position < n->end;
}

static bool is_complete(const tree *t)
{
    return t->pause == TREE_PAUSE_NONE && !t->c->was_stopped &&
           t->c->limit == STOP_NONE;
}

/* Pushes an entry whose requests left, if any, are for components outside of NODE. */
static void push_pair(tree *t, uint32_t node, uint32_t left, uint32_t right,
                      uint32_t requests)
{
    if (t->pause == TREE_PAUSE_NONE)
        push(t, requests, tree_intern_pair(t, node, left, right));
}

/* True if the next request is for a component below NODE; if not, pushes the entry. */
static bool continues_inside(tree *t, uint32_t node, uint32_t left, uint32_t right,
                             uint32_t requests, uint32_t *at)
{
    if (requests == 0) {
        push_pair(t, node, left, right, 0);
        return false;
    }
    *at = requests == TREE_FAULT ? TREE_FAILS : route(t, requests);
    if (*at == TREE_FAILS) {
        push(t, TREE_FAULT, 0);
        return false;
    }
    if (is_inside(&t->nodes.data[node], *at))
        return true;
    push_pair(t, node, left, right, requests);
    return false;
}

/* Serves requests at a pair below an inner node as long as they stay there.  A machine
 * and its inbox may send each other very many requests, so a single branch is followed
 * by a loop, not by recursion. */
static void follow(tree *t, uint32_t node, uint32_t left, uint32_t right,
                   uint32_t requests)
{
    const tree_node *n = &t->nodes.data[node];
    uint32_t at;
    while (continues_inside(t, node, left, right, requests, &at)) {
        bool is_left = is_inside(&t->nodes.data[n->left], at);
        uint32_t *id = is_left ? &left : &right;
        tree_results r = apply(t, is_left ? n->left : n->right, *id, requests);
        for (uint32_t i = 0; r.count != 1 && i < r.count &&
                             t->pause == TREE_PAUSE_NONE && !is_over(t, i);
             i++) {
            *id = r.many[i].id;
            follow(t, node, left, right, r.many[i].requests);
        }
        if (r.count != 1 || t->pause != TREE_PAUSE_NONE)
            return;
        *id = r.one.id;
        requests = r.one.requests;
    }
}

static void follow_component(tree *t, uint32_t node, component p, uint32_t requests);

/* Serves request number FROM at a component, and follows all its branches.  True: there
 * was one branch without requests of its own; P is its result, and nothing was pushed.
 */
static bool serve_request(tree *t, uint32_t node, component *p, uint32_t requests,
                          uint32_t from)
{
    value what = list_get(t->c, requests).items[from];
    if (component_respond_simply(t->c, t->nodes.data[node].cid, p, what))
        return true;
    component_branches branches = {0};
    component_respond(t->c, t->nodes.data[node].cid, *p, what, &branches);
    bool is_simple = branches.len == 1 && branches.data[0].requests == VALUE_NULL;
    if (is_simple)
        *p = branches.data[0].to;
    for (size_t i = 0; !is_simple && i < branches.len && !is_over(t, i); i++)
        follow_component(
            t, node, branches.data[i].to,
            join_requests(t, branches.data[i].requests, requests, from + 1));
    vec_free(&branches);
    return is_simple;
}

/* Serves requests at a component as long as they are for this one.  There may be very
 * many, so the list of those left is made only when one is for another. */
static void follow_component(tree *t, uint32_t node, component p, uint32_t requests)
{
    uint32_t count = requests == 0 ? 0 : list_get(t->c, requests).count;
    uint32_t from = 0;
    for (; from < count; from++) {
        uint32_t target =
            component_request_target(t->c, list_get(t->c, requests).items[from]);
        if (target == COMPONENT_NONE) {
            push(t, TREE_FAULT, 0);
            return;
        }
        uint32_t at = position_of(t, target);
        if (t->pause != TREE_PAUSE_NONE)
            return;
        if (!is_inside(&t->nodes.data[node], at))
            break;
        if (!serve_request(t, node, &p, requests, from))
            return;
    }
    uint32_t left = join_requests(t, VALUE_NULL, requests, from);
    push(t, left, tree_intern_pair(t, node, p.local, p.outbox));
}

static tree_results results_of(const tree *t, tree_entry e)
{
    if (e.requests != TREE_MANY)
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
    assert((n->cache_size & (n->cache_size - 1)) == 0);
    n->cache = mem_alloc(n->cache_size * sizeof *n->cache);
    for (size_t i = 0; i < old_size; i++)
        if (old[i].requests != 0)
            n->cache[hash_u64(tree_key(old[i].id, old[i].requests)) &
                     (n->cache_size - 1)] = old[i];
    mem_free(old, old_size * sizeof *old);
}

static tree_cached *node_cache_slot(const tree_node *n, uint32_t id, uint32_t requests)
{
    return &n->cache[hash_u64(tree_key(id, requests)) & (n->cache_size - 1)];
}

/* The entries above FIRST on the stack as one; entry FIRST is room for their number. */
static tree_entry as_one(tree *t, size_t first)
{
    tree_entry *found = &t->stack.data[first];
    assert(t->stack.len > first && found->requests == TREE_MANY);
    size_t count = t->stack.len - first - 1;
    if (count == 1)
        return found[1];
    found->id = (uint32_t)count;
    return (tree_entry){TREE_MANY,
                        intern_put(&t->many, found, (count + 1) * sizeof *found)};
}

/* Without the cache of NODE. */
static tree_entry apply_uncached(tree *t, uint32_t node, uint32_t id, uint32_t requests)
{
    size_t first = t->stack.len;
    push(t, TREE_MANY, 0);
    if (t->nodes.data[node].cid != COMPONENT_NONE) {
        follow_component(t, node, tree_component(t, node, id), requests);
    } else {
        const tree_record *r = tree_at(t, node, id);
        follow(t, node, r->left, r->right, requests);
    }
    tree_entry e = as_one(t, first);
    t->stack.len = first;
    return e;
}

static tree_results apply(tree *t, uint32_t node, uint32_t id, uint32_t requests)
{
    tree_node *n = &t->nodes.data[node];
    if (n->cache_misses >= n->cache_size)
        grow_cache(t, n);
    tree_cached *cached = node_cache_slot(n, id, requests);
    if (cached->requests == requests && cached->id == id)
        return results_of(t, cached->result);
    n->cache_misses++;
    tree_entry e = apply_uncached(t, node, id, requests);
    if (is_complete(t))
        *cached = (tree_cached){id, requests, e};
    return results_of(t, e);
}

tree_results tree_apply(tree *t, int side, uint32_t id, uint32_t requests)
{
    uint32_t at = route(t, requests);
    if (is_inside(&t->nodes.data[t->side[side]], at))
        /* No cache here: workers cache the results. */
        return results_of(t, apply_uncached(t, t->side[side], id, requests));
    /* The request is for the other side, or for no machine. */
    tree_entry e = {requests, id};
    if (at == TREE_FAILS)
        e = (tree_entry){TREE_FAULT, 0};
    return (tree_results){.count = t->pause == TREE_PAUSE_NONE, .one = e};
}

/* At an inner node, one of its children serves the request. */
static void prefetch_child(tree *t, const tree_node *n, const tree_task *a)
{
    uint32_t at = route(t, a->requests);
    const tree_record *r = tree_at(t, t->side[a->side], a->id);
    bool is_left = is_inside(&t->nodes.data[n->left], at);
    const tree_node *child = &t->nodes.data[is_left ? n->left : n->right];
    if (is_inside(child, at) && child->cache_size > 0)
        __builtin_prefetch(
            node_cache_slot(child, is_left ? r->left : r->right, a->requests));
}

void tree_prefetch_task(tree *t, const tree_task *a)
{
    uint32_t node = t->side[a->side];
    const tree_node *n = &t->nodes.data[node];
    if (n->cid != COMPONENT_NONE)
        component_prefetch(t->c, tree_component(t, node, a->id),
                           first_request(t, a->requests));
    else
        prefetch_child(t, n, a);
}

static void start_at_leaf(tree *t, const tree_node *n, tree_task *a)
{
    value_view requests = list_get(t->c, a->requests);
    if (requests.count != 1 || route(t, a->requests) != n->first)
        return;
    component p = tree_component(t, t->side[a->side], a->id);
    a->is_simple = component_respond_simply(t->c, n->cid, &p, requests.items[0]);
    a->left = p.local;
    a->right = p.outbox;
}

static void start_at_child(tree *t, const tree_node *n, tree_task *a)
{
    uint32_t at = route(t, a->requests);
    if (!is_inside(n, at))
        return;
    const tree_record *r = tree_at(t, t->side[a->side], a->id);
    bool is_left = is_inside(&t->nodes.data[n->left], at);
    tree_results found = apply(t, is_left ? n->left : n->right,
                               is_left ? r->left : r->right, a->requests);
    a->is_simple = found.count == 1 && found.one.requests == 0;
    a->left = is_left ? found.one.id : r->left;
    a->right = is_left ? r->right : found.one.id;
}

void tree_start_task(tree *t, tree_task *a)
{
    const tree_node *n = &t->nodes.data[t->side[a->side]];
    a->is_simple = false;
    if (n->cid != COMPONENT_NONE)
        start_at_leaf(t, n, a);
    else
        start_at_child(t, n, a);
    if (a->is_simple)
        __builtin_prefetch(tree_map_bucket(n, a->left, a->right));
}

void tree_prefetch_record(const tree *t, const tree_task *a)
{
    const tree_node *n = &t->nodes.data[t->side[a->side]];
    if (a->is_simple)
        __builtin_prefetch(
            shelf_at(&n->records, *tree_map_bucket(n, a->left, a->right)));
}

tree_results tree_finish_task(tree *t, const tree_task *a)
{
    if (!a->is_simple)
        return tree_apply(t, (int)a->side, a->id, a->requests);
    uint32_t id = tree_intern_pair(t, t->side[a->side], a->left, a->right);
    return (tree_results){.count = 1, .one = {0, id}};
}

/* ---- Lists ---- */

static void make_list(tree *t, uint32_t node, uint32_t id);

static uint32_t entry_count(const tree_record *r)
{
    return r->info >> TREE_TRAIT_BITS;
}

/* By the index of the entry itself: if the list is empty, the next one may be in
 * another segment of the shelf. */
static uint32_t urgent_machine(const tree *t, const tree_record *r)
{
    return tree_entries(t, r->list - 1)->id;
}

int tree_first_urgent(const tree *t, const tree_record *left, const tree_record *right)
{
    assert(left->info & right->info & TRAIT_URGENT);
    uint32_t a = urgent_machine(t, left);
    uint32_t b = urgent_machine(t, right);
    return naming_compare(&t->c->vals.names, a, b) < 0 ? TREE_LEFT : TREE_RIGHT;
}

static void list_at_leaf(tree *t, uint32_t node, uint32_t id, unsigned *traits)
{
    component_id cid = t->nodes.data[node].cid;
    component p = tree_component(t, node, id);
    *traits = component_traits(t->c, cid, p);
    if (*traits & TRAIT_URGENT)
        push(t, 0, cid);
    if (!within_has_component(t->c, cid, p)) {
        *traits |= TRAIT_OUTSIDE; /* no state with this component is expanded */
        return;
    }
    component_branches branches = {0};
    component_initiate(t->c, cid, p, &branches);
    for (size_t i = 0; i < branches.len && !is_over(t, i); i++)
        follow_component(t, node, branches.data[i].to, branches.data[i].requests);
    vec_free(&branches);
}

/* The transitions that start on one side of an inner node. */
static void list_side(tree *t, uint32_t node, const tree_record *at, bool is_left)
{
    const tree_node *n = &t->nodes.data[node];
    const tree_record *r =
        is_left ? tree_at(t, n->left, at->left) : tree_at(t, n->right, at->right);
    const tree_entry *list = tree_entries(t, r->list);
    uint32_t count = entry_count(r);
    for (uint32_t i = 0; i < count && t->pause == TREE_PAUSE_NONE && !is_over(t, i);
         i++) {
        uint32_t left = is_left ? list[i].id : at->left;
        uint32_t right = is_left ? at->right : list[i].id;
        follow(t, node, left, right, list[i].requests);
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
    bool takes_left = !(right->info & TRAIT_URGENT);
    bool takes_right = !(left->info & TRAIT_URGENT);
    if (!takes_left && !takes_right) {
        takes_left = tree_first_urgent(t, left, right) == TREE_LEFT;
        takes_right = !takes_left;
    }
    if (*traits & TRAIT_URGENT)
        push(t, 0, urgent_machine(t, takes_left ? left : right));
    if (takes_left)
        list_side(t, node, at, true);
    if (takes_right)
        list_side(t, node, at, false);
}

/* Stores the entries above FIRST; the first is the urgent machine's, if there is one.
 */
static void keep_list(tree *t, uint32_t node, uint32_t id, size_t first,
                      unsigned traits)
{
    size_t count = t->stack.len - first;
    if (count > TREE_LIST_MAX || count > SHELF_MAX / 2 - t->entries.count / 2) {
        t->pause = TREE_PAUSE_TOO_MANY;
        return;
    }
    uint32_t before = traits & TRAIT_URGENT ? 1 : 0;
    assert(traits <= TREE_TRAITS && count >= before);
    tree_record *r = tree_at(t, node, id);
    r->info = (uint32_t)(count - before) << TREE_TRAIT_BITS | traits;
    uint32_t index = 0;
    if (count > 0) {
        index = shelf_add(&t->entries, (uint32_t)count);
        memcpy(shelf_at(&t->entries, index), &t->stack.data[first],
               count * sizeof *t->stack.data);
    }
    /* Partner: the acquire in has_list and prefetch_list of worker.c. */
    atomic_store_explicit(&r->list, index + before + 1, memory_order_release);
}

static void make_list(tree *t, uint32_t node, uint32_t id)
{
    if (tree_at(t, node, id)->list != 0)
        return;
    size_t first = t->stack.len;
    unsigned traits = 0;
    if (t->nodes.data[node].cid != COMPONENT_NONE)
        list_at_leaf(t, node, id, &traits);
    else
        list_inner(t, node, id, &traits);
    if (is_complete(t))
        keep_list(t, node, id, first, traits);
    t->stack.len = first;
}

void tree_list(tree *t, int side, uint32_t id)
{
    make_list(t, t->side[side], id);
}

/* Prefetches what list_side will look up for transitions without requests left; the ids
 * of others are not known yet. */
static void prefetch_side(const tree *t, const tree_node *n, const tree_record *at,
                          bool is_left, bool wants_records)
{
    const tree_record *r =
        is_left ? tree_at(t, n->left, at->left) : tree_at(t, n->right, at->right);
    if (r->list == 0)
        return;
    const tree_entry *list = tree_entries(t, r->list);
    uint32_t count = entry_count(r);
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].requests != 0)
            continue;
        const uint32_t *home = tree_map_bucket(n, is_left ? list[i].id : at->left,
                                               is_left ? at->right : list[i].id);
        if (wants_records)
            __builtin_prefetch(shelf_at(&n->records, *home));
        else
            __builtin_prefetch(home);
    }
}

static void prefetch_inner(const tree *t, const tree_node *n, const tree_record *at,
                           bool wants_records)
{
    prefetch_side(t, n, at, true, wants_records);
    prefetch_side(t, n, at, false, wants_records);
}

void tree_prefetch_list_buckets(const tree *t, int side, uint32_t id)
{
    const tree_node *n = &t->nodes.data[t->side[side]];
    const tree_record *r = tree_at(t, t->side[side], id);
    if (n->cid == COMPONENT_NONE) {
        prefetch_inner(t, n, r, false);
    } else {
        value_prefetch(&t->c->vals, r->left);
        value_prefetch(&t->c->vals, r->right);
    }
}

void tree_prefetch_list_records(const tree *t, int side, uint32_t id)
{
    const tree_node *n = &t->nodes.data[t->side[side]];
    if (n->cid == COMPONENT_NONE)
        prefetch_inner(t, n, tree_at(t, t->side[side], id), true);
}
