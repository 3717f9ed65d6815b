/* load.h -- text to a checked IceT program. */
#ifndef ICET_LOAD_H
#define ICET_LOAD_H

#include "base/diag.h"
#include "icet/icet.h"

/* Reads the file at PATH into SRC and checks it.  False: see D, and there is nothing to
 * free.  The program keeps positions in SRC. */
bool icet_load(const char *path, sources *src, diag *d, icet_program *program);

/* As icet_load, of TEXT; NAME stands for the path in messages. */
bool icet_load_text(const char *name, const char *text, size_t len, sources *src,
                    diag *d, icet_program *program);

void icet_program_fini(icet_program *program);

#endif
