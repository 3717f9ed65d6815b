/* checking.h -- checks the tests of a loaded model, for synod check and for each round
 * of synod watch. */
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

/* Prints and writes the results as synod check does; returns its exit code. */
int checking_run(const checking *c);

#endif
