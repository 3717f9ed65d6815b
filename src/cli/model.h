/* model.h -- loads a model in P, and shows its errors. */
#ifndef CLI_MODEL_H
#define CLI_MODEL_H

#include "api/options.h"

#include "core/core.h"
#include "lang/program.h"

typedef struct p_model {
    program *program;
    ir_program *ir;   /* NULL: the model has errors, which were shown */
    foreign *foreign; /* of a model to run: its C functions */
} p_model;

/* SEE is called with the program before its messages are printed and dropped; or NULL.
 */
p_model model_load(const options *o, const char *const *inputs, size_t count,
                   void (*see)(void *context, program *p), void *context);

/* The same, with its foreign functions: those without C code are left open. */
p_model model_load_to_run(const options *o, const char *const *inputs, size_t count,
                          void (*see)(void *context, program *p), void *context);
void model_fini(p_model *m);

bool model_use_color(const options *o, int descriptor);

/* Prints diagnostics, or those of a program, to stderr. */
void model_show_diags(const options *o, diag *d);
void model_show_messages(const options *o, program *p);

void model_print_tests(const p_model *m);

#endif
