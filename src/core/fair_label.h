/* fair_label.h -- what a transition means for fairness, as values.
 *
 * In a weakly fair run every machine runs that could run forever, and every message is
 * delivered that could be delivered forever; each `$$` takes both values; and a spec
 * that passes a cold state is not hot forever.  So the labels of a transition are: the
 * machines that ran, the message that was delivered, how fair choices fell, and the
 * monitors that were cold.  If core.labels_fairness is set, they come among the
 * requests of a component (component.h); no component has to serve them.
 */
#ifndef CORE_FAIR_LABEL_H
#define CORE_FAIR_LABEL_H

#include "core/system.h"

typedef enum fair_label_kind {
    FAIR_LABEL_RAN,    /* a machine */
    FAIR_LABEL_SERVED, /* a delivery: see fair_label_served */
    FAIR_LABEL_CHOICE, /* a `$$`: FAIR_ITEMS, see run.h */
    FAIR_LABEL_COOLED, /* a monitor, by its number */
} fair_label_kind;

/* The items of a label: its kind, and what it says. */
enum { FAIR_LABEL_KIND, FAIR_LABEL_FIRST };

bool fair_label_is_one(const core *c, value request);
fair_label_kind fair_label_kind_of(const core *c, value fair_label);

value fair_label_ran(core *c, machine_id id);

/* A delivery, as fair as the network is: by sender; by sender and target; by sender and
 * message. */
value fair_label_served(core *c, uint32_t sender, value message);

value fair_label_choice(core *c, const value *parts);
/* The same fair choice with the other outcome. */
value fair_label_other_outcome(core *c, value fair);

value fair_label_cooled(core *c, uint32_t monitor);

typedef VEC(value) fair_label_list;

/* A label for each `$$` of outcome.fair. */
void fair_label_choices(core *c, value fair, fair_label_list *out);

/* A cache of labels.  fair_label_memo_ran and _served give the label that a fair run
 * must have at some time if the machine can run, or the message can be delivered,
 * forever. */
typedef struct fair_label_memo {
    VEC(value) ran; /* by machine id */
    idmap services; /* (sender, target or message) -> fair_label */
} fair_label_memo;
void fair_label_memo_free(fair_label_memo *m);
value fair_label_memo_ran(fair_label_memo *m, core *c, machine_id id);
value fair_label_memo_served(fair_label_memo *m, core *c, uint32_t sender,
                             value message);

/* All labels of transition M from FROM with result R. */
void fair_label_transition(core *c, fair_label_memo *known, const system_state *from,
                           transition m, const transition_result *r,
                           fair_label_list *out);

#endif
