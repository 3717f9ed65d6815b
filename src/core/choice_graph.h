/* choice_graph.h -- what the choices of a step mean for fairness.
 *
 * The graph of points (points.h) has an edge for each alternative of each choice, with
 * its label.  An engine sees transitions instead, whose labels are sets.  They are
 * exact for strong fairness if an outcome has one CLASS for each set of offers that
 * paths to it can keep to: with the labels of all edges on such paths.  For if a fair
 * run takes a path to the outcome infinitely often, it may take all paths with the same
 * offers infinitely often, which adds alternatives that are taken, and no offers.  And
 * if some offers must not be met any more, the classes without them remain.
 *
 * A class without an offer is needed only if the larger class does not take all
 * alternatives of that offer.  For let a fair run take a smaller class.  If it can take
 * the larger one as well and stay fair, the smaller one is not needed.  If not, some
 * offer of the larger one is never taken completely, and the smaller class is without
 * that offer.
 *
 * A run can also stay within the step forever: then from some point on it is within a
 * strongly connected component of the graph.  See choice_graph_rounds.
 */
#ifndef CORE_CHOICE_GRAPH_H
#define CORE_CHOICE_GRAPH_H

#include "core/edge_index.h"
#include "core/list.h"
#include "core/points.h"

typedef struct choice_class {
    value labels;  /* LIST, sorted */
    value choices; /* LIST of ints: a path with some of these labels */
} choice_class;

typedef VEC(choice_class) choice_classes;
typedef VEC(uint32_t) point_list;

typedef struct choice_graph {
    core *c;
    const choice_points *p;
    size_t end_count;
    edge_index into; /* nodes: points, from 1 on; then outcomes */
    edge_index from;
} choice_graph;

/* P must not change until choice_graph_fini. */
void choice_graph_init(choice_graph *g, core *c, const choice_points *p,
                       size_t end_count);
void choice_graph_fini(choice_graph *g);

/* Adds the classes of outcome END; the one with all labels comes first.  False: there
 * are too many. */
MUST_CHECK bool choice_graph_classes(const choice_graph *g, uint32_t end,
                                     choice_classes *out);

/* Adds a point of each loop, that is, of each strongly connected component with edges;
 * always the same one, however the machine gets there.  LOCAL: its local state before
 * the step. */
void choice_graph_loops(const choice_graph *g, value local, point_list *out);

/* Adds what a run can do that stays in the loop of POINT forever: the labels of the
 * component; and of those inside it that remain when offers are removed of which some
 * alternative leads out, as liveness.h does: all such offers, or those of `$$` alone.
 * CHOICES lead from POINT through the loop back to POINT, and stop there. */
void choice_graph_rounds(const choice_graph *g, uint32_t point, choice_classes *out);

#endif
