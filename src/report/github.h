/* github.h -- output for GitHub Actions: annotations at lines of the code, and a table
 * for the page of the run. */
#ifndef REPORT_GITHUB_H
#define REPORT_GITHUB_H

#include "base/diag.h"
#include "report/path_map.h"
#include "report/result.h"

/* A line that makes Actions show an annotation: an error for a violation, a warning for
 * a test that was not decided, and nothing for a test that holds. */
void github_result(const path_map *w, sources *src, const result *r, strbuf *out);
void github_message(path_map *w, sources *src, const diag_item *item, strbuf *out);

/* Rows of a table in Markdown. */
void github_table(strbuf *out);
void github_row(sources *src, const result *r, strbuf *out);

#endif
