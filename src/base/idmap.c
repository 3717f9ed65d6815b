#include "base/idmap.h"

#include "base/hash.h"
#include "base/mem.h"

#include <assert.h>
#include <string.h>

void idmap_fini(idmap *m)
{
    mem_free(m->slots, m->slot_count * sizeof *m->slots);
    mem_free(m->old, m->old_count * sizeof *m->old);
    *m = (idmap){0};
}

void idmap_clear(idmap *m)
{
    enum { MANY = 64 };
    if (m->slot_count > MANY || m->old != NULL)
        idmap_fini(m);
    else if (m->len > 0)
        memset(m->slots, 0, m->slot_count * sizeof *m->slots);
    m->len = 0;
}

static idmap_slot *find_in(idmap_slot *slots, size_t count, uint64_t key)
{
    size_t mask = count - 1;
    for (size_t i = hash_u64(key) & mask;; i = (i + 1) & mask) {
        idmap_slot *slot = &slots[i];
        if (slot->value == NULL || slot->key == key)
            return slot;
    }
}

/* Entries stay in the old table when they have moved: looking there finds all that was
 * in it, moved or not. */
static void move(idmap *m, size_t most)
{
    size_t end = m->old_count - m->moved > most ? m->moved + most : m->old_count;
    for (; m->moved < end; m->moved++) {
        const idmap_slot *from = &m->old[m->moved];
        if (from->value != NULL)
            *find_in(m->slots, m->slot_count, from->key) = *from;
    }
    if (m->moved == m->old_count) {
        mem_free(m->old, m->old_count * sizeof *m->old);
        m->old = NULL;
        m->old_count = m->moved = 0;
    }
}

void idmap_settle(idmap *m)
{
    if (m->old != NULL)
        move(m, m->old_count);
}

/* At the next growth all entries have moved: by then more have been added than there
 * are slots to move for each of them. */
static void grow(idmap *m)
{
    idmap_settle(m);
    m->old = m->slots;
    m->old_count = m->slot_count;
    m->moved = 0;
    m->slot_count = m->old_count == 0 ? 16 : m->old_count * 2;
    assert((m->slot_count & (m->slot_count - 1)) == 0);
    m->slots = mem_alloc(m->slot_count * sizeof *m->slots);
}

void *idmap_get(const idmap *m, uint64_t key)
{
    if (m->slot_count == 0)
        return NULL;
    void *value = find_in(m->slots, m->slot_count, key)->value;
    return value == NULL && m->old != NULL ? find_in(m->old, m->old_count, key)->value
                                           : value;
}

void idmap_prefetch(const idmap *m, uint64_t key)
{
    if (m->slot_count > 0)
        __builtin_prefetch(&m->slots[hash_u64(key) & (m->slot_count - 1)]);
}

size_t idmap_coming_growth(const idmap *m, size_t more)
{
    bool grows = (m->len + more) * 2 >= m->slot_count;
    if (m->old != NULL) /* the part that no entry has moved to is not in memory yet */
        return m->slot_count * sizeof *m->slots / m->old_count *
               (m->old_count - m->moved);
    return grows ? m->slot_count * 2 * sizeof *m->slots : 0;
}

void *idmap_put(idmap *m, uint64_t key, void *value)
{
    enum { MOVE = 1 << 12 };
    assert(value != NULL);
    if (m->len * 2 >= m->slot_count)
        grow(m);
    if (m->old != NULL)
        move(m, MOVE);
    idmap_slot *slot = find_in(m->slots, m->slot_count, key);
    if (slot->value != NULL)
        return slot->value;
    void *known = m->old != NULL ? find_in(m->old, m->old_count, key)->value : NULL;
    if (known != NULL)
        return known;
    *slot = (idmap_slot){key, value};
    m->len++;
    return NULL;
}

bool idmap_add(idmap *m, uint64_t key)
{
    return idmap_put(m, key, m) == NULL;
}

size_t idmap_get_number(const idmap *m, uint64_t key)
{
    return (uintptr_t)idmap_get(m, key);
}

size_t idmap_put_number(idmap *m, uint64_t key, size_t number)
{
    return (uintptr_t)idmap_put(m, key, (void *)number); /* NOLINT */
}
