/* idmap.h -- a hash table from 64-bit keys to pointers.
 *
 * Keys are usually two 32-bit ids side by side (IDMAP_KEY).  Entries are never removed.
 * Not thread-safe.
 *
 * A large table grows while it is used: each addition moves some of the entries, so
 * that none takes long, and a search that is told to stop does so soon.
 */
#ifndef BASE_IDMAP_H
#define BASE_IDMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IDMAP_KEY(high, low) ((uint64_t)(high) << 32 | (uint32_t)(low))

typedef struct idmap_slot {
    uint64_t key;
    void *value; /* NULL = empty */
} idmap_slot;

typedef struct idmap {
    idmap_slot *slots;
    size_t slot_count; /* 0 or a power of two */
    size_t len;
    idmap_slot *old; /* the smaller table, while entries move from it; or NULL */
    size_t old_count;
    size_t moved; /* slots of it that are done */
} idmap;

void idmap_fini(idmap *m); /* a zeroed idmap is an empty one */

/* Drops all entries; a small table keeps its memory. */
void idmap_clear(idmap *m);

void *idmap_get(const idmap *m, uint64_t key); /* NULL when absent */

/* Prefetches the slot of KEY. */
void idmap_prefetch(const idmap *m, uint64_t key);

/* The bytes that the table will take in addition while MORE entries are added, because
 * it grows then, or is growing. */
size_t idmap_coming_growth(const idmap *m, size_t more);

/* Moves all entries, so that SLOTS holds them. */
void idmap_settle(idmap *m);

/* The value already stored under KEY, or NULL after storing VALUE (not NULL). */
void *idmap_put(idmap *m, uint64_t key, void *value);

/* As a set: true when KEY is new. */
bool idmap_add(idmap *m, uint64_t key);

/* Maps to numbers from 1 on instead of pointers; 0: absent. */
size_t idmap_get_number(const idmap *m, uint64_t key);
size_t idmap_put_number(idmap *m, uint64_t key, size_t number);

#endif
