/* fair_label.h -- what a transition means for fairness, as values.
 *
 * In a fair run every machine runs that could run forever, and every message is
 * delivered that could be delivered forever (weak fairness); an alternative that a
 * machine can choose infinitely often at the same place is chosen infinitely often
 * (strong fairness); and a spec that passes a cold state is not hot forever.  So the
 * labels of a transition are: the machines that ran, the message that was delivered,
 * the choices that were made, and the monitors that were cold.  If core.labels_fairness
 * is set, they come among the requests of a component (component.h); no component has
 * to serve them.
 *
 * A SITE is where a machine chooses: its id, a function and a pc.  An OFFER is a site
 * with the alternatives of one choice there, since choose(n) and choose(s) may have
 * others each time.  The label of a choice is an offer and the alternative that was
 * taken.  Where several choices lead to the same outcome, the outcome has a label for
 * each alternative (step.c).
 */
#ifndef CORE_FAIR_LABEL_H
#define CORE_FAIR_LABEL_H

#include "core/system.h"

typedef enum fair_label_kind {
    FAIR_LABEL_RAN,    /* a machine */
    FAIR_LABEL_SERVED, /* a delivery: see fair_label_served */
    FAIR_LABEL_CHOICE, /* an offer, and the alternative that was taken */
    FAIR_LABEL_COOLED, /* a monitor, by its number */
    FAIR_LABEL_OPEN,   /* a site: some choice there may have no label, see openint.h */
} fair_label_kind;

/* The items of a label: its kind, and what it says. */
enum { FAIR_LABEL_KIND, FAIR_LABEL_FIRST };

bool fair_label_is_one(const core *c, value request);
fair_label_kind fair_label_kind_of(const core *c, value fair_label);

value fair_label_ran(core *c, machine_id id);

/* A delivery, as fair as the network is: by sender; by sender and target; by sender and
 * message. */
value fair_label_served(core *c, uint32_t sender, value message);

/* FROM: what is chosen from: an int n for choose(n), a collection, or null for `$`. */
value fair_label_offer(core *c, machine_id id, uint32_t function, ir_pc pc, value from);
value fair_label_choice(core *c, value offer, value alternative);

value fair_label_offer_of(const core *c, value choice);
value fair_label_alternative(const core *c, value choice);
value fair_label_site(const core *c, value offer);
value fair_label_site_make(core *c, machine_id id, uint32_t function, ir_pc pc);
uint32_t fair_label_site_function(const core *c, value site);
ir_pc fair_label_site_pc(const core *c, value site);
/* A `$$`, which is fair even if choices are not. */
bool fair_label_is_always_fair(const core *c, value site);
/* The alternatives of an offer; an element that a sequence has twice comes twice. */
uint32_t fair_label_offer_width(const core *c, value offer);
value fair_label_offer_item(core *c, value offer, uint32_t i);

value fair_label_cooled(core *c, uint32_t monitor);
value fair_label_open(core *c, value site);
value fair_label_open_site(const core *c, value fair_label);

typedef VEC(value) fair_label_list;

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
