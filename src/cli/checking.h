/* checking.h -- the tests of a model that is loaded are checked: once by synod check,
 * again and again by synod watch. */
#ifndef CLI_CHECKING_H
#define CLI_CHECKING_H

#include "cli/outputs.h"

#include "report/result.h"

typedef struct checking {
    const options *o;
    const p_model *m;
    outputs *out; /* has seen the model */
    /* Called for the result of every test that was run; or NULL. */
    void (*see)(void *context, const result *r);
    void *context;
} checking;

/* Prints and writes what synod check does; returns its exit code. */
int checking_run(const checking *c);

#endif
