#include "base/compress.h"

#include "base/mem.h"

#include <assert.h>

/* zstd calls the functions that work in memory of the caller experimental.  We need
 * them so that base/mem counts all memory of zstd. */
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

enum { FASTEST = 1 };

struct compressor {
    ZSTD_CCtx *packing;
    ZSTD_DCtx *unpacking;
    void *packing_room;
    size_t packing_size;
    void *unpacking_room;
    size_t unpacking_size;
};

compressor *compress_new(void)
{
    compressor *c = mem_alloc(sizeof *c);
    c->packing_size = ZSTD_estimateCCtxSize(FASTEST);
    c->packing_room = mem_alloc(c->packing_size);
    c->packing = ZSTD_initStaticCCtx(c->packing_room, c->packing_size);
    c->unpacking_size = ZSTD_estimateDCtxSize();
    c->unpacking_room = mem_alloc(c->unpacking_size);
    c->unpacking = ZSTD_initStaticDCtx(c->unpacking_room, c->unpacking_size);
    assert(c->packing != NULL);
    assert(c->unpacking != NULL);
    return c;
}

void compress_free(compressor *c)
{
    if (c == NULL)
        return;
    mem_free(c->packing_room, c->packing_size);
    mem_free(c->unpacking_room, c->unpacking_size);
    mem_free(c, sizeof *c);
}

size_t compress_bound(size_t len)
{
    return ZSTD_compressBound(len);
}

size_t compress_pack(compressor *c, void *to, const void *from, size_t len)
{
    size_t packed_len =
        ZSTD_compressCCtx(c->packing, to, ZSTD_compressBound(len), from, len, FASTEST);
    /* It fails only if room or memory is missing, and both suffice. */
    assert(!ZSTD_isError(packed_len));
    return packed_len;
}

status compress_unpack(compressor *c, void *to, size_t len, const void *from,
                       size_t packed_len)
{
    size_t found = ZSTD_decompressDCtx(c->unpacking, to, len, from, packed_len);
    return !ZSTD_isError(found) && found == len ? ST_OK : ST_IO;
}
