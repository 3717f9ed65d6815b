#include "engine/explore/owner.h"

#include "base/hash.h"

/* Segment k has 2^k sums, those of the ids from 2^k - 1 on.  Segments never move, so
 * threads may read while another one adds. */
enum { SEGMENTS = 32 };

typedef _Atomic uint64_t sum; /* 0: not computed yet */
typedef _Atomic(sum *) segment;

struct owner {
    team *team;
    unsigned ranks;
    owner_by by;
    segment sides[2][SEGMENTS];
};

/* One side decides only if it has many ids for each rank: so all ranks get about the
 * same number of states. */
owner_by owner_choose(const tree *t, unsigned ranks)
{
    enum { ENOUGH = 500 };
    uint32_t left = tree_count(t, TREE_LEFT);
    uint32_t right = tree_count(t, TREE_RIGHT);
    if ((left > right ? left : right) / ranks < ENOUGH)
        return OWNER_BY_BOTH;
    return left > right ? OWNER_BY_LEFT : OWNER_BY_RIGHT;
}

owner *owner_new(team *m, unsigned ranks, owner_by by)
{
    assert(ranks > 0);
    owner *o = mem_alloc(sizeof *o);
    o->team = m;
    o->ranks = ranks;
    o->by = by;
    return o;
}

void owner_free(owner *o)
{
    if (o == NULL)
        return;
    for (unsigned k = 0; k < SEGMENTS; k++)
        for (int side = 0; side < 2; side++)
            mem_free((void *)o->sides[side][k], sizeof(sum) << k);
    mem_free(o, sizeof *o);
}

typedef struct adding {
    const values *vals;
    uint64_t total;
} adding;

static uint64_t name_of(const naming *names, component_id cid)
{
    uint64_t machine = naming_get(names, cid & ~COMPONENT_INBOX_BIT)->hash;
    return component_is_inbox(cid) ? hash_u64(machine) : machine;
}

static void add_component(void *context, component_id cid, component p)
{
    adding *a = context;
    uint64_t name = cid == COMPONENT_ENV ? 1 : name_of(&a->vals->names, cid);
    uint64_t hash = hash_u64(name + value_hash(a->vals, p.local));
    a->total += hash_u64(hash + value_hash(a->vals, p.outbox));
}

/* With the tree locked: another worker might add values meanwhile. */
static uint64_t compute_sum(owner *o, int side, uint32_t id, segment *in,
                            uint32_t first)
{
    pthread_mutex_lock(&o->team->tree_lock);
    adding a = {.vals = &o->team->tree->c->vals};
    tree_each_component(o->team->tree, side, id, add_component, &a);
    sum *sums = atomic_load_explicit(in, memory_order_relaxed);
    if (sums == NULL) {
        sums = mem_alloc(sizeof *sums * ((size_t)first + 1));
        /* Partner: the acquire of sum_of. */
        atomic_store_explicit(in, sums, memory_order_release);
    }
    assert(id >= first && id - first <= first);
    a.total |= 1; /* not 0 */
    atomic_store_explicit(&sums[id - first], a.total, memory_order_relaxed);
    pthread_mutex_unlock(&o->team->tree_lock);
    return a.total;
}

static inline uint64_t sum_of(owner *o, int side, uint32_t id)
{
    if (id == 0)
        return 0; /* no component */
    unsigned k = 31u - (unsigned)__builtin_clz(id + 1);
    uint32_t first = (1u << k) - 1;
    segment *in = &o->sides[side][k];
    /* Partner: the release of compute_sum. */
    sum *sums = atomic_load_explicit(in, memory_order_acquire);
    uint64_t known = 0;
    if (sums != NULL)
        known = atomic_load_explicit(&sums[id - first], memory_order_relaxed);
    return known != 0 ? known : compute_sum(o, side, id, in, first);
}

uint64_t owner_mask(const owner *o)
{
    static const uint64_t masks[] = {[OWNER_BY_LEFT] = UINT64_MAX << 32,
                                     [OWNER_BY_RIGHT] = UINT32_MAX,
                                     [OWNER_BY_BOTH] = UINT64_MAX};
    return masks[o->by];
}

unsigned owner_of(owner *o, uint64_t key)
{
    key &= owner_mask(o); /* the id 0 adds nothing */
    uint64_t total = sum_of(o, TREE_LEFT, (uint32_t)(key >> 32)) +
                     sum_of(o, TREE_RIGHT, (uint32_t)key);
    return (unsigned)((hash_u64(total) >> 32) * o->ranks >> 32);
}
