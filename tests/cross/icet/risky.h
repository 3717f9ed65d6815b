/* risky.h -- exchanges of the kinds on which the prover has been wrong, or might be. */
#ifndef CROSS_ICET_RISKY_H
#define CROSS_ICET_RISKY_H

#include "plan.h"

/* One of them, for some processes of OF, with others inside (INNER) perhaps. */
void risky_add(plan *p, crowd of, void (*inner)(plan *, crowd));

#endif
