#!/usr/bin/env python3
"""Words that no file of the tree may hold: promises left open, conflict marks, and paths of one machine.

    tests/lint/words.py [ROOT]

Only text files are read, and not this one, which has to name them. Lines of captured data (tests/cli, tests/vectors)
are read like any other: a path of somebody's machine is no better there.
"""

import re
import sys
from pathlib import Path

import tree

FORBIDDEN = (
    (re.compile(r"\b(TODO|FIXME|XXX|HACK)\b"), "an open promise: do it, or say nothing"),
    (re.compile(r"^(<{7} |={7}$|>{7} )"), "a mark of a merge conflict"),
    (re.compile(r"(?<![\w.~$}])/(root|work|home/\w+|Users/\w+|tmp/(wt|briefs))(/|\b(?!\w))"), "a path of one machine"),
    (re.compile(r"\b(?!persistent:)[a-z]+://((?!localhost)[\w-]+[:/]|10\.|127\.|192\.168\.|[\w.-]+\.(internal|corp|lan|local)\b)"),
     "an address of one network"),
)


def check(root):
    findings, checked = [], 0
    for path in tree.files(root):
        if path.name == "words.py":
            continue
        try:
            text = (root / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        checked += 1
        for number, line in enumerate(text.splitlines(), 1):
            for pattern, why in FORBIDDEN:
                found = pattern.search(line)
                if found:
                    findings.append(f"{path}:{number}: '{found[0].strip()}': {why}")
    return findings, checked


def main():
    findings, checked = check(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else tree.ROOT)
    return tree.verdict(checked, findings)


if __name__ == "__main__":
    sys.exit(main())
