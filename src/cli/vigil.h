/* vigil.h -- waits for changes of the files that a model is made of.
 *
 * What counts is the text of the .p and .pproj files, and which there are.  The system
 * tells when something happens in their folders: in folders, since editors write a new
 * file and put it in the place of the old one.  Where it cannot tell, as on some
 * network drives, it is up to the caller to look now and then.
 */
#ifndef CLI_VIGIL_H
#define CLI_VIGIL_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct vigil vigil;

/* INPUTS as on the command line, which must outlive it.  EXTRA: one more file that
 * matters, or NULL. */
vigil *vigil_new(const char *const *inputs, size_t count, const char *extra);
void vigil_free(vigil *v);

/* Becomes readable when something has happened; -1: the system does not tell. */
int vigil_descriptor(const vigil *v);

/* Waits until nothing more happens, but not for long: saving takes several steps. */
void vigil_settle(vigil *v);

/* Whether something is different from when this was last true; WHAT says in words what
 * that is. */
bool vigil_look(vigil *v, strbuf *what);

#endif
