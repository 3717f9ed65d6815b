#include "engine/sample/corpus.h"

#include "base/hash.h"

/* Events in context are few; a model with very many of them needs no guidance. */
enum { MOST_REACHED = 1 << 20, MOST_ENTRIES = 256 };

void corpus_fini(corpus *c)
{
    idmap_fini(&c->reached);
    vec_free(&c->entries);
}

bool corpus_reach(corpus *c, uint64_t key)
{
    return c->reached.len < MOST_REACHED && idmap_add(&c->reached, key);
}

void corpus_keep(corpus *c, const corpus_entry *e)
{
    if (c->entries.len < MOST_ENTRIES) {
        vec_push(&c->entries, *e);
        return;
    }
    c->entries.data[c->oldest] = *e;
    c->oldest = (c->oldest + 1) % MOST_ENTRIES;
}

/* Half of the runs go another way from some step on; the others change up to three
 * single steps. */
static stream change(const corpus_entry *e, uint64_t *random)
{
    uint64_t length = e->steps > 0 ? e->steps : 1;
    stream s = e->stream;
    if (hash_random(random) % 2 == 0)
        return stream_fork(&s, hash_random(random) % length, hash_random(random));
    uint64_t changes = 1 + hash_random(random) % 3;
    for (uint64_t i = 0; i < changes; i++)
        s = stream_change(&s, hash_random(random) % length, hash_random(random));
    return s;
}

stream corpus_draw(const corpus *c, uint64_t seed)
{
    uint64_t random = seed;
    if (c->entries.len == 0)
        return stream_new(seed);
    return change(&c->entries.data[hash_random(&random) % c->entries.len], &random);
}
