/* Every state: which way of searching fits. */
#include "core/part.h"
#include "engine/engine.h"
#include "engine/explore/by_graph.h"
#include "engine/explore/by_tree.h"
#include "engine/explore/liveness.h"

void explore_run(const ir_program *ir, const ir_test *test, const engine_options *o,
                 verdict *v)
{
    core *c = core_new(ir, test, &o->core);
    c->most_outcomes = o->limits.states;
    system_state start = {0};
    move_result r;
    system_start(c, &start, &r);
    bool begins = r.fault == 0 && !r.is_pruned;
    if (begins && part_can_tell(c) && !o->depth_first && !liveness_matters(c))
        by_tree(c, &start, o, v);
    else
        by_graph(c, o, v);
    vec_free(&start);
    core_free(c);
}
