/* openint_parts.h -- open ints in a state that is split into components (component.h).
 *
 * The environment has what is known, and a component sees only itself.  So, where ints
 * are open, components send further requests.
 *
 *   ASSUME   to the environment, before the effects of an outcome that has learned
 *            something.  If that contradicts what is known, there is no such
 * transition; else what the outcome covers counts (outcome_cover.h). NAME     to the
 * environment, in place of an outcome that has made variables.  The machine stays as it
 * is until it gets SETTLE: the outcome with names in it. The requests that would follow
 * the outcome follow then. BORN     to the environment, from a new machine: the value
 * of the environment ends with a LIST of the machines that there are. CHECK    to the
 * environment, last of all requests of a component that has learned something, or that
 * no longer holds variables that it held, or that it got with the request that it
 * served.  A variable that is in a request of its own is left to whoever serves that.
 * After an observation: all variables, as specs may have held them.  The environment
 * brings the state to its normal form: see there.
 *
 * Which names are in use, and whether a variable is dead, depends on all components.  A
 * TOUR visits them one after the other, each of which sends it on: with NAME to collect
 * the numbers in use, with CHECK to find variables that nobody holds, which the
 * environment then gets in FORGET.  With REPLACE, variables are replaced everywhere.
 *
 * Lemma openint-parts-1.  Searches over components and over rows (openint_state.h)
 * reach the same states.  A transition makes the same steps in both, and in both an
 * outcome is named and assumed before its effects take place.  Names in use are looked
 * for when the other components are in the same state in both: a NAME is served before
 * its machine has changed.  It remains that the state is in the same normal form at the
 * end.
 *
 * No CHECK is served while a request other than a CHECK is left.  For of the requests
 * of a component only the last one, but for its own CHECK, makes other components send
 * requests besides BORN: a message, a mail, or a NAME, which has the requests that
 * follow it inside; creations, observations, POSTs and budgets, which come before, send
 * no CHECK.  So when a CHECK is served, every variable of the state is in a component.
 *
 * Every variable that dies is in a CHECK.  The last one that held it as a component, or
 * got it in a request and did not keep it, reports it, unless it was in one of its own
 * requests, which somebody else then got; what becomes of variables in specs is seen to
 * by the CHECK of the machine that they observe.  What makes variables equal was
 * learned, so a CHECK follows, and replaces them; this makes a number of the difference
 * of equal ones, and so that CHECK looks for the variable that replaces, too.  So after
 * the last CHECK nothing is known of dead variables.  To drop and to replace variables
 * may be done in several turns: of equal ones the same stays, and what remains is known
 * of the same variables.  A bag is sorted again by whoever holds it, as in a row.
 *
 * Lemma openint-parts-2.  The same holds where a machine is apart from its outbox, or
 * from the channels that this is split into (OUTBOX_APART): these are components, too.
 *   - A POST follows what the outcome has assumed, and precedes the message that the
 *     machine passes on and its CHECK: what it sends is in the outbox by then.  Of its
 *     effects none is dropped: each is put into the outbox or is a request, and the
 *     outbox makes no variables and learns nothing.  So it has nothing to report, and
 *     it sends no CHECK: requests of the machine may be left.  Observations among its
 *     effects are seen to by the CHECK of the machine, which has sent them in the POST.
 *   - A message that is delivered is in a request, and its receiver reports what it
 *     does not keep; one that is lost is reported by the outbox, last of all.
 *   - A machine reports variables that its outbox still holds, and the outbox is
 *     visited.  In whichever order components are visited, the numbers in use, and the
 *     variables that nobody holds, are the same.
 */
#ifndef CORE_OPENINT_PARTS_H
#define CORE_OPENINT_PARTS_H

#include "core/openint_state.h"

/* ---- The environment ---- */

/* Serves a request about open ints in COLUMNS, those of the environment and the LIST of
 * machines; returns the LIST of requests that follow.  False: there is no such
 * transition. */
bool openint_serve(core *c, value *columns, value what, value *requests);

/* ---- Machines ---- */

/* The LIST of variables that are in BEFORE and not in AFTER. */
value openint_lost(core *c, const value *before, size_t before_count,
                   const value *after, size_t after_count);

/* What an outcome has learned: knowledge, or null. */
value openint_learned(const core *c, const outcome *o);

/* Has O variables without names that outlast the step? */
bool openint_is_new(core *c, const outcome *o);

value openint_assume_request(core *c, value knowledge, value covers);
value openint_check_request(core *c, value variables);
value openint_born_request(core *c, machine_id id);

/* AVOIDED: a LIST of numbers. ALL: so do choices that nobody keeps. */
value openint_name_request(core *c, machine_id id, value stimulus, value avoided,
                           const outcome *o, bool all);

/* A NAME that has requests inside. */
value openint_name_before(core *c, value request, value requests);

/* ID goes on by itself: in the requests of a NAME, so that it does when the outcome has
 * taken effect. */
value openint_go_on_request(core *c, machine_id id);

/* Serves a TOUR in the values of a component, and returns the request that follows. */
value openint_visit(core *c, value tour, value *parts, size_t count);

/* For a search that visits all components at once, but for the environment: the errand
 * of a TOUR; what is left of it after it was run on these values, or null; the request
 * that follows when it was run on all, or null. */
bool openint_is_tour(const core *c, value request);
value openint_errand(const core *c, value tour);
value openint_run_errand(core *c, value errand, value *parts, size_t count);
value openint_end_errand(core *c, value errand);

/* What SETTLE says: the outcome, with knowledge alone as what was learned, and the
 * requests that follow; false: the machine goes on by itself, and REST is a LIST of
 * numbers to be avoided. */
bool openint_settled(core *c, value settle, outcome *o, value *rest);

/* The component that a TOUR visits, by its name (component_name). */
enum { TOUR_WHERE, TOUR_LEFT, TOUR_ERRAND };
enum { SETTLE_MACHINE, SETTLE_OUTCOME, SETTLE_REST };

#endif
