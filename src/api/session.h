/* session.h -- one run of a model's own command line: what main.c and rerun.c share. */
#ifndef API_SESSION_H
#define API_SESSION_H

#include "api/arguments.h"
#include "api/check.h"
#include "api/documents.h"
#include "api/exit_codes.h"
#include "api/ticker.h"

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
    VEC(checked) done;
    int code;
} session;

/* By its name, or NULL. */
const syn_test *session_find(const session *s, const char *name);
void session_unknown(const session *s, const char *name, strbuf *why);

check_request session_checking(session *s, const syn_test *test);
bool session_use_color(const session *s);

/* Takes C, whose exit code counts, for the documents. */
void session_keep(session *s, checked *c);

/* Writes the documents; the exit code. */
int session_finish(session *s);

/* ---- rerun.c ---- */

/* --replay.  False: it cannot be done, and WHY says why. */
bool session_replay_file(session *s, strbuf *why);

#endif
