#include "cli/interrupt.h"

#include "base/newfile.h"
#include "report/screen.h"

#include <stddef.h>
#include <unistd.h>

volatile sig_atomic_t interrupted;

static const char *volatile lock_file;

void interrupt_note_lock(const char *lock)
{
    lock_file = lock;
}

/* Removes the lock last: while it is held, nobody else writes a checkpoint there. */
void interrupt_remove_remains(void)
{
    newfile_remove_unfinished(); /* NOLINT: it does nothing but unlinkat */
    if (lock_file != NULL)
        unlink(lock_file);
}

static void on_second_interrupt(int signal_number)
{
    interrupt_remove_remains(); /* NOLINT: it does nothing but unlink */
    screen_wipe_at_once();      /* NOLINT: it does nothing but write */
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void on_interrupt(int signal_number)
{
    interrupted = 1;
    signal(signal_number, on_second_interrupt);
}

static void catch_one(int signal_number)
{
    if (signal(signal_number, on_interrupt) == SIG_IGN)
        signal(signal_number, SIG_IGN);
}

void interrupt_catch(void)
{
    catch_one(SIGINT);
    catch_one(SIGTERM);
    catch_one(SIGHUP);
}
