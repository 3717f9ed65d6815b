/* session.h -- one run of a program compiled from a model in C: what main.c and rerun.c
 * share. */
#ifndef API_SESSION_H
#define API_SESSION_H

#include "api/arguments.h"
#include "api/check.h"
#include "api/documents.h"
#include "api/exit_codes.h"
#include "api/ticker.h"
#include "report/trace_quota.h"

typedef struct session {
    const char *program; /* argv[0] */
    char *const *argv;
    int argc;
    const syn_test *tests;
    size_t count;
    arguments given;
    syn_options options;
    sources src;
    documents documents;
    ticker ticker;
    trace_quota traces;
    VEC(checked) done;
    int code;
} session;

/* The test with this name, or NULL; and a message that there is none. */
const syn_test *session_find(const session *s, const char *name);
void session_unknown(const session *s, const char *name, strbuf *why);

check_request session_checking(session *s, const syn_test *test);
bool session_use_color(const session *s);

/* Takes C for the documents and for the exit code. */
void session_keep(session *s, checked *c);

/* Writes the documents, and returns the exit code. */
int session_finish(session *s);

/* ---- rerun.c ---- */

/* --replay.  False: WHY says why it is impossible. */
bool session_replay_file(session *s, strbuf *why);

#endif
