/* mask.h -- sets of machines as bits, by machine id; and sets of declarations.
 *
 * One bit stands for the monitors, and one for a footprint that no machine is in.
 * Machines beyond MASK_SLOTS have no bit of their own: then nothing is reduced.
 */
#ifndef REDUCE_MASK_H
#define REDUCE_MASK_H

#include "core/naming.h"

#include <assert.h>
#include <stdint.h>

typedef uint64_t mask;

enum { MASK_SLOTS = 62 };
#define MASK_MONITORS ((mask)1 << 63)
#define MASK_NOBODY   ((mask)1 << 62)
#define MASK_BIT(id)  ((mask)1 << (id))

/* The bit of a machine; if it has none, the bit of the monitors. */
static inline mask mask_of(machine_id id)
{
    return id < MASK_SLOTS ? MASK_BIT(id) : MASK_MONITORS;
}

/* The number of a declaration's bit; all beyond the last share one. */
enum { MASK_DECLS = 63 };
static inline uint32_t mask_decl_bit(uint32_t decl)
{
    return decl < MASK_DECLS - 1 ? decl : MASK_DECLS - 1;
}

#endif
