/* set_request.h -- requests (component.h) as operations on columns.
 *
 * A machine whose outbox is a component of its own sends its effects to it in a POST
 * request.  Where outboxes are split into channels, such a POST becomes one POST for
 * each target.  An inbox has one column per position, so its requests are distinguished
 * by what they do.  All requests are values.
 */
#ifndef SETS_SET_REQUEST_H
#define SETS_SET_REQUEST_H

#include "engine/sets/layout.h"

typedef enum set_request_kind {
    SET_REQUEST_OTHER, /* to a machine, or to the environment */
    SET_REQUEST_POST,  /* to an outbox, or a channel */
    SET_REQUEST_KEEP,  /* to an inbox: append a message */
    SET_REQUEST_SCAN,  /* ... find the first message that can be handled */
    SET_REQUEST_CLEAR, /* ... drop all messages */
    SET_REQUEST_TOUR,  /* to all columns but the environment: see openint_parts.h */
} set_request_kind;

set_request_kind set_request_kind_of(const core *c, value request);

/* The column that serves the request, which is no TOUR; of an inbox its first position.
 */
set_column set_request_column(const core *c, value request);

bool set_request_is_failure(const core *c, value request);
bool set_request_is_creation(const core *c, value request);

/* The message of a KEEP request. */
value set_request_message(const core *c, value keep);

/* ---- Lists of requests ---- */

value set_request_concat(core *c, value a, value b);

/* The same requests; if the first is a POST to several channels, it is split. */
value set_request_split_first(core *c, value requests);

#endif
