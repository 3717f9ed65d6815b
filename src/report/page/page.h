/* page.h -- the report page without its data: scripts/embed_page.py puts the files
 * beside this one into it. */
#ifndef REPORT_PAGE_PAGE_H
#define REPORT_PAGE_PAGE_H

#include <stddef.h>

/* What stands before the data, and what after.  Not NUL-terminated. */
extern const unsigned char page_head[];
extern const size_t page_head_len;
extern const unsigned char page_tail[];
extern const size_t page_tail_len;

#endif
