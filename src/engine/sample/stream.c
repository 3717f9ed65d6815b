#include "engine/sample/stream.h"

#include "base/hash.h"

#include <assert.h>

stream stream_new(uint64_t seed)
{
    return (stream){.count = 1, .parts = {{.from = 0, .seed = seed}}};
}

/* The part that STEP lies in. */
static uint32_t part_of(const stream *s, uint64_t step)
{
    uint32_t i = s->count - 1;
    assert(s->count > 0 && s->parts[0].from == 0);
    while (s->parts[i].from > step)
        i--;
    return i;
}

uint64_t stream_at(const stream *s, uint64_t step)
{
    return hash_u64(s->parts[part_of(s, step)].seed + hash_u64(step + 1));
}

uint64_t stream_digest(const stream *s)
{
    uint64_t all = s->count;
    for (uint32_t i = 0; i < s->count; i++)
        all = hash_u64(all + hash_u64(s->parts[i].seed + hash_u64(s->parts[i].from)));
    return all;
}

static void add_part(stream *s, uint64_t from, uint64_t seed)
{
    assert(s->count < STREAM_MOST_PARTS);
    s->parts[s->count++] = (stream_part){from, seed};
}

/* The parts before step AT.  A stream that is changed very often forgets its last
 * changes: the run is another one all the same. */
static stream before(const stream *s, uint64_t at, uint32_t room)
{
    stream kept = *s;
    kept.count = at == 0 ? 0 : part_of(s, at - 1) + 1;
    if (kept.count + room > STREAM_MOST_PARTS)
        kept.count = STREAM_MOST_PARTS - room;
    return kept;
}

stream stream_fork(const stream *s, uint64_t at, uint64_t seed)
{
    stream made = before(s, at, 1);
    add_part(&made, at, seed);
    return made;
}

stream stream_change(const stream *s, uint64_t at, uint64_t seed)
{
    uint32_t next = part_of(s, at + 1);
    uint32_t behind = s->count - next;
    stream made = before(s, at, 1);
    if (made.count + 1 + behind > STREAM_MOST_PARTS)
        return stream_fork(s, at, seed);
    add_part(&made, at, seed);
    add_part(&made, at + 1, s->parts[next].seed);
    for (uint32_t i = next + 1; i < s->count; i++)
        add_part(&made, s->parts[i].from, s->parts[i].seed);
    return made;
}
