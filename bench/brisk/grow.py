#!/usr/bin/env python3
"""Makes examples/icet/theque.icet larger.

usage: grow.py groups|code [TIMES]

groups: so many (default 10) file stores side by side, each with clients, a master and servers of its
        own, and messages of its own.
code:   one file store with so many calls of each kind, which makes the code of client and master
        so many times as long.
"""
import os
import re
import sys

MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "icet", "theque.icet")
TIMES = 10
DECLARATION = re.compile(r"^(?:type|message|(?:reactive )?proc)\s+(\w+)(?:\[(\w+))?", re.M)
CONSTRUCTOR = re.compile(r"(?<=[=|])\s*([A-Z]\w*)")


def read():
    with open(MODEL) as f:
        return re.sub(r"[ \t]*//.*", "", f.read())


def end_of_block(text, start):
    """Behind the brace that closes the first one from START on."""
    depth = 0
    for at in range(text.index("{", start), len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    raise ValueError("a brace is not closed")


def rename(text, names, suffix):
    pattern = re.compile(r"\b(" + "|".join(sorted(names)) + r")\b")
    return pattern.sub(lambda m: m[1] + suffix, text)


# ---- file stores side by side ----

def constructors(text):
    """Those of all types and messages."""
    heads = re.findall(r"^(?:type|message)\s+\w+\s*=[^;]*;", text, re.M)
    return {name for head in heads for name in CONSTRUCTOR.findall(head)}


def groups(text, times):
    """A variable may have the name of a message, so it is renamed with it: no harm is done."""
    names = constructors(text) | {name for found in DECLARATION.findall(text) for name in found if name}
    return "".join(rename(text, names, f"_{i}") for i in range(1, times + 1))


# ---- more code ----

def calls(text):
    """The constructors of the message `rpc`."""
    return CONSTRUCTOR.findall(re.search(r"^message rpc =[^;]*;", text, re.M)[0])


def more_calls(text, names, times):
    head = re.search(r"^message rpc =([^;]*);", text, re.M)
    arms = [rename(head[1].strip(), names, str(i)) for i in range(1, times + 1)]
    return text[:head.start(1)] + " " + " | ".join(arms) + text[head.end(1):]


def more_choices(text, names, times):
    """The client's `if (*) ... else if (*) ... else`."""
    start = text.index("    if (*) {", text.index("proc client"))
    end = end_of_block(text, start)
    while text[end:].lstrip().startswith("else"):
        end = end_of_block(text, end)
    first = text[start:end]
    last_else = first.rindex("} else {")
    inner = first[:last_else] + "} else if (*) {" + first[last_else + len("} else {"):]
    chain = [rename(inner, names, str(i)) for i in range(1, times)] + [rename(first, names, str(times))]
    return text[:start] + " else ".join([chain[0]] + [c.lstrip() for c in chain[1:]]) + text[end:]


def more_handlers(text, names, times):
    """The arms of the master's `receive rpc`."""
    start = text.index("receive rpc {")
    start, end = text.index("{", start) + 1, end_of_block(text, start) - 1
    arms = text[start:end]
    return text[:start] + "".join(rename(arms, names, str(i)) for i in range(1, times + 1)) + text[end:]


def code(text, times):
    names = calls(text)
    for more in (more_calls, more_choices, more_handlers):
        text = more(text, names, times)
    return text


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in ("groups", "code"):
        sys.exit(__doc__)
    grow = {"groups": groups, "code": code}[sys.argv[1]]
    sys.stdout.write(grow(read(), int(sys.argv[2]) if len(sys.argv) > 2 else TIMES))


if __name__ == "__main__":
    main()
