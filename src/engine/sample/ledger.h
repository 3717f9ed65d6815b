/* ledger.h -- what chunks of runs have counted, until it is known that they count.
 *
 * If there is a violation, only the runs up to that one count, so that no number
 * depends on how far other threads have come.  A chunk is a number of consecutive runs
 * that one thread makes, in order; a chunk with a violation ends with it.  So a chunk
 * counts as a whole or not at all: it counts if no run before its first one fails,
 * which is known when all of them have been made.
 *
 * A thread counts a key only once, with the first of its chunks that has it.  As its
 * chunks come in order, later ones count only if that one does.
 *
 * A ledger belongs to one thread.
 */
#ifndef SAMPLE_LEDGER_H
#define SAMPLE_LEDGER_H

#include "base/idmap.h"
#include "engine/engine.h"
#include "engine/sample/sampler.h"

/* What one chunk has counted. */
typedef struct ledger_entry {
    uint64_t first; /* its first run */
    uint64_t runs;
    uint64_t transitions;
    uint64_t cut;
    hot_count hot;
    uint64_t depth;      /* of the longest run */
    key_list behaviours; /* that are new to this thread */
    key_list states;
    coverage *executed;
} ledger_entry;

typedef struct ledger {
    VEC(ledger_entry) open;  /* in the order of their runs */
    VEC(ledger_entry) spare; /* empty entries, to be used again */
} ledger;

/* What counts, of all threads. */
typedef struct ledger_total {
    engine_stats stats;
    idmap states;
    idmap behaviours;
    coverage *executed;
} ledger_total;

void ledger_fini(ledger *l);
void ledger_total_fini(ledger_total *t); /* but not what was executed */

/* The entry of a chunk that begins with run FIRST; valid until the next one. */
ledger_entry *ledger_begin(ledger *l, const ir_program *ir, uint64_t first);

/* Of a run that was stopped only the steps count. */
void ledger_count_run(ledger_entry *e, const sampler_run *r);

/* Adds the chunks that begin before run END to T. */
void ledger_settle(ledger *l, uint64_t end, ledger_total *t);

/* How many keys wait to be added. */
size_t ledger_pending(const ledger *l);

#endif
