/* remedy.h -- a command that may decide a test that is undecided.
 *
 * What was measured suggests some commands.  Those that cost little are tried here, in
 * the same process and up to a number of states, and the first one that decides the
 * test is proposed; else one that is certain to end. */
#ifndef CLI_REMEDY_H
#define CLI_REMEDY_H

#include "cli/model.h"

#include "engine/diagnose/diagnosis.h"
#include "report/result.h"

typedef struct remedy_request {
    const options *o;
    p_model *m;
    const char *const *inputs;
    size_t input_count;
    const diagnosis *d;
    uint64_t end; /* clock_ns: no trial takes longer */
} remedy_request;

/* R is undecided, and gets its advice.  If a trial has found a violation, or another
 * engine has decided the test with options that say no less, that is *ANSWER, which was
 * UNKNOWN. */
void remedy_find(const remedy_request *q, result *r, verdict *answer);

#endif
