#!/usr/bin/env python3
"""Who may include whom: holds the sources to the table in ARCHITECTURE.md.

    tests/lint/layers.py [ROOT]

The table is the fenced block of ARCHITECTURE.md that is marked `layers`, a line a part of libcore:

    base:
    hash: base
    route: base hash
    tools: *

A part may include itself and the parts after the colon, no others, and nothing by way of them: what is used is named.
`*` is every part. `tools` stands for each folder of tools/, which may not include one another. A `#` starts a comment.

Third-party headers stay in sources, and there in the parts of HOMES; fmt may stand anywhere. Files over 400 lines
are listed and are no failure.
"""

import re
import sys
from pathlib import Path

import tree

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
PART = re.compile(r"^lanewise_part\((\w+)([^)]*)\)", re.M)
LONG = 400
VAGUE = {"util", "utils", "common", "helper", "helpers", "misc"}

# Beginning of a third-party header -> where it may be included.
HOMES = {
    "CLI/": {"libcore/cli"},
    "simdjson.h": {"libcore/record"},
    "re2/": {"libcore/record"},
    "nlohmann/": {"libcore", "tools"},
    "zlib.h": {"libcore/io"},
    "zstd.h": {"libcore/io"},
    "librdkafka/": {"libcore/kafka"},
    "sqlite3.h": {"libcore/store"},
    "libpq-fe.h": {"libcore/store"},
    "fmt/": {"libcore", "tools"},
}
# Headers with `.h` or a folder in their name that come with the system.
SYSTEM = re.compile(r"(sys|netinet|arpa|linux)/\w+\.h|(dirent|dlfcn|endian|errno|fcntl|fnmatch|glob|langinfo|locale|"
                    r"netdb|poll|pthread|pwd|sched|signal|spawn|stdlib|string|termios|time|unistd|wait|"
                    r"immintrin|x86intrin|arm_neon)\.h")


def read_table(architecture):
    """{part: set of parts it may include}; raises ValueError if there is no such table or it is no order."""
    block = re.search(r"^```layers\n(.*?)^```", architecture, re.M | re.S)
    if not block:
        raise ValueError("no block marked `layers`")
    table = {}
    for line in block[1].splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        part, colon, used = line.partition(":")
        if not colon or part.strip() in table:
            raise ValueError(f"in the block `layers`: '{line}' is no `part: used used`, or the part stands twice")
        table[part.strip()] = set(used.split())
    parts = set(table) - {"tools"}
    for part in table:
        if "*" in table[part]:
            table[part] = parts - {part}
        unknown = table[part] - parts
        if unknown:
            raise ValueError(f"in the block `layers`: {part} uses {', '.join(sorted(unknown))}, which has no line")
    left = dict(table)
    while left:
        low = [part for part, used in left.items() if not used & set(left)]
        if not low:
            raise ValueError(f"in the block `layers`: a circle among {', '.join(sorted(left))}")
        for part in low:
            del left[part]
    return table


def room(path):
    """The part or `tools` that a source belongs to, and the folder that is its home."""
    return ("tools" if path.parts[0] == "tools" else path.parts[1]), "/".join(path.parts[:2])


def check_own(root, path, target, table):
    if not (root / target).is_file():
        return f"there is no {target}: include paths start at the root"
    target = Path(target)
    here, folder = room(path)
    there, their_folder = room(target)
    if target.parts[0] == "tools":
        allowed = folder == their_folder
    else:
        allowed = there == here or there in table[here]
    return None if allowed else f"{folder} may not include {target} (table in ARCHITECTURE.md)"


def check_foreign(path, header):
    if re.fullmatch(r"[a-z0-9_]+", header) or SYSTEM.fullmatch(header):
        return None
    home = next((homes for start, homes in HOMES.items() if header.startswith(start)), None)
    if home is None:
        return f"<{header}> is in no list of tests/lint/layers.py"
    if path.suffix == ".h" and not header.startswith("fmt/"):
        return f"<{header}> in a header: of other people's headers only fmt's may stand in ours"
    if not any(path.is_relative_to(folder) for folder in home):
        return f"<{header}> belongs to {', '.join(sorted(home))}"
    return None


def check_source(root, path, table):
    text = (root / path).read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        own = match[1] == '"'
        complaint = check_own(root, path, match[2], table) if own else check_foreign(path, match[2])
        if complaint:
            yield f"{path}:{text.count(chr(10), 0, match.start(2)) + 1}: {complaint}"


def check_build(root, table):
    """The links of libcore/CMakeLists.txt must be in the table too, else the build is laxer than the page."""
    for part, words in PART.findall((root / "libcore/CMakeLists.txt").read_text(encoding="utf-8")):
        used = re.search(r"\bUSES\s+([\w\s]+?)\s*(?:\bLINKS\b|$)", words)
        for extra in sorted(set(used[1].split() if used else ()) - table.get(part, set())):
            yield f"libcore/CMakeLists.txt: {part} uses {extra}, which the table in ARCHITECTURE.md does not allow"


def check(root):
    """Findings, and how many files were looked at."""
    table = read_table((root / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    every = tree.files(root)
    sources = [p for p in every if p.parts[0] in ("libcore", "tools") and p.suffix in (".h", ".cpp") and len(p.parts) > 2]
    findings = []
    folders = {p.parts[1] for p in sources if p.parts[0] == "libcore"}
    findings += [f"ARCHITECTURE.md: the table has no line for libcore/{part}" for part in sorted(folders - set(table))]
    findings += [f"ARCHITECTURE.md: the table has a line for {part}, and there is no libcore/{part}"
                 for part in sorted(set(table) - {"tools"} - folders)]
    for name in sorted({part for p in sources for part in p.parts[:-1]} & VAGUE):
        findings.append(f"a folder called {name}: name it after what it holds")
    for path in sources:
        if room(path)[0] in table:
            findings += check_source(root, path, table)
    findings += check_build(root, table)
    for path in every:
        if path.suffix in (".h", ".cpp", ".py", ".sh"):
            lines = len((root / path).read_text(encoding="utf-8").splitlines())
            if lines > LONG:
                print(f"note: {path} has {lines} lines: is it still one thing?")
    return findings, len(sources)


def main():
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else tree.ROOT
    try:
        findings, checked = check(root)
    except (OSError, ValueError) as error:
        tree.give_up(str(error))
    return tree.verdict(checked, findings)


if __name__ == "__main__":
    sys.exit(main())
