/* watch.h -- limits, interrupts and progress of an engine while it runs.
 *
 * An engine calls watch_look frequently.  The watch checks the clock, the memory and
 * the stop flag now and then, and reports progress when it is due.  A watch belongs to
 * one thread.
 */
#ifndef ENGINE_WATCH_H
#define ENGINE_WATCH_H

#include "engine/engine.h"

typedef struct engine_watch engine_watch;

struct engine_watch {
    const engine_options *o;
    uint64_t start;
    double earlier; /* seconds of the earlier runs */
    uint64_t next_progress;
    bool is_silent;        /* another watch of the same search reports */
    uint32_t calls;        /* calls of watch_look until it looks */
    uint32_t every;        /* it currently looks once in so many calls */
    uint64_t looked;       /* time of the last look: clock_ns */
    uint64_t next_measure; /* when to measure memory again */
    size_t resident;       /* its last measurement */
    size_t in_use;         /* mem_in_use at that time */
    uint64_t next_system;  /* when to look again how much memory the system has, */
    const char *meminfo;   /* ... which this file tells */
    /* Called before a report, to find the hottest handler: watch_cover; or NULL. */
    void (*prepare)(engine_watch *w, void *context);
    void *context;
    /* Bytes that tables will soon take at once when they grow; or NULL.  The search
     * ends before they do, if that would exceed the limit. */
    size_t (*coming)(void *context);
    void *coming_context;
    strbuf hottest; /* empty: unknown */
    double hottest_share;
};

/* How many more entries of a table are soon. */
enum { WATCH_SOON = 1 << 15 };

void watch_start(engine_watch *w, const engine_options *o);
void watch_end(engine_watch *w);

/* Reports name the hottest handler of V, which this thread alone writes. */
void watch_cover(engine_watch *w, coverage *v);

/* Finds the hottest handler of V so far. */
void watch_note_hottest(engine_watch *w, const coverage *v);

/* STOP_NONE: continue.  STATS gets time and memory. watch_look may be called very
 * often, and looks only now and then; watch_look_now always looks. */
stop_reason watch_look(engine_watch *w, engine_stats *stats);
stop_reason watch_look_now(engine_watch *w, engine_stats *stats);

double watch_seconds(const engine_watch *w); /* of this run */
double watch_all_seconds(const engine_watch *w);

#endif
