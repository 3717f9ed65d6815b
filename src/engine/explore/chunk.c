#include "engine/explore/chunk.h"

#include "base/compress.h"
#include "base/vec.h"

#include <pthread.h>
#include <string.h>

_Static_assert(sizeof(key_chunk) == 32768, "a chunk is 32 KiB");

/* Chunks that a pool keeps; the others return to the heap. */
enum { CHUNKS_KEPT = 64 };

#define KEY_BYTES sizeof(uint64_t)

struct chunk_pool {
    pthread_mutex_t lock;
    key_chunk *chunks[CHUNKS_KEPT];
    size_t chunk_count;
    VEC(chunk_packer *) packers; /* as many as were ever in use at once */
};

struct chunk_packer {
    compressor *zip;
    unsigned char *packed;
    uint64_t sorted[KEY_CHUNK_KEYS];
    uint64_t spare[KEY_CHUNK_KEYS];
    unsigned char planes[KEY_CHUNK_KEYS * KEY_BYTES];
};

static size_t packed_room(void)
{
    return compress_bound(KEY_CHUNK_KEYS * KEY_BYTES);
}

static chunk_packer *packer_new(void)
{
    chunk_packer *p = mem_alloc(sizeof *p);
    p->zip = compress_new();
    p->packed = mem_alloc(packed_room());
    return p;
}

static void packer_free(chunk_packer *p)
{
    compress_free(p->zip);
    mem_free(p->packed, packed_room());
    mem_free(p, sizeof *p);
}

chunk_pool *chunk_pool_new(void)
{
    chunk_pool *pool = mem_alloc(sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    return pool;
}

void chunk_pool_free(chunk_pool *pool)
{
    if (pool == NULL)
        return;
    for (size_t i = 0; i < pool->chunk_count; i++)
        mem_free(pool->chunks[i], sizeof *pool->chunks[i]);
    vec_each (p, &pool->packers)
        packer_free(*p);
    vec_free(&pool->packers);
    pthread_mutex_destroy(&pool->lock);
    mem_free(pool, sizeof *pool);
}

key_chunk *chunk_get(chunk_pool *pool)
{
    key_chunk *chunk = NULL;
    pthread_mutex_lock(&pool->lock);
    if (pool->chunk_count > 0)
        chunk = pool->chunks[--pool->chunk_count];
    pthread_mutex_unlock(&pool->lock);
    if (chunk == NULL)
        chunk = mem_alloc(sizeof *chunk);
    chunk->count = 0;
    return chunk;
}

void chunk_put(chunk_pool *pool, key_chunk *chunk)
{
    assert(chunk->count <= KEY_CHUNK_KEYS);
    pthread_mutex_lock(&pool->lock);
    if (pool->chunk_count < CHUNKS_KEPT) {
        pool->chunks[pool->chunk_count++] = chunk;
        chunk = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    mem_free(chunk, sizeof *chunk);
}

chunk_packer *chunk_packer_get(chunk_pool *pool)
{
    chunk_packer *p = NULL;
    pthread_mutex_lock(&pool->lock);
    if (pool->packers.len > 0)
        p = vec_pop(&pool->packers);
    pthread_mutex_unlock(&pool->lock);
    return p != NULL ? p : packer_new();
}

void chunk_packer_put(chunk_pool *pool, chunk_packer *p)
{
    pthread_mutex_lock(&pool->lock);
    vec_push(&pool->packers, p);
    pthread_mutex_unlock(&pool->lock);
}

void *chunk_packed(chunk_packer *p)
{
    return p->packed;
}

/* One pass of a stable radix sort, by the byte at SHIFT.  False: all keys have the same
 * byte there, and TO was not written. */
static bool sort_by_byte(uint64_t *to, const uint64_t *from, size_t n, unsigned shift)
{
    uint32_t start[256] = {0};
    for (size_t i = 0; i < n; i++)
        start[from[i] >> shift & 0xff]++;
    if (start[from[0] >> shift & 0xff] == n)
        return false;
    uint32_t next = 0;
    for (size_t b = 0; b < 256; b++) {
        uint32_t size = start[b];
        start[b] = next;
        next += size;
    }
    for (size_t i = 0; i < n; i++)
        to[start[from[i] >> shift & 0xff]++] = from[i];
    return true;
}

static const uint64_t *sorted_keys(chunk_packer *p, const key_chunk *chunk)
{
    uint64_t *to = p->sorted;
    uint64_t *other = p->spare;
    const uint64_t *now = chunk->keys;
    for (unsigned shift = 0; shift < 64; shift += 8) {
        if (!sort_by_byte(to, now, chunk->count, shift))
            continue;
        now = to;
        to = other;
        other = to == p->sorted ? p->spare : p->sorted;
    }
    return now;
}

/* Small differences in both directions become small numbers: 0, -1, 1, -2, ... */
static uint32_t zigzag(uint32_t difference)
{
    return difference << 1 ^ (0 - (difference >> 31));
}

static uint32_t unzigzag(uint32_t z)
{
    return z >> 1 ^ (0 - (z & 1));
}

/* A key is two ids that change independently, so each half is replaced by its
 * difference to that of the key before.  Plane k holds byte k of all differences: the
 * planes of high bytes are mostly zeros, which the compressor handles very fast.
 *
 *     planes:  b0 b0 b0 ...  b1 b1 b1 ...  ...  b7 b7 b7 ...
 */
static void split(unsigned char *planes, const uint64_t *keys, size_t n)
{
    uint64_t before = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t left = zigzag((uint32_t)(keys[i] >> 32) - (uint32_t)(before >> 32));
        uint32_t right = zigzag((uint32_t)keys[i] - (uint32_t)before);
        uint64_t both = (uint64_t)left << 32 | right;
        for (size_t k = 0; k < KEY_BYTES; k++)
            planes[k * n + i] = (unsigned char)(both >> 8 * k);
        before = keys[i];
    }
}

static void join(uint64_t *keys, const unsigned char *planes, size_t n)
{
    uint32_t left = 0;
    uint32_t right = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t both = 0;
        for (size_t k = 0; k < KEY_BYTES; k++)
            both |= (uint64_t)planes[k * n + i] << 8 * k;
        left += unzigzag((uint32_t)(both >> 32));
        right += unzigzag((uint32_t)both);
        keys[i] = (uint64_t)left << 32 | right;
    }
}

uint32_t chunk_pack(chunk_packer *p, const key_chunk *chunk, bool keeps_order)
{
    assert(chunk->count > 0);
    assert(chunk->count <= KEY_CHUNK_KEYS);
    split(p->planes, keeps_order ? chunk->keys : sorted_keys(p, chunk), chunk->count);
    return (uint32_t)compress_pack(p->zip, p->packed, p->planes,
                                   chunk->count * KEY_BYTES);
}

status chunk_unpack(chunk_packer *p, uint32_t len, uint32_t count, key_chunk *out)
{
    assert(count <= KEY_CHUNK_KEYS);
    status st = compress_unpack(p->zip, p->planes, count * KEY_BYTES, p->packed, len);
    if (st != ST_OK)
        return st;
    join(out->keys, p->planes, count);
    out->count = count;
    return ST_OK;
}
