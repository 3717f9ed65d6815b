/* html.h -- a report as one page for the browser, with everything in it: no other file,
 * no network.  docs/report.md tells how to read it. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "base/source.h"
#include "base/strbuf.h"

/* Adds the page of the report whose JSON is the LEN bytes at REPORT_JSON (none: a page
 * that says that there are no results).  Nothing in the report or the sources can
 * become markup. */
void html_page(const sources *src, const char *report_json, size_t len, strbuf *out);

/* The same in pieces, as results come: html_begin, the JSON of the report in any number
 * of pieces that split no character, html_end, which adds html_end_size() bytes. */
void html_begin(const sources *src, strbuf *out);
void html_json(const char *text, size_t len, strbuf *out);
void html_end(strbuf *out);
size_t html_end_size(void);

#endif
