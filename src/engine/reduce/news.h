/* news.h -- what is symmetric and what is not, told when there are two of a kind.
 *
 * By looking at the program it is only known of whom there may be several.  Of whom a
 * test has one, nobody wants to hear.
 */
#ifndef REDUCE_NEWS_H
#define REDUCE_NEWS_H

#include "core/core.h"
#include "engine/engine.h"

typedef struct news {
    const core *c;
    const engine_options *o;
    strbuf *lines;  /* by declaration; empty: there is nothing to be told any more */
    size_t names;   /* of machines, that were looked at */
    bool was_told;  /* something */
    bool is_needed; /* something is still to be told */
} news;

/* REPORT: that of symmetry.h. */
void news_init(news *n, const core *c, const engine_options *o, const char *report);
void news_fini(news *n);

/* Tells of who has become two.  Costs nothing where no machine is new. */
void news_look(news *n);

/* The search is over. */
void news_end(news *n);

#endif
