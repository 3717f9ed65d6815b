/* collect.h -- garbage collection of nodes, messages and filters. */
#ifndef API_MODEL_COLLECT_H
#define API_MODEL_COLLECT_H

#include "api/model/model_private.h"

/* Frees all nodes, messages and filters that these do not need. */
void collect_unneeded(model *m, const local_id *locals, size_t local_count,
                      const message_id *ids, size_t message_count);

#endif
