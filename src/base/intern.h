/* intern.h -- hash-consing: equal byte strings get equal 32-bit names.
 *
 * A name is dense (0, 1, 2, ...) and stays valid until intern_fini, so client tables
 * are plain arrays indexed by it and equality is `==`.  The bytes behind a name never
 * move and are followed by a NUL.  Not thread-safe: one owner per table.
 */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t intern_id;
#define INTERN_NONE UINT32_MAX

typedef struct intern_entry {
    const char *bytes;
    uint32_t len;
    uint32_t hash;
} intern_entry;

typedef struct intern {
    arena bytes;
    VEC(intern_entry) entries;
    uint32_t *slots; /* id + 1, 0 = empty; a power of two of them */
    size_t slot_count;
    /* A large table grows while it is used, as that of idmap.h does. */
    uint32_t *old; /* the smaller table, or NULL */
    size_t old_count;
    uint32_t moved; /* ids below are in SLOTS */
    uint32_t last;  /* ids from here on are, too */
} intern;

void intern_init(intern *t);
void intern_fini(intern *t);

intern_id intern_put(intern *t, const void *bytes, size_t len);
intern_id intern_puts(intern *t, const char *s);
intern_id intern_find(const intern *t, const void *bytes,
                      size_t len); /* or INTERN_NONE */

const char *intern_text(const intern *t, intern_id id);
size_t intern_len(const intern *t, intern_id id);
uint32_t intern_count(const intern *t);

#endif
