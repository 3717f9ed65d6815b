/* sigpipe.h -- a standard output whose reader has gone, as in `synod check x | head`.
 *
 * A command that only prints ends by SIGPIPE, like every other one.  A command that
 * also writes files must go on until they are complete.
 */
#ifndef BASE_SIGPIPE_H
#define BASE_SIGPIPE_H

#include <stdbool.h>

/* From now on, a write to a closed pipe fails instead of ending the process. */
void sigpipe_ignore(void);

/* Is the standard output a pipe that nobody reads any more? */
bool sigpipe_is_closed(void);

#endif
