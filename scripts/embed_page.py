#!/usr/bin/env python3
"""Puts the parts of the report page into one C file: what stands before the data, and what after.

usage: embed_page.py OUTPUT.c DEPENDENCIES.d FOLDER

Style and script are named by their hashes in the page's policy, so a browser runs
these and nothing else, whatever the data contains.
"""
import base64
import hashlib
import os
import sys

# In this order: each may use what stands before it.
SCRIPTS = ['dom.js', 'model.js', 'labels.js', 'layout.js', 'diagram.js', 'source.js', 'detail.js', 'end.js', 'below.js', 'verdict.js',
           'messages.js', 'runs.js', 'controls.js', 'print.js', 'page.js']


def read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def source_hash(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def halves(folder):
    """The page around its data."""
    style = '\n' + read(os.path.join(folder, 'page.css'))
    script = "\n'use strict';\n" + '\n'.join(read(os.path.join(folder, name)) for name in SCRIPTS)
    for text in (style, script):
        assert '</' not in text and '<!--' not in text, 'would end its element'
    policy = (f"default-src 'none'; script-src {source_hash(script)}; style-src {source_hash(style)}; "
              "base-uri 'none'; form-action 'none'")
    page = read(os.path.join(folder, 'page.html'))
    for name, text in (('POLICY', policy), ('STYLE', style), ('SCRIPT', script)):
        assert page.count(f'@{name}@') == 1, name
        page = page.replace(f'@{name}@', text)
    head, tail = page.split('@DATA@')
    return head, tail


def c_array(name, text):
    data = text.encode()
    lines = [', '.join(str(b) for b in data[i:i + 24]) for i in range(0, len(data), 24)]
    body = ',\n    '.join(lines)
    return f'const unsigned char {name}[] = {{\n    {body}}};\nconst size_t {name}_len = sizeof {name};\n'


def main():
    out, dependencies, folder = sys.argv[1:]
    head, tail = halves(folder)
    with open(out, 'w', encoding='utf-8') as f:
        f.write('/* Made by scripts/embed_page.py. */\n#include "report/page/page.h"\n\n')
        f.write(c_array('page_head', head) + '\n' + c_array('page_tail', tail))
    with open(dependencies, 'w', encoding='utf-8') as f:
        parts = [os.path.join(folder, name).replace(' ', '\\ ') for name in ['page.html', 'page.css', *SCRIPTS]]
        f.write(f'{out}: ' + ' '.join(parts) + '\n')


if __name__ == '__main__':
    main()
