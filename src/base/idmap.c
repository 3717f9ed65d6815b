#include "base/idmap.h"

#include "base/hash.h"
#include "base/mem.h"

#include <assert.h>

void idmap_fini(idmap *m)
{
    mem_free(m->slots, m->slot_count * sizeof *m->slots);
    *m = (idmap){0};
}

static idmap_slot *find_slot(const idmap *m, uint64_t key)
{
    size_t mask = m->slot_count - 1;
    for (size_t i = hash_u64(key) & mask;; i = (i + 1) & mask) {
        idmap_slot *slot = &m->slots[i];
        if (slot->value == NULL || slot->key == key)
            return slot;
    }
}

static void grow(idmap *m)
{
    idmap old = *m;
    m->slot_count = old.slot_count == 0 ? 16 : old.slot_count * 2;
    assert((m->slot_count & (m->slot_count - 1)) == 0);
    m->slots = mem_alloc(m->slot_count * sizeof *m->slots);
    for (size_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].value != NULL)
            *find_slot(m, old.slots[i].key) = old.slots[i];
    idmap_fini(&old);
}

void *idmap_get(const idmap *m, uint64_t key)
{
    return m->slot_count == 0 ? NULL : find_slot(m, key)->value;
}

void idmap_prefetch(const idmap *m, uint64_t key)
{
    if (m->slot_count > 0)
        __builtin_prefetch(&m->slots[hash_u64(key) & (m->slot_count - 1)]);
}

size_t idmap_coming_growth(const idmap *m, size_t more)
{
    bool grows = (m->len + more) * 2 >= m->slot_count;
    return grows ? m->slot_count * 2 * sizeof *m->slots : 0;
}

void *idmap_put(idmap *m, uint64_t key, void *value)
{
    assert(value != NULL);
    if (m->len * 2 >= m->slot_count)
        grow(m);
    idmap_slot *slot = find_slot(m, key);
    if (slot->value != NULL)
        return slot->value;
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
