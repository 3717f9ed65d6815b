/* hash.h -- one hash for bytes, one for integers. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t hash_bytes(const void *bytes, size_t len)
{
    return XXH3_64bits(bytes, len);
}

/* The finaliser of splitmix64: every input bit reaches every output bit. */
static inline uint64_t hash_u64(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The next number of the sequence of *STATE, which it advances. */
static inline uint64_t hash_random(uint64_t *state)
{
    return hash_u64(*state += 0x9e3779b97f4a7c15u);
}

#endif
