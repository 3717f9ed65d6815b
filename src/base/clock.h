/* clock.h -- time that never runs backwards. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

uint64_t clock_ns(void); /* monotonic, from an arbitrary origin */

/* What this thread has computed: it stands still while others have the processor. */
uint64_t clock_thread_ns(void);

#endif
