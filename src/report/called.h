/* called.h -- machines by the names that people use for them: a type (Client), the
 * interface that a test binds to another machine, or one of a run (Client(1.2)). */
#ifndef REPORT_CALLED_H
#define REPORT_CALLED_H

#include "ir/ir.h"

enum { CALLED_SIZE = 200 };

/* Can a machine of the program be called NAME? */
bool called_is_machine(const ir_program *ir, const char *name);

/* Of Client.x what follows the dot, and in OWNER the machine; of x no owner.  The dot
 * of Client(1.2) is none. */
const char *called_split(const char *name, char owner[CALLED_SIZE]);

#endif
