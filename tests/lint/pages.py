#!/usr/bin/env python3
"""Every man page builds, and mandoc finds no error in it.

    tests/lint/pages.py [PAGE.scd...]

mandoc's warnings are left alone: scdoc's own preamble has some.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import tree


def check(source, folder):
    page = folder / source.stem
    build = subprocess.run([sys.executable, tree.ROOT / "man/build.py", source, page],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if build.returncode != 0:
        return [build.stdout.strip()]
    lint = subprocess.run(["mandoc", "-T", "lint", "-W", "error", page],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return [line.replace("mandoc: " + str(page), source.name) for line in lint.stdout.splitlines()]


def main():
    pages = [Path(name) for name in sys.argv[1:]] or sorted((tree.ROOT / "man").glob("*.scd"))
    findings = []
    with tempfile.TemporaryDirectory(prefix="lanewise-pages-") as folder:
        for page in pages:
            findings += check(page, Path(folder))
    return tree.verdict(len(pages), findings)


if __name__ == "__main__":
    sys.exit(main())
