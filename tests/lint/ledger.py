#!/usr/bin/env python3
"""Long tests are run by hand, and this says when one is due again.

    tests/lint/ledger.py [ROOT]

tests/soak/record runs a test and adds a line to tests/soak/ledger.jsonl:

    {"name": "fresh-root", "commit": "<40 hex digits>", "date": "2026-11-27", "seed": 1, "count": 380,
     "seconds": 1512, "passed": true}

tests/soak/required.json lists what must stand there: `name`, `about`, and the `paths` whose changes make it stale.
The newest line of each name must have passed, at most 30 commits that touch its paths ago.
Ends with status 77, not checked, in a source archive: it has no commits to count.
"""

import json
import subprocess
import sys
from pathlib import Path

import tree

STALE = 30
NOT_CHECKED = 77


def git(root, *words):
    return subprocess.run(["git", "-C", str(root), *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, check=False)


def check(root, required, newest):
    name = required["name"]
    entry = newest.get(name)
    how = f"run tests/soak/record {name}"
    if entry is None:
        return f"{name}: has no line in the ledger: {how}"
    if entry["passed"] is not True:
        return f"{name}: failed at {entry['commit'][:12]}: {how}"
    count = git(root, "rev-list", "--count", f"{entry['commit']}..HEAD", "--", *required["paths"])
    if count.returncode != 0:
        return f"{name}: passed at {entry['commit'][:12]}, which is no commit of this history: {how}"
    if int(count.stdout) > STALE:
        return f"{name}: {count.stdout.strip()} commits since it passed touch what it tests: {how}"
    return None


def main():
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else tree.ROOT
    if git(root, "rev-parse", "HEAD").returncode != 0:
        print("no history here: the age of the long tests' results is not checked")
        return NOT_CHECKED
    soak = root / "tests/soak"
    try:
        required = json.loads((soak / "required.json").read_text())
        ledger = soak / "ledger.jsonl"
        lines = ledger.read_text().splitlines() if ledger.exists() else []
        newest = {entry["name"]: entry for entry in map(json.loads, lines)}
        findings = [complaint for complaint in (check(root, one, newest) for one in required) if complaint]
    except (OSError, ValueError, KeyError) as error:
        tree.give_up(f"tests/soak: {error}")
    return tree.verdict(len(required), findings)


if __name__ == "__main__":
    sys.exit(main())
