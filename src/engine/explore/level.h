/* level.h -- one level of the frontier of a breadth-first search: the keys of one
 * depth, in chunks, first in, first out, in memory or on disk.
 *
 * A level holds at most its budget in memory and writes further chunks to a temporary
 * file of its own.  It creates the file on first use, and empties it whenever no chunk
 * in it is needed any more.  A search uses two levels with one pool: it takes chunks
 * from one and adds chunks to the other.
 *
 * Thread-safe, except for level_new, level_free and level_each.  No failure loses keys:
 * the level keeps its content, and level_error says what went wrong.
 */
#ifndef EXPLORE_LEVEL_H
#define EXPLORE_LEVEL_H

#include "base/status.h"
#include "engine/explore/chunk.h"

typedef struct level level;

typedef struct level_options {
    const char *dir; /* for the file; NULL: all chunks stay in memory */
    size_t budget;   /* bytes of chunks in memory, SIZE_MAX: no bound */
    /* Keeps the order of keys within a chunk; if false, chunks come back from disk
     * sorted.  The order of chunks is kept in any case. */
    bool keeps_order;
} level_options;

level *level_new(chunk_pool *pool, const level_options *options);
void level_free(level *l); /* accepts NULL; frees the chunks in it */

/* Adds CHUNK, which belongs to the level from now on, even after a failure.  ST_IO: it
 * could not be written to disk, and stays in the level, in memory. */
MUST_CHECK status level_add(level *l, key_chunk *chunk);

/* Takes out the oldest chunk; *OUT is NULL if there is none.  The caller passes it to
 * chunk_put when done.  ST_IO: it could not be read; it stays, *OUT is unchanged. */
MUST_CHECK status level_take(level *l, key_chunk **out);

/* Puts back a chunk that was taken: it becomes the oldest again. */
void level_put_back(level *l, key_chunk *chunk);

/* ST_IO: chunks cannot be written, and the level uses more memory than its budget. */
MUST_CHECK status level_set_budget(level *l, size_t bytes);

/* Calls VISIT for all chunks, the oldest first, and takes out none.  Ends early with
 * the result of VISIT unless that is ST_OK, or with ST_IO if a chunk cannot be read. */
typedef status level_visit(void *context, const uint64_t *keys, uint32_t count);
MUST_CHECK status level_each(level *l, level_visit *visit, void *context);

uint64_t level_count(level *l);   /* keys */
size_t level_memory(level *l);    /* bytes of chunks in memory */
uint64_t level_on_disk(level *l); /* bytes of the file */

/* The first failure, a sentence without a full stop; "" if there was none.  Valid until
 * the level is freed. */
const char *level_error(level *l);

#endif
