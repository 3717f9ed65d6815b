/* ticker.h -- how far the exploration of a model in C is: a line of a terminal that
 * changes, or a line now and then. */
#ifndef API_TICKER_H
#define API_TICKER_H

#include "engine/dpor/dpor.h"
#include "report/screen.h"

typedef enum ticker_mode { TICKER_OFF, TICKER_LIVE, TICKER_LINES } ticker_mode;

typedef struct ticker {
    ticker_mode mode;
    screen screen;
    const char *test;
    double every;                 /* seconds between two lines */
    double next;                  /* when the next is due */
    double rate_from, rate_until; /* seconds that the rate is of */
    uint64_t from;                /* executions at the first of them */
    double rate;                  /* executions a second; 0: not known yet */
} ticker;

/* WAY: lines, auto or off. */
void ticker_init(ticker *t, const char *way, bool is_quiet);

void ticker_begin(ticker *t, const char *test);
void ticker_see(void *context, const dpor_stats *stats); /* CONTEXT is the ticker */
void ticker_end(ticker *t);

/* In words: executions, rate, how many there may be, memory, time. */
void ticker_words(const ticker *t, const dpor_stats *stats, strbuf *out);

#endif
