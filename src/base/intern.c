#include "base/intern.h"

#include "base/hash.h"

#include <string.h>

enum { FIRST_SLOTS = 64 };

void intern_init(intern *t)
{
    *t = (intern){0};
    arena_init(&t->bytes);
    t->slot_count = FIRST_SLOTS;
    t->slots = mem_alloc(FIRST_SLOTS * sizeof *t->slots);
}

void intern_fini(intern *t)
{
    mem_free(t->slots, t->slot_count * sizeof *t->slots);
    vec_free(&t->entries);
    arena_fini(&t->bytes);
}

/* The slot that holds the bytes, or the empty one where they belong. */
static uint32_t *find_slot(const intern *t, const void *bytes, size_t len,
                           uint32_t hash)
{
    size_t mask = t->slot_count - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &t->slots[i];
        if (*slot == 0)
            return slot;
        const intern_entry *e = &t->entries.data[*slot - 1];
        if (e->hash == hash && e->len == len && memcmp(e->bytes, bytes, len) == 0)
            return slot;
    }
}

static void grow(intern *t)
{
    mem_free(t->slots, t->slot_count * sizeof *t->slots);
    t->slot_count *= 2;
    assert((t->slot_count & (t->slot_count - 1)) == 0);
    t->slots = mem_alloc(t->slot_count * sizeof *t->slots);
    size_t mask = t->slot_count - 1;
    for (uint32_t id = 0; id < t->entries.len; id++) {
        size_t i = t->entries.data[id].hash & mask;
        while (t->slots[i] != 0)
            i = (i + 1) & mask;
        t->slots[i] = id + 1;
    }
}

intern_id intern_put(intern *t, const void *bytes, size_t len)
{
    assert(len < UINT32_MAX);
    assert(t->entries.len < INTERN_NONE - 1);
    if (t->entries.len * 2 >= t->slot_count)
        grow(t);
    uint32_t hash = (uint32_t)hash_bytes(bytes, len);
    uint32_t *slot = find_slot(t, bytes, len, hash);
    if (*slot == 0) {
        intern_entry e = {arena_strndup(&t->bytes, bytes, len), (uint32_t)len, hash};
        vec_push(&t->entries, e);
        *slot = (uint32_t)t->entries.len;
    }
    return *slot - 1;
}

intern_id intern_puts(intern *t, const char *s)
{
    return intern_put(t, s, strlen(s));
}

intern_id intern_find(const intern *t, const void *bytes, size_t len)
{
    uint32_t slot = *find_slot(t, bytes, len, (uint32_t)hash_bytes(bytes, len));
    return slot == 0 ? INTERN_NONE : slot - 1;
}

const char *intern_text(const intern *t, intern_id id)
{
    return vec_at(&t->entries, id)->bytes;
}

size_t intern_len(const intern *t, intern_id id)
{
    return vec_at(&t->entries, id)->len;
}

uint32_t intern_count(const intern *t)
{
    return (uint32_t)t->entries.len;
}
