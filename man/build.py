#!/usr/bin/env python3
"""Puts a man page together: shared option texts in, scdoc over it.

    man/build.py SOURCE.scd [OUTPUT]

A line `@include common/NAME.scd` of a page is replaced by that file of man/, so that an option which means the same
in every tool has one text. Included files include nothing themselves. Without OUTPUT the assembled scdoc source is
printed, which is what the checks of options and examples read.

The page's date is SOURCE_DATE_EPOCH, else that of the last commit which touched man/, so that two builds of one
commit give the same bytes.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

MAN = Path(__file__).resolve().parent
INCLUDE = re.compile(r"@include (common/[a-z-]+\.scd)")


def assemble(source):
    """The scdoc text of a page with its shared parts in place. Raises ValueError with file and line."""
    lines = []
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("@"):
            lines.append(line)
            continue
        match = INCLUDE.fullmatch(line)
        if not match or not (MAN / match[1]).exists():
            raise ValueError(f"{source}:{number}: no such shared text: '{line}'")
        lines += (MAN / match[1]).read_text(encoding="utf-8").splitlines()
    return "\n".join(lines) + "\n"


def page_date():
    """Seconds since 1970 as text, or None where there is no history (or no git): scdoc then takes today."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return os.environ["SOURCE_DATE_EPOCH"]
    try:
        log = subprocess.run(["git", "-C", str(MAN), "log", "-1", "--format=%ct", "--", "."],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    except FileNotFoundError:
        return None
    return log.stdout.strip() or None


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: build.py SOURCE.scd [OUTPUT]")
    try:
        text = assemble(Path(sys.argv[1]))
    except (OSError, ValueError) as error:
        sys.exit(f"build.py: {error}")
    if len(sys.argv) == 2:
        sys.stdout.write(text)
        return
    date = page_date()
    env = dict(os.environ, SOURCE_DATE_EPOCH=date) if date else None
    page = subprocess.run(["scdoc"], input=text.encode(), stdout=subprocess.PIPE, env=env, check=False)
    if page.returncode != 0:
        sys.exit(f"build.py: scdoc refuses {sys.argv[1]}")
    Path(sys.argv[2]).write_bytes(page.stdout)


if __name__ == "__main__":
    main()
