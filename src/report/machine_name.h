/* machine_name.h -- machines by the names that people use for them: a type (Client),
 * the interface that a test binds to another machine, or one of a run (Client(1.2)). */
#ifndef REPORT_MACHINE_NAME_H
#define REPORT_MACHINE_NAME_H

#include "ir/ir.h"

enum { MACHINE_NAME_SIZE = 200 };

/* Can a machine of the program be called NAME? */
bool machine_name_is_known(const ir_program *ir, const char *name);

/* Of Client.x what follows the dot, and in OWNER the machine; of x no owner.  The dot
 * of Client(1.2) is none. */
const char *machine_name_split(const char *name, char owner[MACHINE_NAME_SIZE]);

#endif
