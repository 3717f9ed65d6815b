/* status.h -- the result of functions that may fail because of the environment.
 *
 * Only for the environment and for limits: bugs are asserts, mistakes in the user's
 * model are diagnostics (diag.h).
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

typedef enum status {
    ST_OK,
    ST_IO,    /* the system refused to read or write */
    ST_LIMIT, /* larger than a documented limit */
    ST_USAGE, /* the request makes no sense */
} status;

#define MUST_CHECK        __attribute__((warn_unused_result))
#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a)))

#endif
