#!/usr/bin/env python3
"""The man page of the library, made from its headers.

usage: api_man.py VERSION HEADER...        prints libsynod(3)

A header is read as it is meant to be read by people: a comment stands before what it is about, up to the
next empty line; `/* ---- Title ---- */` begins a section.  Calls that are macros get the types of the
functions behind them.
"""
import re
import sys

HIDDEN = "Behind the macros"
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)


def comment_text(comment):
    """The lines of a comment, without what makes it one."""
    lines = [re.sub(r"^ \*( |$)", "", line) for line in comment.split("\n")]
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def blocks(text):
    """Pieces between empty lines, outside of comments and braces."""
    piece, depth, inside = [], 0, False
    for line in text.split("\n"):
        if not line.strip() and depth == 0 and not inside:
            yield "\n".join(piece)
            piece = []
            continue
        piece.append(line)
        code = COMMENT.sub("", line)
        if inside:
            inside = "*/" not in line
        elif "/*" in code:
            inside = True
        else:
            depth += code.count("{") - code.count("}")
    yield "\n".join(piece)


def prototypes(text):
    """name -> (type, [(type, name)]) of every function."""
    found = {}
    plain = re.sub(r"\s*__attribute__\(\([^;]*\)\);", ";", COMMENT.sub("", text))
    for m in re.finditer(r"^SYNOD_API ([^;{]*?)(\w+)\(([^;]*?)\);", plain, re.M):
        params = []
        for param in re.split(r",(?![^(]*\))", " ".join(m.group(3).split())):
            name = re.search(r"\(\*(\w+)\)|(\w+)$", param.strip())
            params.append((param.strip(), next((g for g in name.groups() if g), "") if name else ""))
        found[m.group(2)] = (m.group(1), params)
    return found


def macros(text):
    """name -> (arguments, body) of every macro that is called."""
    plain = re.sub(r"\\\n\s*", "", COMMENT.sub("", text))
    return {m.group(1): (arguments(m.group(2)), m.group(3).strip())
            for m in re.finditer(r"^#define (\w+)\(([^)]*)\)(.*)$", plain, re.M)}


def arguments(text):
    """What stands between commas, those within parentheses and braces apart."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "({[") - (c in ")}]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def mentions(argument, name):
    return re.search(r"\b__VA_ARGS__\b" if name == "..." else rf"\b{re.escape(name)}\b", argument)


def call_of(name, known):
    """What a macro makes a call of: (name, arguments), or None."""
    call = re.match(r"(\w+)\((.*)\)$", known["macros"][name][1])
    if call is None or call.group(1) not in {**known["functions"], **known["macros"]}:
        return None
    return call.group(1), arguments(call.group(2))


def typed(names, passed, params):
    """The arguments with the types of the parameters that they are passed for; None: not all are."""
    out = []
    for name in names:
        places = [i for i, argument in enumerate(passed) if mentions(argument, name)]
        if len(places) != 1 or not re.fullmatch(r"(\(\w+\))?\(\w+\)|\w+", passed[places[0]]):
            return None
        out += [text for text, _ in params[places[0]:]] if name == "..." else [params[places[0]][0]]
    return out


def macro_signature(name, known):
    """(type, parameters) of how a macro is called, as far as what it stands for tells."""
    names, _ = known["macros"][name]
    call, shown = call_of(name, known), [n.rstrip("_") for n in names]
    if call is None:
        return "", shown
    callee, passed = call
    if callee in known["macros"]:
        kind, params = macro_signature(callee, known)
        return kind, params if passed == ["__VA_ARGS__"] else shown
    kind, params = known["functions"][callee]
    return kind, typed(names, passed, params) or shown


def signatures(code, known):
    """The declarations in a block of code, as a user sees them, in their order."""
    found = []
    plain = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), code)  # the same places, no comments
    for m in re.finditer(r"^#define (\w+)(\(([^)]*)\))?((?:.*\\\n)*.*)$", plain, re.M):
        if m.group(2) is None:
            text = f"#define {m.group(1)} {m.group(4).strip()}"
        else:
            kind, params = macro_signature(m.group(1), known)
            text = f"{kind}{m.group(1)}({', '.join(params)});"
        found.append((m.start(), text))
    for m in re.finditer(r"^SYNOD_API ([^;]*?)(\s*__attribute__[^;]*)?;", plain, re.M):
        remark = re.match(r" */\*.*?\*/", code[m.end():], re.S)
        found.append((m.start(), " ".join(m.group(1).split()) + ";" + (remark.group(0) if remark else "")))
    for m in re.finditer(r"^typedef (?:(?:enum|struct) \w+ \{.*?^\} \w+|[^{;]*);|^typedef enum \w+ \{[^\n]*", plain, re.M | re.S):
        found.append((m.start(), code[m.start():m.end()]))
    return [text for _, text in sorted(found) if "SYNOD_API" not in text]


def escape(line):
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + line if line[:1] in (".", "'") else line


def prose(text):
    """Paragraphs, lists and indented code, as roff."""
    out, kind = [], "text"
    for line in text.split("\n"):
        was = kind
        if line.startswith("  - "):
            kind = "item"
        elif line.startswith("    "):
            kind = was if was == "item" else "code"
        elif line:
            kind = "text"
        if was == "code" and kind != "code":
            out.append(".fi")
        if not line:
            out.append("" if kind == "code" else ".PP")
        elif line.startswith("  - "):
            out += [".IP \\(bu 2", escape(line[4:])]
        elif kind == "code":
            out += [".nf"] * (was != "code") + [escape(line)]
        else:
            out += [".PP"] * (was == "item" and kind == "text") + [escape(line.strip())]
    return out + ([".fi"] if kind == "code" else [])


def declaration(lines):
    return [".PP", ".nf"] + ["\\fB" + escape(line) + "\\fR" for text in lines for line in text.split("\n")] + [".fi"]


def entry(comment, code, known):
    lines = signatures(code, known)
    if not lines:
        return []
    out = declaration(lines)
    if comment:
        out += [".RS 4"] + prose(comment) + [".RE"]
    return out


def split_entry(block):
    """The comment a block begins with, and the code behind it."""
    m = re.match(r"\s*/\*(.*?)\*/\s*?(\n|$)", block, re.S)
    return (comment_text(m.group(1)), block[m.end():]) if m else ("", block)


def section_title(comment):
    m = re.match(r"\s*---- (.*?) ----\n?", comment)
    return (m.group(1), comment[m.end():].strip("\n")) if m else (None, comment)


def page_of(header, known):
    """A header as roff, section by section."""
    header = re.sub(r"^#ifdef __cplusplus.*?^#endif\n", "", header, flags=re.M | re.S)
    head, *rest = list(blocks(header))
    out, is_hidden = [], False
    for block in rest:
        comment, code = split_entry(block)
        title, text = section_title(comment)
        if title is not None:
            is_hidden = title == HIDDEN
            if not is_hidden:
                out += [f'.SS "{title}"'] + (prose(text) if text else [])
            comment = ""
        if not is_hidden:
            out += entry(comment, code, known)
    return split_entry(head)[0], out


def main():
    version, *paths = sys.argv[1:]
    out = [f'.TH LIBSYNOD 3 "" "Synod {version}"', ".SH NAME",
           "libsynod \\- models of message\\-passing protocols in C, and their checker", ".SH SYNOPSIS", ".nf"]
    out += [f"#include <{path.split('/')[-1]}>" for path in paths]
    out += [".PP", "cc model.c $(pkg\\-config \\-\\-cflags \\-\\-libs synod)", ".fi"]
    headers = []
    for path in paths:
        with open(path) as f:
            headers.append(f.read())
    known = {"functions": prototypes("\n".join(headers)), "macros": macros("\n".join(headers))}
    for header in headers:
        head, page = page_of(header, known)
        name, _, about = head.partition(" -- ")
        out += [f'.SH "{name.strip()}"'] + prose(about) + page
    out += [".SH SEE ALSO", ".BR synod (1),", "docs/modelling\\-in\\-c.md in the source of Synod"]
    print("\n".join(out))


if __name__ == "__main__":
    main()
