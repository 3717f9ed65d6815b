/* documents.h -- the files that report on the tests of a model in C: JSON, JUnit,
 * SARIF, the page, and the trace for --replay. */
#ifndef API_DOCUMENTS_H
#define API_DOCUMENTS_H

#include "api/check.h"
#include "base/newfile.h"

typedef enum document_kind {
    DOCUMENT_JSON,
    DOCUMENT_JUNIT,
    DOCUMENT_SARIF,
    DOCUMENT_HTML,
    DOCUMENT_TRACE,
    DOCUMENT_KINDS,
} document_kind;

typedef struct document {
    const char *path; /* "-": the standard output; NULL: not wanted */
    newfile file;
} document;

typedef struct documents {
    document all[DOCUMENT_KINDS];
} documents;

/* Tries the files that O asks for, so that the user learns early of one that cannot be
 * written; the trace is tried only when there is one.  False: WHY names the file.  If
 * a document goes to the standard output, everything that is printed later goes to the
 * standard error. */
bool documents_open(documents *d, const syn_options *o, strbuf *why);

/* Does some document go to a file? */
bool documents_have_file(const documents *d);

/* CODE: that the process will exit with.  False: WHY names the file. */
bool documents_write(documents *d, sources *src, const checked *tests, size_t count,
                     int code, strbuf *why);
void documents_close(documents *d); /* also after documents_open has failed */

#endif
