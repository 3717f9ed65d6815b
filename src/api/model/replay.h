/* replay.h -- what is asked of a filter, is asked again: a filter that changes its mind
 * makes the verdict worthless. */
#ifndef API_MODEL_REPLAY_H
#define API_MODEL_REPLAY_H

#include "api/model/model_private.h"

/* Filter ID has answered about this message: asks once more, and stops the exploration
 * (M->disorder) if the answer is another one. */
void replay_ask_again(model *m, filter_id id, message_id about);

/* The same for all answers that are known. */
void replay_verify_filters(model *m);

/* The function of filter ID has failed; M->callback says how. */
void replay_stop_for_failure(model *m, filter_id id);

#endif
