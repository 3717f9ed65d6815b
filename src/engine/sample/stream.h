/* stream.h -- the random numbers of a run.
 *
 * All decisions of a run, which transition comes next and how its choices fall, are
 * drawn from random numbers.  Those of step K depend only on K and on the part of the
 * stream that K lies in.  So a stream is a few numbers, however long its run is; and a
 * run with a changed stream makes the same decisions up to the change.
 */
#ifndef SAMPLE_STREAM_H
#define SAMPLE_STREAM_H

#include <stdint.h>

enum { STREAM_MOST_PARTS = 32 };

typedef struct stream_part {
    uint64_t from; /* its first step */
    uint64_t seed;
} stream_part;

typedef struct stream {
    uint32_t count;
    stream_part parts[STREAM_MOST_PARTS]; /* by `from`, which is 0 in the first */
} stream;

/* A stream of one part. */
stream stream_new(uint64_t seed);

/* The state for hash_random at the beginning of a step. */
uint64_t stream_at(const stream *s, uint64_t step);

/* A hash of the whole stream. */
uint64_t stream_digest(const stream *s);

/* The same decisions before step AT, and others from there on. */
stream stream_fork(const stream *s, uint64_t at, uint64_t seed);

/* Other decisions in step AT alone, as far as the steps behind it still fit. */
stream stream_change(const stream *s, uint64_t at, uint64_t seed);

#endif
