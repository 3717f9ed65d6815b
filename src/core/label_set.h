/* label_set.h -- a set of labels of choices: which offers do they take completely? */
#ifndef CORE_LABEL_SET_H
#define CORE_LABEL_SET_H

#include "core/fair_label.h"

typedef struct label_set {
    fair_label_list labels; /* in the order in which they were added */
    idmap known;            /* labels */
    idmap taken;            /* (site, alternative) */
    idmap judged;           /* offers: 1 complete, 2 partial; valid until the next
                               label */
} label_set;

void label_set_fini(label_set *s); /* a zeroed one is empty */

void label_set_add(label_set *s, const core *c, value label);

/* Is some alternative of the offer not taken at its site? */
bool label_set_is_partial(label_set *s, core *c, value offer);

/* A LIST, sorted. */
value label_set_list(const label_set *s, core *c);

#endif
