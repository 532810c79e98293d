#!/usr/bin/env python3
"""What simulate-rebalance counts, and what verify-order finds in the history it wrote: two programs, one truth.

    tests/agree/run.py --build build/dev [--runs N] [--seed S]

Groups are drawn: a kind of event, a protocol, members, load, and protections that are missing. Of each the simulator
writes its history, and verify-order judges it:

    all protections       nothing real, and every duplicate is a replay
    some missing          as many records lost as the simulator lost. Where no two owners were at work on a key at once, as
                          many out of order and as many handled twice. Where they were, verify-order names one finding
                          where several definitions hold: it finds some of each that the simulator counts, and no more

The seed is printed, and makes the same groups again.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

PROTECTIONS = ("stop-fetch", "drain", "resume-at-commit", "fencing")
REPEATS = ("replay", "partial-replay", "duplicate", "redelivery", "double-dispatch")


def draw(dice):
    """The arguments of one simulation, and which protections it lacks."""
    kind = dice.choice(("join", "leave", "crash", "rolling", "scale-out"))
    missing = dice.choice(((), (), ("drain",), ("stop-fetch",), ("resume-at-commit",), ("drain", "fencing"),
                           tuple(p for p in PROTECTIONS if dice.random() < 0.4)))
    arguments = [kind, "--protocol", dice.choice(("eager", "cooperative")), "--seed", str(dice.randrange(1 << 31)),
                 "-n", str(dice.randrange(1, 13)), "-c", str(dice.randrange(1, 5)),
                 "--rate", dice.choice(("20/s", "60/s", "120/s")), "--keys", str(dice.choice((1, 5, 40))),
                 "--service", dice.choice(("1ms", "20ms", "70ms", "200ms")), "-j", str(dice.randrange(1, 5)),
                 "--set", "session=10s", "--set", f"commit_every={dice.choice((300, 2000, 5000))}ms",
                 "--set", f"overstay={dice.choice((0, 2, 9))}s", "--set", f"prefetch={dice.choice((1, 20, 500))}",
                 "--set", f"rtt={dice.choice((0, 2, 300))}ms"]
    if kind in ("rolling", "scale-out"):
        arguments += ["--every", f"{dice.choice((2, 15))}s"]
    if kind == "rolling" and dice.random() < 0.3:
        arguments += ["--static"]
    if missing and dice.random() < 0.3:
        arguments += ["--set", "commit_on=start"]
    for protection in missing:
        arguments += ["--without", protection]
    return arguments, missing


def lines_of(text):
    return [json.loads(line) for line in text.splitlines()]


def repeats_that_ended(history):
    """How many handlings have ended of a record that was handled before."""
    begun, again, repeats = set(), {}, 0
    for line in lines_of(history):
        event = line["event"]
        if event == "crash":
            again = {who: repeat for who, repeat in again.items() if who[0] != line["member"]}
        if event not in ("start", "done"):
            continue
        record = (line["topic"], line["partition"], line["offset"])
        who = (line["member"],) + record
        if event == "start":
            again[who] = record in begun
            begun.add(record)
        else:
            repeats += again.pop(who)
    return repeats


def judge(lanewise, arguments, missing, folder):
    """What does not agree, as texts."""
    history = Path(folder) / "history.jsonl"
    simulated = subprocess.run([lanewise, "simulate-rebalance", *arguments, "--events", history, "-o", "jsonl"],
                               stdout=subprocess.PIPE, check=False, text=True)
    if simulated.returncode != 0:
        return [f"simulate-rebalance ended with {simulated.returncode}"]
    result = next(line for line in lines_of(simulated.stdout) if line["kind"] == "result")
    verified = subprocess.run([lanewise, "verify-order", "-o", "jsonl", history], stdout=subprocess.PIPE, check=False,
                              text=True)
    if verified.returncode not in (0, 1):
        return [f"verify-order ended with {verified.returncode}"]
    count, real = collections.Counter(), 0
    for line in lines_of(verified.stdout):
        if line["kind"] == "finding":
            count[line["code"]] += line["count"]
            real += line["verdict"] == "real"
    wrong = []

    def same(what, found, simulated_count):
        if found != simulated_count:
            wrong.append(f"{what}: verify-order {found}, simulated {simulated_count}")

    def some(what, found, simulated_count):
        if found > simulated_count or (found == 0) != (simulated_count == 0):
            wrong.append(f"{what}: verify-order {found}, simulated {simulated_count}, at most and some")

    agree = some if result["overlaps"] else same
    same("lost", count["loss"], result["lost"])
    agree("out of order", count["overtake"] + count["early"], result["reorders"])
    agree("overlaps and zombies", count["zombie"] + count["overlap"], result["overlaps"])
    agree("handled twice", sum(count[code] for code in REPEATS), repeats_that_ended(history.read_text()))
    if not missing:
        same("real findings", real, 0)
        same("replays", count["replay"], sum(count[code] for code in REPEATS))
    if (real > 0) != (verified.returncode == 1):
        wrong.append(f"verify-order ended with {verified.returncode} and {real} real findings")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 31)
    print(f"seed {seed}")
    dice = random.Random(seed)
    lanewise = (options.build / "bin/lanewise").resolve()
    os.environ["TZ"] = "UTC"
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="lanewise-agree-") as folder:
        for _ in range(options.runs):
            arguments, missing = draw(dice)
            wrong = judge(lanewise, arguments, missing, folder)
            if not wrong:
                passed += 1
                continue
            failed += 1
            print("FAILED  lanewise simulate-rebalance", " ".join(arguments))
            for text in wrong:
                print("       ", text)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
