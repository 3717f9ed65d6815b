/* stats.h -- the counts of an engine, while it runs and at its end. */
#ifndef ENGINE_STATS_H
#define ENGINE_STATS_H

#include <stddef.h>
#include <stdint.h>

/* The current activity of an engine. */
typedef enum engine_phase {
    PHASE_SEARCH,
    PHASE_COUNTEREXAMPLE, /* the search for the path to a violation that was found */
    PHASE_CYCLES,         /* the search for fair cycles, when all states are known */
    PHASE_SOME_CYCLES,    /* ... among the states that were visited within the limits */
    PHASE_SAMPLE,         /* random runs */
    PHASE_EXECUTIONS,     /* dpor: executions, each once */
    PHASE_SETS,           /* whole sets of states, round by round */
} engine_phase;

/* reduced, asi: what the reductions omitted. */
typedef struct reduction_stats {
    uint64_t narrowed; /* states with transitions that were not explored */
    uint64_t explored; /* transitions that were explored, of all states */
    uint64_t possible; /* transitions that were enabled */
    uint64_t provisos; /* states where a cycle closed: explored in full, or blocked */
    uint64_t dropped;  /* messages that could only be ignored or refused */
    uint64_t refused;  /* ... those that could only be refused */
    uint64_t renamed;  /* states that were replaced by another one of their orbit */
    uint64_t largest_set;   /* transitions of the largest stubborn set */
    uint64_t longest_queue; /* messages that waited for one machine */
    uint64_t tails;         /* queues whose order is known only at the beginning */
    uint64_t looked_at;     /* columns of states that symmetry looked at; not shown */
} reduction_stats;

/* sets.  There, transitions are local steps that were computed, and depth is the number
 * of rounds. */
typedef struct set_stats {
    char states[160];  /* their exact number in decimal; if that is too long, rounded */
    double about;      /* states so far, while the search runs */
    const char *order; /* the name of the order of machines, or NULL */
    uint64_t nodes;    /* of the diagram of all states */
    uint64_t peak;     /* the most nodes at a time, of all diagrams together */
    uint64_t work;     /* operations on diagrams, in this order */
} set_stats;

/* Random runs in which a spec was hot over the last half (core/hot_tail.h).  Where
 * there are several such specs, only the first one counts. */
typedef struct hot_count {
    uint64_t runs;
    uint32_t spec; /* the number of the monitor, if there are such runs */
} hot_count;

static inline void hot_count_add(hot_count *to, hot_count more)
{
    if (more.runs == 0 || (to->runs > 0 && more.spec > to->spec))
        return;
    if (to->runs > 0 && more.spec == to->spec)
        more.runs += to->runs;
    *to = more;
}

/* A search may restart with a better tree: another pass.  While it runs, states,
 * transitions, terminal and depth are the maximum over all passes, so that they never
 * fall. statistics.def defines what users see. */
typedef struct engine_stats {
    uint64_t states;
    uint64_t transitions;
    uint64_t frontier; /* states that are not yet expanded */
    uint64_t depth;
    uint64_t level;        /* breadth first, at a pause: states of the present depth, */
    uint64_t level_before; /* ... and of the one before */
    uint64_t terminal;     /* states in which runs end */
    uint64_t outside;      /* states that were not expanded: outside --within */
    uint64_t deeper;       /* ... as deep as --max-depth allows */
    uint64_t narrowed_choices; /* places in the program: see core/narrow.h */
    uint64_t split_steps;      /* distinct local steps, see core/step.h */
    uint64_t executed;         /* distinct local steps that were run */
    uint64_t lookups;    /* local steps that were looked up or run; 0: not counted */
    uint64_t schedules;  /* sample: runs */
    uint64_t behaviours; /* sample: different runs */
    uint64_t cut;        /* sample: runs that had not ended after max_steps */
    hot_count hot;       /* sample: ... and in which a spec was hot for long */
    uint64_t executions; /* dpor: complete executions */
    uint64_t blocked;    /* dpor: executions in which a machine can never continue */
    uint64_t waiting;    /* dpor: blocked executions that are deadlocks */
    uint64_t errors;     /* dpor: blocked executions that failed, with keep_going */
    uint64_t revisits;   /* dpor: backward revisits */
    double estimate;     /* dpor: of complete and blocked executions; 0: none */
    double share;        /* bitstate: the estimated share of states that was visited */
    reduction_stats reduction;
    set_stats set;
    size_t memory;  /* bytes now */
    double seconds; /* includes earlier runs that this one resumes */
    engine_phase phase;
    /* Only while the search runs: */
    double earlier;       /* seconds of the earlier runs */
    unsigned pass;        /* changes when the search restarts */
    uint64_t pass_states; /* states of the current pass */
    const char *hottest;  /* the handler that ran the most instructions, or NULL */
    double hottest_share; /* ... and its share of the instructions, 0 to 1 */
} engine_stats;

/* sample: the work so far.  A run counts as a step, too: an assumption may rule out the
 * first one. */
static inline uint64_t sample_work(const engine_stats *s)
{
    return s->transitions + s->schedules;
}

#endif
