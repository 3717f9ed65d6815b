/* engine.h -- what all engines have in common.
 *
 * An engine gets one test of a program, options and someone to report progress to, and
 * returns a verdict that says exactly what was shown.  It can be stopped at any moment
 * and then says how far it got.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "core/coverage.h"
#include "core/trace.h"
#include "engine/cluster.h"

#include <signal.h>

typedef enum verdict_kind {
    VERDICT_EXHAUSTED, /* all states of this instance were seen, and all are fine */
    VERDICT_SAMPLED,   /* so many runs were fine */
    VERDICT_UNKNOWN,   /* it ended early: see the reason */
    VERDICT_COVERED,   /* most states were seen, and all those are fine */
    VERDICT_PROVED,    /* for any number of processes; by asi: for queues of any size */
    VERDICT_VIOLATED,  /* see the fault and the trace */
    VERDICT_REFUSED,   /* it could not begin: see the reason */
    VERDICT_SKIPPED,   /* there is nothing to check: see the reason */
} verdict_kind;

/* What an engine is busy with. */
typedef enum engine_phase {
    PHASE_SEARCH,
    PHASE_WAY,         /* a violation was seen: how does one get there? */
    PHASE_CYCLES,      /* all states are known: can something be put off for ever? */
    PHASE_SOME_CYCLES, /* ... among those that are known: a limit has ended the search
                        */
    PHASE_SAMPLE,      /* random runs */
    PHASE_EXECUTIONS,  /* dpor: executions, each once */
    PHASE_SETS,        /* whole sets of states, round by round */
} engine_phase;

/* What reductions did, of a search that has any. */
typedef struct reduction_stats {
    uint64_t narrowed;    /* states of which not all moves were explored */
    uint64_t explored;    /* moves that were, of all states */
    uint64_t possible;    /* moves that there were */
    uint64_t provisos;    /* states where a cycle closed: explored fully, or blocked */
    uint64_t dropped;     /* messages that could only be ignored or refused */
    uint64_t refused;     /* ... the latter */
    uint64_t renamed;     /* states that another one stands for */
    uint64_t largest_set; /* moves */
    uint64_t longest_queue; /* messages that waited for one machine */
    uint64_t tails;         /* queues of which only the beginning is known in order */
} reduction_stats;

/* Of sets of states: transitions are local moves that were learned, depth is the number
 * of rounds. */
typedef struct set_stats {
    char states[160];  /* exactly, in decimal; if that is too long, about */
    double about;      /* states so far, while the search runs */
    const char *order; /* of machines: its name, or NULL */
    uint64_t nodes;    /* of the set of all states */
    uint64_t peak;     /* nodes at once, those of sets on the way included */
} set_stats;

/* A search may begin anew, for a better tree.  While it runs, states, transitions,
 * terminal and depth are the most that any pass had, so that they never fall. */
typedef struct engine_stats {
    uint64_t states;
    uint64_t transitions;
    uint64_t frontier; /* states seen and not yet expanded */
    uint64_t depth;
    uint64_t terminal;  /* states in which runs end */
    uint64_t executed;  /* distinct local steps run */
    uint64_t asked;     /* ... and asked for: the rest came from a cache; 0: not told */
    uint64_t schedules; /* sampling: runs made */
    uint64_t behaviours; /* sampling: different runs among them */
    uint64_t cut;        /* sampling: runs that had not ended after max_steps */
    uint64_t executions; /* dpor: complete ones */
    uint64_t blocked;    /* dpor: those in which a machine can never go on */
    uint64_t errors;     /* dpor: blocked ones that failed, where it goes on */
    uint64_t revisits;   /* dpor: backward revisits */
    double estimate;     /* dpor: of executions and blocked ones together; 0: none */
    double share;        /* bitstate: the share of states that was not missed */
    reduction_stats reduction;
    set_stats set;
    size_t memory;  /* bytes now */
    double seconds; /* those of earlier runs that this one goes on from included */
    /* only while it runs: */
    double earlier;       /* seconds of those earlier runs */
    engine_phase phase;   /* what it is busy with */
    unsigned pass;        /* changes when the search begins anew */
    uint64_t pass_states; /* states of the present pass */
    const char *hottest;  /* while it is told: the handler that most instructions belong
                             to, or NULL */
    double hottest_share; /* ... and how many of them, 0 to 1 */
} engine_stats;

typedef struct engine_limits {
    double seconds; /* of this run; 0: none, here and below */
    size_t memory;
    uint64_t states;
    uint64_t executions; /* dpor: complete and blocked ones */
    uint64_t depth;
    uint64_t queue; /* reduced: more messages wait for one machine */
} engine_limits;

typedef enum sample_strategy { SAMPLE_RANDOM, SAMPLE_PCT, SAMPLE_POS } sample_strategy;

/* How engines go about it; 0: as they think best.  No choice here changes
 * what is found: that is what tests use it for. */
typedef struct explore_tuning {
    unsigned cache_bits;    /* caches have at most 2^this entries */
    unsigned id_bits;       /* widths to begin with */
    unsigned later_id_bits; /* ... more when the tree is chosen */
    uint64_t pilot_states;  /* when to look for a better tree */
    uint64_t shared_keys;   /* levels with fewer are left to one thread */
    size_t level_budget;    /* bytes of a level in memory, with a folder to spill to */
    bool collects;          /* sets: gives room back wherever that can be done */
    size_t room;            /* sets: bytes of all sets together */
    uint32_t numbers;       /* sets: of operations that are remembered */
    uint64_t trial;         /* sets: work, for which each order is tried first */
} explore_tuning;

/* Which moves of a state are tried: see engine/reduce/stubborn.h. */
typedef enum por_kind {
    POR_NES,  /* a set closed under what is necessary to enable its moves */
    POR_LPOR, /* ... under all that can enable them */
    POR_OFF,  /* all */
} por_kind;

/* Which states count as the same: see engine/reduce/symmetry.h. */
typedef enum symmetry_kind {
    SYMMETRY_AUTO, /* machines of a role are sorted, ties are tried up to a bound */
    SYMMETRY_OFF,
    SYMMETRY_EXACT, /* all ties are tried */
} symmetry_kind;

/* Rules that a reduction cannot do without, left out: tests see that states are lost.
 */
typedef enum reduction_flaw {
    FLAW_NO_PROVISO = 1,     /* a set is explored even where that only closes cycles */
    FLAW_ONE_SENDER = 2,     /* of all moves of a set, the first */
    FLAW_ATOMIC_SENDS = 4,   /* all that a handler sends arrives at once */
    FLAW_PLAIN_NULL = 8,     /* null handlers do not conflict with arrivals */
    FLAW_BLIND_MONITOR = 16, /* monitors are nobody's destination */
    FLAW_KNOWN_ONLY = 32,    /* nobody is told of a machine that it does not know */
    FLAW_CHILDLESS = 64,     /* machines yet to be created send nothing */
    FLAW_EAGER_DEAD = 128, /* what nobody else can notice is always done first, alone */
    FLAW_STORED_RECEIVES = 256, /* blocks, and states in between are stored */
    FLAW_FIXED_FIELDS = 512,    /* a guard that refuses now does so for ever */
    FLAW_ALL_RISE = 1024,       /* what is assigned to a field is more than before */
    FLAW_THIS_STATE = 2048,     /* what the present state refuses, all do */
} reduction_flaw;

typedef struct reduction {
    por_kind por;
    symmetry_kind symmetry;
    bool keeps_dead; /* messages that can do nothing stay in their queues */
    bool unbounded;  /* asi: machines stop at each send, and are blocked on cycles */
    unsigned tail;   /* asi: queues are exact up to so many messages; 0: as it thinks */
    /* Splits that are not made, of what a machine does when it takes messages. */
    bool joins_quorums; /* one transition for all senders that make up a quorum */
    bool joins_replies; /* ... for all senders of an event */
    unsigned flaws;     /* for tests: of reduction_flaw */
} reduction;

/* sets: how machines stand beside each other, see engine/sets/order.h. */
typedef enum order_kind {
    ORDER_BEST,      /* of these, the one that does best */
    ORDER_HUBS_LAST, /* those with few partners first, beside each other */
    ORDER_NARROW,    /* as few as possible talk past each other */
    ORDER_IN_LINE,   /* the same among those that are no hubs; these come last */
    ORDER_CREATED,   /* as they come into being */
    ORDER_KINDS,
} order_kind;

const char *order_word(order_kind kind); /* as users call it */

typedef struct engine_options {
    core_options core;
    reduction reduction;
    order_kind order;
    engine_limits limits;
    bool depth_first;
    bool keep_going; /* past violations: for tests, with see_fault */
    sample_strategy strategy;
    uint64_t schedules;
    uint64_t seed;
    uint64_t max_steps;
    unsigned pct_depth;
    unsigned threads;
    explore_tuning tuning;
    const char *spill;         /* a folder for what does not fit into memory, or NULL */
    const char *checkpoint;    /* where to keep what is known, or NULL */
    const char *resume;        /* ... and where to begin from, or NULL */
    double checkpoint_seconds; /* between two checkpoints */
    const char *identity;      /* what a checkpoint is of: lines "what: which" */
    size_t bitstate;           /* bytes, for a search that is not exact; 0: none */
    const cluster *cluster;    /* of processes that search together, or NULL */
    const volatile sig_atomic_t *stop; /* set when the user wants it to end; or NULL */
    void (*progress)(void *context, const engine_stats *stats); /* or NULL */
    bool tells_more; /* notices of what goes well, too */
    /* Set when the user asks how far it is, and cleared when SNAPSHOT is called for
     * that; or NULL. */
    volatile sig_atomic_t *asked;
    void (*snapshot)(void *context, const engine_stats *stats);
    /* Something that the user should know and that ends nothing; or NULL. */
    void (*notice)(void *context, const char *text);
    /* reduced: what is explored of a state, and why the rest is not; lines of text for
     * people, of the first EXPLAIN_STATES states of which not all is.  Or NULL. */
    void (*explain)(void *context, const char *text);
    uint64_t explain_states;
    void *progress_context;
    /* Called for every new state and every violation; for tests. */
    void (*see_state)(void *context, const core *c, const system_state *s);
    void (*see_fault)(void *context, const fault *f);
    /* dpor: called for every local state that a machine or spec waits in, once. */
    void (*see_local)(void *context, const core *c, value local);
    void *see_context;
} engine_options;

/* Reasons. */
#define ENGINE_OUT_OF_TIME    "the time limit was reached"
#define ENGINE_OUT_OF_STATES  "the limit of states was reached"
#define ENGINE_OUT_OF_MEMORY  "the memory limit was reached"
#define ENGINE_INTERRUPTED    "it was interrupted"
#define ENGINE_QUEUES_GROWING "queues grow longer and longer" /* limits.queue */

typedef struct verdict {
    verdict_kind kind;
    const char *reason; /* of UNKNOWN: which limit was reached; or why REFUSED */
    fault fault;        /* of VIOLATED; its text lives in the trace */
    trace trace;
    engine_stats stats;
    coverage *coverage; /* what was executed; NULL: nothing was begun */
    bool can_resume;    /* of UNKNOWN: what is known is in the checkpoint */
    bool saw_violation; /* of UNKNOWN: there is one, but not how to get there */
} verdict;

void verdict_init(verdict *v);
void verdict_fini(verdict *v);

/* As programs read it. */
const char *verdict_word(verdict_kind kind);

/* Turns V into a violation by F; keeps a copy of its text. */
void verdict_violated(verdict *v, const fault *f);

/* V gets what C has executed; nothing of a C that is NULL. */
void verdict_cover(verdict *v, const core *c);

/* Every state, breadth first or depth first. */
void explore_run(const ir_program *ir, const ir_test *test, const engine_options *o,
                 verdict *v);

/* Every state that matters: with stubborn sets, symmetry, and blocked machines.  What
 * is switched off, and why, comes as a notice.  A trace is one of O's core. */
void reduce_run(const ir_program *ir, const ir_test *test, const engine_options *o,
                verdict *v);

/* Would reduce_run begin?  If not, WHY says what is in the way.  Takes no time. */
bool reduce_applies(const ir_program *ir, const ir_test *test, const engine_options *o,
                    strbuf *why);

/* Every state, as one set: list decision diagrams. */
void sets_run(const ir_program *ir, const ir_test *test, const engine_options *o,
              verdict *v);

/* Would sets_run begin?  If not, WHY says what is in the way.  Takes no time. */
bool sets_apply(const ir_program *ir, const ir_test *test, const engine_options *o,
                strbuf *why);

/* Many random runs. */
void sample_run(const ir_program *ir, const ir_test *test, const engine_options *o,
                verdict *v);

/* Every execution, each once: who takes which message, in whatever order of time. */
void dpor_run(const ir_program *ir, const ir_test *test, const engine_options *o,
              verdict *v);

/* ---- For engines ---- */

/* Looks at clock, memory and stop flag every now and then. */
typedef struct engine_watch engine_watch;

struct engine_watch {
    const engine_options *o;
    uint64_t start;
    double earlier; /* seconds that runs before this one took */
    uint64_t next_progress;
    bool is_silent;        /* another one speaks for all */
    uint32_t calls;        /* until it looks */
    uint32_t every;        /* so many of them, at present */
    uint64_t looked;       /* clock_ns */
    uint64_t next_measure; /* when to ask the system about memory again */
    size_t resident;       /* what it said the last time */
    size_t in_use;         /* what we had then */
    /* Called before something is told, for what takes too long to find out each time
     * that somebody looks: watch_note_hottest; or NULL. */
    void (*prepare)(engine_watch *w, void *context);
    void *context;
    strbuf hottest; /* empty: not known */
    double hottest_share;
};

void watch_start(engine_watch *w, const engine_options *o);
void watch_end(engine_watch *w);

/* From what was executed so far. */
void watch_note_hottest(engine_watch *w, const coverage *v);

/* NULL: go on.  Otherwise the reason to stop.  STATS gets time and memory.  The first
 * may be called very often, and then looks only now and then. */
const char *watch_look(engine_watch *w, engine_stats *stats);
const char *watch_look_now(engine_watch *w, engine_stats *stats);

double watch_seconds(const engine_watch *w); /* of this run */
double watch_all_seconds(const engine_watch *w);

#endif
