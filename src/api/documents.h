/* documents.h -- the files that are written about tests of a model in C: JSON, JUnit,
 * the page, and the trace to be run again. */
#ifndef API_DOCUMENTS_H
#define API_DOCUMENTS_H

#include "api/check.h"

typedef enum document_kind {
    DOCUMENT_JSON,
    DOCUMENT_JUNIT,
    DOCUMENT_HTML,
    DOCUMENT_TRACE,
    DOCUMENT_KINDS,
} document_kind;

typedef struct document {
    const char *path; /* "-": the standard output; NULL: not wanted */
    int file;         /* or -1 */
} document;

typedef struct documents {
    document all[DOCUMENT_KINDS];
} documents;

/* Opens those that O asks for, so that it is known early whether that can be done; the
 * trace only when there is one.  False: WHY says which cannot be opened.  What is
 * printed later goes to the standard error if a document goes to the standard output.
 */
bool documents_open(documents *d, const syn_options *o, strbuf *why);

bool documents_write(documents *d, sources *src, const checked *tests, size_t count,
                     strbuf *why);
void documents_close(documents *d); /* also when it could not be opened */

#endif
