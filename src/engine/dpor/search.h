/* search.h -- what the parts of the search share: search.c goes through the tree,
 * ending.c judges executions, jobs.c lets other processes help. */
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
    uint64_t next_tell;
    uint32_t until_look;
    uint32_t look_every;
    uint64_t looked;      /* clock_ns: when it did last */
    bool is_past_probing; /* executions are too long for that */
    bool is_over;
    workers *workers; /* NULL: there is only this process */
    unsigned number;  /* of this process */
    uint32_t failed_thread;
    bool is_wrong_end; /* of the present execution, and the search goes on */
    bool has_forked;
    task_list task;
    eager *eager;             /* or NULL */
    dpor_execution execution; /* for at_end */
    dpor_execution original;  /* without what eager adds: scratch */
} dpor_search;

/* ---- search.c ---- */

/* Ends the search; the first reason counts. */
void search_stop(dpor_search *s, const char *reason);

/* Can the program not be explored any further?  Then the search has ended. */
bool search_has_trouble(dpor_search *s);

/* What has come to its end may not have been all. */
void search_admit(dpor_search *s);

/* Clock, limits, progress; and other processes, when the time has come. */
void search_look_around(dpor_search *s);

/* What all processes have done so far; tells the others what this one has. */
dpor_stats search_stats(dpor_search *s);

/* From where the tree is, all that follows. */
void search_explore(dpor_search *s);

/* ---- ending.c ---- */

/* The execution that the tree stands at has ended. */
void search_end_execution(dpor_search *s);

/* A violation, which shows in THREAD; ends the search. */
void search_fail(dpor_search *s, dpor_fault fault, uint32_t thread);

/* Fills in where and how, from the graph as it is. */
void search_list_violation(dpor_search *s, uint32_t thread);

/* ---- jobs.c ---- */

void search_fork(dpor_search *s);

/* Gives a part of what is left to a process that has nothing to do. */
void search_give(dpor_search *s);

/* Once the own part is done: helps the others; the result is that of all. */
void search_help(dpor_search *s);

#endif
