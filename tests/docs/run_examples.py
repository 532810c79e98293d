#!/usr/bin/env python3
"""Runs the examples of the documents and holds them to the output they show.

    tests/docs/run_examples.py --build build/dev [--accept] [DOCUMENT...]

Documents are man/*.scd, README.md and examples/README.md unless some are named. An example is a literal block with
lines `$ command`, each followed by what it prints, as on a terminal (standard output and error together): in a man
page between lines of three backquotes, in Markdown a fenced block marked `console`. A command that ends in a
backslash goes on in the next line. A status other than 0 shows as a last line `[exit 1]`.

The blocks of one document run in order in one fresh copy of examples/, with the `lanewise` of the build under test
first in PATH, so that a page may be typed from top to bottom. Output is compared byte by byte.

A block that cannot run (it needs a broker, it never ends) says why in the line above it, and the reasons are listed:

    ; not run: needs a broker                (man page)
    <!-- not run: needs a broker -->         (Markdown)

--accept writes the output of now into the documents, to be reviewed with `git diff`.
"""

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 60
NOT_RUN = re.compile(r"(?:; not run: (.*\S)|<!-- not run: (.*\S) -->)\s*")


class Step:
    """One command of a block: its text, the output shown, and the lines of the document that show it."""

    def __init__(self, first):
        self.command, self.expected, self.first, self.end = [], [], first, first


class Block:
    """A literal block with commands. Lines are counted from 0; `indent` stands before each of them."""

    def __init__(self, line, indent, reason):
        self.line, self.indent, self.reason, self.steps = line, indent, reason, []


class Document:
    """How a kind of document writes literal text."""

    def __init__(self, path):
        self.path = path
        self.lines = path.read_text(encoding="utf-8").splitlines()
        self.is_page = path.suffix == ".scd"

    def opens(self, line):
        return line == "```" if self.is_page else re.fullmatch(r"```\s*console\s*", line) is not None

    def closes(self, line):
        return line == "```"

    def plain(self, line):
        """What the reader sees of a literal line: scdoc drops a backslash and takes the next character as it is."""
        return re.sub(r"\\(.)", r"\1", line) if self.is_page else line

    def literal(self, line):
        """The inverse of plain()."""
        return line.replace("\\", "\\\\").replace("```", "\\`\\`\\`") if self.is_page else line

    def blocks(self):
        block, blocks, fence = None, [], None
        for number, full in enumerate(self.lines):
            line = full.strip("\t ") if block is None else full[len(block.indent):]
            if fence is None and block is None and self.opens(line):
                above = NOT_RUN.fullmatch(self.lines[number - 1].strip()) if number else None
                block = Block(number, full[:len(full) - len(full.lstrip("\t "))], above and (above[1] or above[2]))
            elif block is not None and self.closes(line):
                if block.steps:
                    blocks.append(block)
                elif not self.is_page:
                    raise ValueError(f"{self.path}:{block.line + 1}: a console block without a command")
                block = None
            elif block is not None:
                self.add(block, number, self.plain(line))
            elif not self.is_page and line.startswith("```"):
                fence = None if fence else line
        if block is not None:
            raise ValueError(f"{self.path}:{block.line + 1}: the block does not end")
        return blocks

    def add(self, block, number, line):
        step = block.steps[-1] if block.steps else None
        if step and not step.expected and step.command[-1].endswith("\\"):
            step.command.append(line)
            step.first = number + 1
        elif line.startswith("$ "):
            block.steps.append(Step(number + 1))
            block.steps[-1].command.append(line[2:])
        elif step:
            step.expected.append(line)
        if block.steps:
            block.steps[-1].end = number + 1


def run(step, folder, build):
    """The lines that a command prints, with its status where that is not 0."""
    env = {"PATH": f"{build / 'bin'}:{os.environ.get('PATH', '/usr/bin:/bin')}", "HOME": str(folder.parent / "home"),
           "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    try:
        done = subprocess.run(["bash", "-o", "pipefail", "-c", "\n".join(step.command)], cwd=folder, env=env,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return [f"[stopped after {LIMIT} s]"]
    lines = done.stdout.decode("utf-8", "backslashreplace").split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines + ([f"[exit {done.returncode}]"] if done.returncode else [])


def check(path, build, accept):
    """Runs a document's blocks. Returns counts passed, failed, and a list of reasons of what is not run."""
    document = Document(path)
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    passed = failed = 0
    reasons, corrections = [], []
    with tempfile.TemporaryDirectory(prefix="lanewise-docs-") as top:
        Path(top, "home").mkdir()
        folder = Path(top, "examples")
        shutil.copytree(ROOT / "examples", folder)
        for block in document.blocks():
            if block.reason:
                reasons.append(f"{name}:{block.line + 1}: {block.reason}")
                continue
            for step in block.steps:
                got = run(step, folder, build)
                if got == step.expected:
                    passed += 1
                    continue
                failed += 1
                corrections.append((step, block.indent, got))
                if not accept:
                    print(f"FAILED  {name}:{step.first}: $ {step.command[0]}")
                    print("\n".join(difflib.unified_diff(step.expected, got, "shown", "printed", lineterm="")))
    if accept and corrections:
        for step, indent, got in reversed(corrections):
            document.lines[step.first:step.end] = [line and indent + document.literal(line) for line in got]
        path.write_text("\n".join(document.lines) + "\n", encoding="utf-8")
        print(f"wrote   {name}")
    return passed, 0 if accept else failed, reasons


def main():
    parser = argparse.ArgumentParser(description="Runs the examples of the documents.")
    parser.add_argument("--build", type=Path, required=True, help="build tree under test, e.g. build/dev")
    parser.add_argument("--accept", action="store_true", help="write the output of now into the documents")
    parser.add_argument("documents", nargs="*", type=Path, metavar="DOCUMENT")
    options = parser.parse_args()
    build = options.build.resolve()
    if not os.access(build / "bin" / "lanewise", os.X_OK):
        sys.exit(f"run_examples.py: {options.build}/bin/lanewise is not there: build it first")
    documents = [path.resolve() for path in options.documents] or [
        *sorted((ROOT / "man").glob("*.scd")), ROOT / "README.md", ROOT / "examples" / "README.md"]
    passed = failed = 0
    reasons = []
    try:
        for path in documents:
            some_passed, some_failed, some_reasons = check(path, build, options.accept)
            passed, failed, reasons = passed + some_passed, failed + some_failed, reasons + some_reasons
    except (OSError, ValueError) as error:
        sys.exit(f"run_examples.py: {error}")
    for reason in reasons:
        print(f"not run  {reason}")
    if passed + failed == 0 and not options.accept:
        sys.exit("run_examples.py: not one example was run")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
