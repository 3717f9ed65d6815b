#include "engine/explore/tree_layout.h"

#include "base/hash.h"
#include "base/idmap.h"

#include <string.h>

enum {
    ROUNDS = 6,
    MOST_LEAVES = 64, /* the search over more would take longer than it could save */
};

/* For each sampled state (row) and leaf, a random number that stands for the leaf's id.
 * A set of leaves has the sum of theirs: with overwhelming probability, rows have equal
 * sums if and only if they agree in these leaves. */
typedef struct sample {
    const tree *t;
    uint32_t leaves;
    uint32_t rows;
    uint64_t *marks; /* by leaf, then by row */
    uint64_t *sums;  /* by row: of the current set of leaves */
    uint64_t *cids;  /* a hash table of sums */
    uint32_t *counts;
    VEC(uint32_t) node_of;   /* by position of the leaf */
    VEC(double) transitions; /* by position: transitions that start there, on average */
} sample;

enum { TABLE_BITS = 13, TABLE = 1 << TABLE_BITS };
static_assert(TABLE == TREE_SAMPLE_SIZE * 2, "the table is half full at most");

/* ---- Sampling ---- */

static void mark_leaf(void *context, uint32_t position, uint32_t id)
{
    sample *s = context;
    s->marks[(size_t)position * TREE_SAMPLE_SIZE + s->rows] =
        hash_u64(tree_key(position + 1, id));
    const tree_record *r = tree_at(s->t, s->node_of.data[position], id);
    if (atomic_load_explicit(&r->list, memory_order_relaxed) != 0)
        s->transitions.data[position] += r->info >> TREE_TRAIT_BITS;
}

static void sample_init(sample *s, const tree *t, const tree_sample *states)
{
    *s = (sample){.t = t, .leaves = t->leaves};
    s->marks = mem_alloc((size_t)TREE_SAMPLE_SIZE * s->leaves * sizeof *s->marks);
    s->sums = mem_alloc(TREE_SAMPLE_SIZE * sizeof *s->sums);
    s->cids = mem_alloc(TABLE * sizeof *s->cids);
    s->counts = mem_alloc(TABLE * sizeof *s->counts);
    for (uint32_t i = 0; i < s->leaves; i++)
        vec_push(&s->node_of, 0);
    for (uint32_t i = 0; i < s->leaves; i++)
        vec_push(&s->transitions, 0);
    for (uint32_t i = 0; i < t->nodes.len; i++)
        if (t->nodes.data[i].cid != COMPONENT_NONE)
            s->node_of.data[t->nodes.data[i].first] = i;
    for (; s->rows < states->len && s->rows < TREE_SAMPLE_SIZE; s->rows++)
        tree_each_leaf(t, states->data[s->rows], mark_leaf, s);
    vec_each (transitions, &s->transitions)
        *transitions /= s->rows;
}

static void sample_fini(sample *s)
{
    mem_free(s->marks, (size_t)TREE_SAMPLE_SIZE * s->leaves * sizeof *s->marks);
    mem_free(s->sums, TREE_SAMPLE_SIZE * sizeof *s->sums);
    mem_free(s->cids, TABLE * sizeof *s->cids);
    mem_free(s->counts, TABLE * sizeof *s->counts);
    vec_free(&s->node_of);
    vec_free(&s->transitions);
}

/* ---- Counting ---- */

/* How many values a set of leaves takes in all states, sampled or not: Chao's estimate,
 * from the values that occur once and twice in the sample.  Unlike the number of values
 * in the sample, it still grows where nearly all of them differ. */
static double cost_of_sums(sample *s)
{
    memset(s->cids, 0, TABLE * sizeof *s->cids);
    memset(s->counts, 0, TABLE * sizeof *s->counts);
    uint32_t distinct = 0;
    int64_t once = 0;
    int64_t twice = 0;
    for (uint32_t row = 0; row < s->rows; row++) {
        uint64_t sum = s->sums[row] | 1;
        size_t i = sum >> (64 - TABLE_BITS); /* marks are hashes, and so are sums */
        while (s->cids[i] != 0 && s->cids[i] != sum)
            i = (i + 1) % TABLE;
        s->cids[i] = sum;
        uint32_t count = ++s->counts[i];
        distinct += count == 1;
        once += (count == 1) - (count == 2);
        twice += (count == 2) - (count == 3);
    }
    return distinct + (double)(once * once) / (double)(2 * (twice + 1));
}

static void add_leaf(sample *s, uint32_t leaf)
{
    const uint64_t *marks = &s->marks[(size_t)leaf * TREE_SAMPLE_SIZE];
    for (uint32_t row = 0; row < s->rows; row++)
        s->sums[row] += marks[row];
}

static double values_of(sample *s, const uint32_t *leaves, size_t count)
{
    assert(count > 0 && s->rows > 0);
    memset(s->sums, 0, TREE_SAMPLE_SIZE * sizeof *s->sums);
    for (size_t i = 0; i < count; i++)
        add_leaf(s, leaves[i]);
    return cost_of_sums(s);
}

/* In units of 8 bytes: an id has a record, a bucket of the map, and a list of the
 * transitions that start in it.  A single leaf costs nothing: its values have ids in
 * every tree. */
static double cost_of(sample *s, const uint32_t *leaves, size_t count)
{
    enum { RECORD = 3 };
    if (count == 1)
        return 0;
    double transitions = 0;
    for (size_t i = 0; i < count; i++)
        transitions += s->transitions.data[leaves[i]];
    return values_of(s, leaves, count) * (RECORD + transitions);
}

/* ---- Splitting ---- */

/* A split of leaves: the first LEFT of them, and the others. */
typedef struct split {
    uint32_t *leaves;
    size_t count;
    size_t left;
    double cost;
} split;

static void measure(sample *s, split *p)
{
    assert(p->left > 0 && p->left < p->count);
    p->cost = cost_of(s, p->leaves, p->left) +
              cost_of(s, p->leaves + p->left, p->count - p->left);
}

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t x = *a;
    *a = *b;
    *b = x;
}

/* Moves leaf I to the other side; false: it is the last one on its side. */
static bool move_over(split *p, size_t i)
{
    assert(i < p->count);
    bool is_left = i < p->left;
    if (is_left ? p->left == 1 : p->count - p->left == 1)
        return false;
    if (is_left)
        swap(&p->leaves[i], &p->leaves[--p->left]);
    else
        swap(&p->leaves[i], &p->leaves[p->left++]);
    return true;
}

static split split_copy(const split *p)
{
    split copy = *p;
    copy.leaves = mem_alloc(p->count * sizeof *p->leaves);
    memcpy(copy.leaves, p->leaves, p->count * sizeof *p->leaves);
    return copy;
}

static void split_take(split *p, split *better)
{
    memcpy(p->leaves, better->leaves, p->count * sizeof *p->leaves);
    p->left = better->left;
    p->cost = better->cost;
}

static void split_free(split *p)
{
    mem_free(p->leaves, p->count * sizeof *p->leaves);
}

/* Takes OTHER if it is clearly better. */
static bool try_split(sample *s, split *p, split *other)
{
    measure(s, other);
    bool helps = other->cost < p->cost * 0.98;
    if (helps)
        split_take(p, other);
    return helps;
}

static bool try_transfers(sample *s, split *p)
{
    bool helps = false;
    for (size_t i = 0; i < p->count; i++) {
        split other = split_copy(p);
        if (move_over(&other, i))
            helps |= try_split(s, p, &other);
        split_free(&other);
    }
    return helps;
}

static bool try_swaps(sample *s, split *p)
{
    bool helps = false;
    for (size_t i = 0; i < p->left; i++)
        for (size_t k = p->left; k < p->count; k++) {
            split other = split_copy(p);
            swap(&other.leaves[i], &other.leaves[k]);
            helps |= try_split(s, p, &other);
            split_free(&other);
        }
    return helps;
}

/* Moves single leaves as long as that helps; swaps two if there are few. */
static void improve(sample *s, split *p)
{
    enum { FEW = 16 };
    bool helps = true;
    for (int round = 0; helps && round < ROUNDS; round++)
        helps = try_transfers(s, p) || (p->count <= FEW && try_swaps(s, p));
}

static size_t heaviest(sample *s, const split *p)
{
    size_t best = 0;
    double most = 0;
    for (size_t i = 0; i < p->count; i++) {
        double cost = values_of(s, &p->leaves[i], 1);
        if (cost > most) {
            most = cost;
            best = i;
        }
    }
    return best;
}

/* A leaf whose value differs in nearly every sampled state will have more values than
 * anything else in the long run, and any node above it has even more. */
static bool is_heavy(sample *s, uint32_t leaf)
{
    enum { MANY = 8 };
    return values_of(s, &leaf, 1) > (double)s->rows * MANY;
}

/* Local search from two starts: equal halves, and the heaviest leaf alone. */
static void find_split(sample *s, split *p)
{
    split alone = split_copy(p);
    swap(&alone.leaves[0], &alone.leaves[heaviest(s, p)]);
    alone.left = 1;
    measure(s, &alone);
    if (is_heavy(s, alone.leaves[0])) {
        split_take(p, &alone);
        split_free(&alone);
        return;
    }
    improve(s, &alone);
    p->left = p->count / 2;
    measure(s, p);
    improve(s, p);
    if (alone.cost < p->cost)
        split_take(p, &alone);
    split_free(&alone);
}

/* ---- Layouts ---- */

/* The cost of the present tree. */
static double present_cost(sample *s, uint32_t *leaves)
{
    double cost = 0;
    vec_each (n, &s->t->nodes) {
        for (uint32_t i = n->first; i < n->end; i++)
            leaves[i - n->first] = i;
        cost += cost_of(s, leaves, n->end - n->first);
    }
    return cost;
}

static uint32_t slot_at(const sample *s, uint32_t leaf)
{
    return s->t->nodes.data[s->node_of.data[leaf]].cid;
}

/* Adds the best layout of some leaves; returns its cost.  Its top is the last node. */
static double push_tree(sample *s, uint32_t *leaves, size_t count, tree_layout *out)
{
    tree_join j = {.cid = count == 1 ? slot_at(s, leaves[0]) : COMPONENT_NONE};
    double cost = 0;
    assert(count > 0);
    if (count > 1) {
        split p = {.leaves = leaves, .count = count};
        find_split(s, &p);
        cost = p.cost + push_tree(s, leaves, p.left, out);
        j.left = (uint32_t)out->len - 1;
        cost += push_tree(s, leaves + p.left, count - p.left, out);
        j.right = (uint32_t)out->len - 1;
    }
    vec_push(out, j);
    return cost;
}

/* The leaves that a new layout must have: their components have occurred. */
static uint32_t find_leaves(const sample *s, uint32_t *leaves)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->leaves; i++)
        if (s->t->nodes.data[s->node_of.data[i]].records.count > 1)
            leaves[count++] = i;
    return count;
}

/* True if there is a heavy leaf that is not alone below the root. */
static bool needs_setting_apart(sample *s, uint32_t *leaves, uint32_t count)
{
    const split all = {.leaves = leaves, .count = count};
    uint32_t leaf = leaves[heaviest(s, &all)];
    const tree_node *left = &s->t->nodes.data[s->t->side[TREE_LEFT]];
    const tree_node *right = &s->t->nodes.data[s->t->side[TREE_RIGHT]];
    bool is_apart = (left->first == leaf && left->end == leaf + 1) ||
                    (right->first == leaf && right->end == leaf + 1);
    return !is_apart && is_heavy(s, leaf);
}

typedef struct taking {
    tree_sample *out;
    uint64_t visits;
    uint64_t every;
} taking;

static void take_state(void *context, uint64_t key)
{
    taking *k = context;
    if (k->visits++ % k->every == 0)
        vec_push(k->out, key);
}

void tree_layout_sample_visited(const visited *set, tree_sample *out)
{
    taking k = {.out = out, .every = visited_count(set) / TREE_SAMPLE_SIZE + 1};
    visited_each(set, take_state, &k);
}

/* Compares keys for equality only, and keeps their order.  Ids depend on the order in
 * which workers found them, so any other use would make the layout depend on it,
 * too. */
void tree_layout_thin_out(tree_sample *states)
{
    idmap known = {0};
    size_t kept = 0;
    vec_each (key, states)
        if (idmap_add(&known, *key))
            states->data[kept++] = *key;
    idmap_fini(&known);
    size_t wanted = kept < TREE_SAMPLE_SIZE ? kept : TREE_SAMPLE_SIZE;
    for (size_t i = 0; i < wanted; i++)
        states->data[i] = states->data[i * kept / wanted];
    assert(wanted <= states->len);
    states->len = wanted;
}

bool tree_layout_improve(const tree *t, const tree_sample *states, double share,
                         tree_layout *out)
{
    vec_clear(out);
    if (t->leaves < 3 || t->leaves > MOST_LEAVES || states->len == 0)
        return false;
    uint32_t leaves[MOST_LEAVES] = {0};
    sample s;
    sample_init(&s, t, states);
    double present = present_cost(&s, leaves);
    uint32_t count = find_leaves(&s, leaves);
    bool is_better = count >= 3 && needs_setting_apart(&s, leaves, count);
    if (count >= 3 && push_tree(&s, leaves, count, out) < present * share)
        is_better = true;
    sample_fini(&s);
    return is_better;
}
