/* interim.h -- what is known of a test while its run goes on: in words, and as JSON. */
#ifndef REPORT_INTERIM_H
#define REPORT_INTERIM_H

#include "base/strbuf.h"
#include "report/pace.h"

typedef struct interim {
    const char *test;
    engine_id engine;
    const engine_options *options;
    const engine_stats *stats;
    pace_view pace;
} interim;

enum { INTERIM_LINES = 3 };

/* How far and how fast; what lies ahead; what it costs.  A line may stay empty. */
void interim_words(const interim *i, strbuf lines[INTERIM_LINES]);

/* One object without an end of line.  TYPE: "progress", "snapshot" or, with a verdict,
 * "done". */
void interim_json(const interim *i, const char *type, const verdict *v, strbuf *out);

/* 42 s, 3 min 20 s, 2 h 5 min */
void interim_time(double seconds, strbuf *out);

#endif
