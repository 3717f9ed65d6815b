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
    mem_free(t->old, t->old_count * sizeof *t->old);
    vec_free(&t->entries);
    arena_fini(&t->bytes);
}

/* The slot that holds the bytes, or the empty one where they belong. */
static uint32_t *find_in(const intern *t, uint32_t *slots, size_t count,
                         const void *bytes, size_t len, uint32_t hash)
{
    size_t mask = count - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &slots[i];
        if (*slot == 0)
            return slot;
        const intern_entry *e = &t->entries.data[*slot - 1];
        if (e->hash == hash && e->len == len && memcmp(e->bytes, bytes, len) == 0)
            return slot;
    }
}

static uint32_t *find_slot(const intern *t, const void *bytes, size_t len,
                           uint32_t hash)
{
    uint32_t *slot = find_in(t, t->slots, t->slot_count, bytes, len, hash);
    if (*slot != 0 || t->old == NULL)
        return slot;
    uint32_t *old = find_in(t, t->old, t->old_count, bytes, len, hash);
    return *old != 0 ? old : slot;
}

static void move(intern *t, uint32_t most)
{
    size_t mask = t->slot_count - 1;
    uint32_t end = t->last - t->moved > most ? t->moved + most : t->last;
    for (; t->moved < end; t->moved++) {
        size_t i = t->entries.data[t->moved].hash & mask;
        while (t->slots[i] != 0)
            i = (i + 1) & mask;
        t->slots[i] = t->moved + 1;
    }
    if (t->moved == t->last) {
        mem_free(t->old, t->old_count * sizeof *t->old);
        t->old = NULL;
        t->old_count = 0;
    }
}

static void grow(intern *t)
{
    if (t->old != NULL)
        move(t, t->last);
    t->old = t->slots;
    t->old_count = t->slot_count;
    t->moved = 0;
    t->last = (uint32_t)t->entries.len;
    t->slot_count *= 2;
    assert((t->slot_count & (t->slot_count - 1)) == 0);
    t->slots = mem_alloc(t->slot_count * sizeof *t->slots);
}

intern_id intern_put(intern *t, const void *bytes, size_t len)
{
    enum { MOVE = 1 << 12 };
    assert(len < UINT32_MAX);
    assert(t->entries.len < INTERN_NONE - 1);
    if (t->entries.len * 2 >= t->slot_count)
        grow(t);
    if (t->old != NULL)
        move(t, MOVE);
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
