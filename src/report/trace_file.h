/* trace_file.h -- reads from a file of json.h what a replay needs.
 *
 * The file may be damaged, edited or of another version: every field is checked for its
 * type and range, and the first mistake is reported.  Schemas from JSON_OLDEST_SCHEMA
 * on are read.  All texts live in the arena of the trace_file.
 */
#ifndef REPORT_TRACE_FILE_H
#define REPORT_TRACE_FILE_H

#include "core/trace.h"

typedef struct text_list {
    const char **data; /* NULL: the default, which differs from the empty list */
    size_t len;
} text_list;

/* One violation, or one witness of a scenario. */
typedef struct recorded_trace {
    const char *test;
    const char *kind; /* of the failure, a fault_word; NULL: the run does not fail */
    const char *scenario; /* that it covers, or NULL */
    const char *network;
    uint32_t budgets[BUDGET_COUNT];
    text_list of[BUDGET_COUNT];
    bool strict_quiescence;
    bool stops_at_sends;
    uint64_t foreign; /* fingerprint of the library of foreign functions; 0: none */
    trace trace;
} recorded_trace;

typedef struct trace_file {
    arena memory;
    text_list inputs;
    bool strict_p;
    uint64_t fingerprint;
    VEC(const char *) tests; /* of all results, with traces and without */
    VEC(recorded_trace) traces;
} trace_file;

/* False: WHY says what is wrong with the file. */
bool trace_file_read(trace_file *f, const char *path, strbuf *why);
bool trace_file_parse(trace_file *f, const char *text, size_t len, strbuf *why);
void trace_file_free(trace_file *f);

#endif
