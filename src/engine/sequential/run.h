/* run.h -- how a symbolic state moves on.  Inside the engine only.
 *
 * Between sends, receives that name their sender, and computing, the order does not
 * matter: each such step, once possible, stays possible and changes nothing for the
 * others.  So units run one after the other as far as they get (step.c).  Where all
 * wait, a receive from several is next, if its possible senders are alike (choice.c),
 * then loops (loop.c).  An if that is not decided is run both ways (run.c).
 */
#ifndef ENGINE_SEQUENTIAL_RUN_H
#define ENGINE_SEQUENTIAL_RUN_H

#include "engine/sequential/state.h"

typedef enum step_result {
    STEP_NONE,
    STEP_DONE,
    STEP_BRANCH, /* it stands at an if that is not decided */
} step_result;

/* ---- step.c ---- */

step_result step_unit(prover *p, seq_state *s, uint32_t index);

/* Unit INDEX goes to what comes after STMT. */
void step_after(prover *p, seq_state *s, uint32_t index, const icet_stmt *stmt);
/* ... into BLOCK of the statement it stands at. */
void step_into(prover *p, seq_state *s, uint32_t index, const icet_stmt *block);

/* May unit TO, which stands at a receive, have the first message of the channel? */
bool step_can_take(const prover *p, const seq_state *s, uint32_t from, uint32_t to,
                   bool some);

/* ---- choice.c: receives from several ---- */

bool choice_resolve(prover *p, seq_state *s, uint32_t index);

/* ---- run.c ---- */

typedef VEC(seq_state *) seq_state_list;

/* Runs S as far as it gets; a branch that does not come together again makes it
 * several.  OVER(context, s): what was asked for is done, so that loops need not start.
 */
typedef struct run_goal {
    bool (*over)(const void *context, const seq_state *s);
    const void *context;
} run_goal;
void run_state(prover *p, seq_state *s, const run_goal *g, seq_state_list *ends);

/* ---- loop.c: true: S has moved on ---- */

bool loop_run_for(prover *p, seq_state *s, uint32_t index, bool together);
bool loop_run_each(prover *p, seq_state *s, uint32_t server, uint32_t all);

/* ---- blame.c ---- */

/* An attempt ended in S: remembered if it is the furthest.  The failure is returned for
 * notes, or NULL. */
/* How much a failure says: as its kind does, little (it may follow from something
 * else), or as much as a race. */
enum { BLAME_AS_KIND = -1, BLAME_LITTLE = 0, BLAME_MUCH = 3 };

seq_failure *blame_add_weighted(prover *p, const seq_state *s, sequential_kind kind, int weight,
                    srcpos pos, const char *format, ...) PRINTF_LIKE(6, 7);
#define blame_add(p, s, kind, pos, ...) \
    blame_add_weighted((p), (s), (kind), BLAME_AS_KIND, (pos), __VA_ARGS__)

/* Somebody waits for what nobody can send, or was sent what it will never receive. */
bool blame_hopeless(prover *p, const seq_state *s);

void blame_note(prover *p, seq_failure *f, srcpos pos, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* Nothing moves in S, and not all is done: who is to blame? */
void blame_stuck(prover *p, const seq_state *s);

/* All have finished, or wait where they may, and no message is left. */
bool blame_is_complete(prover *p, const seq_state *s);

/* The failure that got furthest, for the user. */
void blame_tell(prover *p, sequential_result *r);

const char *blame_unit_text(prover *p, const seq_state *s, uint32_t index);
const char *blame_message_text(prover *p, uint32_t message);

#endif
