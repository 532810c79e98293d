#!/usr/bin/env python3
"""Golden cases for the command line: what is typed, and every byte that must come back.

    tests/cli/run.py --build build/dev [--accept] [--jobs N] [--slow FACTOR] [NAME...]

A case is a folder tests/cli/<tool>/<case>/ that holds

    cmd      what is typed: a bash script, run with `bash -o pipefail`
    out      standard output; no file means that there must be none
    err      standard error; no file means that there must be none
    status   the exit status; no file means 0
    limit    seconds the case may take; no file means 10
    (others) its inputs: links are followed, so a case may link to a file of examples/

It runs in a fresh folder that holds a copy of the inputs, with the `lanewise` of the build under test first in
PATH, an empty home, no standard input, UTC and a UTF-8 locale. Every difference is a failure, and so is a process
that outlives its case. In a line of `out` or `err`, `<*>` stands for any text: only for what must differ from one
machine to the next, such as a version.

--accept writes what came back into the case, to be reviewed with `git diff`; a line with `<*>` that still matches is
kept. A NAME selects the cases whose tool/case contains it. --slow stretches the limits, for sanitizers.

Each run first shows a few cases to itself that must fail. If one passes, no verdict of the run can be trusted.
"""

import argparse
import difflib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXPECTED = ("out", "err", "status")
CONTROL = ("cmd", "limit") + EXPECTED
DEFAULT_LIMIT = 10.0
ANY = b"<*>"

# What reaches a case from outside: how sanitizers report, and nothing else.
PASSED_ON = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS")


class Outcome:
    """What a case gave back. `late` is set when it had to be stopped at its limit."""

    def __init__(self, out, err, status, late):
        self.out, self.err, self.status, self.late = out, err, status, late


def read(path, default=b""):
    return path.read_bytes() if path.exists() else default


def environment(build, home):
    env = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    env["PATH"] = f"{build / 'bin'}:{os.environ.get('PATH', '/usr/bin:/bin')}"
    env["HOME"] = str(home)
    env["LC_ALL"] = "C.UTF-8"
    env["TZ"] = "UTC"
    return env


def execute(case, build, slow):
    """Runs a case in a fresh folder and returns its outcome."""
    limit = float(read(case / "limit", str(DEFAULT_LIMIT).encode())) * slow
    with tempfile.TemporaryDirectory(prefix="lanewise-case-") as top:
        home, work = Path(top, "home"), Path(top, "work")
        home.mkdir()
        shutil.copytree(case, work, ignore=lambda folder, names: CONTROL if Path(folder) == case else ())
        process = subprocess.Popen(
            ["bash", "-o", "pipefail", "-c", read(case / "cmd").decode("utf-8", "surrogateescape")],
            cwd=work, env=environment(build, home), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        late = False
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            late = True
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        return Outcome(out, err, process.returncode, late)


def line_matches(expected, got):
    if ANY not in expected:
        return expected == got
    return re.fullmatch(b".*".join(re.escape(part) for part in expected.split(ANY)), got, re.S) is not None


def matches(expected, got):
    expected, got = expected.splitlines(keepends=True), got.splitlines(keepends=True)
    return len(expected) == len(got) and all(map(line_matches, expected, got))


def readable(data):
    """Lines for a diff; a missing final newline shows, and so does every byte that is no text."""
    lines = data.decode("utf-8", "backslashreplace").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n\\ no newline at the end\n"
    return lines


def diff(name, expected, got):
    return "".join(difflib.unified_diff(readable(expected), readable(got), f"{name} expected", f"{name} now"))


def judge(case, outcome):
    """The complaints about an outcome, as text; empty if all is as the case says."""
    complaints = []
    if outcome.late:
        complaints.append("stopped at its time limit (or left a process behind)\n")
    for name, got in (("out", outcome.out), ("err", outcome.err)):
        expected = read(case / name)
        if not matches(expected, got):
            complaints.append(diff(name, expected, got))
    expected = int(read(case / "status", b"0"))
    if outcome.status != expected:
        complaints.append(f"exit status {outcome.status}, expected {expected}\n")
    return "".join(complaints)


def keep_wildcards(old, got):
    """`got`, but with each line that a line of `old` with `<*>` stands for replaced by that line."""
    patterns = [line for line in old.splitlines(keepends=True) if ANY in line]
    lines = got.splitlines(keepends=True)
    return b"".join(next((p for p in patterns if line_matches(p, line)), line) for line in lines)


def accept(case, outcome):
    """Writes the outcome into the case. True if that changed a file."""
    status = b"" if outcome.status == 0 else b"%d\n" % outcome.status
    changed = False
    for name, got in zip(EXPECTED, (outcome.out, outcome.err, status)):
        path = case / name
        new = keep_wildcards(read(path), got)
        if new == read(path):
            continue
        changed = True
        if new:
            path.write_bytes(new)
        else:
            path.unlink()
    return changed


# Each must fail, but for the first, which shows that the others do not fail for a reason of their own.
CONTROLS = (
    ("a case that is right", False, {"cmd": "echo a; echo b >&2; exit 3", "out": "a\n", "err": "b\n", "status": "3"}),
    ("other output", True, {"cmd": "echo a", "out": "b\n"}),
    ("a line too many", True, {"cmd": "echo a; echo b", "out": "a\n"}),
    ("a final newline too few", True, {"cmd": "printf a", "out": "a\n"}),
    ("unexpected standard error", True, {"cmd": "echo a; echo b >&2", "out": "a\n"}),
    ("another status", True, {"cmd": "exit 1"}),
    ("a status hidden by a pipe", True, {"cmd": "false | cat"}),
    ("text that the wildcard does not cover", True, {"cmd": "echo version 1 b", "out": "version <*> a\n"}),
    ("too slow", True, {"cmd": "sleep 5", "limit": "0.2"}),
)


def check_controls(build):
    """The names of the controls that did not go as they must."""
    wrong = []
    with tempfile.TemporaryDirectory(prefix="lanewise-control-") as top:
        for number, (name, must_fail, files) in enumerate(CONTROLS):
            case = Path(top, str(number))
            case.mkdir()
            for file, text in files.items():
                (case / file).write_text(text)
            if bool(judge(case, execute(case, build, 1.0))) != must_fail:
                wrong.append(name)
    return wrong


def find_cases(wanted):
    cases, strays = [], []
    for folder in sorted(path for path in HERE.glob("*/*") if path.is_dir()):
        (cases if (folder / "cmd").exists() else strays).append(folder)
    name = lambda case: str(case.relative_to(HERE))
    return [c for c in cases if not wanted or any(w in name(c) for w in wanted)], [name(s) for s in strays]


def main():
    parser = argparse.ArgumentParser(description="Golden cases of the command line.")
    parser.add_argument("--build", type=Path, required=True, help="build tree under test, e.g. build/dev")
    parser.add_argument("--accept", action="store_true", help="write what came back into the cases")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="cases at a time")
    parser.add_argument("--slow", type=float, default=1.0, metavar="FACTOR", help="stretch the time limits")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only cases whose tool/case contains NAME")
    options = parser.parse_args()
    build = options.build.resolve()
    if not os.access(build / "bin" / "lanewise", os.X_OK):
        sys.exit(f"run.py: {options.build}/bin/lanewise is not there: build it first")
    wrong = check_controls(build)
    if wrong:
        sys.exit(f"run.py: the runner cannot be trusted, a control went wrong: {', '.join(wrong)}")
    cases, strays = find_cases(options.names)
    if strays:
        sys.exit(f"run.py: folders without a cmd: {', '.join(strays)}")
    if not cases:
        sys.exit("run.py: no case has such a name" if options.names else "run.py: there are no cases")

    failed = written = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for case, outcome in zip(cases, pool.map(lambda c: execute(c, build, options.slow), cases)):
            name = case.relative_to(HERE)
            if options.accept and not outcome.late:
                if accept(case, outcome):
                    written += 1
                    print(f"wrote   {name}")
                continue
            complaints = judge(case, outcome)
            if complaints:
                failed += 1
                print(f"FAILED  {name}\n{complaints}", end="")
    if options.accept:
        print(f"{written} of {len(cases)} cases changed: review them with git diff")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
