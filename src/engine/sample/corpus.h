/* corpus.h -- streams of runs that reached something new, to be changed into others.
 *
 * What a run reaches is a set of events in context: (machine type, P state, the event
 * before, the event), as hashes.  A run that has one that no run before it had is kept.
 */
#ifndef SAMPLE_CORPUS_H
#define SAMPLE_CORPUS_H

#include "base/idmap.h"
#include "base/vec.h"
#include "engine/sample/stream.h"

typedef struct corpus_entry {
    stream stream;
    uint64_t steps; /* of the run */
} corpus_entry;

typedef struct corpus {
    idmap reached;
    VEC(corpus_entry) entries;
    size_t oldest; /* the entry that the next one replaces, if there is no room */
} corpus;

void corpus_fini(corpus *c);

/* Notes that a run reached KEY; true: it is the first. */
bool corpus_reach(corpus *c, uint64_t key);

void corpus_keep(corpus *c, const corpus_entry *e);

/* A changed stream of one of the entries; if there is none, a new stream. */
stream corpus_draw(const corpus *c, uint64_t seed);

#endif
