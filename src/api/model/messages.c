#include "api/model/messages.h"

#include "base/hash.h"

#include <assert.h>

enum { FIRST_SLOTS = 256 };

static void make_slots(messages *m, size_t count)
{
    assert((count & (count - 1)) == 0);
    mem_free(m->slots, m->slot_count * sizeof *m->slots);
    m->slot_count = count;
    m->slots = mem_alloc(count * sizeof *m->slots);
}

void messages_init(messages *m)
{
    *m = (messages){0};
    vec_push(&m->all, ((message){0}));
    make_slots(m, FIRST_SLOTS);
}

static void drop(messages *m, message *g)
{
    if (g->size > MESSAGE_INSIDE) {
        mem_free(g->content.block, g->size);
        m->bytes -= g->size;
    }
    *g = (message){0};
}

void messages_free(messages *m)
{
    vec_each (g, &m->all)
        drop(m, g);
    vec_free(&m->all);
    vec_free(&m->free);
    make_slots(m, 0);
}

static message_id *find(messages *m, uint32_t hash, uint32_t from, uint32_t tag,
                        const void *data, size_t size)
{
    size_t mask = m->slot_count - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        const message *g = &m->all.data[m->slots[i]];
        if (m->slots[i] == 0 ||
            (g->hash == hash && messages_is(g, from, tag, data, size)))
            return &m->slots[i];
    }
}

static void fill_slots(messages *m)
{
    size_t mask = m->slot_count - 1;
    for (size_t id = 1; id < m->all.len; id++)
        if (m->all.data[id].is_used) {
            size_t i = m->all.data[id].hash & mask;
            while (m->slots[i] != 0)
                i = (i + 1) & mask;
            m->slots[i] = (message_id)id;
        }
}

static message_id new_number(messages *m)
{
    if (m->free.len > 0)
        return vec_pop(&m->free);
    vec_push(&m->all, ((message){0}));
    return (message_id)(m->all.len - 1);
}

static void fill_in(messages *m, message *g, const void *data, size_t size)
{
    g->size = (uint32_t)size;
    if (size > MESSAGE_INSIDE) {
        g->content.block = mem_alloc(size);
        memcpy(g->content.block, data, size);
        m->bytes += size;
    } else if (size > 0) {
        memcpy(g->content.inside, data, size);
    }
}

message_id messages_put(messages *m, uint32_t from, uint32_t tag, const void *data,
                        size_t size)
{
    uint64_t who = hash_u64((uint64_t)from << 32 | tag);
    uint32_t hash = (uint32_t)(who ^ (size > 0 ? hash_bytes(data, size) : 0));
    message_id *slot = find(m, hash, from, tag, data, size);
    if (*slot != 0)
        return *slot;
    message_id id = new_number(m);
    *slot = id;
    message *g = &m->all.data[id];
    *g = (message){.from = from, .tag = tag, .hash = hash, .is_used = true};
    fill_in(m, g, data, size);
    m->live++;
    assert(m->live + m->free.len + 1 == m->all.len);
    if (m->live * 2 >= m->slot_count) {
        make_slots(m, m->slot_count * 2);
        fill_slots(m);
    }
    return id;
}

void messages_sweep(messages *m)
{
    for (size_t id = 1; id < m->all.len; id++) {
        message *g = &m->all.data[id];
        if (g->is_used && !g->is_marked) {
            assert(m->live > 0);
            drop(m, g);
            vec_push(&m->free, (message_id)id);
            m->live--;
        }
        g->is_marked = false;
    }
    memset(m->slots, 0, m->slot_count * sizeof *m->slots);
    fill_slots(m);
}
