/* model.h -- loading a model, and saying what is wrong with it. */
#ifndef CLI_MODEL_H
#define CLI_MODEL_H

#include "api/options.h"

#include "ir/ir.h"
#include "lang/program.h"

typedef struct p_model {
    program *program;
    ir_program *ir; /* NULL: the model has errors, which were shown */
} p_model;

/* SEE gets the program while its messages can still be visited; or NULL. */
p_model model_load(const options *o, const char *const *inputs, size_t count,
                   void (*see)(void *context, program *p), void *context);
void model_fini(p_model *m);

bool model_use_color(const options *o, int descriptor);

/* What the program's diagnostics have collected, on stderr. */
void model_show_messages(const options *o, program *p);

void model_print_tests(const p_model *m);

#endif
