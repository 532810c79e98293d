#!/usr/bin/env python3
"""Makes the completions of bash, zsh and fish from what the tools say of themselves.

    completions/generate.py --lanewise build/dev/bin/lanewise [--check]

Reads --describe-options of the dispatcher and of every tool, and writes lanewise.bash, _lanewise and lanewise.fish
beside this file. The three are committed, so that installing needs no python; --check writes nothing and ends with
status 1 if one of them is out of date. They complete tools and their short names, options, the values that an option
chooses among, comma-separated lists of them (an option whose value is shown as `A,B`), files and folders.
"""

import argparse
import sys
from pathlib import Path

import bash
import fish
import zsh
from described import describe_all

HERE = Path(__file__).resolve().parent
WRITERS = {"lanewise.bash": bash.write, "_lanewise": zsh.write, "lanewise.fish": fish.write}


def outdated(top, tools, folder=HERE):
    """Names of the files in `folder` that are not what would be written now."""
    for name, write in WRITERS.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != write(top, tools):
            yield name


def main():
    parser = argparse.ArgumentParser(description="Makes the completions of bash, zsh and fish.")
    parser.add_argument("--lanewise", type=Path, required=True, help="the dispatcher whose tools are asked")
    parser.add_argument("--output", type=Path, default=HERE, help="folder to write to")
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    options = parser.parse_args()
    try:
        top, tools = describe_all(options.lanewise)
    except (OSError, ValueError) as error:
        sys.exit(f"generate.py: {error}")
    stale = list(outdated(top, tools, options.output))
    for name in stale:
        if options.check:
            print(f"{options.output / name} is out of date: run completions/generate.py")
        else:
            (options.output / name).write_text(WRITERS[name](top, tools), encoding="utf-8")
            print(f"wrote {options.output / name}")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
