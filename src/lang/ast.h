/* ast.h -- a P program as a tree of declarations, statements and expressions.
 *
 * The parser builds it in one arena.  Later phases fill in the fields below each
 * "resolved" mark (the declaration of a name, the type of an expression) and the `fun`
 * of a handler that is given by name; they change nothing else.  Lists are arrays with
 * a count; an absent part is NULL.
 *
 * Only the front end, the lowerings (ir/lower*, engine/sequential/extract) and loaders
 * may include this header; scripts/lint.py checks it.
 */
#ifndef LANG_AST_H
#define LANG_AST_H

#include "base/source.h"
#include "lang/evset.h"
#include "lang/kinds.h"
#include "lang/names.h"
#include "lang/token.h"
#include "lang/type.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct ident {
    name_id name; /* NAME_NONE: absent */
    srcpos pos;
} ident;

typedef struct expr expr;
typedef struct stmt stmt;
typedef struct type_expr type_expr;
typedef struct module_expr module_expr;
typedef struct var_decl var_decl;
typedef struct fun_decl fun_decl;
typedef struct state_decl state_decl;
typedef struct machine_decl machine_decl;
typedef struct interface_decl interface_decl;
typedef struct event_decl event_decl;
typedef struct enum_decl enum_decl;
typedef struct enum_elem enum_elem;
typedef struct typedef_decl typedef_decl;
typedef struct eventset_decl eventset_decl;
typedef struct module_decl module_decl;
typedef struct invariant_decl invariant_decl;
typedef struct lemma_decl lemma_decl;
typedef struct pure_decl pure_decl;

#define LIST(T)         \
    struct {            \
        T *data;        \
        uint32_t count; \
    }

typedef LIST(ident) ident_list;
typedef LIST(expr *) expr_list;
typedef LIST(stmt *) stmt_list;
typedef LIST(var_decl *) var_list;
typedef LIST(interface_decl *) interface_set; /* sorted by index, each once */

/* ---- Types as written ---- */

typedef enum type_expr_kind {
    TX_BUILTIN, /* bool, int, ... */
    TX_NAME,
    TX_SEQ,
    TX_SET,
    TX_MAP,
    TX_TUPLE,
    TX_NAMED_TUPLE,
} type_expr_kind;

struct type_expr {
    type_expr_kind kind;
    srcpos pos;
    type_id builtin;
    ident name;
    LIST(type_expr *) parts; /* elements, or key and value, or fields */
    ident_list names;        /* of a named tuple's fields */
    /* resolved */
    type_id type;
    bool is_resolved;
};

/* ---- Expressions ---- */

typedef enum expr_kind {
    EX_NAME,
    EX_INT,
    EX_FLOAT,
    EX_BOOL,
    EX_NULL,
    EX_NONDET, /* $ and, with `fair`, $$ */
    EX_HALT,
    EX_THIS,
    EX_TEXT,
    EX_FORMAT,
    EX_TUPLE,
    EX_NAMED_TUPLE,
    EX_FIELD,
    EX_TUPLE_FIELD,
    EX_INDEX,
    EX_KEYS,
    EX_VALUES,
    EX_SIZEOF,
    EX_DEFAULT,
    EX_CHOOSE,
    EX_NEW,
    EX_CALL,
    EX_UNARY,
    EX_BINARY,
    EX_CAST,    /* as */
    EX_CONVERT, /* to */
    EX_IS,
    EX_TARGETS,
    EX_INFLIGHT,
    EX_SENT,
    EX_QUANTIFIER,
} expr_kind;

/* The declaration that a name in an expression, or a field access, refers to. */
typedef enum ref_kind {
    REF_NONE, /* reported as an error */
    REF_VAR,
    REF_ENUM_ELEM,
    REF_EVENT,
    REF_SPEC,
    REF_INVARIANT,
    REF_LEMMA,
    REF_TUPLE_FIELD,   /* field access: of a named tuple */
    REF_MACHINE_FIELD, /* ... of a machine reference, in proofs */
    REF_SPEC_FIELD,    /* ... of a spec machine, in proofs */
    REF_EVENT_FIELD,   /* ... of an event's payload, in proofs */
    REF_MACHINE,       /* `is`: a kind of machine */
    REF_STATE,         /* `is`: a state */
    REF_FUN,
    REF_PURE,
} ref_kind;

struct expr {
    expr_kind kind;
    token_kind op;   /* EX_UNARY, EX_BINARY, EX_QUANTIFIER (forall or exists) */
    uint16_t height; /* of the tree below, so that deep ones are refused early */
    bool flag;       /* EX_BOOL: the value; EX_NONDET: fair; EX_QUANTIFIER: `new`;
                      * EX_IS: a state of any machine, by its name */
    srcpos pos;      /* its main token: an operator, a name, ... */
    srcpos start;    /* its first token */
    union {
        ident name;       /* EX_NAME */
        uint64_t integer; /* EX_INT, saturated; EX_TUPLE_FIELD: the index */
        double real;      /* EX_FLOAT */
        struct {
            ident field;    /* EX_FIELD, EX_IS: the name after the operator */
            uint32_t index; /* resolved: the index of the field */
        } access;
        struct {
            const char *text; /* EX_TEXT, EX_FORMAT: without quotes, escapes undone */
            uint32_t len;
        } text;
        ident callee;     /* EX_CALL, EX_NEW */
        ident_list names; /* EX_NAMED_TUPLE */
        type_expr *as;    /* EX_CAST, EX_CONVERT, EX_DEFAULT */
        var_list bound;   /* EX_QUANTIFIER */
    };
    expr_list args; /* operands, left to right */
    /* resolved */
    type_id type;
    ref_kind ref;
    union {
        var_decl *var;
        enum_elem *elem;
        event_decl *event;
        machine_decl *machine;
        invariant_decl *invariant;
        lemma_decl *lemma;
        state_decl *state;
        fun_decl *fun;
        pure_decl *pure;
        interface_decl *interface; /* EX_NEW */
    } to;
};

/* ---- Statements ---- */

typedef enum stmt_kind {
    STMT_BLOCK,
    STMT_EMPTY,
    STMT_ASSERT,
    STMT_ASSUME,
    STMT_PRINT,
    STMT_RETURN,
    STMT_BREAK,
    STMT_CONTINUE,
    STMT_ASSIGN,
    STMT_INSERT, /* lv += (a, b) */
    STMT_ADD,    /* lv += (a) */
    STMT_REMOVE, /* lv -= a */
    STMT_WHILE,
    STMT_FOREACH,
    STMT_IF,
    STMT_EXPR, /* a call or `new`, value dropped */
    STMT_RAISE,
    STMT_ANNOUNCE,
    STMT_SEND,
    STMT_GOTO,
    STMT_RECEIVE,
} stmt_kind;

/* `case e1, e2: (p: T) { ... }`: its locals live in the frame of the function. */
typedef struct receive_case {
    ident_list events;
    var_list params;
    var_list locals;
    stmt *body;
    srcpos pos;
    /* resolved */
    uint32_t scope;
    LIST(event_decl *) handles;
} receive_case;

struct stmt {
    stmt_kind kind;
    srcpos pos;
    /* ASSERT, ASSUME, PRINT, RETURN, IF, WHILE, EXPR: operands
     * ASSIGN: target, value        INSERT, ADD, REMOVE: target, operands
     * RAISE, ANNOUNCE: event, payload...       SEND: machine, event, payload...
     * GOTO: payload...                         FOREACH: collection */
    expr_list args;
    stmt_list body;       /* BLOCK: all; IF: then and else; loops: one */
    ident name;           /* GOTO: state; FOREACH: variable */
    expr_list invariants; /* FOREACH, in proofs */
    LIST(receive_case *) cases;
    /* resolved */
    state_decl *state; /* GOTO */
    var_decl *var;     /* FOREACH */
};

/* ---- Declarations ---- */

/* A condition in proofs. */
typedef struct formula {
    expr *body;
    /* resolved */
    fun_decl *frame; /* where the variables it binds live */
} formula;

typedef LIST(formula) formula_list;

typedef enum var_kind {
    VAR_LOCAL,
    VAR_PARAM,
    VAR_FIELD,
    VAR_GLOBAL_PARAM,
    VAR_BOUND, /* by a quantifier */
} var_kind;

struct var_decl {
    var_kind kind;
    ident name;
    type_expr *syntax;
    /* resolved */
    type_id type;
    uint32_t index; /* of a field, a global param, or a slot in the frame */
    bool is_read;
    bool is_written;
};

/* The role of an anonymous function; named ones may have several. */
typedef enum fun_role {
    ROLE_NAMED,
    ROLE_ENTRY,
    ROLE_EXIT,
    ROLE_DO,
    ROLE_WITH,
    ROLE_FORMULA, /* not a function: holds the variables of a formula in proofs */
} fun_role;

typedef struct fun_call {
    fun_decl *callee;
    srcpos pos;
} fun_call;

struct fun_decl {
    ident name; /* anonymous handlers have a position only */
    fun_role role;
    var_list params;
    type_expr *result;
    var_list locals;
    stmt *body; /* NULL: foreign */
    ident creates;
    var_decl *returned; /* proofs: return (x: T) */
    formula_list requires;
    formula_list ensures;
    machine_decl *owner; /* NULL: global */
    /* resolved */
    type_id result_type; /* TYPE_NULL when there is none */
    uint32_t scope;
    uint32_t index;      /* in program.functions */
    uint32_t slot_count; /* params, locals and locals of receive cases */
    unsigned effects;    /* its own, later those of what it calls too */
    srcpos jump_pos;     /* where it may raise or change state */
    VEC(fun_call) calls;
    VEC(fun_call) proof_calls; /* of its loop invariants */
    VEC(uint32_t) raises;      /* events by name */
    bool raises_unknown;       /* an event that is in a variable */
    VEC(interface_decl *) news;
    interface_decl *created_by_foreign;
    uint32_t visit; /* mark of the last search over calls that visited it */
    bool is_called;
    bool is_handler;
};

/* One `on`, `defer` or `ignore` line. */
typedef struct handler_decl {
    action_kind kind;
    srcpos pos;
    ident_list events;
    expr *quorum; /* ACTION_QUORUM: how many messages */
    ident target; /* ACTION_GOTO */
    ident named;  /* function given by name */
    fun_decl *fun;
    /* resolved */
    state_decl *to;
} handler_decl;

/* The action of one state for one event. */
typedef struct action {
    event_decl *event;
    handler_decl *handler;
    srcpos pos; /* of the event in the handler's list */
} action;

/* entry and exit */
typedef struct hook {
    srcpos pos; /* of the word; SRC_NONE: absent */
    ident named;
    fun_decl *fun;
} hook;

struct state_decl {
    ident name;
    bool is_start;
    temperature temp;
    hook entry;
    hook exit;
    LIST(handler_decl *) handlers;
    /* resolved */
    machine_decl *owner;
    uint32_t index;
    VEC(action) actions; /* in the order of the text */
    bool is_reachable;
};

struct machine_decl {
    machine_kind kind;
    ident name;
    bool has_receives, has_sends; /* a clause, perhaps empty */
    ident_list receives;
    ident_list sends;
    ident_list observes;
    LIST(var_decl *) fields;
    LIST(fun_decl *) functions; /* the named ones */
    LIST(state_decl *) states;
    /* resolved */
    uint32_t index;
    uint32_t scope;
    evset_id receives_set;
    evset_id sends_set;
    evset_id observes_set;
    state_decl *start;
    type_id payload;       /* of the start state's entry; TYPE_NULL without one */
    interface_decl *iface; /* the implicit one; NULL for specs */
    type_id type;
    interface_set creates;         /* closed over calls */
    VEC(fun_decl *) all_functions; /* anonymous ones too */
};

struct interface_decl {
    ident name;
    type_expr *payload_syntax;
    ident_list receives;
    machine_decl *machine; /* of an implicit interface, else NULL */
    /* resolved */
    uint32_t index;
    type_id payload;
    evset_id receives_set;
    type_id type;
};

struct event_decl {
    ident name;
    type_expr *syntax;
    /* resolved */
    uint32_t index; /* halt is 0, null is 1 */
    type_id payload;
    evset_id self_set; /* as a type: the set of just this event */
    type_id type;
    bool is_mentioned;
    bool is_emitted; /* perhaps: an expression has it as a value */
    bool is_sent;    /* by name: sent, raised or announced */
    bool is_consumed, is_ignored;
};

struct enum_elem {
    ident name;
    uint64_t number; /* saturated */
    bool has_number;
    srcpos number_pos;
    enum_decl *owner;
};

struct enum_decl {
    ident name;
    LIST(enum_elem *) elems;
    /* resolved */
    type_id type;
};

struct typedef_decl {
    ident name;
    type_expr *syntax; /* NULL: foreign */
    /* resolved */
    type_id type;
    enum { TYPEDEF_NEW, TYPEDEF_ACTIVE, TYPEDEF_DONE } progress;
};

struct eventset_decl {
    ident name;
    ident_list events;
    /* resolved */
    evset_id set;
    type_id type;
};

/* ---- Modules and tests ---- */

typedef enum module_kind {
    MOD_BIND,
    MOD_NAME,
    MOD_COMPOSE,
    MOD_UNION,
    MOD_ASSERT,
    MOD_HIDE_INTERFACES,
    MOD_HIDE_EVENTS,
    MOD_RENAME,
    MOD_MAIN,
} module_kind;

typedef struct binding_syntax {
    ident machine;
    ident interface; /* absent: the machine's own */
} binding_syntax;

struct module_expr {
    module_kind kind;
    srcpos pos;
    LIST(binding_syntax) bindings;
    ident_list names; /* NAME: one; ASSERT, HIDE: list; RENAME: old, new; MAIN: one */
    LIST(module_expr *) parts;
};

struct module_decl {
    ident name;
    module_expr *body;
    /* resolved: see module.h */
    const struct module *value;
    enum { MODULE_NEW, MODULE_ACTIVE, MODULE_DONE } progress;
};

typedef struct param_value {
    srcpos pos;
    bool is_bool;
    int64_t value; /* a bool is 0 or 1 */
    bool too_large;
} param_value;

typedef struct test_param {
    ident name;
    LIST(param_value) values;
    /* resolved */
    var_decl *var;
} test_param;

typedef struct test_decl {
    ident name;
    bool is_implementation;
    ident main;
    module_expr *body;
    module_expr *refines;
    LIST(test_param) params;
    expr *assume;
    bool has_wise;
    uint64_t wise; /* saturated */
    srcpos wise_pos;
    /* resolved: see module.h */
    const struct module *value;
    machine_decl *main_machine;
    interface_decl *main_interface;
} test_decl;

/* ---- The proof dialect ---- */

struct invariant_decl {
    ident name;
    formula condition;
    lemma_decl *lemma; /* NULL: stands alone */
    /* resolved */
    uint32_t index;
    ident full_name; /* that of the lemma comes first, if there is one */
};

struct lemma_decl {
    ident name;
    LIST(invariant_decl *) invariants;
    /* resolved */
    uint32_t index;
};

struct pure_decl {
    ident name;
    var_list params;
    type_expr *result;
    expr *body; /* NULL: uninterpreted */
    /* resolved */
    type_id result_type;
    fun_decl *frame;
};

typedef struct prove_cmd {
    srcpos pos;
    bool goals_all, goals_default, premises_all;
    /* each the name of an invariant or lemma, or a formula written in place */
    formula_list goals;
    formula_list premises;
    formula_list excepts;
    /* resolved: invariants by index, and the inline formulas */
    LIST(uint32_t) goal_invariants;
    LIST(uint32_t) premise_invariants;
} prove_cmd;

typedef struct proof_decl {
    ident name; /* may be absent */
    LIST(prove_cmd *) commands;
} proof_decl;

/* axiom and init-condition */
typedef struct condition_decl {
    srcpos pos;
    formula condition;
    bool is_axiom;
} condition_decl;

#endif
