/* html.h -- a report as one page for the browser, which needs no other file and no
 * network.  docs/report.md explains the page. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "base/source.h"
#include "base/strbuf.h"

/* Adds the page of the report whose JSON is the LEN bytes at REPORT_JSON; with LEN 0,
 * the page says that there are no results.  Text of the report and of the sources never
 * becomes markup. */
void html_page(const sources *src, const char *report_json, size_t len, strbuf *out);

/* The same in pieces, as results come: html_begin; html_json for each piece of the
 * report's JSON, none of which splits a character; html_end, which adds html_end_size()
 * bytes. */
void html_begin(const sources *src, strbuf *out);
void html_json(const char *text, size_t len, strbuf *out);
void html_end(strbuf *out);
size_t html_end_size(void);

#endif
