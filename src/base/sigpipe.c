#include "base/sigpipe.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

void sigpipe_ignore(void)
{
    signal(SIGPIPE, SIG_IGN);
}

/* Asks the pipe and not errno: stdio reports only that some earlier write failed. */
bool sigpipe_is_closed(void)
{
    struct pollfd p = {.fd = STDOUT_FILENO};
    return poll(&p, 1, 0) > 0 && (p.revents & POLLERR) != 0;
}
