/* progress_text.h -- the progress of a search, in words and as JSON.
 *
 * The phase of the statistics, not the name of the engine, decides what is shown, since
 * an engine may go through several phases and `auto` through several engines.
 * Statistics come from the table engine/statistics.def.
 */
#ifndef REPORT_PROGRESS_TEXT_H
#define REPORT_PROGRESS_TEXT_H

#include "base/strbuf.h"
#include "report/rate.h"

typedef struct progress_view {
    const char *test;
    engine_id engine;
    const engine_options *options;
    const engine_stats *stats;
    rate_view rate;
} progress_view;

enum { PROGRESS_TEXT_LINES = 3 };

/* Three lines: progress and speed; what is left to do; time and memory.  A line may be
 * empty. */
void progress_text_words(const progress_view *i, strbuf lines[PROGRESS_TEXT_LINES]);

/* One object, without an end of line.  TYPE: "progress", "snapshot" or, with a verdict,
 * "done". */
void progress_text_json(const progress_view *i, const char *type, const verdict *v,
                        strbuf *out);

/* 42 s, 3 min 20 s, 2 h 5 min */
void progress_text_time(double seconds, strbuf *out);

#endif
