/* naive_show.h -- values and states as text.
 *
 * The line of a machine is
 *
 *     PATH INTERFACE STATE idle|null|waiting  VALUE, VALUE, ...
 *     PATH INTERFACE halted
 *
 * with two spaces before the values of its fields, none of either without fields; that
 * of a monitor is NAME STATE VALUE, VALUE, ... with single spaces.
 *
 * ANONYMOUS lines are the same for machines of one role that have changed names: they
 * begin with "~ ", and for PATH stand the interfaces on the way, Main/Client.
 * References are @Main/Client#K, to the K-th machine that appears in the line, the
 * first being its own; without #K in sets and maps, which are sorted as text.
 *
 * Values: null, true, 7, 2.5, "text" (JSON), eName, @1.2 (a machine), (1, 2), (x=1,
 * y=2), [1, 2], {1, 2} (a set, in order), {1: 2} (a map, in the order of its keys).
 */
#ifndef CROSS_NAIVE_SHOW_H
#define CROSS_NAIVE_SHOW_H

#include "naive_state.h"

/* As P's format does. */
void show_formatted(const ir_program *ir, const val *v, strbuf *out);

/* A machine that is between two handlings, blocked or halted; others have no line. */
bool show_rests(const machine_state *m);
void show_machine(const system_state *s, const machine_state *m, bool is_anonymous,
                  strbuf *out);
void show_monitor(const system_state *s, uint32_t index, bool is_anonymous,
                  strbuf *out);

#endif
