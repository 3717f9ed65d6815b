/* compress.h -- fast lossless compression (zstd).
 *
 * A compressor is working memory (about 700 KB) for one user at a time.  The packed
 * bytes contain neither length: the caller stores both.
 */
#ifndef BASE_COMPRESS_H
#define BASE_COMPRESS_H

#include "base/status.h"

#include <stddef.h>

typedef struct compressor compressor;

compressor *compress_new(void);
void compress_free(compressor *c); /* accepts NULL */

/* An upper bound for the packed length of any LEN bytes. */
size_t compress_bound(size_t len);

/* Packs the LEN bytes at FROM into TO, which has room for compress_bound(LEN); returns
 * the length of the result. */
size_t compress_pack(compressor *c, void *to, const void *from, size_t len);

/* Restores exactly LEN bytes from the PACKED_LEN bytes at FROM.  ST_IO: the input is
 * damaged or has another length; the contents of TO are then undefined. */
MUST_CHECK status compress_unpack(compressor *c, void *to, size_t len, const void *from,
                                  size_t packed_len);

#endif
