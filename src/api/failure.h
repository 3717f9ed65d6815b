/* failure.h -- the failure at the end of an execution of a model in C, in words. */
#ifndef API_FAILURE_H
#define API_FAILURE_H

#include "api/model/model.h"
#include "core/fault.h"

/* The name of a thread: client(2). */
void failure_name(const model *m, uint32_t thread, strbuf *out);

/* What a thread at LOCAL waits for: "a message with tag VOTE", "client(2) to end". */
void failure_wait(model *m, local_id local, strbuf *out);

typedef struct failure_report {
    fault_kind kind;
    strbuf text;       /* what is wrong, without the words of the kind */
    model_place place; /* the file may be NULL */
    uint32_t thread;   /* that failed, or FAILURE_NOBODY */
} failure_report;

#define FAILURE_NOBODY UINT32_MAX

/* R is of an exploration that found a violation. */
void failure_init(failure_report *f, model *m, const dpor_result *r);
void failure_fini(failure_report *f);

/* Does THREAD wait at the end of E, although it is not a daemon? */
bool failure_is_stuck(model *m, const dpor_execution *e, uint32_t thread);

#endif
