/* compress.h -- bytes made shorter, quickly, and back.
 *
 * A compressor is working memory (about 700 KB); one user at a time.  The packed bytes
 * do not tell their lengths: who stores them keeps both.
 */
#ifndef BASE_COMPRESS_H
#define BASE_COMPRESS_H

#include "base/status.h"

#include <stddef.h>

typedef struct compressor compressor;

compressor *compress_new(void);
void compress_free(compressor *c); /* accepts NULL */

/* Room that is enough for LEN bytes packed, whatever they are. */
size_t compress_bound(size_t len);

/* Packs the LEN bytes at FROM into TO, which has room for compress_bound(LEN); returns
 * the length of the result. */
size_t compress_pack(compressor *c, void *to, const void *from, size_t len);

/* Restores exactly LEN bytes from the PACKED_LEN bytes at FROM.  ST_IO: these are no
 * packed bytes of that length; TO may then hold anything. */
MUST_CHECK status compress_unpack(compressor *c, void *to, size_t len, const void *from,
                                  size_t packed_len);

#endif
