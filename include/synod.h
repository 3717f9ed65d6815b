/* synod.h -- Synod as a library.
 *
 *     synod_model *m = synod_load(&path, 1, NULL);
 *     if (synod_error_count(m) > 0)
 *         synod_each_message(m, show, NULL);
 *     synod_free(m);
 *
 * A model belongs to one thread at a time; several models may live side by side.  What
 * a function returns, and the text of messages, lives as long as its model.  When the
 * system has no memory left, the process is aborted with a message.
 */
#ifndef SYNOD_H
#define SYNOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SYNOD_API __attribute__((visibility("default")))

typedef struct synod_model synod_model;

typedef struct synod_options {
    bool strict_p; /* reject Synod's extensions to P */
    bool warnings_off;
    bool warnings_are_errors;
} synod_options;

typedef enum synod_severity {
    SYNOD_ERROR,
    SYNOD_WARNING,
    SYNOD_NOTE, /* of the message before it: another place that matters */
    SYNOD_HINT, /* of the message before it: what to do */
} synod_severity;

typedef struct synod_message {
    synod_severity severity;
    const char *text;
    const char *code; /* of a warning: its short name; else NULL */
    const char *file; /* NULL: about no file in particular */
    unsigned line;    /* from 1; 0: about the file as a whole */
    unsigned column;  /* from 1, in characters */
} synod_message;

SYNOD_API const char *synod_version(void);

/* Reads and checks the model in PATHS: .p files, folders, .pproj files; none of them:
 * the project or folder the process is in.  Never NULL.  OPTIONS may be NULL. */
SYNOD_API synod_model *synod_load(const char *const *paths, size_t count,
                                  const synod_options *options);

/* The same for text in memory; NAME stands for the file in messages. */
SYNOD_API synod_model *synod_load_text(const char *name, const char *text, size_t len,
                                       const synod_options *options);

SYNOD_API void synod_free(synod_model *model); /* accepts NULL */

SYNOD_API size_t synod_error_count(const synod_model *model);

/* Calls SEE for every message, in the order of the text. */
SYNOD_API void synod_each_message(synod_model *model,
                                  void (*see)(void *context,
                                              const synod_message *message),
                                  void *context);

/* The tests of a model without errors, parameters expanded. */
SYNOD_API size_t synod_test_count(const synod_model *model);
SYNOD_API const char *synod_test_name(const synod_model *model,
                                      size_t index); /* < count */

/* Writes the program as the engines see it; only for a model without errors. */
SYNOD_API void synod_dump_ir(const synod_model *model, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
