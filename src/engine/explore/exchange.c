/* Streams between ranks.
 *
 *     definitions of values (wire.h) and of ids | TAG_KEYS | key key key ...
 *
 * Why a key means the same state on both ends.  The sender defines each id before the
 * keys that use it, by names and values; wire.h carries those over unchanged.  The
 * receiver encodes the same components with its own tree.  A rank records what it has
 * defined for each partner, and the partner keeps the definition: both last as long as
 * the exchange, and the streams arrive in order.
 */
#include "engine/explore/exchange.h"

#include "core/wire.h"

#include <string.h>

/* Tags of a stream, besides those of wire.h: the definition of an id of a side; keys up
 * to the end. */
enum { TAG_LEFT = WIRE_FREE, TAG_RIGHT, TAG_KEYS };

/* A key that was buffered recently is not buffered again: most transitions lead to
 * states that others lead to as well. */
enum { RECENT_BITS = 16 };

typedef VEC(uint64_t) key_buffer;

typedef struct exchange_worker {
    key_buffer *buffers; /* by rank */
    uint64_t *recent;
    size_t waiting;
    uint64_t last; /* the deciding bits of the last key, and its owner */
    unsigned last_owner;
} exchange_worker;

/* The ids and values that this rank and another one have defined for each other. */
typedef struct partner {
    wire_known known;
    bits known_ids[2]; /* by side: our ids that are defined there */
    wire_reader reader;
    VEC(uint32_t) ids[2]; /* by side and id there: the id here + 1; 0: not defined */
} partner;

struct exchange {
    exchange_options o;
    owner *owners;
    uint64_t mask; /* the bits of a key that decide its owner */
    wire_writer writer;
    exchange_worker *workers;
    partner *partners; /* by rank */
    strbuf *out;
    strbuf *in;
    unsigned from;             /* the rank whose states are taken now */
    wire_bytes keys;           /* ... and what is left of them */
    VEC(component) components; /* by position: components of the side that is read */
    exchange_statistics stats;
};

/* ---- Making ---- */

static void init_worker(exchange_worker *w, unsigned ranks)
{
    w->buffers = mem_alloc(ranks * sizeof *w->buffers);
    w->recent = mem_alloc(sizeof *w->recent << RECENT_BITS);
}

static void fini_worker(exchange_worker *w, unsigned ranks)
{
    for (unsigned i = 0; i < ranks; i++)
        vec_free(&w->buffers[i]);
    mem_free(w->buffers, ranks * sizeof *w->buffers);
    mem_free(w->recent, sizeof *w->recent << RECENT_BITS);
}

static void fini_partner(partner *a)
{
    wire_known_fini(&a->known);
    wire_reader_fini(&a->reader);
    for (int side = 0; side < 2; side++) {
        bits_fini(&a->known_ids[side]);
        vec_free(&a->ids[side]);
    }
}

exchange *exchange_new(const exchange_options *o)
{
    exchange *p = mem_alloc(sizeof *p);
    unsigned ranks = o->ranks->count;
    assert(o->workers > 0 && o->ranks->rank < ranks && o->resolve != NULL);
    p->o = *o;
    p->owners = owner_new(o->team, ranks, o->by);
    p->mask = owner_mask(p->owners);
    wire_writer_init(&p->writer, &o->team->tree->c->vals);
    p->workers = mem_alloc(o->workers * sizeof *p->workers);
    for (unsigned i = 0; i < o->workers; i++) {
        init_worker(&p->workers[i], ranks);
        p->workers[i].last_owner = owner_of(p->owners, p->workers[i].last);
    }
    p->partners = mem_alloc(ranks * sizeof *p->partners);
    for (unsigned i = 0; i < ranks; i++)
        wire_reader_init(&p->partners[i].reader, &o->team->tree->c->vals);
    p->out = mem_alloc(ranks * sizeof *p->out);
    p->in = mem_alloc(ranks * sizeof *p->in);
    p->from = ranks;
    return p;
}

void exchange_free(exchange *p)
{
    if (p == NULL)
        return;
    unsigned ranks = p->o.ranks->count;
    for (unsigned i = 0; i < p->o.workers; i++)
        fini_worker(&p->workers[i], ranks);
    mem_free(p->workers, p->o.workers * sizeof *p->workers);
    for (unsigned i = 0; i < ranks; i++) {
        fini_partner(&p->partners[i]);
        strbuf_free(&p->out[i]);
        strbuf_free(&p->in[i]);
    }
    mem_free(p->partners, ranks * sizeof *p->partners);
    mem_free(p->out, ranks * sizeof *p->out);
    mem_free(p->in, ranks * sizeof *p->in);
    wire_writer_fini(&p->writer);
    owner_free(p->owners);
    vec_free(&p->components);
    mem_free(p, sizeof *p);
}

/* ---- Buffering states ---- */

unsigned exchange_owner(exchange *p, uint64_t key)
{
    return owner_of(p->owners, key);
}

static bool was_put(exchange_worker *w, uint64_t key)
{
    uint64_t *entry =
        &w->recent[key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - RECENT_BITS)];
    bool is_known = *entry == key; /* no state has key 0, as each has an environment */
    *entry = key;
    return is_known;
}

bool exchange_put(exchange *p, unsigned index, uint64_t key)
{
    assert(index < p->o.workers);
    exchange_worker *w = &p->workers[index];
    if (w->last !=
        (key & p->mask)) { /* most successors differ from the last one in other bits */
        w->last = key & p->mask;
        w->last_owner = owner_of(p->owners, key);
    }
    unsigned to = w->last_owner;
    if (to == p->o.ranks->rank)
        return false;
    if (!was_put(w, key)) {
        vec_push(&w->buffers[to], key);
        w->waiting++;
    }
    return true;
}

size_t exchange_waiting(const exchange *p)
{
    return p->workers[0].waiting * p->o.workers;
}

/* ---- Sending ---- */

typedef struct definition {
    exchange *p;
    unsigned to;
    uint64_t components;
} definition;

static value name_of(const exchange *p, component_id cid)
{
    return component_name(p->o.team->tree->c, cid);
}

static void define_values(void *context, component_id cid, component x)
{
    definition *a = context;
    exchange *p = a->p;
    wire_known *known = &p->partners[a->to].known;
    wire_define(&p->writer, known, name_of(p, cid), &p->out[a->to]);
    wire_define(&p->writer, known, x.local, &p->out[a->to]);
    wire_define(&p->writer, known, x.outbox, &p->out[a->to]);
    a->components++;
}

static void put_component(void *context, component_id cid, component x)
{
    const definition *a = context;
    strbuf *out = &a->p->out[a->to];
    wire_put_value(&a->p->writer, name_of(a->p, cid), out);
    wire_put_value(&a->p->writer, x.local, out);
    wire_put_value(&a->p->writer, x.outbox, out);
}

/* Defines ID of SIDE for rank TO, unless it is defined there. */
static void define(exchange *p, unsigned to, int side, uint32_t id)
{
    if (id == 0 || !bits_add(&p->partners[to].known_ids[side], id))
        return;
    definition a = {.p = p, .to = to};
    tree_each_component(p->o.team->tree, side, id, define_values, &a);
    wire_put_number(&p->out[to], side == TREE_LEFT ? TAG_LEFT : TAG_RIGHT);
    wire_put_number(&p->out[to], id);
    wire_put_number(&p->out[to], a.components);
    tree_each_component(p->o.team->tree, side, id, put_component, &a);
}

static void write_definitions(exchange *p, unsigned to, const key_buffer *buffer)
{
    for (size_t i = 0; i < buffer->len; i++) {
        uint64_t key = buffer->data[i];
        define(p, to, TREE_LEFT, (uint32_t)(key >> 32));
        define(p, to, TREE_RIGHT, (uint32_t)key);
    }
}

static void write_to(exchange *p, unsigned to)
{
    strbuf *out = &p->out[to];
    strbuf_clear(out);
    for (unsigned i = 0; i < p->o.workers; i++)
        write_definitions(p, to, &p->workers[i].buffers[to]);
    wire_put_number(out, TAG_KEYS);
    for (unsigned i = 0; i < p->o.workers; i++) {
        key_buffer *buffer = &p->workers[i].buffers[to];
        if (buffer->len > 0)
            strbuf_add(out, (const char *)buffer->data,
                       buffer->len * sizeof *buffer->data);
        p->stats.states += buffer->len;
        vec_clear(buffer);
    }
    p->stats.bytes += out->len;
}

void exchange_send_all(exchange *p)
{
    for (unsigned to = 0; to < p->o.ranks->count; to++)
        if (to != p->o.ranks->rank)
            write_to(p, to);
    for (unsigned i = 0; i < p->o.workers; i++)
        p->workers[i].waiting = 0;
    p->o.ranks->exchange(p->o.ranks->context, p->out, p->in);
    p->from = 0;
    p->keys = (wire_bytes){0};
}

/* ---- Receiving ---- */

/* Both ends run this program, so a stream that cannot be read is a bug. */
static void must_be_good(const wire_bytes *in)
{
    assert(!in->is_bad && "what another rank has sent can be read");
    (void)in;
}

/* False: the tree pauses, and that cannot be resolved. */
static bool resolve(exchange *p)
{
    return p->o.team->tree->pause == TREE_PAUSE_NONE || p->o.resolve(p->o.context);
}

/* The position of a component's leaf; adds a leaf if there is none. */
static bool find_position(exchange *p, component_id cid, uint32_t *position)
{
    tree *t = p->o.team->tree;
    *position = tree_position(t, cid);
    if (*position == TREE_NOWHERE) {
        t->pause = TREE_PAUSE_NEW_MACHINE;
        if (!resolve(p))
            return false;
        *position = tree_position(t, cid);
        assert(*position != TREE_NOWHERE);
    }
    return true;
}

static bool read_component(exchange *p, wire_bytes *in)
{
    wire_reader *r = &p->partners[p->from].reader;
    value name = wire_get_value(r, in);
    component x;
    x.local = wire_get_value(r, in);
    x.outbox = wire_get_value(r, in);
    must_be_good(in);
    component_id cid = component_named(p->o.team->tree->c, name);
    uint32_t position;
    if (!find_position(p, cid, &position))
        return false;
    const component none = {VALUE_NULL, VALUE_NULL};
    while (p->components.len < p->o.team->tree->leaves)
        vec_push(&p->components, none);
    p->components.data[position] = x;
    return true;
}

static void keep_id(partner *a, int side, uint64_t there, uint32_t here)
{
    while (a->ids[side].len <= there)
        vec_push(&a->ids[side], 0);
    a->ids[side].data[there] = here + 1;
}

static bool read_side(exchange *p, int side, wire_bytes *in)
{
    uint64_t there = wire_get_number(in);
    uint64_t count = wire_get_number(in);
    if (p->components.len > 0)
        memset(p->components.data, 0, p->components.len * sizeof *p->components.data);
    for (uint64_t i = 0; i < count; i++)
        if (!read_component(p, in))
            return false;
    must_be_good(in);
    uint32_t here = tree_encode_side(p->o.team->tree, side, p->components.data);
    keep_id(&p->partners[p->from], side, there, here);
    return resolve(p); /* the id may exceed its limit */
}

/* Reads the definitions of rank FROM, up to its keys. */
static bool read_definitions(exchange *p)
{
    const strbuf *b = &p->in[p->from];
    wire_reader *r = &p->partners[p->from].reader;
    wire_bytes in = {.at = b->data, .end = b->data + b->len};
    bool goes_on = true;
    while (goes_on) {
        uint64_t tag = wire_get_number(&in);
        must_be_good(&in);
        if (tag == TAG_KEYS)
            break;
        if (tag == TAG_LEFT || tag == TAG_RIGHT)
            goes_on = read_side(p, tag == TAG_LEFT ? TREE_LEFT : TREE_RIGHT, &in);
        else if (!wire_read_definition(r, tag, &in))
            in.is_bad = true;
        must_be_good(&in);
    }
    p->keys = in;
    return goes_on;
}

/* The id here of an id of rank FROM. */
static uint32_t id_here(const exchange *p, int side, uint32_t there)
{
    if (there == 0)
        return 0;
    uint32_t here = *vec_at(&p->partners[p->from].ids[side], there);
    assert(here != 0);
    return here - 1;
}

static uint64_t read_key(exchange *p)
{
    uint64_t key;
    assert((size_t)(p->keys.end - p->keys.at) >= sizeof key);
    memcpy(&key, p->keys.at, sizeof key);
    p->keys.at += sizeof key;
    uint32_t left = id_here(p, TREE_LEFT, (uint32_t)(key >> 32));
    return tree_key(left, id_here(p, TREE_RIGHT, (uint32_t)key));
}

size_t exchange_take(exchange *p, uint64_t *keys, size_t count)
{
    unsigned ranks = p->o.ranks->count;
    while (p->keys.at == p->keys.end && p->from < ranks) {
        if (p->keys.at != NULL)
            p->from++; /* all keys of this rank are taken */
        if (p->from == p->o.ranks->rank)
            p->from++;
        if (p->from < ranks && !read_definitions(p)) {
            p->from = ranks;
            p->keys = (wire_bytes){0};
        }
    }
    size_t taken = 0;
    for (; taken < count && p->keys.at < p->keys.end; taken++)
        keys[taken] = read_key(p);
    return taken;
}

exchange_statistics exchange_stats(const exchange *p)
{
    return p->stats;
}
