#!/usr/bin/env python3
"""One set of options: what a tool accepts, what its page lists, what its help shows, what completions offer.

    tests/lint/options.py --build build/dev [--man DIR]

What the program says of itself (--describe-options) is the truth, the rest is held to it:

    page         OPTIONS lists exactly the options, SYNOPSIS exactly the usage lines; every value that an option can
                 choose among is named in the page or in a page of section 7 that its SEE ALSO points to
    help         one screen (50 lines of 100 columns), on standard output, status 0; ends with two examples
    completions  the committed files are what completions/generate.py makes now
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import tree

sys.path[:0] = [str(tree.ROOT / "completions"), str(tree.ROOT / "man")]
import build  # noqa: E402  (man/build.py)
import generate  # noqa: E402  (completions/generate.py)
from described import describe_all, names  # noqa: E402

HELP_LINES, HELP_COLUMNS = 50, 100


def sections(page):
    """{title: lines} of an assembled scdoc source."""
    found, title = {}, None
    for line in page.splitlines():
        if line.startswith("# "):
            title = line[2:].strip()
            found[title] = []
        elif title:
            found[title].append(line)
    return found


def plain(text):
    """scdoc text without its marks, and with one spelling of the ellipsis."""
    text = re.sub(r"\\(.)", "\0\\1", text)
    text = re.sub(r"(?<!\0)[*_]", "", text).replace("\0", "")
    return " ".join(text.replace("…", "...").split())


def listed_options(lines):
    """Options that the terms of a definition list name: `*-n*, *--partitions* _N_`."""
    return {name for line in lines if line.startswith("*-")
            for name in re.findall(r"\*(--?[A-Za-z0-9][\w-]*)", line.replace("\\", ""))}


def check_page(description, tool, man):
    name = f"lanewise-{tool}" if tool else "lanewise"
    source = man / f"{name}.1.scd"
    page = build.assemble(source)
    parts = sections(page)
    accepted = {name for option in description["options"] for name in names(option)}
    listed = listed_options(parts.get("OPTIONS", ()))
    for option in sorted(accepted - listed):
        yield f"{source.name}: OPTIONS lacks {option}"
    for option in sorted(listed - accepted):
        yield f"{source.name}: OPTIONS lists {option}, which the program does not know"
    usage = {plain("lanewise " + line.removeprefix("lanewise ")) for line in description["usage"]}
    synopsis = {plain(line) for line in parts.get("SYNOPSIS", ()) if line.strip()}
    for line in sorted(usage - synopsis):
        yield f"{source.name}: SYNOPSIS lacks: {line}"
    for line in sorted(synopsis - usage):
        yield f"{source.name}: SYNOPSIS has a line that the program does not know: {line}"
    near = [page]
    for other in re.findall(r"\*?(lanewise-[a-z-]+)\*?\(([57])\)", "\n".join(parts.get("SEE ALSO", ()))):
        path = man / f"{other[0]}.{other[1]}.scd"
        if path.exists():
            near.append(build.assemble(path))
    words = set(re.findall(r"[\w.+/-]+:?", plain("\n".join(near))))
    words |= {word.rstrip(".:") for word in words}
    for option in description["options"]:
        for choice in option.get("choices", ()):
            if plain(choice["name"]).rstrip("=") not in words:
                yield f"{source.name}: neither it nor its section 7 names {names(option)[-1]} {choice['name']}"


def check_help(description, tool, lanewise):
    command = [str(lanewise), *([tool] if tool else []), "--help"]
    shown = " ".join(["lanewise", *command[1:]])
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    text = done.stdout.decode()
    lines = text.splitlines()
    if done.returncode != 0 or done.stderr:
        yield f"{shown}: status {done.returncode}, or something on standard error"
    if len(lines) > HELP_LINES:
        yield f"{shown}: {len(lines)} lines; one screen has {HELP_LINES}"
    for line in lines:
        if len(line) > HELP_COLUMNS:
            yield f"{shown}: a line of {len(line)} columns; the screen has {HELP_COLUMNS}: {line.strip()}"
    examples = [example["command"] for example in description["examples"]][:2]
    heading = next((n for n in range(len(lines) - 1, -1, -1) if re.fullmatch(r"examples:?", lines[n], re.I)), None)
    tail = "\n".join(lines[heading + 1:]) if heading is not None else ""
    if len(examples) < 2:
        yield f"{shown}: describes fewer than two examples"
    elif heading is None or any(example not in tail for example in examples) or "\n\n" in tail.strip():
        yield f"{shown}: does not end with its two examples"


def main():
    parser = argparse.ArgumentParser(description="Holds pages, help and completions to the options.")
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--man", type=Path, default=tree.ROOT / "man")
    parser.add_argument("--completions", type=Path, default=tree.ROOT / "completions")
    options = parser.parse_args()
    lanewise = options.build.resolve() / "bin" / "lanewise"
    findings, checked = [], 0
    try:
        top, tools = describe_all(lanewise)
        for tool, description in [("", top), *tools.items()]:
            checked += 1
            findings += check_help(description, tool, lanewise)
            try:
                findings += check_page(description, tool, options.man)
            except FileNotFoundError as error:
                findings.append(f"there is no {Path(error.filename).name}")
        checked += 1
        findings += [f"completions/{name} is not what completions/generate.py makes now"
                     for name in generate.outdated(top, tools, options.completions)]
    except (OSError, ValueError) as error:
        tree.give_up(str(error))
    return tree.verdict(checked, findings)


if __name__ == "__main__":
    sys.exit(main())
