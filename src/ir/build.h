/* build.h -- a function's code under construction.
 *
 * build_init, emit instructions, build_finish.  A temporary is free again after
 * build_release; the builder reuses it for a value of the same type, so frames stay
 * small.  Jumps are emitted before their target is known and patched afterwards.
 */
#ifndef IR_BUILD_H
#define IR_BUILD_H

#include "ir/ir.h"
#include "lang/program.h"

/* The program being lowered: what all functions under construction share. */
typedef struct lowering {
    program *p;
    ir_program *ir;
    intern const_keys;
    VEC(ir_const) consts;
    VEC(ir_function) functions;
    VEC(uint32_t) scenarios; /* machines */
    idmap modules;           /* lowered ones, by the address of their source */
    size_t goal_count;
} lowering;

/* A loop being lowered. */
typedef struct build_loop {
    ir_pc head;         /* the target of `continue` */
    size_t breaks_mark; /* its BREAKs are in `breaks` from here on */
} build_loop;

typedef struct build {
    lowering *l;
    ir_function *f;
    VEC(ir_slot) slots;
    frame_slot first_temp; /* slots below it are the function's own variables */
    VEC(frame_slot) free_temps;
    VEC(bool) is_free; /* of temporaries, from the first on */
    VEC(ir_instr) code;
    VEC(srcpos) positions;
    VEC(ir_operand) args;
    VEC(ir_case) cases;
    VEC(build_loop) loops;
    VEC(ir_pc) breaks; /* BREAKs whose target is not known yet */
} build;

void build_init(build *b, lowering *l, ir_function *f, uint32_t variable_count);
void build_finish(build *b);      /* moves everything into the function */
ir_pc build_here(const build *b); /* of the next instruction */
ir_instr *build_emit(build *b, ir_op op, srcpos pos);
ir_operand build_temp(build *b, type_id type);
bool build_is_temp(const build *b, ir_operand o);
void build_release(build *b, ir_operand temp);
void build_name_slots(build *b, const var_list *vars);
ir_slot build_slot(const var_decl *v);
/* Appends to the list of operands; returns the index of the first. */
uint32_t build_args(build *b, const ir_operand *args, uint32_t count);

/* Enters the constants of an earlier lowering, which keep their numbers.  Call it
 * before any other constant is made. */
void build_keep_consts(lowering *l, const ir_const *consts, uint32_t count);

ir_operand build_null(build *b);
ir_operand build_bool(build *b, bool value);
ir_operand build_int(build *b, int64_t value, type_id type);
ir_operand build_float(build *b, double value);
ir_operand build_text(build *b, const char *text, uint32_t len);
ir_operand build_event(build *b, uint32_t event);

#endif
