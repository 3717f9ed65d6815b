/* level.h -- the frontier of a breadth-first search: the keys of one depth, in chunks,
 * first in, first out, in memory or on disk.
 *
 * A level holds at most its budget in memory and writes what comes on top to a
 * temporary file of its own, made when it is first needed and emptied whenever nothing
 * in it is needed any more.  Two levels with one pool make a search: chunks are taken
 * from one and added to the other.
 *
 * Thread-safe, but for making, freeing and level_each.  No failure loses keys: the
 * level then still has what it had before, and level_error tells what went wrong.
 */
#ifndef EXPLORE_LEVEL_H
#define EXPLORE_LEVEL_H

#include "base/status.h"
#include "engine/explore/chunk.h"

typedef struct level level;

typedef struct level_options {
    const char *dir; /* for the file; NULL: everything stays in memory, always */
    size_t budget;   /* bytes of chunks in memory, SIZE_MAX: no bound */
    /* Do keys within a chunk stay in order?  The order of chunks is kept in any case;
     * chunks that went to disk come back sorted otherwise. */
    bool keeps_order;
} level_options;

level *level_new(chunk_pool *pool, const level_options *options);
void level_free(level *l); /* accepts NULL; chunks in it go with it */

/* Adds CHUNK, which belongs to the level from now on, also after a failure.  ST_IO: it
 * should have gone to disk and could not; it is in the level, in memory. */
MUST_CHECK status level_add(level *l, key_chunk *chunk);

/* Takes the oldest chunk out; *OUT is NULL if there is none.  The caller gives it to
 * chunk_put in the end.  ST_IO: it could not be read; it stays, *OUT is untouched. */
MUST_CHECK status level_take(level *l, key_chunk **out);

/* Puts a chunk back to where it was taken from: it will be the oldest again. */
void level_put_back(level *l, key_chunk *chunk);

/* ST_IO: the level takes more memory than asked for, since chunks cannot be written. */
MUST_CHECK status level_set_budget(level *l, size_t bytes);

/* Shows all chunks to VISIT, the oldest first, and takes none.  Ends early with what
 * VISIT returns unless ST_OK, or with ST_IO if a chunk cannot be read. */
typedef status level_visit(void *context, const uint64_t *keys, uint32_t count);
MUST_CHECK status level_each(level *l, level_visit *visit, void *context);

uint64_t level_count(level *l);   /* keys */
size_t level_memory(level *l);    /* bytes of chunks in memory */
uint64_t level_on_disk(level *l); /* bytes of the file */

/* The first failure, a sentence without a full stop; "" if there was none.  Stays valid
 * until the level is freed. */
const char *level_error(level *l);

#endif
