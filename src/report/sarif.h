/* sarif.h -- results in the format of static analysis tools, SARIF 2.1.0.
 *
 * A violation is a result: its rule is the kind of failure, its related locations and
 * its code flow are the trace.  Errors and warnings about the model are results, too.
 * A test that was not decided is a notification of the run and not a result, since code
 * scanning would show a result as a mistake in the code.  A test that holds is counted
 * and not listed.
 */
#ifndef REPORT_SARIF_H
#define REPORT_SARIF_H

#include "base/diag.h"
#include "report/path_map.h"
#include "report/result.h"

typedef struct sarif {
    sources *src;
    path_map files;
    size_t results;
    size_t notes;
    size_t notes_at;         /* offset of the notifications in the text */
    VEC(const char *) codes; /* of the warnings among the results */
    strbuf text, escaped;    /* scratch, for a message */
    size_t counts[VERDICT_SKIPPED + 1];
} sarif;

void sarif_begin(sarif *s, sources *src, strbuf *out);
void sarif_fini(sarif *s);

void sarif_message(sarif *s, const diag_item *item, strbuf *out);
void sarif_result(sarif *s, const result *r, strbuf *out);

/* CODE is the exit code of the command.  DID_WORK is false if CODE stands for a wrong
 * model or a fault in Synod. */
void sarif_end(sarif *s, int code, bool did_work, strbuf *out);

#endif
