/* machine_name.h -- names of machines as users write them: a type (Client), an
 * interface that a test binds to another machine, or a machine of a run (Client(1.2)).
 */
#ifndef REPORT_MACHINE_NAME_H
#define REPORT_MACHINE_NAME_H

#include "ir/ir.h"

enum { MACHINE_NAME_SIZE = 200 };

/* Can NAME be the name of a machine of the program? */
bool machine_name_is_known(const ir_program *ir, const char *name);

/* Splits Client.x: returns x, and OWNER becomes Client.  OWNER is "" if NAME has no
 * dot; dots in parentheses, as in Client(1.2), do not count. */
const char *machine_name_split(const char *name, char owner[MACHINE_NAME_SIZE]);

#endif
