/* ir.h -- the program that all engines run.
 *
 * A function is a flat list of instructions over a frame of slots: parameters, then
 * locals, then temporaries.  Control is structured (IF ... ELSE ... END, LOOP ...
 * REPEAT, RECEIVE with its cases), and every jump holds the pc of its target.  Each
 * operation that can pause a machine (a send, a call, `new`, `receive`) is an
 * instruction of its own, so a paused handler is a list of (function, pc, slots): a
 * value.
 *
 * Containers are immutable: an assignment to a part makes a new whole.  An instruction
 * reads its operands when it runs.
 *
 * The IR does not see the syntax tree.  The program that it was lowered from owns its
 * names, types, event sets and source positions (`source`, see lang/symbols.h) and must
 * live at least as long.
 */
#ifndef IR_IR_H
#define IR_IR_H

#include "base/arena.h"
#include "lang/kinds.h"
#include "lang/symbols.h"

typedef enum ir_op {
#define OP(name, text, shape) IR_##name,
#include "ir/op.def"
#undef OP
    IR_OP_COUNT
} ir_op;

#define IR_NONE UINT32_MAX

typedef uint32_t ir_pc;      /* index of an instruction in its function's code */
typedef uint32_t frame_slot; /* index of a variable or temporary in a frame */

/* An operand or a destination: a kind in the top two bits, an index below. */
typedef uint32_t ir_operand;
enum { IR_LOCAL, IR_FIELD_OF_MACHINE, IR_PARAM, IR_CONST };
#define IR_OPERAND(kind, index) ((ir_operand)(kind) << 30 | (uint32_t)(index))
#define IR_KIND(operand)        ((operand) >> 30)
#define IR_INDEX(operand)       ((operand)&0x3fffffffu)

typedef struct ir_instr {
    uint8_t op;
    uint32_t d, a, b, c; /* by shape */
    uint32_t first;      /* index of the first operand in args, or of the first case */
    uint32_t count;
} ir_instr;

/* FIELD and WITH_FIELD have the static type of the tuple in their `first`: a value that
 * came through `any` may have other fields. */

/* The construct that an IF or IF_NOT comes from, in its `first`: reports name it. */
enum { IR_OF_OPERATOR, IR_OF_IF, IR_OF_WHILE, IR_OF_ASSERT };

typedef struct ir_slot {
    name_id name; /* NAME_NONE: a temporary */
    type_id type;
    srcpos pos; /* of its declaration, or SRC_NONE */
} ir_slot;

/* One case of a RECEIVE. */
typedef struct ir_case {
    const uint32_t *events;
    uint32_t event_count;
    frame_slot slot; /* of the payload, or IR_NONE */
    ir_pc start;     /* of its CASE */
} ir_case;

typedef enum ir_function_kind {
    IR_FUN_NAMED,
    IR_FUN_HANDLER, /* anonymous; also the size of a quorum */
    IR_FUN_FOREIGN, /* without code: a C function; with code: left open, see open.h */
    IR_FUN_PURE,    /* of the proof dialect; uninterpreted if it has no code */
    IR_FUN_FORMULA, /* an invariant, axiom, contract, ...: a bool */
} ir_function_kind;

typedef struct ir_function {
    ir_function_kind kind;
    const char *name; /* for reports: Machine.State.entry and the like */
    srcpos pos;
    uint32_t machine; /* whose fields it sees, or IR_NONE */
    uint32_t param_count;
    type_id result; /* TYPE_NULL: none */
    unsigned effects;
    ir_slot *slots;
    uint32_t slot_count;
    ir_instr *code;
    srcpos *positions; /* of each instruction */
    uint32_t code_count;
    ir_operand *args;
    uint32_t arg_count;
    ir_case *cases;
    uint32_t case_count;
    const uint32_t *requires; /* functions, in proofs */
    uint32_t require_count;
    const uint32_t *ensures;
    uint32_t ensure_count;
} ir_function;

typedef enum ir_const_kind {
    IR_CONST_NULL,
    IR_CONST_BOOL,
    IR_CONST_INT, /* enum elements too */
    IR_CONST_FLOAT,
    IR_CONST_TEXT,
    IR_CONST_EVENT,
} ir_const_kind;

typedef struct ir_const {
    ir_const_kind kind;
    type_id type;
    int64_t integer; /* BOOL, INT; EVENT: its index */
    double real;
    const char *text; /* NUL-terminated; may hold NULs too */
    uint32_t len;
} ir_const;

typedef struct ir_action {
    uint32_t event;
    action_kind kind;
    uint32_t function; /* of DO, QUORUM; of GOTO: `with`; or IR_NONE */
    uint32_t target;   /* of GOTO: a state */
    uint32_t quorum;   /* of QUORUM: the function that says how many */
    srcpos pos;
} ir_action;

typedef struct ir_state {
    const char *name;
    srcpos pos;
    temperature temp;
    uint32_t entry, exit; /* functions, or IR_NONE */
    ir_action *actions;   /* sorted by event */
    uint32_t action_count;
} ir_state;

typedef struct ir_machine {
    const char *name;
    srcpos pos;
    machine_kind kind;
    ir_slot *fields;
    uint32_t field_count;
    ir_state *states;
    uint32_t state_count;
    uint32_t start;
    type_id payload;
    evset_id receives, sends, observes;
    const uint32_t *creates; /* interfaces, sorted */
    uint32_t create_count;
} ir_machine;

typedef struct ir_event {
    const char *name;
    srcpos pos;
    type_id payload;
} ir_event;

typedef struct ir_interface {
    const char *name;
    type_id payload;
    type_id type;
    evset_id receives;
} ir_interface;

/* The machine that `new` of an interface creates in a test. */
typedef struct ir_binding {
    uint32_t interface;
    uint32_t machine;
    const uint32_t *links; /* for each interface of the machine's `creates`, the one
                              that the module makes of it (renaming) */
} ir_binding;

typedef struct ir_monitor {
    uint32_t machine;
    const uint32_t *watches; /* interfaces, sorted */
    uint32_t watch_count;
} ir_monitor;

typedef struct ir_module {
    ir_binding *bindings; /* sorted by interface */
    uint32_t binding_count;
    ir_monitor *monitors; /* specs; scenarios too, which watch every interface */
    uint32_t monitor_count;
} ir_module;

/* One run of a test: its parameters have values. */
typedef struct ir_test {
    const char *name;
    srcpos pos;
    const ir_module *module;
    uint32_t main_interface; /* IR_NONE: an implementation without one */
    const uint32_t *params;  /* the global parameters it sets; others have defaults */
    const int64_t *values;   /* of params; a bool is 0 or 1 */
    uint32_t param_count;
    bool is_implementation;
    bool refines; /* has a refinement clause, which no engine checks */
} ir_test;

typedef struct ir_invariant {
    const char *name;
    uint32_t function;
    uint32_t lemma; /* or IR_NONE */
} ir_invariant;

typedef struct ir_goal {
    bool is_default;
    uint32_t invariant; /* or IR_NONE */
    uint32_t function;  /* an inline formula, or IR_NONE */
} ir_goal;

typedef struct ir_prove {
    const char *proof; /* the name of its block, or "" */
    srcpos pos;
    ir_goal *goals;
    uint32_t goal_count;
    ir_goal *premises;
    uint32_t premise_count;
} ir_prove;

typedef struct ir_program {
    const symbols *source; /* owned by the program this was lowered from */
    arena memory;
    ir_function *functions;
    uint32_t function_count;
    uint32_t open_ints; /* of functions that are left open, see open.h */
    ir_const *consts;
    uint32_t const_count;
    ir_machine *machines; /* specs and scenarios too */
    uint32_t machine_count;
    uint32_t plain_machine_count;
    ir_event *events; /* halt is 0, null is 1 */
    uint32_t event_count;
    ir_interface *interfaces;
    uint32_t interface_count;
    ir_slot *params;
    uint32_t param_count;
    ir_test *tests;
    uint32_t test_count;
    ir_invariant *invariants;
    uint32_t invariant_count;
    uint32_t *axioms; /* functions */
    uint32_t axiom_count;
    uint32_t *inits;
    uint32_t init_count;
    ir_prove *proves;
    uint32_t prove_count;
} ir_program;

void ir_free(ir_program *ir); /* accepts NULL */

const char *ir_op_text(ir_op op);
const char *ir_op_shape(ir_op op);

/* Aborts unless every operand, pc and index of the program is in range and control is
 * well structured. */
void ir_verify(const ir_program *ir);

#endif
