#include "engine/reduce/shape_hash.h"

#include "base/hash.h"

enum { MOST = 1 << 20 }; /* of the cache */

struct shape_hash_table {
    core *c;
    const equivariance *e;
    idmap known; /* column -> number + 1 */
    VEC(shape_hash) all;
    VEC(ref_hash) refs;
    VEC(uint64_t) kinds; /* by machine id: its kind; 1: it has none; 0: not yet known */
};

shape_hash_table *shape_hash_new(core *c, const equivariance *e)
{
    shape_hash_table *l = mem_alloc(sizeof *l);
    l->c = c;
    l->e = e;
    return l;
}

void shape_hash_free(shape_hash_table *l)
{
    if (l == NULL)
        return;
    idmap_fini(&l->known);
    vec_free(&l->all);
    vec_free(&l->refs);
    vec_free(&l->kinds);
    mem_free(l, sizeof *l);
}

const shape_hash *shape_hash_get(const shape_hash_table *l, uint32_t number)
{
    return vec_at(&l->all, number);
}

const ref_hash *shape_hash_refs(const shape_hash_table *l, const shape_hash *one)
{
    return l->refs.data + one->first;
}

bool shape_hash_trim(shape_hash_table *l)
{
    if (l->all.len < MOST)
        return false;
    idmap_fini(&l->known);
    l->known = (idmap){0};
    vec_clear(&l->all);
    vec_clear(&l->refs);
    return true;
}

/* ---- Kinds ---- */

enum { NO_KIND = 1 };

static uint64_t find_kind(shape_hash_table *l, machine_id id)
{
    const machine_name m = *naming_get(&l->c->vals.names, id);
    if (m.parent == MACHINE_NONE)
        return NO_KIND;
    uint64_t above = shape_hash_kind(l, m.parent);
    /* Children of a machine that may be renamed may be renamed: equivariance.h pins
     * creators. */
    assert(above == 0 || equivariance_may_permute(l->e, m.decl));
    if (!equivariance_may_permute(l->e, m.decl))
        return NO_KIND;
    if (above == 0)
        above = naming_get(&l->c->vals.names, m.parent)->hash;
    return hash_u64(above + hash_u64(IDMAP_KEY(m.requested, m.interface) + 3)) | 2;
}

uint64_t shape_hash_kind(shape_hash_table *l, machine_id id)
{
    if (id >= l->kinds.len || l->kinds.data[id] == 0) {
        uint64_t kind = find_kind(l, id);
        while (l->kinds.len <= id)
            vec_push(&l->kinds, 0);
        l->kinds.data[id] = kind;
    }
    uint64_t kind = l->kinds.data[id];
    return kind == NO_KIND ? 0 : kind;
}

/* ---- Hashes ---- */

#define MARKED 0x5851f42d4c957f2du

static uint64_t hash_parts(shape_hash_table *l, value x, uint32_t marked);

static uint64_t hash_machine(shape_hash_table *l, value x, uint32_t marked)
{
    const values *v = &l->c->vals;
    machine_id id = value_to_machine_id(v, x);
    uint64_t kind = shape_hash_kind(l, id);
    if (kind == 0)
        return value_hash(v, x);
    if (id == marked)
        kind += MARKED;
    evset_id events;
    return value_has_rights(v, x, &events) ? hash_u64(kind + hash_u64(events + 5u))
                                           : kind;
}

/* MARKED: a machine id, or MACHINE_NONE. */
static uint64_t hash_value(shape_hash_table *l, value x, uint32_t marked)
{
    const values *v = &l->c->vals;
    if (value_has_parts(v, x))
        return hash_parts(l, x, marked);
    return value_kind_of(v, x) == VK_MACHINE ? hash_machine(l, x, marked)
                                             : value_hash(v, x);
}

/* Parts of STRIDE items that are sorted by name: their order must not count. */
static uint64_t hash_any_order(shape_hash_table *l, value_view w, uint32_t stride,
                               uint32_t marked)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < w.count; i += stride) {
        uint64_t one = hash_value(l, w.items[i], marked);
        if (stride == 2)
            one = hash_u64(one + 1) + hash_value(l, w.items[i + 1], marked);
        sum += hash_u64(one + 7);
    }
    return sum;
}

static uint64_t hash_in_order(shape_hash_table *l, value_view w, uint32_t marked)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < w.count; i++)
        hash = hash_u64(hash + hash_value(l, w.items[i], marked) + 1);
    return hash;
}

static uint64_t hash_parts(shape_hash_table *l, value x, uint32_t marked)
{
    value_view w = value_get(&l->c->vals, x);
    bool is_queue_abs = w.kind == VK_RECORD && w.aux == REC_LOOSE;
    uint64_t hash = w.kind == VK_SET                   ? hash_any_order(l, w, 1, marked)
                    : w.kind == VK_MAP || is_queue_abs ? hash_any_order(l, w, 2, marked)
                                                       : hash_in_order(l, w, marked);
    return hash_u64(hash + IDMAP_KEY(w.count, w.aux * 16 + w.kind));
}

/* An outbox of a p2p network, channel by channel. */
static uint64_t hash_channels(shape_hash_table *l, value_view w, uint32_t marked)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < w.count;) {
        value target = value_item(&l->c->vals, w.items[i], MESSAGE_TARGET);
        uint64_t channel = 0;
        for (; i < w.count &&
               value_item(&l->c->vals, w.items[i], MESSAGE_TARGET) == target;
             i++)
            channel = hash_u64(channel + hash_value(l, w.items[i], marked) + 1);
        sum += hash_u64(channel);
    }
    return sum;
}

static bool is_box(const shape_hash_table *l, value x)
{
    return value_kind_of(&l->c->vals, x) == VK_RECORD &&
           value_get(&l->c->vals, x).aux == REC_LIST;
}

static uint64_t hash_column(shape_hash_table *l, value x, uint32_t marked)
{
    if (is_box(l, x) && l->c->options.network == NET_P2P)
        return hash_channels(l, value_get(&l->c->vals, x), marked);
    if (is_box(l, x) && l->c->options.network == NET_BAG)
        return hash_any_order(l, value_get(&l->c->vals, x), 1, marked);
    return hash_value(l, x, marked);
}

/* ---- Shape hashes ---- */

static void add_ref(shape_hash_table *l, uint32_t first, machine_id id)
{
    if (shape_hash_kind(l, id) == 0)
        return;
    for (size_t i = first; i < l->refs.len; i++)
        if (l->refs.data[i].machine == id)
            return;
    const ref_hash m = {.machine = id};
    vec_push(&l->refs, m);
}

static void find_refs(shape_hash_table *l, uint32_t first, value x)
{
    const values *v = &l->c->vals;
    if (value_kind_of(v, x) == VK_MACHINE)
        add_ref(l, first, value_to_machine_id(v, x));
    if (!value_has_parts(v, x))
        return;
    value_view w = value_get(&l->c->vals, x);
    for (uint32_t i = 0; i < w.count; i++)
        find_refs(l, first, w.items[i]);
}

/* Has the machine stopped inside an iteration in name order? */
static bool is_inside_loop(const shape_hash_table *l, value x)
{
    const values *v = &l->c->vals;
    if (value_kind_of(v, x) != VK_RECORD || value_get(v, x).aux != REC_LOCAL)
        return false;
    value_view frames = list_get(l->c, value_item(v, x, LOCAL_FRAMES));
    for (uint32_t i = 0; i < frames.count; i++) {
        uint32_t function =
            (uint32_t)value_to_int(v, value_item(v, frames.items[i], 0));
        ir_pc pc = (uint32_t)value_to_int(v, value_item(v, frames.items[i], 1));
        if (equivariance_is_inside(l->e, function, pc))
            return true;
    }
    return false;
}

static shape_hash look_at(shape_hash_table *l, value x)
{
    shape_hash one = {.first = (uint32_t)l->refs.len};
    find_refs(l, one.first, x);
    one.count = (uint32_t)l->refs.len - one.first;
    one.hash = hash_column(l, x, MACHINE_NONE);
    one.is_inside_loop = is_inside_loop(l, x);
    for (uint32_t i = 0; i < one.count; i++) {
        ref_hash *m = &l->refs.data[one.first + i];
        m->hash = hash_column(l, x, m->machine);
        one.mask |= (uint64_t)1 << m->machine % 64;
    }
    return one;
}

uint32_t shape_hash_of(shape_hash_table *l, value column)
{
    size_t known = idmap_get_number(&l->known, column);
    if (known != 0)
        return (uint32_t)known - 1;
    const shape_hash one = look_at(l, column);
    vec_push(&l->all, one);
    idmap_put_number(&l->known, column, l->all.len);
    return (uint32_t)l->all.len - 1;
}
