#include "report/stop_text.h"

#include "engine/registry.h"
#include "report/text.h"

#include <assert.h>

static const char *const words[STOP_COUNT] = {
    [STOP_TIME] = "the time limit was reached",
    [STOP_MEMORY] = "the memory limit was reached",
    [STOP_STATES] = "the state limit was reached",
    [STOP_OUTCOMES] = "one step has too many outcomes",
    [STOP_EXECUTIONS] = "the execution limit was reached",
    [STOP_DEPTH] = "the depth limit was reached",
    [STOP_INTERRUPTED] = "the check was interrupted",
    [STOP_VALUES] = "there are too many different values",
    [STOP_STRING] = "a string was too long",
    [STOP_COLLECTION] = "a collection was too large",
    [STOP_NESTING] = "a value was nested too deeply",
    [STOP_COMPONENTS] = "there are too many different components of states",
    [STOP_NEW_MACHINES] = "starting the new machines has too many outcomes",
    [STOP_QUORUMS] = "there are too many ways to form a quorum",
    [STOP_OPERATIONS] = "there are too many distinct set operations",
    [STOP_REQUESTS] = "one transition makes too many requests to other machines",
    [STOP_QUEUES] = "queues grow without bound",
    [STOP_NO_END] = "a machine did not end within the event limit (see --max-depth)",
    [STOP_LONG_STEP] = "a step was too long",
    [STOP_CHOICE_LOOP] = ("a machine can stay in a loop of choices, and this engine "
                          "does not judge cycles: use --engine=explicit"),
    [STOP_OPEN_IN_SPEC] = ("a spec calls a foreign function that has no C code; only "
                           "machines may call functions that are left open"),
    [STOP_STEP] = "a step reached an internal limit",
    [STOP_CYCLES] = "cycles were not judged",
    [STOP_UNEXPANDED] = "some states were not expanded",
    [STOP_EAGER] = ("eager ordering explored only some of the executions (the model "
                    "has selective receives, or causal or mbox messages)"),
    [STOP_DISK] = "the disk failed",
    [STOP_SYSTEM_MEMORY] = "the system has no memory left",
    [STOP_WORKER_DIED] = "a Synod process died",
    [STOP_BITSTATE_LOSS] = "bitstate missed states",
    [STOP_NO_PATH] = "a violation exists, but its trace was not recovered",
    [STOP_NO_RUN] = "a violation was found, but no run that leads to it",
    [STOP_ABSTRACT_QUEUE] = ("queues grow without bound; the queue abstraction reports "
                             "a violation, but no concrete run was found"),
    [STOP_NOT_REPRODUCED] = "a violation could not be reproduced",
    [STOP_LOST_TASK] = "a task of the search could not be reproduced",
    [STOP_LOST_FINDING] = "one process could not reproduce the result of another",
    [STOP_NOT_REPLAYED] = "a violation did not replay",
    [STOP_NOT_CONFIRMED] = "a proof was found that was not confirmed",
    [STOP_NO_PROOF] = "no proof was found",
    [STOP_ONLY_PROOFS] = ("no engine looks at proof declarations, and nothing else is "
                          "claimed"),
    [STOP_INSTANCE] = "the instance was not explored completely",
    [STOP_NOT_APPLICABLE] = "the engine does not support this test",
    [STOP_CHECKPOINT] = "the checkpoint cannot be used",
    [STOP_RANKS_DIFFER] = "not all ranks have the same program and options",
    [STOP_NOT_DETERMINISTIC] = "the model is not deterministic",
    [STOP_BAD_FILTER] = "the filter of a receive failed",
    [STOP_TRACE_MISFIT] =
        "the trace does not fit the model, which may have changed since",
    [STOP_NO_FAILURE] = "the run does not fail any more",
    [STOP_BY_HAND] = "a run by hand",
    [STOP_NO_MAIN] = "the test has no main machine",
    [STOP_NOT_CHECKED] = "not checked",
    [STOP_TRIAL] = "the trial is over",
    [STOP_RESTART] = "spurious violation: P has no such run",
    [STOP_OTHER_RANK] = "rank 0 reports the result",
    [STOP_NOT_BEGUN] = "the test was not started",
};

const char *stop_words(stop_reason stop)
{
    assert(stop < STOP_COUNT && (stop == STOP_NONE || words[stop] != NULL));
    return words[stop];
}

const char *stop_text(stop_reason stop, const char *detail, strbuf *room)
{
    if (detail == NULL)
        return stop_words(stop);
    switch (stop) {
    case STOP_NO_END:
        strbuf_printf(room, "a thread did not end within %s events (see --max-depth)",
                      detail);
        return strbuf_text(room);
    case STOP_NOT_DETERMINISTIC:
    case STOP_TRACE_MISFIT:
        strbuf_printf(room, "%s: %s", words[stop], detail);
        return strbuf_text(room);
    default:
        return detail; /* the detail is a whole sentence */
    }
}

const char *stop_text_verdict(const verdict *v, strbuf *room)
{
    if (v->violation_within == 0)
        return stop_text(v->stop, v->detail, room);
    assert(v->saw_violation && v->stop != STOP_NONE);
    strbuf_printf(
        room,
        "there is a violation within %llu steps, but %s before its trace was recovered",
        (unsigned long long)v->violation_within,
        v->detail != NULL ? v->detail : stop_words(v->stop));
    return strbuf_text(room);
}

void stop_text_switch(const engine_switch *change, strbuf *out)
{
    strbuf room = {0};
    if (change->states > 0) {
        text_count(change->states, out);
        strbuf_puts(out, change->states == 1 ? " state visited" : " states visited");
    } else if (change->from->stop == STOP_OUTCOMES) {
        strbuf_puts(out, "one step has very many outcomes");
    } else {
        strbuf_puts(out, stop_text_verdict(change->from, &room));
    }
    if (change->has_open_values)
        strbuf_puts(out, "; trying --values=open");
    else if (change->splits_steps)
        strbuf_puts(out, "; splitting it at its sends");
    else
        strbuf_printf(out, "; trying --engine=%s", registry_name(change->to));
    strbuf_free(&room);
}
