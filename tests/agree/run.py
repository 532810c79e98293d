#!/usr/bin/env python3
"""What simulate-rebalance counts, and what verify-order finds in the history it wrote: two programs, one truth.

    tests/agree/run.py --build build/dev [--runs N] [--seed S]

Groups are drawn: a kind of event or several of them in a document, a protocol, members with and without instance ids, load, and
protections that are missing. Of each the simulator writes its history, and verify-order judges it. Exactly equal must be

    duplicates            and the summary's repeated
    reorders              and out_of_order
    overlaps              and overlapping
    lost                  and the records of the findings of loss, but for what is said there
    handlings that ended  and handlings

Findings are names for these, one for a handling where several definitions hold (an overlap of a former owner that is also a
repeat is a zombie). So beside the equal counts: where no two owners were at work on a key at once, repeats and zombies come out
as the findings that are named for them, all of them; something real is found just if something was out of order, overlapped or
lost; a protected group has nothing real, and every repeat is a replay.

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


def draw_missing(dice):
    """Which protections a group lacks: often none, each alone, pairs, any."""
    return dice.choice(((), (), *((one,) for one in PROTECTIONS), ("drain", "fencing"),
                        tuple(p for p in PROTECTIONS if dice.random() < 0.4)))


def draw_events(dice, members):
    """A document's events: members come, close, die and are restarted, some before the group has settled."""
    there, events, at = {f"m{i}" for i in range(members)}, [], 5.0
    for _ in range(dice.randrange(1, 7)):
        at += dice.choice((0, 0.4, 3, 11, 25))
        who = f"m{dice.randrange(members + 2)}"
        deed = dice.choice(("leave", "crash", "restart")) if who in there else "join"
        event = {"at": f"{at:.1f}s", deed: who}
        if deed == "restart":
            event["down"] = dice.choice(("0s", "2s", "14s"))
        (there.discard if deed in ("leave", "crash") else there.add)(who)
        events.append(event)
    return events


def draw(dice, folder):
    """The arguments of one simulation, and which protections it lacks."""
    missing = draw_missing(dice)
    kind = dice.choice(("join", "leave", "crash", "rolling", "scale-out", "document", "document"))
    arguments = [kind]
    if kind == "document":
        members = dice.randrange(1, 5)
        document = {"topics": {topic: dice.randrange(1, 9) for topic in ("orders", "bills")[:dice.randrange(1, 3)]},
                    "members": [{"id": f"m{i}", **({"instance": f"i{i}"} if dice.random() < 0.3 else {})}
                                for i in range(members)],
                    "events": draw_events(dice, members)}
        if dice.random() < 0.5:
            last = float(document["events"][-1]["at"].rstrip("s"))
            document["until"] = f"{last + dice.choice((1, 20, 60)):.1f}s"
        path = Path(folder) / "scenario.json"
        path.write_text(json.dumps(document))
        arguments = [str(path)]
    else:
        arguments += ["-n", str(dice.randrange(1, 13)), "-c", str(dice.randrange(1, 5))]
    arguments += ["--protocol", dice.choice(("eager", "cooperative")), "--seed", str(dice.randrange(1 << 31)),
                  "--rate", dice.choice(("20/s", "60/s", "120/s")), "--keys", str(dice.choice((1, 5, 40))),
                  "--service", dice.choice(("1ms", "20ms", "70ms", "200ms")), "-j", str(dice.randrange(1, 5)),
                  "--set", "session=10s", "--set", f"commit_every={dice.choice((300, 2000, 5000))}ms",
                  "--set", f"overstay={dice.choice((0, 2, 9))}s", "--set", f"prefetch={dice.choice((1, 20, 500))}",
                  "--set", f"rtt={dice.choice((0, 2, 300))}ms", "--set", f"drain={dice.choice((0, 0, 700))}ms",
                  "--set", f"reaction={dice.choice((0, 0, 2500))}ms"]
    # Who takes longer than this to come to the barrier is thrown out, and goes on without knowing it.
    if dice.random() < 0.2:
        arguments += ["--set", "rebalance_timeout=2s"]
    if kind in ("rolling", "scale-out"):
        arguments += ["--every", f"{dice.choice((2, 15))}s"]
    if kind in ("rolling", "crash", "leave") and dice.random() < 0.3:
        arguments += ["--static"]
    if missing and dice.random() < 0.3:
        arguments += ["--set", "commit_on=start"]
    for protection in missing:
        arguments += ["--without", protection]
    return arguments, missing


def lines_of(text):
    return [json.loads(line) for line in text.splitlines()]


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
    found = lines_of(verified.stdout)
    summary = found.pop()
    count, real = collections.Counter(), 0
    for line in found:
        count[line["code"]] += line["count"]
        real += line["verdict"] == "real"
    wrong = []

    def same(what, told, simulated_count):
        if told != simulated_count:
            wrong.append(f"{what}: verify-order {told}, simulated {simulated_count}")

    if not summary["complete"]:
        wrong.append("verify-order: incomplete")
    same("duplicates", summary["repeated"], result["duplicates"])
    same("reorders", summary["out_of_order"], result["reorders"])
    same("overlaps", summary["overlapping"], result["overlaps"])
    same("lost", count["loss"], result["lost"])
    ended = history.read_text().count('"event":"done"')
    same("handlings", summary["handlings"], ended)
    if not result["overlaps"]:
        same("findings of repeats", sum(count[code] for code in REPEATS), result["duplicates"])
        same("findings of overlaps", count["zombie"] + count["overlap"], 0)
    is_broken = bool(result["reorders"] or result["overlaps"] or result["lost"] > result["lost_under_way"])
    if is_broken and not real:
        wrong.append("nothing real, though order was broken or a record lost")
    # Only who is thrown out of the group and does not know it can break what nothing else breaks.
    # What he begins meanwhile is unowned, though no order was broken by it.
    thrown_out = "rebalance_timeout=2s" in arguments and count["unowned-record"] > 0
    if not missing and not is_broken and not thrown_out:
        same("real findings", real, 0)
        same("replays", count["replay"], result["duplicates"])
    if not missing and "rebalance_timeout=2s" not in arguments and is_broken:
        wrong.append("a protected group broke the order")
    if (summary["real"] > 0) != (verified.returncode == 1):
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
            arguments, missing = draw(dice, folder)
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
