/* ticker.h -- the progress of a model in C: one line of a terminal that changes, a line
 * now and then, or JSON objects as docs/json.md describes them. */
#ifndef API_TICKER_H
#define API_TICKER_H

#include "synod.h"

#include "engine/dpor/dpor.h"
#include "report/rate.h"
#include "report/screen.h"

typedef enum ticker_mode {
    TICKER_OFF,
    TICKER_LIVE,
    TICKER_LINES,
    TICKER_JSON
} ticker_mode;

typedef struct ticker {
    ticker_mode mode;
    screen screen;
    const char *test;
    const syn_options *options;
    rate_meter meter; /* of JSON */
    double every;     /* seconds between two lines */
    double next;      /* when the next is due */
    double rate_from; /* seconds at the start of the rate's window */
    uint64_t from;    /* executions at that moment */
    double rate;      /* executions a second; 0: not known yet */
} ticker;

/* MODE is the value of --progress: lines, json, auto or off ("": lines).  O outlives
 * T. */
void ticker_init(ticker *t, const syn_options *o, const char *mode, bool is_quiet);

void ticker_begin(ticker *t, const char *test);
void ticker_see(void *context, const dpor_stats *stats); /* CONTEXT is the ticker */
void ticker_end(ticker *t, const verdict *v);

/* Executions, their rate and estimated number, memory, time: in words. */
void ticker_words(const ticker *t, const dpor_stats *stats, strbuf *out);

#endif
