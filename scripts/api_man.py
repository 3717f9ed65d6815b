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
    for m in re.finditer(r"^SYNOD_API ([^;{]*?)(\w+)\(([^;]*?)\)[^;)]*;", COMMENT.sub("", text), re.M):
        params = []
        for param in re.split(r",(?![^(]*\))", " ".join(m.group(3).split())):
            name = re.search(r"\(\*(\w+)\)|(\w+)$", param.strip())
            params.append((param.strip(), next((g for g in name.groups() if g), "") if name else ""))
        found[m.group(2)] = (m.group(1), params)
    return found


def macro_signature(name, args, functions):
    """How a macro is called, with the types of the function behind it if it passes its arguments on."""
    names = [a.strip().rstrip("_") for a in args.split(",") if a.strip()]
    if name + "_at" not in functions:
        return f"{name}({', '.join(names)});"
    kind, params = functions[name + "_at"]
    types = {n: text for text, n in params}
    if params and params[-1][0] == "...":
        types["..."] = "..."
        if names == ["..."]:
            names = ["format", "..."]
            types["format"] = types.get("format", "const char *format")
    typed = [types.get(n, n) for n in names]
    return f"{kind}{name}({', '.join(typed) or 'void'});"


def signatures(code, functions):
    """The declarations in a block of code, as a user sees them, in their order."""
    found = []
    plain = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), code)  # the same places, no comments
    for m in re.finditer(r"^#define (\w+)(\(([^)]*)\))?((?:.*\\\n)*.*)$", plain, re.M):
        found.append((m.start(), f"#define {m.group(1)} {m.group(4).strip()}" if m.group(2) is None
                      else macro_signature(m.group(1), m.group(3), functions)))
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


def entry(comment, code, functions):
    lines = signatures(code, functions)
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


def page_of(header):
    """A header as roff, section by section."""
    functions = prototypes(header)
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
            out += entry(comment, code, functions)
    return split_entry(head)[0], out


def main():
    version, *paths = sys.argv[1:]
    out = [f'.TH LIBSYNOD 3 "" "Synod {version}"', ".SH NAME",
           "libsynod \\- models of message\\-passing protocols in C, and their checker", ".SH SYNOPSIS", ".nf"]
    out += [f"#include <{path.split('/')[-1]}>" for path in paths]
    out += [".PP", "cc model.c $(pkg\\-config \\-\\-cflags \\-\\-libs synod)", ".fi"]
    for path in paths:
        with open(path) as f:
            head, page = page_of(f.read())
        name, _, about = head.partition(" -- ")
        out += [f'.SH "{name.strip()}"'] + prose(about) + page
    out += [".SH SEE ALSO", ".BR synod (1),", "docs/modelling\\-in\\-c.md in the source of Synod"]
    print("\n".join(out))


if __name__ == "__main__":
    main()
