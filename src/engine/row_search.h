/* row_search.h -- a search over rows, breadth or depth first, within limits.
 *
 * An engine supplies the successor function: EXPAND calls row_search_add with each
 * successor of the current state.  The search does the rest: visited states, frontier,
 * limits, progress, statistics.  One thread.
 *
 *     row_search_init(&s, c, o, v, &calls, context);
 *     row_search_add(&s, &row);       each initial state, S.AT being ROW_NONE
 *     row_search_run(&s);
 *     row_search_conclude(&s, VERDICT_EXHAUSTED);
 *     row_search_fini(&s);
 */
#ifndef ENGINE_ROW_SEARCH_H
#define ENGINE_ROW_SEARCH_H

#include "engine/row_store.h"
#include "engine/watch.h"

/* The functions of an engine.  ON_NEW and ON_LOOK may be NULL. */
typedef struct row_search_calls {
    /* Expands the state AT, whose row is ROW, even if it is at the depth limit. */
    void (*expand)(void *context);
    /* A state was visited for the first time. */
    void (*on_new)(void *context, uint32_t state, const system_state *row);
    /* Updates the engine's own statistics; STOP_NONE: the search continues. */
    stop_reason (*on_look)(void *context);
} row_search_calls;

typedef struct row_search {
    const engine_options *o;
    core *c;
    verdict *v;
    const row_search_calls *calls;
    void *context;
    engine_watch watch;
    row_store states;
    uint32_t next;           /* breadth first: the next state to expand */
    VEC(uint32_t) stack;     /* depth first: states to expand; some may be already */
    uint32_t at;             /* the state being expanded, or ROW_NONE */
    system_state row;        /* its row */
    transition_list enabled; /* for the engine to use */
    stop_reason stopped;     /* why it ends early */
    uint64_t next_consult;   /* states at which it pauses next; 0: never again */
    bool covers_depth; /* the engine takes a shortest path to every state, so that the
                          limit of depth leaves out no shorter run */
    bool is_over;      /* the engine ends the search: it has its result */
} row_search;

void row_search_init(row_search *s, core *c, const engine_options *o, verdict *v,
                     const row_search_calls *calls, void *context);
void row_search_fini(row_search *s); /* completes the statistics */

/* Adds a successor of the current state, or an initial state, and returns its number.
 * At the limit of states the search stops, and the number is ROW_NONE. */
uint32_t row_search_add(row_search *s, const system_state *row);

void row_search_run(row_search *s);

/* Checks all limits, and now and then the clock. */
void row_search_look(row_search *s);

static inline bool row_search_is_done(const row_search *s)
{
    return s->is_over || s->stopped != STOP_NONE;
}

/* The verdict of a search that found no violation: COMPLETE if all states were
 * expanded. */
void row_search_conclude(row_search *s, verdict_kind complete);

#endif
