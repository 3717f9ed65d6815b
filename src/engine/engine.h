/* engine.h -- the interface of an engine, and its options.
 *
 * An engine gets one test of a program, options, and functions to report progress to.
 * It returns a verdict that states exactly what was shown.  It can be stopped at any
 * moment and then reports how far it got: watch.h. engines.def lists the engines;
 * registry.h chooses and runs one.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "engine/cluster.h"
#include "engine/verdict.h"

#include <signal.h>

/* 0: there is no limit. */
typedef struct engine_limits {
    double seconds; /* of this run */
    size_t memory;
    size_t reserve;      /* that the system must have available; 0: the user has set the
                            memory */
    uint64_t states;     /* explicit, reduced, asi, sets */
    uint64_t outcomes;   /* explicit, reduced, asi: of one step; 0: as many as states.
                            dpor: the same, but 0 sets no limit */
    uint64_t executions; /* dpor: complete and blocked ones */
    uint64_t depth;      /* explicit, reduced, asi; dpor: events of one machine */
    uint64_t queue;      /* reduced, asi: messages that wait for one machine */
} engine_limits;

typedef enum sample_strategy {
    SAMPLE_RANDOM,
    SAMPLE_POS,
    SAMPLE_PCT,
    SAMPLE_FEEDBACK,
    SAMPLE_RL,
    SAMPLE_PORTFOLIO, /* all of these */
} sample_strategy;

const char *engine_strategy_word(sample_strategy kind); /* as users call it */

/* Different behaviours and states are counted up to here. */
enum { SAMPLE_MOST_COUNTED = 1 << 22 };

/* Where the values of random runs are: see engine/sample/sampler.h. */
typedef enum sample_memory {
    SAMPLE_BEST,
    SAMPLE_CACHED,
    SAMPLE_IN_PLACE,
    SAMPLE_INTERNED, /* as in other engines, but without a cache of steps */
    SAMPLE_MIXED,    /* for tests: cached for every second declaration, else in place */
} sample_memory;

/* Sizes; 0: the engine chooses.  None of them changes the result of an engine: tests
 * set them to check that. */
typedef struct explore_tuning {
    unsigned cache_bits;    /* caches have at most 2^this entries */
    unsigned id_bits;       /* initial widths of ids */
    unsigned later_id_bits; /* ... more when the tree is chosen */
    uint64_t pilot_states;  /* when to look for a better tree */
    uint64_t shared_keys;   /* levels with fewer are left to one thread */
    size_t level_budget;    /* bytes of a level in memory, with a folder to spill to */
    bool collects;          /* sets, sample: frees memory wherever that is possible */
    sample_memory memory;   /* sample: for the values of runs */
    bool makes_texts;       /* sample: texts are made even if they are only printed */
    size_t core_bytes;      /* sample: a core with more values is large */
    size_t room;            /* sets: bytes of all sets together */
    uint32_t numbers;       /* sets: number of operations that are cached */
    uint64_t trial; /* sets: the work that each order may use in the first trial */
} explore_tuning;

/* The transitions of a state that are explored: see engine/reduce/stubborn.h. */
typedef enum por_kind {
    POR_NES,  /* a stubborn set closed under necessary enabling sets */
    POR_LPOR, /* ... closed under all transitions that can enable its own */
    POR_OFF,  /* all */
} por_kind;

/* The states that count as the same: see engine/reduce/symmetry.h. */
typedef enum symmetry_kind {
    SYMMETRY_AUTO, /* machines of a role are sorted, ties are tried up to a bound */
    SYMMETRY_OFF,
    SYMMETRY_EXACT, /* all ties are tried */
} symmetry_kind;

/* Rules without which a reduction is wrong, switched off: tests check that the
 * reduction then loses states. */
typedef enum reduction_flaw {
    FLAW_NO_PROVISO = 1,   /* a stubborn set is enough even if it only closes cycles */
    FLAW_ONE_SENDER = 2,   /* of the transitions of a set, only the first is explored */
    FLAW_ATOMIC_SENDS = 4, /* all messages of a handler arrive at once */
    FLAW_PLAIN_NULL = 8,   /* null handlers do not depend on arrivals */
    FLAW_BLIND_MONITOR = 16, /* monitors receive no messages */
    FLAW_KNOWN_ONLY = 32,    /* no machine learns of a machine that it does not know */
    FLAW_CHILDLESS = 64,     /* machines that are yet to be created send nothing */
    FLAW_EAGER_DEAD = 128, /* a step without visible effects is always explored alone */
    FLAW_STORED_RECEIVES = 256, /* with blocking, intermediate states are stored */
    FLAW_FIXED_FIELDS = 512,    /* a guard that refuses now refuses forever */
    FLAW_ALL_RISE = 1024,       /* every assignment to a field increases it */
    FLAW_THIS_STATE = 2048,     /* all states refuse what the current one refuses */
    FLAW_PLAIN_QUORUM = 4096,   /* in p2p, quorum handlers do not depend on arrivals */
} reduction_flaw;

typedef struct reduction {
    por_kind por;
    symmetry_kind symmetry;
    bool keeps_dead;   /* messages without any effect stay in their queues */
    bool keeps_orders; /* sequences stay as they are, even if nobody can tell */
    bool unbounded;    /* asi: machines stop at each send, and are blocked on cycles */
    unsigned
        tail; /* asi: queues are exact up to so many messages; 0: the engine chooses */
    /* Splits of receives that are switched off. */
    bool joins_quorums; /* one transition for all senders that make up a quorum */
    bool joins_replies; /* ... for all senders of an event */
    unsigned flaws;     /* for tests: of reduction_flaw */
} reduction;

/* sets: the order of the columns of machines, see engine/sets/order.h. */
typedef enum order_kind {
    ORDER_BEST,      /* the best of the others, found by trying */
    ORDER_HUBS_LAST, /* machines with few partners first, next to these */
    ORDER_NARROW,    /* messages cross as few columns as possible */
    ORDER_IN_LINE,   /* the same without hubs, which come last */
    ORDER_CREATED,   /* in the order of their creation */
    ORDER_KINDS,
} order_kind;

const char *engine_order_word(order_kind kind); /* as users call it */

/* auto: another engine tries. */
typedef struct engine_switch {
    engine_id to;
    uint64_t states;      /* that the explicit engine has visited; 0: it has stopped, */
    const verdict *from;  /* ... and why */
    bool has_open_values; /* the explicit engine again */
    bool splits_steps;    /* ... or this way */
} engine_switch;

/* The options of a run.  The command line fills them in one place (cli/setup.c);
 * registry_prepare adds what one engine needs.  An engine that changes an option for a
 * part of its search changes a copy. */
typedef struct engine_options {
    /* All engines. */
    core_options core;
    engine_limits limits; /* the comment of each limit names the engines that read it */
    const volatile sig_atomic_t *stop; /* set when the user interrupts; or NULL */
    unsigned threads;                  /* explicit, sample; dpor: processes */
    bool depth_first;                  /* explicit, reduced, asi */
    uint64_t seed;                     /* sample, dpor */

    /* explicit */
    const char *spill;         /* a folder for what does not fit into memory, or NULL */
    const char *checkpoint;    /* the file for checkpoints, or NULL */
    const char *resume;        /* ... and the file to resume from, or NULL */
    double checkpoint_seconds; /* between two checkpoints */
    const char
        *identity;   /* identifies the search in a checkpoint: lines "what: which" */
    size_t bitstate; /* bytes of a bitstate set, for a search that is not exact; 0:
                        exact */
    const cluster *cluster; /* of processes that search together, or NULL */
    bool open_values;       /* choices of ints stay open, see core/openint.h */
    bool explains_values;   /* ... and it is noted why they become known */

    /* explicit, reduced, asi, sets, sample */
    /* The search pauses when it has visited CONSULT_AT states (sets: made so many
     * operations on diagrams; sample: done so much sample_work), and calls CONSULT,
     * which returns the number of the next pause; 0: the search ends there, as if that
     * was a limit.  An engine that searches again counts from 0.  For auto; or NULL. */
    uint64_t consult_at;
    uint64_t (*consult)(void *host, const engine_stats *stats);
    /* Has the owner of the engine had enough?  Then the engine ends as if the user had
     * interrupted it.  Several threads may ask at once.  Or NULL. */
    bool (*has_enough)(void *host);
    void *consult_host;

    /* reduced, asi */
    reduction reduction;
    /* Lines of text for people: which transitions of a state are explored, and why the
     * others are not, for the first EXPLAIN_STATES states where some are not.  Or NULL.
     */
    void (*explain)(void *context, const char *text);
    uint64_t explain_states;

    /* sets */
    order_kind order;

    /* dpor */
    unsigned probes; /* random walks behind the estimate at a limit; 0: as many as a
                        moment allows */

    /* sample */
    sample_strategy strategy;
    uint64_t schedules; /* 0: until a limit is reached */
    uint64_t max_steps;
    unsigned pct_depth;
    bool counts_states; /* different states, up to SAMPLE_MOST_COUNTED */
    /* A spec that is hot over the last half of a run of max_steps is a finding
     * (core/hot_tail.h).  Not where an exact engine judges liveness, too. */
    bool judges_hot_tails;
    bool counts_hot_tails; /* of runs of max_steps; they are no finding */

    /* auto */
    uint64_t auto_states; /* that the explicit engine may visit before others try */
    bool wants_shortest;  /* no other counterexample, if there is time */
    bool may_open_values; /* where a step has too many outcomes */
    void (*on_begin)(void *host, engine_id engine);              /* or NULL */
    void (*on_switch)(void *host, const engine_switch *engines); /* or NULL */
    void *host;

    /* Reports of all engines; PROGRESS_CONTEXT goes to each function, and to explain.
     */
    void (*progress)(void *context, const engine_stats *stats); /* or NULL */
    /* Set when the user requests a report, and cleared when SNAPSHOT is called for
     * that; or NULL. */
    volatile sig_atomic_t *wants_snapshot;
    void (*snapshot)(void *context, const engine_stats *stats);
    /* Reports something that the user should know and that does not end the search; or
     * NULL. */
    void (*notice)(void *context, const char *text);
    bool is_verbose; /* notices of normal events, too */
    void *progress_context;

    /* Tests. */
    explore_tuning tuning;
    bool keep_going; /* past violations, with see_fault */
    /* Called for every new state and every violation. */
    void (*see_state)(void *context, const core *c, const system_state *s);
    void (*see_fault)(void *context, const fault *f);
    /* dpor: called once for every local state that a machine or spec waits in. */
    void (*see_local)(void *context, const core *c, value local);
    void *see_context;
} engine_options;

/* Checks one test.  V is empty, and gets the verdict. */
typedef void engine_run(const ir_program *ir, const ir_test *test,
                        const engine_options *o, verdict *v);

/* Cheap applicability test; on false, WHY explains. */
typedef bool engine_applies(const ir_program *ir, const ir_test *test,
                            const engine_options *o, strbuf *why);

/* The functions of all engines: explore_run, reduce_run, sets_run, sample_run, ... */
#define ENGINE(id, name, run, applies, takes, reads, help) \
    engine_run run;                                        \
    engine_applies applies;
#include "engine/engines.def"
#undef ENGINE

/* Has the user interrupted?  A handler of signals says so. */
static inline bool engine_is_stopped(const engine_options *o)
{
    return o->stop != NULL && __atomic_load_n(o->stop, __ATOMIC_RELAXED) != 0;
}

/* ... or has the owner of the engine ended it? */
static inline bool engine_is_ended(const engine_options *o)
{
    return engine_is_stopped(o) ||
           (o->has_enough != NULL && o->has_enough(o->consult_host));
}

#endif
