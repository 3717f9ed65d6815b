/* ast.h -- the syntax tree of an IceT model, before it is checked.
 *
 * The parser builds it in one arena; icet_check turns it into an icet_program and does
 * not change it.  Each node lists which fields its kinds use.  Names are ids in the
 * table of names.  *_BAD and AST_NOTHING replace parts with mistakes, which the parser
 * has reported.
 */
#ifndef ICET_AST_H
#define ICET_AST_H

#include "base/intern.h"
#include "icet/icet.h"

/* The checker walks the tree recursively, so its depth is bounded. */
enum { ICET_MAX_DEPTH = 500 };

#define AST_LIST(T)     \
    struct {            \
        T **data;       \
        uint32_t count; \
    }

typedef struct ast_type ast_type;
typedef struct ast_pattern ast_pattern;
typedef struct ast_expr ast_expr;
typedef struct ast_stmt ast_stmt;

typedef struct ast_name {
    intern_id id; /* INTERN_NONE: absent */
    srcpos pos;
} ast_name;

typedef enum ast_type_kind {
    AST_TYPE_INT,
    AST_TYPE_BOOL,
    AST_TYPE_PID,
    AST_TYPE_NAME,
    AST_TYPE_TUPLE,
    AST_TYPE_BAD, /* reported */
} ast_type_kind;

typedef AST_LIST(ast_type) ast_types;

struct ast_type {
    ast_type_kind kind;
    srcpos pos;
    ast_name name;
    ast_types items;
};

/* ---- expressions ---- */

typedef enum ast_expr_kind {
    AST_INT,    /* number */
    AST_BOOL,   /* number: 0 or 1 */
    AST_SELF,   /* */
    AST_NOBODY, /* */
    AST_NAME,   /* name: a variable, a process, a constructor without values */
    AST_CALL,   /* name: a constructor; args */
    AST_SIZE,   /* name: a set */
    AST_TUPLE,  /* args */
    AST_ITEM,   /* args[0] . number */
    AST_IS,     /* args[0] is name */
    AST_UNARY,  /* op args[0] */
    AST_BINARY, /* args[0] op args[1] */
    AST_BAD,    /* reported */
} ast_expr_kind;

typedef AST_LIST(ast_expr) ast_exprs;

struct ast_expr {
    ast_expr_kind kind;
    srcpos start;      /* where it begins */
    srcpos pos;        /* what a message about it points at */
    icet_expr_kind op; /* AST_UNARY, AST_BINARY */
    ast_name name;
    uint64_t number; /* UINT64_MAX: too large */
    uint32_t height;
    ast_exprs args;
};

/* ---- statements ---- */

typedef AST_LIST(ast_pattern) ast_patterns;

struct ast_pattern {
    srcpos pos;
    ast_name name; /* none: `_`, or a tuple */
    bool is_tuple;
    ast_patterns items;
};

typedef AST_LIST(ast_stmt) ast_block;

/* CTOR [ (patterns) ] => block */
typedef struct ast_arm {
    srcpos pos;
    ast_name ctor; /* none: `_` */
    bool has_pattern;
    ast_patterns patterns;
    ast_block body;
} ast_arm;

typedef AST_LIST(ast_arm) ast_arms;

/* The right side of an assignment: an expression, or nondet. */
typedef struct ast_value {
    srcpos pos;
    ast_expr *expr; /* NULL: nondet */
    ast_name set;   /* nondet S */
} ast_value;

typedef enum ast_stmt_kind {
    AST_SEND,    /* name [.ctor] [(args)] to target */
    AST_RECEIVE, /* name [(patterns)] [from target] [arms] */
    AST_MATCH,   /* target; arms */
    AST_VAR,     /* name [: type] = value */
    AST_ASSIGN,  /* name = value */
    AST_IF,      /* target, NULL: `*`; then, otherwise */
    AST_FOR,     /* name, none: `_`; set; then */
    AST_WHILE,   /* then */
    AST_BREAK,   /* */
    AST_ASSERT,  /* target, text */
    AST_FAIL,    /* text */
    AST_NOTHING, /* reported */
} ast_stmt_kind;

struct ast_stmt {
    ast_stmt_kind kind;
    srcpos pos;
    ast_name name;
    ast_name ctor;
    ast_name set;
    bool has_pattern, has_arms;
    ast_exprs args;
    ast_patterns patterns;
    ast_arms arms;
    ast_expr *target;
    ast_type *type;
    ast_value value;
    const char *text;
    ast_block then, otherwise;
};

/* ---- declarations ---- */

typedef struct ast_ctor {
    ast_name name;
    ast_types fields;
} ast_ctor;

typedef AST_LIST(ast_ctor) ast_ctors;

typedef struct ast_data {
    ast_name name;
    ast_ctors ctors;
} ast_data;

typedef struct ast_message {
    ast_name name;
    ast_types fields;
    ast_data *data; /* of its own, or NULL */
} ast_message;

typedef struct ast_set {
    ast_name name;
    uint64_t at_least;
    srcpos at_least_pos;
} ast_set;

typedef struct ast_process {
    ast_name name;
    bool reactive;
    ast_set *set; /* or NULL */
    ast_block body;
} ast_process;

typedef struct ast_program {
    arena memory;
    VEC(ast_data *) datas;
    VEC(ast_message *) messages;
    VEC(ast_set *) indices;
    VEC(ast_process *) processes;
} ast_program;

#endif
