/* search.h -- what the parts of the search share: search.c walks through the tree of
 * graphs, ending.c judges executions, jobs.c distributes work to other processes. */
#ifndef ENGINE_DPOR_SEARCH_H
#define ENGINE_DPOR_SEARCH_H

#include "engine/dpor/dpor.h"
#include "engine/dpor/eager.h"
#include "engine/dpor/etree.h"
#include "engine/dpor/workers.h"

typedef struct dpor_search {
    const dpor_program *program;
    const dpor_options *options;
    dpor_result *result;
    etree tree;
    etree probe; /* for estimates */
    uint64_t probe_random;
    double probe_sum;
    uint64_t probes;
    uint64_t start;
    uint64_t next_progress;
    uint32_t until_look;
    uint32_t look_every;
    uint64_t looked;      /* clock_ns of the last look */
    bool is_past_probing; /* executions are too long for probes */
    bool is_over;
    workers *workers; /* NULL: this is the only process */
    unsigned number;  /* of this process */
    uint32_t failed_thread;
    bool is_wrong_end; /* of the current execution, in a search that continues */
    bool has_forked;
    task_list task;
    eager *eager;             /* or NULL */
    dpor_execution execution; /* for at_end */
    dpor_execution original;  /* scratch: with the carriers of eager.h */
} dpor_search;

/* ---- search.c ---- */

/* Ends the search; the first reason counts. */
void search_stop(dpor_search *s, stop_reason why);

/* True: the program cannot be explored any further, and the search has ended. */
bool search_has_trouble(dpor_search *s);

/* Stops a finished search with DPOR_PARTIAL if eager has missed executions. */
void search_admit(dpor_search *s);

/* This process has explored its part. */
void search_finish(dpor_search *s);

/* Checks the clock and the limits, reports progress, and starts other processes when
 * the search has run long enough. */
void search_look_around(dpor_search *s);

/* The statistics of all processes; publishes those of this one. */
dpor_stats search_stats(dpor_search *s);

/* Explores the rest of the tree from the current graph on. */
void search_explore(dpor_search *s);

/* ---- ending.c ---- */

/* Judges and counts the execution at the current leaf. */
void search_end_execution(dpor_search *s);

/* Ends the search with a violation of THREAD. */
void search_fail(dpor_search *s, dpor_fault fault, uint32_t thread);

/* Ends the search if the newest event sends to a thread that its own thread cannot
 * know, or waits for its end. */
void search_check_stray(dpor_search *s);

/* Fills the result in from the current graph. */
void search_list_violation(dpor_search *s, uint32_t thread);

/* ---- jobs.c ---- */

/* Starts the other processes. */
void search_fork(dpor_search *s);

/* Gives a part of the unexplored tree to an idle process. */
void search_give(dpor_search *s);

/* After this process has explored its own part: works for the others until all are
 * done, and combines the results. */
void search_help(dpor_search *s);

#endif
