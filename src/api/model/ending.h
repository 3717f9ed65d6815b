/* ending.h -- the end of an execution of a C model. */
#ifndef API_MODEL_ENDING_H
#define API_MODEL_ENDING_H

#include "api/model/model_private.h"

/* Computes M->final for execution E. */
void ending_find(model *m, const dpor_execution *e);

#endif
