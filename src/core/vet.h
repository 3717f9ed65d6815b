/* vet.h -- checks components of states that come from a file.
 *
 * The interpreter checks the kinds of values that a program computes with, since `any`
 * lets in every kind.  It relies on the form of what it has made itself: local states,
 * frames, tasks, messages.  These checks accept every component that a run of this test
 * can make, and refuse what the interpreter could not continue from.  They do not show
 * that a run can reach it.
 */
#ifndef CORE_VET_H
#define CORE_VET_H

#include "core/component.h"

/* CID is a machine that has a name, its inbox if that is stored apart, or
 * COMPONENT_ENV; P is not the absent component. */
bool vet_component(core *c, component_id cid, component p);

#endif
