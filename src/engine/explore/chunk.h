/* chunk.h -- keys of states in blocks of fixed size, and their compression.
 *
 * A chunk belongs to one thread at a time.  Empty chunks return to a pool, from which
 * any thread takes them again.  The pool is thread-safe and must outlive all its chunks
 * and packers.
 */
#ifndef EXPLORE_CHUNK_H
#define EXPLORE_CHUNK_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KEY_CHUNK_KEYS 4095 /* 32 KiB with the count */

typedef struct key_chunk {
    uint32_t count;
    uint64_t keys[KEY_CHUNK_KEYS];
} key_chunk;

typedef struct chunk_pool chunk_pool;

chunk_pool *chunk_pool_new(void);
void chunk_pool_free(chunk_pool *pool); /* accepts NULL */

key_chunk *chunk_get(chunk_pool *pool); /* an empty one */
void chunk_put(chunk_pool *pool, key_chunk *chunk);

/* Working memory for packing and unpacking; for one thread at a time. */
typedef struct chunk_packer chunk_packer;

chunk_packer *chunk_packer_get(chunk_pool *pool);
void chunk_packer_put(chunk_pool *pool, chunk_packer *p);

/* The packed bytes of the packer; large enough for those of any chunk. */
void *chunk_packed(chunk_packer *p);

/* Packs the keys of CHUNK; returns the number of bytes at chunk_packed(P).  Without
 * KEEPS_ORDER the keys are sorted first, which takes fewer bytes. */
uint32_t chunk_pack(chunk_packer *p, const key_chunk *chunk, bool keeps_order);

/* Restores COUNT keys from the LEN bytes at chunk_packed(P).  ST_IO: the bytes are
 * damaged; OUT may then hold anything. */
MUST_CHECK status chunk_unpack(chunk_packer *p, uint32_t len, uint32_t count,
                               key_chunk *out);

#endif
