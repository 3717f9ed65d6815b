/* search.h -- one configuration of a search by an engine, read from a word.
 *
 *     por=nes|lpor|off,symmetry=auto|off|exact,keep,asi,tail=N,quorums,replies,
 *     flaws=N,roles
 *
 * is a search by the reduced engine; "full" is one without reductions (with asi,
 * machines stop at each send).  With "roles" a machine is identified by its role alone.
 *
 *     sets,order=best|created|hubs-last|narrow|in-line,cache=BITS,collects=1,room=BYTES,
 *     numbers=N,trial=WORK
 *
 * is a search by the engine sets; see explore_tuning.
 */
#ifndef CROSS_SEARCH_H
#define CROSS_SEARCH_H

#include "lines.h"
#include "report/result.h"

typedef struct search {
    const char *text; /* as it was asked for; NULL: by other options */
    engine_id engine;
    reduction how;
    explore_tuning tuning;
    order_kind order;
    bool is_anonymous;
} search;

/* False: TEXT is no search.  A copy is made in MEMORY, to be cut in pieces. */
bool search_parse(search *how, const char *text, arena *memory);

/* NAME=NUMBER,...: how engines go about it.  False: TEXT, which is cut in pieces, is
 * something else. */
bool search_parse_tuning(explore_tuning *t, char *text);

/* Fills R's verdict, and SEEN as far as it asks for something; a violation is replayed.
 * E are R's options, and get what this search needs. */
void search_run(const search *how, engine_options *e, lines *seen, result *r);

#endif
