/* watch.h -- limits, interrupts and progress of an engine while it runs.
 *
 * An engine calls watch_look again and again.  The watch looks at the clock, the memory
 * and the stop flag now and then, and reports progress when it is due.  A watch belongs
 * to one thread.
 */
#ifndef ENGINE_WATCH_H
#define ENGINE_WATCH_H

#include "engine/engine.h"

typedef struct engine_watch engine_watch;

struct engine_watch {
    const engine_options *o;
    uint64_t start;
    double earlier; /* seconds that runs before this one took */
    uint64_t next_progress;
    bool is_silent;        /* another watch of the same search reports */
    uint32_t calls;        /* of watch_look until it looks */
    uint32_t every;        /* it looks once in so many calls, at present */
    uint64_t looked;       /* clock_ns */
    uint64_t next_measure; /* when to ask the system about memory again */
    size_t resident;       /* its last answer */
    size_t in_use;         /* mem_in_use at that time */
    /* Called before a report, to find out what takes long: watch_cover; or NULL. */
    void (*prepare)(engine_watch *w, void *context);
    void *context;
    strbuf hottest; /* empty: not known */
    double hottest_share;
};

void watch_start(engine_watch *w, const engine_options *o);
void watch_end(engine_watch *w);

/* Reports name the hottest handler of V, which this thread alone writes. */
void watch_cover(engine_watch *w, coverage *v);

/* Finds the hottest handler in what was executed so far. */
void watch_note_hottest(engine_watch *w, const coverage *v);

/* STOP_NONE: go on.  STATS gets time and memory.  The first may be called very often,
 * and then looks only now and then. */
stop_reason watch_look(engine_watch *w, engine_stats *stats);
stop_reason watch_look_now(engine_watch *w, engine_stats *stats);

double watch_seconds(const engine_watch *w); /* of this run */
double watch_all_seconds(const engine_watch *w);

#endif
