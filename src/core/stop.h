/* stop.h -- why a search stopped before its end, or did not begin.
 *
 * Steps, engines and commands set and compare these values only.  The words for users
 * are made in report/stop_text.c, so that no decision depends on the wording of a
 * message.
 */
#ifndef CORE_STOP_H
#define CORE_STOP_H

typedef enum stop_reason {
    STOP_NONE, /* it has not stopped */

    /* Limits that the user sets. */
    STOP_TIME,
    STOP_MEMORY,
    STOP_STATES,
    STOP_OUTCOMES, /* ... of states: one step has more outcomes */
    STOP_EXECUTIONS,
    STOP_DEPTH,
    STOP_INTERRUPTED,

    /* Limits of Synod itself. */
    STOP_VALUES,        /* too many different values */
    STOP_STRING,        /* a string that is too long */
    STOP_COLLECTION,    /* a collection that is too large */
    STOP_NESTING,       /* a value that is nested too deeply */
    STOP_COMPONENTS,    /* too many different states of components */
    STOP_NEW_MACHINES,  /* a transition creates machines forever */
    STOP_QUORUMS,       /* a quorum has too many combinations of messages */
    STOP_OPERATIONS,    /* sets: too many different operations */
    STOP_REQUESTS,      /* sets: a transition makes too many requests */
    STOP_QUEUES,        /* a queue is longer than limits.queue */
    STOP_NO_END,        /* a thread reached the limit of events; detail: that limit */
    STOP_LONG_STEP,     /* a step was cut off; detail: where, and at which limit */
    STOP_CHOICE_LOOP,   /* dpor: a loop of choices may be a cycle */
    STOP_OPEN_IN_SPEC,  /* a spec calls a foreign function that is left open */
    STOP_STEP,          /* a step was not run to its end */
    STOP_CYCLES,        /* all states were visited, but not all cycles judged */
    STOP_UNEXPANDED,    /* states were left without successors */
    STOP_EAGER,         /* dpor: eager ordering misses executions */
    STOP_DISK,          /* detail: what the disk refused */
    STOP_SYSTEM_MEMORY, /* the system has no memory left */
    STOP_WORKER_DIED,   /* a process of the search has died */

    /* A finding that could not be confirmed. */
    STOP_BITSTATE_LOSS,  /* bitstate missed states on the path to a violation */
    STOP_NO_PATH,        /* no path to a violation was found */
    STOP_NO_RUN,         /* no run was found for a violation of the reduced search */
    STOP_ABSTRACT_QUEUE, /* ... of the search with abstract queues */
    STOP_NOT_REPRODUCED, /* dpor: no run of P makes the violation */
    STOP_LOST_TASK,      /* dpor: a process could not repeat the task of another */
    STOP_LOST_FINDING,   /* dpor: ... the finding of another */
    STOP_NOT_REPLAYED,   /* the trace does not replay */
    STOP_NOT_CONFIRMED,  /* the audit rejects a proof */
    STOP_NO_PROOF,       /* detail: why */
    STOP_ONLY_PROOFS, /* only the proof dialect, which no engine reads, claims anything
                       */
    STOP_INSTANCE,    /* an instance of an IceT program; detail: why */

    /* There is nothing to search, or this engine does not apply. */
    STOP_NOT_APPLICABLE,    /* detail: why */
    STOP_CHECKPOINT,        /* a checkpoint cannot be used; detail: which, and why */
    STOP_RANKS_DIFFER,      /* ranks have different programs or options */
    STOP_NOT_DETERMINISTIC, /* a model in C; detail: what differs */
    STOP_BAD_FILTER,        /* of a model in C; detail: what it did */
    STOP_TRACE_MISFIT,      /* detail: where the model leaves the trace */
    STOP_NO_FAILURE,        /* a replayed run does not fail any more */
    STOP_BY_HAND,           /* a run that the user made step by step */
    STOP_NO_MAIN,           /* the test has no main machine */
    STOP_NOT_CHECKED,       /* the user interrupted before the test began */

    /* Internal to an engine; users never see these. */
    STOP_TRIAL,      /* sets: the work for one order is used up */
    STOP_RESTART,    /* dpor: the search restarts with exact inboxes */
    STOP_OTHER_RANK, /* rank 0 reports */
    STOP_NOT_BEGUN,  /* the search is refused; the reason is stored elsewhere */

    STOP_COUNT
} stop_reason;

#endif
