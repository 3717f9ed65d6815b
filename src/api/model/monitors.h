/* monitors.h -- monitors of C models: threads that observe others. */
#ifndef API_MODEL_MONITORS_H
#define API_MODEL_MONITORS_H

#include "api/model/model_private.h"

/* Sends O to the monitors of T. */
void monitors_notify(thread *t, model_place place, const syn_observation *o);

/* The observation in a message to a monitor.  False: the message is too short. */
bool monitors_read(const message *g, syn_observation *o);

/* If T is a monitor: what syn_monitor was given; else NULL. */
const syn_monitoring *monitors_at(const model *m, const thread *t, local_id local);

#endif
