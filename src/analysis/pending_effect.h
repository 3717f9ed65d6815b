/* pending_effect.h -- may the last effect of a machine be pending when it stops?
 *
 * The last effect (a message or a creation) before a machine stops for monitors or for
 * an assumption takes place only when the machine goes on (core/process.h).  Until then
 * it is PENDING, part of the local state: so it is visible which effect was the last.
 */
#ifndef ANALYSIS_PENDING_EFFECT_H
#define ANALYSIS_PENDING_EFFECT_H

#include "analysis/fn_effects.h"

/* May some monitor observe a machine that runs FUNCTION and emits EVENT?  Where EVENT
 * is a parameter, callers tell which events it may be. */
bool pending_effect_is_observed(const fn_effects_table *e, uint32_t function,
                                ir_operand event);

/* May a message that was sent right before PC of FUNCTION be pending at the next stop?
 * The walk follows control across functions: calls, returns and state changes.  It does
 * not cover machines that may crash or that stop at every send: those stop elsewhere,
 * too. */
bool pending_effect_is_possible(const fn_effects_table *e, uint32_t function, ir_pc pc);

#endif
