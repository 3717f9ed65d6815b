/* compiler.h -- runs the compiler of a model in C in a folder of its own, which is gone
 * afterwards, also if a signal ends the run.
 *
 *     compiler c;
 *     if (!compiler_begin(&c)) ...          a message was printed
 *     bool ok = compiler_run(&c, line);
 *     ... open what it has made ...
 *     compiler_end(&c);                     does not return if a signal came
 */
#ifndef CLI_COMPILER_H
#define CLI_COMPILER_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct compiler {
    char *folder;    /* for the program and for the compiler's own files */
    size_t size;     /* of its name */
    sigset_t ends;   /* the signals that end the run */
    sigset_t before; /* what was blocked before */
    int signal;      /* the one that came, or 0 */
} compiler;

bool compiler_begin(compiler *c);

/* LINE: the command, with a NULL at the end.  False: it failed. */
bool compiler_run(compiler *c, char *const *line);

/* Removes the folder and all that is in it. */
void compiler_end(compiler *c);

#endif
