/* diag.h -- errors and warnings about the user's input.
 *
 * The front ends collect messages; diag_show prints them together, in the order of the
 * text.  A message may carry notes (other positions that matter) and hints (what to
 * do). The same message at the same position is kept once.  Not thread-safe.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/status.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdio.h>

typedef enum diag_severity {
    DIAG_ERROR,
    DIAG_WARNING,
    DIAG_NOTE,
    DIAG_HINT,
} diag_severity;

typedef struct diag_item diag_item;
struct diag_item {
    diag_severity severity;
    srcpos pos;       /* SRC_NONE: about the input as a whole */
    const char *path; /* of a file without a text to point into, or NULL */
    const char *text;
    const char *code;   /* warnings: a short stable name */
    diag_item *details; /* notes and hints, oldest first */
    diag_item *next;
    size_t order; /* of reporting, to break ties */
};

typedef struct diag {
    sources *src;
    arena memory;
    VEC(diag_item *) items;
    intern said;     /* messages reported so far */
    diag_item *last; /* what notes and hints attach to; NULL if it was dropped */
    size_t errors;
    size_t warnings;
    size_t dropped; /* errors counted, but not kept: there were too many */
    bool warnings_off;
    bool warnings_are_errors;
} diag;

void diag_init(diag *d, sources *src);
void diag_fini(diag *d);

void diag_error(diag *d, srcpos pos, const char *format, ...) PRINTF_LIKE(3, 4);
void diag_warning(diag *d, const char *code, srcpos pos, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* A note on its own: neither an error nor a warning, and counted as neither. */
void diag_remark(diag *d, srcpos pos, const char *format, ...) PRINTF_LIKE(3, 4);

/* An error about a file or folder that has no text to point into. */
void diag_error_in(diag *d, const char *path, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Details of the message reported last. */
void diag_note(diag *d, srcpos pos, const char *format, ...) PRINTF_LIKE(3, 4);
void diag_hint(diag *d, const char *format, ...) PRINTF_LIKE(2, 3);

typedef struct diag_style {
    bool color;
    bool json;         /* one JSON object per line instead of text */
    size_t max_errors; /* 0: show all */
    bool warnings_off; /* show errors only */
} diag_style;

/* Shows all messages collected so far, sorted, and drops them; the counts stay. */
void diag_show(diag *d, FILE *out, const diag_style *style);

/* Calls SEE for each message collected so far, sorted. */
void diag_visit(diag *d, void (*see)(void *context, const diag_item *item),
                void *context);

#endif
