/* tree.h -- the text of an IceT program as a tree of blocks and statements.
 *
 * It knows braces and semicolons, and nothing else: `head { items }` and `text;`.  That
 * is enough to drop, move and change statements; the front end tells whether what comes
 * out is a program.
 */
#ifndef CROSS_ICET_TREE_H
#define CROSS_ICET_TREE_H

#include "base/strbuf.h"
#include "base/vec.h"

#include <stdbool.h>

typedef struct tree tree;
struct tree {
    strbuf text; /* without the `{` or `;` */
    bool is_block;
    bool gone; /* not printed */
    bool open; /* a block of which only the items are printed */
    VEC(tree *) items;
};

/* A block without a head.  The text may be anything; a brace too many ends it. */
tree *tree_parse(const char *text);
tree *tree_new(bool is_block, const char *text);
void tree_free(tree *t);
tree *tree_copy(const tree *t);

void tree_print(const tree *t, strbuf *out);

bool tree_begins(const tree *t, const char *word);
void tree_insert(tree *parent, size_t at, tree *item);
tree *tree_take(tree *parent, size_t at); /* out of its parent */

#endif
