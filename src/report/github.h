/* github.h -- what GitHub Actions shows: annotations at lines of the code, and the
 * table on the page of the run. */
#ifndef REPORT_GITHUB_H
#define REPORT_GITHUB_H

#include "base/diag.h"
#include "report/path_map.h"
#include "report/result.h"

/* A line that makes Actions show an annotation: of a violation an error, of a test that
 * was not decided a warning; nothing for those that are fine. */
void github_result(const path_map *w, sources *src, const result *r, strbuf *out);
void github_message(path_map *w, sources *src, const diag_item *item, strbuf *out);

/* Rows of a table in Markdown. */
void github_table(strbuf *out);
void github_row(sources *src, const result *r, strbuf *out);

#endif
