/* load.h -- loads IceT models: reads, parses and checks them. */
#ifndef ICET_LOAD_H
#define ICET_LOAD_H

#include "base/diag.h"
#include "icet/icet.h"

/* Reads the file at PATH into SRC and checks it.  False: D has the mistakes, and there
 * is nothing to free.  The program keeps positions in SRC. */
bool icet_load(const char *path, sources *src, diag *d, icet_program *program);

/* As icet_load, for TEXT; messages use NAME as the path. */
bool icet_load_text(const char *name, const char *text, size_t len, sources *src,
                    diag *d, icet_program *program);

void icet_program_fini(icet_program *program);

#endif
