#include "engine/sets/ldd.h"

#include "base/hash.h"
#include "base/idmap.h"
#include "base/invariant.h"

#include <assert.h>
#include <string.h>

enum {
    FIRST_NODES = 1 << 12, /* and buckets, and cache entries */
    LEAST_NODES = 1 << 6,  /* ... however low the memory limit is */
    CONSTANTS = 2,
};

/* The store's own operations; B distinguishes levels. */
enum { OP_UNION = 1, OP_MINUS, OP_INTERSECT, OP_SWAP, OP_INSERT, OP_OWN };

/* ---- Memory ---- */

static bool fits(const ldd_store *s, size_t more)
{
    return s->tuning.max_bytes == 0 || ldd_bytes(s) + more <= s->tuning.max_bytes;
}

/* The initial number of each. */
static size_t first_count(const ldd_tuning *t)
{
    size_t bytes = sizeof(ldd_node) + sizeof(uint32_t) + sizeof(ldd_cache_entry);
    size_t count = FIRST_NODES;
    while (t->max_bytes > 0 && count > LEAST_NODES && count * bytes > t->max_bytes)
        count /= 2;
    return count;
}

void ldd_init(ldd_store *s, const ldd_tuning *t)
{
    *s = (ldd_store){
        .tuning = *t, .used = CONSTANTS, .operations = OP_OWN, .inserting = OP_INSERT};
    s->cap = first_count(t);
    s->nodes = mem_must_map(s->cap * sizeof *s->nodes);
    s->bucket_count = s->cap;
    s->buckets = mem_must_map(s->bucket_count * sizeof *s->buckets);
    s->cache_size = s->cap;
    if (t->most_cache_bits > 0 && s->cache_size >> t->most_cache_bits > 0)
        s->cache_size = (size_t)1 << t->most_cache_bits;
    s->cache = mem_must_map(s->cache_size * sizeof *s->cache);
}

void ldd_fini(ldd_store *s)
{
    mem_unmap(s->nodes, s->cap * sizeof *s->nodes);
    mem_unmap(s->buckets, s->bucket_count * sizeof *s->buckets);
    mem_unmap(s->cache, s->cache_size * sizeof *s->cache);
    vec_free(&s->stack);
}

size_t ldd_nodes(const ldd_store *s)
{
    return s->used - CONSTANTS - s->free_count;
}

size_t ldd_bytes(const ldd_store *s)
{
    return s->cap * sizeof *s->nodes + s->bucket_count * sizeof *s->buckets +
           s->cache_size * sizeof *s->cache;
}

static uint32_t *bucket_of(const ldd_store *s, uint32_t value, ldd down, ldd right)
{
    uint64_t hash =
        hash_u64(((uint64_t)down << 32 | right) ^ hash_u64(value + UINT64_C(1)));
    return &s->buckets[hash & (s->bucket_count - 1)];
}

static void put_in_bucket(ldd_store *s, uint32_t id)
{
    ldd_node *n = &s->nodes[id];
    uint32_t *bucket = bucket_of(s, n->value, n->down, n->right);
    n->next = *bucket;
    *bucket = id;
}

/* ---- The operation cache ---- */

static ldd_cache_entry *entry_of(const ldd_store *s, uint32_t what, uint32_t a,
                                 uint32_t b)
{
    uint64_t hash =
        hash_u64(((uint64_t)a << 32 | b) + what * UINT64_C(0x9e3779b97f4a7c15));
    return &s->cache[hash & (s->cache_size - 1)];
}

bool ldd_cache_get(const ldd_store *s, uint32_t what, uint32_t a, uint32_t b,
                   ldd *result)
{
    if (s->trouble != LDD_NO_TROUBLE) {
        *result = LDD_EMPTY; /* so that recursions end at once */
        return true;
    }
    const ldd_cache_entry *m = entry_of(s, what, a, b);
    bool is_known = m->what == what && m->a == a && m->b == b;
    if (is_known)
        *result = m->result;
    return is_known;
}

enum { ASK_EVERY = 1 << 15 };

/* Counts work.  Cache entries alone do not measure work: a list of any length is one
 * entry.
 */
static void spend(ldd_store *s)
{
    if (++s->work % ASK_EVERY == 0 && s->tuning.is_over != NULL &&
        s->tuning.is_over(s->tuning.context))
        s->trouble = LDD_STOPPED;
}

/* In a loop over a whole table, of turn I.  True: leave the table as it is.  The store
 * gives no results until ldd_collect has put it in order. */
static bool must_leave(ldd_store *s, size_t i)
{
    if (i % ASK_EVERY == 0 && s->tuning.is_over != NULL &&
        s->tuning.is_over(s->tuning.context))
        s->trouble = LDD_STOPPED;
    return s->trouble == LDD_STOPPED;
}

void ldd_cache_put(ldd_store *s, uint32_t what, uint32_t a, uint32_t b, ldd result)
{
    if (s->trouble != LDD_NO_TROUBLE)
        return;
    *entry_of(s, what, a, b) = (ldd_cache_entry){what, a, b, result};
    spend(s);
}

static void clear_cache(ldd_store *s)
{
    memset(s->cache, 0, s->cache_size * sizeof *s->cache);
}

static uint32_t most_numbers(const ldd_store *s)
{
    return s->tuning.most_numbers > OP_OWN ? s->tuning.most_numbers : UINT32_MAX;
}

uint32_t ldd_operation(ldd_store *s, uint32_t count)
{
    if (count > most_numbers(s) - s->operations)
        return 0;
    s->operations += count;
    return s->operations - count;
}

void ldd_renew_operations(ldd_store *s)
{
    if (s->operations <= most_numbers(s) / 2)
        return;
    s->generation++;
    s->operations = OP_OWN;
    s->inserting = OP_INSERT;
    clear_cache(s);
}

/* As many entries as nodes: a smaller cache forgets results that the same round of the
 * search needs again. */
static void grow_cache(ldd_store *s)
{
    size_t count = s->cache_size * 2;
    if ((s->tuning.most_cache_bits > 0 && count >> s->tuning.most_cache_bits > 1) ||
        !fits(s, count * sizeof *s->cache))
        return;
    ldd_cache_entry *old = s->cache;
    size_t old_count = s->cache_size;
    ldd_cache_entry *cache = mem_map(count * sizeof *cache);
    if (cache == NULL)
        return;
    s->cache = cache;
    s->cache_size = count;
    for (size_t i = 0; i < old_count && !must_leave(s, i); i++)
        if (old[i].what != 0)
            *entry_of(s, old[i].what, old[i].a, old[i].b) = old[i];
    mem_unmap(old, old_count * sizeof *old);
}

/* ---- Nodes ---- */

static bool grow_buckets(ldd_store *s)
{
    size_t count = s->bucket_count * 2;
    uint32_t *buckets =
        fits(s, count * sizeof *s->buckets) ? mem_map(count * sizeof *buckets) : NULL;
    if (buckets == NULL)
        return false;
    mem_unmap(s->buckets, s->bucket_count * sizeof *s->buckets);
    s->buckets = buckets;
    s->bucket_count = count;
    for (uint32_t i = CONSTANTS; i < s->used && !must_leave(s, i); i++)
        put_in_bucket(s, i);
    return true;
}

/* Only when no node is free, so that all are in buckets. */
static bool grow_nodes(ldd_store *s)
{
    assert(s->first_free == 0);
    size_t cap = s->cap * 2;
    if (cap > UINT32_MAX || !fits(s, s->cap * sizeof *s->nodes))
        return false;
    ldd_node *nodes = mem_remap(s->nodes, s->cap * sizeof *nodes, cap * sizeof *nodes);
    if (nodes == NULL)
        return false;
    s->nodes = nodes;
    s->cap = cap;
    (void)grow_buckets(s); /* longer chains are slow, not wrong */
    grow_cache(s);
    return true;
}

size_t ldd_coming_growth(const ldd_store *s, size_t more)
{
    size_t buckets = s->bucket_count * 2 * sizeof *s->buckets;
    size_t cache = s->cache_size * 2 * sizeof *s->cache;
    if (s->used - CONSTANTS + more < s->cap + s->free_count ||
        !fits(s, s->cap * sizeof *s->nodes))
        return 0;
    return (fits(s, buckets) ? buckets : 0) + (fits(s, cache) ? cache : 0);
}

static uint32_t new_node(ldd_store *s)
{
    uint32_t id = s->first_free;
    if (id != 0) {
        s->first_free = s->nodes[id].next;
        s->free_count--;
    } else {
        if (s->used == s->cap && !grow_nodes(s))
            return 0;
        id = s->used++;
    }
    if (ldd_nodes(s) > s->peak)
        s->peak = ldd_nodes(s);
    return id;
}

ldd ldd_make(ldd_store *s, uint32_t value, ldd down, ldd right)
{
    if (down == LDD_EMPTY || s->trouble != LDD_NO_TROUBLE)
        return right;
    assert(right == LDD_EMPTY || s->nodes[right].value < value);
    spend(s);
    for (uint32_t i = *bucket_of(s, value, down, right); i != 0; i = s->nodes[i].next) {
        const ldd_node *n = &s->nodes[i];
        if (n->value == value && n->down == down && n->right == right)
            return i;
    }
    uint32_t id = new_node(s);
    if (id == 0) {
        s->trouble = LDD_FULL;
        return LDD_EMPTY;
    }
    s->nodes[id] = (ldd_node){value, down, right, 0};
    put_in_bucket(s, id);
    return id;
}

/* ---- Collecting ---- */

bool ldd_wants_to_collect(const ldd_store *s)
{
    enum { FEW = 1 << 16, GROWTH = 3 };
    size_t nodes = ldd_nodes(s);
    return s->trouble == LDD_FULL || s->tuning.always_collects ||
           (nodes > FEW && nodes / GROWTH > s->live_after);
}

typedef struct marking {
    uint64_t *bits;
    VEC(ldd) todo;
} marking;

static void mark(marking *m, ldd a)
{
    uint64_t bit = UINT64_C(1) << (a & 63);
    if (a >= CONSTANTS && (m->bits[a >> 6] & bit) == 0) {
        m->bits[a >> 6] |= bit;
        vec_push(&m->todo, a);
    }
}

static bool is_alive(const uint64_t *bits, ldd a)
{
    return a < CONSTANTS || (bits[a >> 6] >> (a & 63) & 1) != 0;
}

static void sweep(ldd_store *s, const uint64_t *bits)
{
    memset(s->buckets, 0, s->bucket_count * sizeof *s->buckets);
    s->first_free = 0;
    s->free_count = 0;
    for (uint32_t i = s->used; i-- > CONSTANTS && !must_leave(s, i);) {
        if (is_alive(bits, i)) {
            put_in_bucket(s, i);
        } else {
            s->nodes[i].next = s->first_free;
            s->first_free = i;
            s->free_count++;
        }
    }
}

/* In entries of callers' operations, B is not a node. */
static void forget_dead(ldd_store *s, const uint64_t *bits)
{
    for (size_t i = 0; i < s->cache_size && !must_leave(s, i); i++) {
        ldd_cache_entry *m = &s->cache[i];
        bool is_kept = m->what != 0 && is_alive(bits, m->a) &&
                       is_alive(bits, m->result) &&
                       (m->what >= OP_OWN || is_alive(bits, m->b));
        if (!is_kept)
            *m = (ldd_cache_entry){0};
    }
}

void ldd_collect(ldd_store *s, const ldd *roots, size_t count)
{
    size_t words = s->used / 64 + 1;
    size_t turns = 0;
    s->trouble = LDD_NO_TROUBLE;
    if (s->is_cache_stale)
        clear_cache(s);
    marking m = {.bits = mem_alloc(words * sizeof *m.bits)};
    for (size_t i = 0; i < count; i++)
        mark(&m, roots[i]);
    vec_each (e, &s->stack)
        mark(&m, e->down);
    while (m.todo.len > 0 && !must_leave(s, ++turns)) {
        ldd a = vec_pop(&m.todo);
        mark(&m, s->nodes[a].down);
        mark(&m, s->nodes[a].right);
    }
    if (s->trouble == LDD_NO_TROUBLE) {
        s->is_cache_stale = true;
        sweep(s, m.bits);
        forget_dead(s, m.bits);
        s->is_cache_stale = s->trouble != LDD_NO_TROUBLE;
    }
    s->live_after = (uint32_t)ldd_nodes(s);
    vec_free(&m.todo);
    mem_free(m.bits, words * sizeof *m.bits);
    INVARIANT(s->trouble == LDD_STOPPED || ldd_check(s));
}

/* ---- What must hold ---- */

/* A bit for each node in use; false: the list of free nodes is broken. */
static bool find_used(const ldd_store *s, uint64_t *bits)
{
    uint32_t count = 0;
    for (uint32_t i = CONSTANTS; i < s->used; i++)
        bits[i >> 6] |= UINT64_C(1) << (i & 63);
    for (uint32_t i = s->first_free; i != 0; i = s->nodes[i].next) {
        if (i < CONSTANTS || i >= s->used || !is_alive(bits, i))
            return false;
        bits[i >> 6] &= ~(UINT64_C(1) << (i & 63));
        count++;
    }
    return count == s->free_count;
}

static bool is_in_use(const ldd_store *s, const uint64_t *bits, ldd a)
{
    return a < s->used && is_alive(bits, a);
}

static bool is_node_right(const ldd_store *s, const uint64_t *bits, uint32_t id)
{
    const ldd_node *n = &s->nodes[id];
    return n->down != LDD_EMPTY && is_in_use(s, bits, n->down) &&
           n->right != LDD_UNIT && is_in_use(s, bits, n->right) &&
           (n->right == LDD_EMPTY || s->nodes[n->right].value < n->value);
}

/* The nodes of a bucket are in use and belong there, and differ from each other. */
static bool is_bucket_right(const ldd_store *s, const uint64_t *bits,
                            const uint32_t *bucket, size_t *count)
{
    for (uint32_t i = *bucket; i != 0; i = s->nodes[i].next) {
        if (i < CONSTANTS || !is_in_use(s, bits, i) || ++*count > ldd_nodes(s))
            return false;
        const ldd_node *n = &s->nodes[i];
        if (bucket_of(s, n->value, n->down, n->right) != bucket)
            return false;
        for (uint32_t k = *bucket; k != i; k = s->nodes[k].next)
            if (s->nodes[k].value == n->value && s->nodes[k].down == n->down &&
                s->nodes[k].right == n->right)
                return false;
    }
    return true;
}

/* Of SWAP and INSERT, B is a level. */
static bool is_cache_entry_right(const ldd_store *s, const uint64_t *bits,
                                 const ldd_cache_entry *m)
{
    return m->what == 0 || (is_in_use(s, bits, m->a) && is_in_use(s, bits, m->result) &&
                            (m->what >= OP_SWAP || is_in_use(s, bits, m->b)));
}

static bool is_store_right(const ldd_store *s, uint64_t *bits)
{
    bool is_right = find_used(s, bits);
    for (uint32_t i = CONSTANTS; is_right && i < s->used; i++)
        is_right = !is_alive(bits, i) || is_node_right(s, bits, i);
    size_t count = 0;
    for (size_t i = 0; is_right && i < s->bucket_count; i++)
        is_right = is_bucket_right(s, bits, &s->buckets[i], &count);
    for (size_t i = 0; is_right && i < s->cache_size; i++)
        is_right = is_cache_entry_right(s, bits, &s->cache[i]);
    return is_right && count == ldd_nodes(s);
}

bool ldd_check(const ldd_store *s)
{
    size_t words = s->used / 64 + 1;
    uint64_t *bits = mem_alloc(words * sizeof *bits);
    bool is_right = is_store_right(s, bits);
    mem_free(bits, words * sizeof *bits);
    return is_right;
}

/* ---- Sets ----
 *
 * ldd_union, ldd_minus and ldd_intersect merge two sorted lists in three loops that
 * differ in a line or two.  They stay apart: these are the hottest loops of the engine,
 * and a common loop would test in each turn which operation it computes. */

ldd ldd_row(ldd_store *s, const uint32_t *row, size_t len)
{
    ldd a = LDD_UNIT;
    while (len > 0)
        a = ldd_make(s, row[--len], a, LDD_EMPTY);
    return a;
}

ldd ldd_list(ldd_store *s, size_t mark, ldd rest)
{
    while (s->stack.len > mark) {
        ldd_element e = vec_pop(&s->stack);
        rest = ldd_make(s, e.value, e.down, rest);
    }
    return rest;
}

static void push(ldd_store *s, uint32_t value, ldd down)
{
    ldd_element e = {value, down};
    vec_push(&s->stack, e);
}

ldd ldd_union(ldd_store *s, ldd a, ldd b)
{
    if (a == b || b == LDD_EMPTY)
        return a;
    if (a == LDD_EMPTY)
        return b;
    assert(a >= CONSTANTS);
    assert(b >= CONSTANTS);
    if (a > b)
        return ldd_union(s, b, a);
    ldd result;
    if (ldd_cache_get(s, OP_UNION, a, b, &result))
        return result;
    size_t mark = s->stack.len;
    ldd x = a;
    ldd y = b;
    while (x != y && x != LDD_EMPTY && y != LDD_EMPTY) {
        const ldd_node m = s->nodes[x];
        const ldd_node n = s->nodes[y];
        if (m.value == n.value)
            push(s, m.value, ldd_union(s, m.down, n.down));
        else
            push(s, m.value > n.value ? m.value : n.value,
                 m.value > n.value ? m.down : n.down);
        x = m.value >= n.value ? m.right : x;
        y = n.value >= m.value ? n.right : y;
    }
    result = ldd_list(s, mark, x != LDD_EMPTY ? x : y);
    ldd_cache_put(s, OP_UNION, a, b, result);
    return result;
}

ldd ldd_minus(ldd_store *s, ldd a, ldd b)
{
    if (a == b || a == LDD_EMPTY)
        return LDD_EMPTY;
    if (b == LDD_EMPTY)
        return a;
    ldd result;
    if (ldd_cache_get(s, OP_MINUS, a, b, &result))
        return result;
    size_t mark = s->stack.len;
    ldd x = a;
    ldd y = b;
    while (x != y && x != LDD_EMPTY && y != LDD_EMPTY) {
        const ldd_node m = s->nodes[x];
        const ldd_node n = s->nodes[y];
        if (m.value > n.value)
            push(s, m.value, m.down);
        else if (m.value == n.value)
            push(s, m.value, ldd_minus(s, m.down, n.down));
        x = m.value >= n.value ? m.right : x;
        y = n.value >= m.value ? n.right : y;
    }
    result = ldd_list(s, mark, x == y ? LDD_EMPTY : x);
    ldd_cache_put(s, OP_MINUS, a, b, result);
    return result;
}

ldd ldd_intersect(ldd_store *s, ldd a, ldd b)
{
    if (a == b || a == LDD_EMPTY || b == LDD_EMPTY)
        return a == b ? a : LDD_EMPTY;
    ldd result;
    if (a > b) {
        ldd other = a;
        a = b;
        b = other;
    }
    if (ldd_cache_get(s, OP_INTERSECT, a, b, &result))
        return result;
    size_t mark = s->stack.len;
    ldd x = a;
    ldd y = b;
    while (x != y && x != LDD_EMPTY && y != LDD_EMPTY) {
        const ldd_node m = s->nodes[x];
        const ldd_node n = s->nodes[y];
        if (m.value == n.value)
            push(s, m.value, ldd_intersect(s, m.down, n.down));
        x = m.value >= n.value ? m.right : x;
        y = n.value >= m.value ? n.right : y;
    }
    result = ldd_list(s, mark, x == y ? x : LDD_EMPTY);
    ldd_cache_put(s, OP_INTERSECT, a, b, result);
    return result;
}

static ldd insert(ldd_store *s, ldd a, uint32_t level, uint32_t value)
{
    ldd result;
    if (a == LDD_EMPTY)
        return LDD_EMPTY;
    if (level == 0)
        return ldd_make(s, value, a, LDD_EMPTY);
    if (ldd_cache_get(s, s->inserting, a, level, &result))
        return result;
    size_t mark = s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = s->nodes[x].right)
        push(s, s->nodes[x].value, insert(s, s->nodes[x].down, level - 1, value));
    result = ldd_list(s, mark, LDD_EMPTY);
    ldd_cache_put(s, s->inserting, a, level, result);
    return result;
}

/* Callers mostly insert the same value into many sets that have much in common, so all
 * insertions of one value share an operation number. */
ldd ldd_insert(ldd_store *s, ldd a, uint32_t level, uint32_t value)
{
    if (value != s->inserted) {
        uint32_t number = ldd_operation(s, 1);
        if (number == 0)
            clear_cache(s);
        else
            s->inserting = number;
        s->inserted = value;
    }
    return insert(s, a, level, value);
}

/* (x, y, rest) for each (y, x, rest) that begins with X. */
static ldd swap_one(ldd_store *s, uint32_t x, ldd down)
{
    size_t mark = s->stack.len;
    for (; down != LDD_EMPTY; down = s->nodes[down].right)
        push(s, s->nodes[down].value, ldd_make(s, x, s->nodes[down].down, LDD_EMPTY));
    return ldd_list(s, mark, LDD_EMPTY);
}

static ldd swap(ldd_store *s, ldd a, uint32_t level)
{
    ldd result = LDD_EMPTY;
    if (a == LDD_EMPTY || ldd_cache_get(s, OP_SWAP, a, level, &result))
        return result;
    size_t mark = s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = s->nodes[x].right) {
        const ldd_node n = s->nodes[x];
        if (level > 0)
            push(s, n.value, swap(s, n.down, level - 1));
        else
            result = ldd_union(s, result, swap_one(s, n.value, n.down));
    }
    if (level > 0)
        result = ldd_list(s, mark, LDD_EMPTY);
    ldd_cache_put(s, OP_SWAP, a, level, result);
    return result;
}

ldd ldd_swap(ldd_store *s, ldd a, uint32_t level)
{
    return swap(s, a, level);
}

/* ---- Reading ---- */

bool ldd_has(const ldd_store *s, ldd a, const uint32_t *row, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        while (a != LDD_EMPTY && s->nodes[a].value > row[i])
            a = s->nodes[a].right;
        if (a == LDD_EMPTY || s->nodes[a].value != row[i])
            return false;
        a = s->nodes[a].down;
    }
    return a == LDD_UNIT;
}

void ldd_pick(const ldd_store *s, ldd a, uint32_t *row, size_t len)
{
    for (size_t i = 0; i < len; i++, a = s->nodes[a].down) {
        assert(a >= CONSTANTS);
        row[i] = s->nodes[a].value;
    }
}

static bool each(const ldd_store *s, ldd a, uint32_t *row, size_t at, size_t len,
                 ldd_visit *visit, void *context)
{
    if (at == len)
        return visit(context, row);
    for (; a != LDD_EMPTY; a = s->nodes[a].right) {
        row[at] = s->nodes[a].value;
        if (!each(s, s->nodes[a].down, row, at + 1, len, visit, context))
            return false;
    }
    return true;
}

bool ldd_each(const ldd_store *s, ldd a, uint32_t *row, size_t len, ldd_visit *visit,
              void *context)
{
    return each(s, a, row, 0, len, visit, context);
}

/* Computes each node's count once, from the counts of the nodes below and to its right:
 * a list may be the tail of many longer lists.  COUNTS is indexed by node, 0 means
 * unknown; pages that are never touched cost nothing. */
typedef struct walk {
    const ldd_store *s;
    double *counts;
    size_t turns;
    bool is_over;
    VEC(ldd) path; /* nodes whose count is being computed, the innermost last */
} walk;

static bool is_walk_over(walk *w)
{
    const ldd_tuning *t = &w->s->tuning;
    if (++w->turns % ASK_EVERY == 0 && t->is_over != NULL)
        w->is_over |= t->is_over(t->context);
    return w->is_over;
}

static double count(walk *w, ldd a)
{
    const ldd_node *nodes = w->s->nodes;
    size_t mark = w->path.len;
    double sum = a == LDD_UNIT;
    for (; a >= CONSTANTS && w->counts[a] == 0; a = nodes[a].right)
        vec_push(&w->path, a);
    if (a >= CONSTANTS)
        sum = w->counts[a];
    while (w->path.len > mark && !is_walk_over(w)) {
        ldd x = *vec_last(&w->path);
        sum += count(w, nodes[x].down);
        w->counts[x] = sum;
        w->path.len--;
    }
    w->path.len = mark;
    return sum;
}

double ldd_count(const ldd_store *s, ldd a)
{
    size_t bytes = s->used * sizeof(double);
    walk w = {.s = s, .counts = mem_must_map(bytes)};
    double sum = count(&w, a);
    mem_unmap(w.counts, bytes);
    vec_free(&w.path);
    return w.is_over ? 0 : sum;
}

/* The same with numbers to the base of a billion, all of LENGTH digits, the lowest
 * first. */
typedef struct long_walk {
    const ldd_store *s;
    uint32_t *digits;
    size_t length;
    VEC(ldd) path;
    bool is_too_short; /* some number needs more digits */
} long_walk;

enum { BILLION = 1000000000 };

static uint32_t *digits_of(const long_walk *w, ldd a)
{
    return w->digits + a * w->length;
}

static bool has_count(const long_walk *w, ldd a)
{
    const uint32_t *digits = digits_of(w, a);
    for (size_t i = 0; i < w->length; i++)
        if (digits[i] != 0)
            return true;
    return a == LDD_EMPTY;
}

static void add_long(long_walk *w, uint32_t *sum, const uint32_t *more)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < w->length; i++) {
        carry += (uint64_t)sum[i] + more[i];
        sum[i] = (uint32_t)(carry % BILLION);
        carry /= BILLION;
    }
    w->is_too_short |= carry != 0;
}

static void count_long(long_walk *w, ldd a)
{
    const ldd_node *nodes = w->s->nodes;
    size_t mark = w->path.len;
    for (; !has_count(w, a); a = nodes[a].right)
        vec_push(&w->path, a);
    while (w->path.len > mark) {
        ldd x = *vec_last(&w->path);
        if (!w->is_too_short)
            count_long(w, nodes[x].down);
        add_long(w, digits_of(w, x), digits_of(w, nodes[x].down));
        add_long(w, digits_of(w, x), digits_of(w, nodes[x].right));
        w->path.len--;
    }
}

static void print_long(const uint32_t *digits, size_t length, strbuf *out)
{
    while (length > 1 && digits[length - 1] == 0)
        length--;
    strbuf_printf(out, "%u", digits[--length]);
    while (length-- > 0)
        strbuf_printf(out, "%09u", digits[length]);
}

/* False: LENGTH digits are too few. */
static bool count_with(const ldd_store *s, ldd a, size_t length, strbuf *out)
{
    size_t bytes = s->used * length * sizeof(uint32_t);
    long_walk w = {.s = s, .digits = mem_must_map(bytes), .length = length};
    *digits_of(&w, LDD_UNIT) = 1;
    count_long(&w, a);
    if (!w.is_too_short)
        print_long(digits_of(&w, a), length, out);
    mem_unmap(w.digits, bytes);
    vec_free(&w.path);
    return !w.is_too_short;
}

void ldd_count_exactly(const ldd_store *s, ldd a, strbuf *out)
{
    size_t length = 2;
    while (!count_with(s, a, length, out))
        length *= 2;
}

static void visit_nodes(const ldd_store *s, ldd a, idmap *visited)
{
    for (; a >= CONSTANTS && idmap_add(visited, a); a = s->nodes[a].right)
        visit_nodes(s, s->nodes[a].down, visited);
}

size_t ldd_size(const ldd_store *s, ldd a)
{
    idmap visited = {0};
    visit_nodes(s, a, &visited);
    size_t size = visited.len;
    idmap_fini(&visited);
    return size;
}
