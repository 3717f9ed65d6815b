#include "engine/engine.h"

#include "base/clock.h"

#include <string.h>

void verdict_init(verdict *v)
{
    *v = (verdict){.kind = VERDICT_UNKNOWN};
    trace_init(&v->trace);
}

void verdict_fini(verdict *v)
{
    trace_fini(&v->trace);
}

void verdict_violated(verdict *v, const fault *f)
{
    v->kind = VERDICT_VIOLATED;
    v->fault = *f;
    v->fault.text = arena_strndup(&v->trace.memory, f->text, strlen(f->text));
}

enum { PROGRESS_NS = 200000000 };

void watch_start(engine_watch *w, const engine_options *o)
{
    *w = (engine_watch){.o = o, .start = clock_ns()};
    w->next_progress = w->start + PROGRESS_NS;
}

double watch_seconds(const engine_watch *w)
{
    return (double)(clock_ns() - w->start) * 1e-9;
}

const char *watch_look_now(engine_watch *w, engine_stats *stats)
{
    if (w->o->stop != NULL && *w->o->stop != 0)
        return "it was interrupted";
    const engine_limits *l = &w->o->limits;
    uint64_t now = clock_ns();
    stats->seconds = (double)(now - w->start) * 1e-9;
    stats->memory = mem_resident();
    if (w->o->progress != NULL && now >= w->next_progress) {
        w->next_progress = now + PROGRESS_NS;
        w->o->progress(w->o->progress_context, stats);
    }
    if (l->seconds > 0 && stats->seconds >= l->seconds)
        return "the time limit was reached";
    /* A little early: some more is taken before all workers know. */
    if (l->memory > 0 && stats->memory >= l->memory - l->memory / 32)
        return "the memory limit was reached";
    return NULL;
}

const char *watch_look(engine_watch *w, engine_stats *stats)
{
    /* Looking often at first: single steps may be slow. */
    enum { EVERY = 64 };
    if (++w->calls % EVERY != 0 && w->calls > EVERY)
        return NULL;
    return watch_look_now(w, stats);
}
