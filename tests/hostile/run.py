#!/usr/bin/env python3
"""Hostile inputs on every tool that reads: none may crash a tool, hang it, fill the memory or pass for a clean run.

    tests/hostile/run.py --build build/release [--full] [--slow FACTOR] [--list] [NAME...]

Every attack below runs on every reader of the table READERS: one line there for a new tool. Of each run are checked

    the exit status          what the attack says for that kind of reader
    the message              with status 2: the program, the place, and what to do unless the reason says it already
    peak memory              from the kernel's account of the process: a base, and a multiple of the longest line
    time                     a limit, within which nothing may hang
    no crash                 no signal that the attack did not send, no report of a sanitizer

Inputs are made here, small by default; --full makes them as large as people have met them (100 MB lines, 200 MB of
zeros, archives that unpack to 400 MB). A NAME selects the runs whose "reader: attack" contains it. --slow stretches
the time limits. Builds with sanitizers are recognised; limits of memory do not hold for them and are left out.
"""

import argparse
import gzip
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path

MB = 1_000_000
MIB = 1 << 20


# --- who reads what ---------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Reader:
    """A tool with the options that make it read. The input is its next argument, `-` for standard input."""
    name: str
    command: tuple
    kind: str                   # of KINDS
    several: bool = True        # takes more than one input
    stops: bool = True          # at the first bad line; else the bad lines are counted
    interrupted: tuple = (-signal.SIGINT,)

    @property
    def is_filter(self):
        """Writes for each record one of its own: of nothing comes nothing, and that is fine."""
        return self.command[0] == "route" and not {"--stats", "--compare", "--resize"} & set(self.command)

    @property
    def gives_up(self):
        """Says what does not fit into the little memory that it is given."""
        return self.command[0] == "verify-order" and "--max-memory" in self.command


SMALL = ("--max-memory", "16MiB")       # of those who keep keys

READERS = (
    Reader("route keys", ("route", "-n", "64"), "keys", stops=False),
    Reader("route records", ("route", "-n", "64", "-f", "jsonl"), "records"),
    Reader("route unknown", ("route", "-n", "64", "-o", "jsonl", "-f", "auto"), "records"),
    Reader("route stats", ("route", "-n", "64", "--stats", *SMALL, "-f", "jsonl", "--on-bad-input=skip"), "records",
           stops=False),
    Reader("route compare", ("route", "-n", "64", "--compare", "kafka,librdkafka", *SMALL, "--json", "-f", "jsonl",
                             "--on-bad-input=stop"), "records"),
    Reader("route resize", ("route", "--resize", "64:128", *SMALL), "keys", stops=False),
    Reader("verify-order", ("verify-order", *SMALL), "records", stops=False),
    Reader("verify-order jsonl", ("verify-order", "--merge", "-o", "jsonl", "-f", "jsonl", *SMALL), "records", stops=False),
    Reader("verify-order pods", ("verify-order", *SMALL, "-f", "spring-boot"), "pods", stops=False),
    Reader("verify-order pattern", ("verify-order", *SMALL, "--pattern", r"key=(?P<key>\S+) seq=(?P<seq>\d+)", "--pattern",
                                    r"revoke=revoked (?P<topic>\S+)-(?P<partition>\d+)"), "pods", stops=False),
    Reader("verify-order console", ("verify-order", *SMALL, "--seq", "payload.nr", "-f", "console-consumer"), "console",
           stops=False),
    Reader("verify-order cri", ("verify-order", *SMALL, "--wrapper", "cri", "-f", "logfmt"), "cri", stops=False),
    Reader("split group", ("split", "--strategy", "kafka-cooperative-sticky"), "document", several=False),
    Reader("lag tables", ("lag-report",), "describe", stops=False),
    Reader("lag events", ("lag-report", "-f", "jsonl"), "records", stops=False),
    Reader("lag pods", ("lag-report", "-f", "spring-boot"), "pods", stops=False),
    Reader("simulate scenario", ("simulate-rebalance",), "document", several=False),
    Reader("split weights", ("split", "-c", "3", "--weights-file"), "numbers", several=False),
)


@dataclass(frozen=True)
class Kind:
    """What a reader makes of any input. `good` writes item i of a sound input."""
    good: object
    per_line: float             # bytes of memory a byte of the longest line
    whole: bool = False         # the input is read whole: the longest line is all of it


def good_document(i):
    return b'{"topics":{"orders":8},"members":[{"id":"c1"}]}\n' if i == 0 else b" \n"


def good_record(i):
    return ('{"topic":"orders","partition":0,"offset":%d,"ts":%d,"key":"order-%d","seq":%d}\n'
            % (i, 1795747860000 + i, i % 97, i // 97 + 1)).encode()


def good_pod_line(i):
    return (b"[pod/orders-%d/app] 2026-11-27T02:41:%02d.%03dZ  INFO 1 --- [orders] [ntainer#0-0-C-1] c.e.Listener : event=done "
            b"topic=orders partition=7 offset=%d key=order-%d seq=%d\n"
            % (i % 3, i // 1000 % 60, i % 1000, i, i % 97, i // 97 + 1))


def good_cri_line(i):
    """Every line but the first in two parts."""
    head = b"2026-11-27T02:41:%02d.%09dZ stdout " % (i // 1000 % 60, i % 1000 * 1_000_000)
    text = b"event=done topic=orders partition=7 offset=%d key=order-%d seq=%d\n" % (i, i % 97, i // 97 + 1)
    return head + b"F " + text if i == 0 else head + b"P " + text[:30] + b"\n" + head + b"F " + text[30:]


def good_console_line(i):
    return b'CreateTime:%d\tPartition:0\tOffset:%d\tNO_HEADERS\torder-%d\t{"nr":%d}\n' % (
        1795747860000 + i, i, i % 97, i // 97 + 1)


def good_describe(i):
    header = b"GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n" if i == 0 else b""
    return header + b"payments orders %d 1000 1040 40 pay-1-5f0c1c52-7a4e-4f39-9d5c-0d3a2e0b7c11 /10.9.0.11 pay-1\n" % i


KINDS = {
    "keys": Kind(lambda i: b"order-%d\n" % i, 2.5),
    "records": Kind(good_record, 3.5),
    "pods": Kind(good_pod_line, 3.5),
    "console": Kind(good_console_line, 3.5),
    "cri": Kind(good_cri_line, 6),  # held until it is whole, put together, and read
    "document": Kind(good_document, 6, whole=True),
    "describe": Kind(good_describe, 8, whole=True),
    "numbers": Kind(lambda i: b"%d\n" % i, 2.5, whole=True),
}
BASE_MEMORY = 80 * MIB          # the program, its libraries, a few blocks for each worker


def good(kind, size=1):
    """At least `size` bytes of sound input, in pieces."""
    written = i = 0
    while written < size:
        item = KINDS[kind].good(i)
        yield item
        written += len(item)
        i += 1


# --- one run ----------------------------------------------------------------------------------------------------------

@dataclass
class Outcome:
    status: int                 # negative: the signal that ended it
    memory: int
    late: bool
    err: str


@dataclass
class Expected:
    status: tuple
    says: str = ""              # a regular expression that standard error holds
    remedy: bool = False        # standard error has a hint
    quiet: bool = False         # standard error is empty
    unheard: bool = False       # standard error is closed
    longest_line: int = 0
    limit: float = 10.0         # seconds


@dataclass
class Stage:
    """Where runs take place, and on what scale."""
    lanewise: Path
    folder: Path
    full: bool
    slow: float
    sanitized: bool
    made: dict = field(default_factory=dict)

    def size(self, small, full):
        return full if self.full else small

    def file(self, name, make):
        """The path of an input, made once by make(path): in a process of its own, since the kernel counts what this one
        has in memory when it starts a reader as that reader's."""
        path = self.folder / name
        if name not in self.made:
            maker = os.fork()
            if maker == 0:
                try:
                    make(path)
                except BaseException as error:  # pylint: disable=broad-except
                    print(f"run.py: {name}: {error}", file=sys.stderr)
                    os._exit(1)
                os._exit(0)
            if os.waitpid(maker, 0)[1] != 0:
                sys.exit(f"run.py: could not make {name}")
            self.made[name] = path
        return path

    def drop_files(self):
        for path in self.made.values():
            path.unlink(missing_ok=True)
        self.made.clear()


def execute(stage, reader, arguments, limit, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, before=None,
            during=None):
    """Runs a reader on `arguments`. `before` runs in the new process, `during` beside it."""
    with tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            [stage.lanewise, *reader.command, *arguments], cwd=stage.folder, stdin=stdin, stdout=stdout, stderr=err,
            start_new_session=True, preexec_fn=before,
            env={"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(stage.folder), "LC_ALL": "C.UTF-8",
                 **{name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}})
        if during is not None:
            during(process)
        deadline = time.monotonic() + limit * stage.slow
        late = False
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > deadline and not late:
                late = True
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        text = err.read(1 << 16).decode("utf-8", "backslashreplace")
    return Outcome(process.returncode, usage.ru_maxrss * 1024, late, text)


def judge(outcome, reader, expected, sanitized):
    """What is wrong with an outcome, a sentence each."""
    complaints = []
    if outcome.late:
        complaints.append(f"not done after {expected.limit:g} s")
    elif outcome.status not in expected.status:
        wanted = " or ".join(map(str, expected.status))
        complaints.append(f"exit status {outcome.status}, expected {wanted}")
    if re.search(r"Sanitizer|runtime error:|terminate called|internal error", outcome.err):
        complaints.append("a report of a fault in the program")
    if outcome.status == 2 and not outcome.late and not expected.unheard:
        if not re.search(rf"^lanewise {reader.command[0]}: \S", outcome.err, re.M):
            complaints.append("status 2 without a message")
        if expected.says and not re.search(expected.says, outcome.err):
            complaints.append(f"the message does not match '{expected.says}'")
        if expected.remedy and "\n  hint: " not in outcome.err:
            complaints.append("the message does not say what to do")
    if expected.quiet and outcome.err:
        complaints.append("a message where silence is expected")
    kind = KINDS[reader.kind]
    most = BASE_MEMORY + int(kind.per_line * expected.longest_line)
    if not sanitized and outcome.memory > most:
        complaints.append(f"{outcome.memory / MIB:.0f} MiB of memory, expected at most {most / MIB:.0f}")
    if complaints and outcome.err:
        complaints.append("standard error: " + outcome.err.strip()[:500].replace("\n", "\n    "))
    return complaints


# --- the attacks: each takes (stage, reader) and returns (outcome, expected), or nothing where it makes no sense ------

ATTACKS = {}


def attack(function):
    ATTACKS[function.__name__.replace("_", " ")] = function
    return function


def of_kind(reader, **status):
    """The statuses for this kind of reader, as a tuple."""
    value = status.get(reader.kind, status.get("others", 2))
    return value if isinstance(value, tuple) else (value,)


def kept(reader, path, longest_line=0, unpacked=0):
    """The most bytes of the file, which holds `unpacked` if it is packed, that a reader must hold at a time."""
    return max(path.stat().st_size, unpacked) if KINDS[reader.kind].whole else longest_line


def on_file(stage, reader, path, status, longest_line=0, says=None, remedy=True, more=(), unpacked=0):
    expected = Expected(status, says=re.escape(path.name) if says is None else says, remedy=remedy,
                        longest_line=kept(reader, path, longest_line, unpacked), limit=stage.size(10, 120))
    return execute(stage, reader, (*more, path.name), expected.limit), expected


def write(chunks):
    def make(path):
        with open(path, "wb") as out:
            for chunk in chunks:
                out.write(chunk)
    return make


def random_chunks(size):
    generator = random.Random(1)
    for _ in range(size // MB):
        yield generator.randbytes(MB)


@attack
def zeros(stage, reader):
    size = stage.size(8 * MB, 200 * MB)
    path = stage.file("zeros", lambda path: (path.touch(), os.truncate(path, size)))
    return on_file(stage, reader, path, of_kind(reader, keys=0), longest_line=size)


@attack
def random_bytes(stage, reader):
    path = stage.file("random", write(random_chunks(stage.size(4 * MB, 100 * MB))))
    return on_file(stage, reader, path, of_kind(reader, keys=0))


@attack
def random_device(stage, reader):
    size = stage.size(2 * MB, 20 * MB)
    source = subprocess.Popen(["head", "-c", str(size), "/dev/urandom"], stdout=subprocess.PIPE)
    expected = Expected(of_kind(reader, keys=(0, 2)), longest_line=size if KINDS[reader.kind].whole else 0,
                        limit=stage.size(10, 120))
    outcome = execute(stage, reader, ("-",), expected.limit, stdin=source.stdout)
    source.stdout.close()
    source.wait()
    return outcome, expected


@attack
def directory(stage, reader):
    (stage.folder / "a-directory").mkdir(exist_ok=True)
    return on_file(stage, reader, stage.folder / "a-directory", (2,), says="a-directory: .*directory", remedy=False)


@attack
def missing_file(stage, reader):
    expected = Expected((2,), says="no-such-file: cannot open")
    return execute(stage, reader, ("no-such-file",), expected.limit), expected


@attack
def name_beyond_limits(stage, reader):
    expected = Expected((2,), says="name too long")
    return execute(stage, reader, ("n" * 5000,), expected.limit), expected


@attack
def read_error(stage, reader):
    """The memory of a process is a file whose first byte cannot be read."""
    expected = Expected((2,), says="/proc/self/mem: cannot read")
    return execute(stage, reader, ("/proc/self/mem",), expected.limit), expected


@attack
def empty_file(stage, reader):
    path = stage.file("empty", write(()))
    return on_file(stage, reader, path, (0,) if reader.is_filter else (2,),
                   says="no record|no key|no lag|no weights|empty:1: not JSON", remedy=reader.kind != "numbers")


@attack
def blanks_only(stage, reader):
    path = stage.file("blanks", write([b" \n\t\r\n\n"] * 1000))
    return on_file(stage, reader, path, (0,) if reader.is_filter or reader.kind == "keys" else (2,), says="no record|blanks")


def gzipped(kind, size):
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    for item in good(kind, size):
        yield packer.compress(item)
    yield packer.flush()


def zstd_frames(kind, size):
    """A frame of blocks that are stored as they are: what zstd's format makes of data that does not shrink."""
    data = b"".join(good(kind, size))
    yield b"\x28\xb5\x2f\xfd\x00\x58"
    blocks = [data[at:at + 100_000] for at in range(0, len(data), 100_000)]
    for number, block in enumerate(blocks):
        yield (len(block) << 3 | (number == len(blocks) - 1)).to_bytes(3, "little") + block


# These are generators so that nothing is made before the process that writes the file.
def cut(chunks, share):
    data = b"".join(chunks)
    yield data[:int(len(data) * share)]


def damaged(chunks):
    data = bytearray(b"".join(chunks))
    for at in range(len(data) // 2, len(data) // 2 + 50):
        data[at] ^= 0xff
    yield bytes(data)


@attack
def whole_archives(stage, reader):
    """What the next three damage: whole, it is read without a word. Lines of pods have no times to merge them by."""
    path = stage.file(f"{reader.kind}.whole.zst", write(zstd_frames(reader.kind, MB)))
    fine = (0, 1, 2) if reader.kind == "pods" else (0, 1)
    return on_file(stage, reader, path, of_kind(reader, others=fine))


@attack
def cut_gzip(stage, reader):
    path = stage.file(f"{reader.kind}.gz", write(cut(gzipped(reader.kind, stage.size(MB, 20 * MB)), 0.7)))
    return on_file(stage, reader, path, (2,), says=f"{reader.kind}.gz: the gzip stream is cut off",
                   unpacked=stage.size(MB, 20 * MB))


@attack
def cut_zstd(stage, reader):
    path = stage.file(f"{reader.kind}.zst", write(cut(zstd_frames(reader.kind, stage.size(MB, 20 * MB)), 0.7)))
    return on_file(stage, reader, path, (2,), says=f"{reader.kind}.zst: the zstd stream is cut off",
                   unpacked=stage.size(MB, 20 * MB))


@attack
def damaged_gzip(stage, reader):
    path = stage.file(f"{reader.kind}.damaged.gz", write(damaged(gzipped(reader.kind, MB))))
    return on_file(stage, reader, path, (2,), says=r"damaged\.gz: the gzip stream is damaged|damaged\.gz:\d+: ")


@attack
def archive_that_unpacks_to_a_lot(stage, reader):
    if not stage.full:
        return None

    def make(path):
        with gzip.open(path, "wb", 1) as out:
            for _ in range(400):
                out.write(bytes(MB))
    path = stage.file("bomb.gz", make)
    outcome, expected = on_file(stage, reader, path, (2,), says="bomb.gz")
    expected.longest_line = 256 * MIB if reader.kind != "numbers" else 400 * MB
    return outcome, expected


@attack
def long_json_line(stage, reader):
    size = stage.size(4 * MB, 100 * MB)
    head = good_record(0).rstrip(b"}\n")
    path = stage.file("long.json", write([head, b',"pad":"', *[b"x" * MB] * (size // MB), b'"}\n']))
    return on_file(stage, reader, path, of_kind(reader, keys=0, records=(0, 1), describe=(0, 2)), longest_line=size)


@attack
def long_escaped_key(stage, reader):
    size = stage.size(4 * MB, 100 * MB)
    head = good_record(0).rstrip(b"}\n").replace(b'"key"', b'"id"')
    path = stage.file("key.json", write([head, b',"key":"', *[b"\\n" * (MB // 2)] * (size // MB), b'"}\n']))
    return on_file(stage, reader, path, of_kind(reader, keys=0, records=(0, 1), describe=(0, 2)), longest_line=size)


@attack
def long_plain_line(stage, reader):
    size = stage.size(4 * MB, 100 * MB)
    path = stage.file("long.txt", write([*[b"x" * MB] * (size // MB), b"\n"]))
    return on_file(stage, reader, path, of_kind(reader, keys=0), longest_line=size)


@attack
def line_beyond_max_line(stage, reader):
    if KINDS[reader.kind].whole:
        return None
    sound = list(good(reader.kind))
    path = stage.file(f"{reader.kind}.beyond", write([*sound, b'{"key":"', b"x" * MB, b'"}\n', *sound]))
    return on_file(stage, reader, path, (2,), says=r"beyond:2: the line has \d+ bytes, more than --max-line 65536",
                   more=("--max-line", "64KiB"))


@attack
def line_whose_parts_never_end(stage, reader):
    if reader.kind != "cri":
        return None
    part = good_cri_line(1).partition(b"\n")[0].ljust(16_000, b"x") + b"\n"
    parts = stage.size(4 * MB, 100 * MB) // len(part)
    path = stage.file("parts", write([good_cri_line(0), *[part] * parts, good_cri_line(2)]))
    return on_file(stage, reader, path, (2,), says=r"parts:2: the line has \d+ bytes, more than --max-line 1048576",
                   longest_line=MIB, more=("--max-line", "1MiB"))


@attack
def invalid_utf8(stage, reader):
    text = good_record(0).rstrip(b"}\n") + b',"x":"caf\xe9 \xff\xc0\x80 \xed\xa0\x80"}\n'
    path = stage.file("latin1", write([text]))
    return on_file(stage, reader, path, of_kind(reader, keys=0, records=(0, 1), describe=(0, 2)))


@attack
def thirty_digits(stage, reader):
    digits = b"123456789012345678901234567890"
    text = {"numbers": digits + b"\n", "document": b'{"topics":{"orders":' + digits + b"}}\n"}.get(
        reader.kind, good_record(0).rstrip(b"}\n") + b',"x":' + digits + b"}\n")
    path = stage.file(f"{reader.kind}.digits", write([text]))
    return on_file(stage, reader, path, of_kind(reader, keys=0, records=(0, 1), describe=(0, 2)),
                   remedy=reader.kind != "document")


@attack
def open_brackets(stage, reader):
    path = stage.file("brackets", write([b"[" * MB, b"\n"]))
    outcome, expected = on_file(stage, reader, path, of_kind(reader, keys=0), longest_line=MB)
    if reader.kind == "document":
        expected.longest_line = 20 * MB     # each level is a value with a place on the parser's stack
    return outcome, expected


@attack
def deep_nesting_in_a_record(stage, reader):
    if KINDS[reader.kind].whole:
        return None
    half = MB // 2
    path = stage.file("nested", write([good_record(0).rstrip(b"}\n"), b',"x":', b"[" * half, b"]" * half, b"}\n"]))
    return on_file(stage, reader, path, of_kind(reader, records=(0, 1), pods=2, console=2, cri=2, others=0), longest_line=MB)


@attack
def strange_bytes_in_names(stage, reader):
    expected = Expected((2,), says=r"no\\xff\\x1b\[31m\\x0asuch: cannot open|no\\xff\\x1b\[31m\\nsuch: cannot open")
    return execute(stage, reader, (b"no\xff\x1b[31m\nsuch",), expected.limit), expected


@attack
def fifo_without_data_behind_a_bad_file(stage, reader):
    """A tool that stops at the bad line does not wait for the input behind it."""
    if not (reader.several and reader.stops):
        return None
    bad = stage.file("bad.jsonl", write([good_record(0), b"{\n"]))
    fifo = stage.folder / "fifo"
    os.mkfifo(fifo)
    silent = os.open(fifo, os.O_RDWR)
    try:
        expected = Expected((2,), says="bad.jsonl:2: ", remedy=True, limit=5)
        return execute(stage, reader, (bad.name, fifo.name), expected.limit), expected
    finally:
        os.close(silent)
        fifo.unlink()


@attack
def more_files_than_descriptors(stage, reader):
    if not reader.several:
        return None
    path = stage.file(f"{reader.kind}.good", write(good(reader.kind)))
    expected = Expected((0, 1), limit=20)

    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24))
    return execute(stage, reader, (path.name,) * 200, expected.limit, before=few), expected


@attack
def no_terminal(stage, reader):
    path = stage.file(f"{reader.kind}.good", write(good(reader.kind)))

    def leave():
        for name in ("TERM", "COLUMNS", "LINES"):
            os.environ.pop(name, None)
        try:
            os.close(os.open("/dev/tty", os.O_RDWR))
            os._exit(99)        # there is one: the attack would prove nothing
        except OSError:
            pass
    expected = Expected((0, 1))
    return execute(stage, reader, (path.name,), expected.limit, before=leave), expected


@attack
def closed_pipe(stage, reader):
    path = stage.file(f"{reader.kind}.many", write(good(reader.kind, stage.size(2 * MB, 20 * MB))))
    end, other = os.pipe()

    def hang_up(_process):
        os.close(other)
        os.read(end, 1)
        os.close(end)
    statuses = (0, 1, 2, -signal.SIGPIPE) if reader.gives_up else (0, 1, -signal.SIGPIPE)
    expected = Expected(statuses, quiet=not reader.gives_up, limit=stage.size(10, 120), longest_line=kept(reader, path))
    return execute(stage, reader, (path.name,), expected.limit, stdout=other, during=hang_up), expected


@attack
def full_disk(stage, reader):
    path = stage.file(f"{reader.kind}.many", write(good(reader.kind, stage.size(2 * MB, 20 * MB))))
    expected = Expected((2,), says="standard output: cannot write: No space left on device", limit=stage.size(10, 120),
                        longest_line=kept(reader, path))
    with open("/dev/full", "wb") as full:
        return execute(stage, reader, (path.name,), expected.limit, stdout=full), expected


@attack
def closed_output(stage, reader):
    path = stage.file(f"{reader.kind}.good", write(good(reader.kind)))
    expected = Expected((2,), says="standard output: cannot write")
    return execute(stage, reader, (path.name,), expected.limit, before=lambda: os.close(1)), expected


@attack
def closed_error(stage, reader):
    expected = Expected((2,), unheard=True)
    return execute(stage, reader, ("no-such-file",), expected.limit, before=lambda: os.close(2)), expected


@attack
def closed_input(stage, reader):
    expected = Expected((2,), says="standard input: cannot read", limit=3)
    return execute(stage, reader, ("-",), expected.limit, before=lambda: os.close(0)), expected


@attack
def deep_nesting_in_a_document(stage, reader):
    if reader.kind != "document":
        return None
    path = stage.file("deep.json", write([b'{"topics":', b"[" * (MB // 2), b"]" * (MB // 2), b"}\n"]))
    outcome, expected = on_file(stage, reader, path, (2,))
    expected.longest_line = 20 * MB
    return outcome, expected


@attack
def interrupt(stage, reader):
    end, other = os.pipe()

    def press(process):
        os.close(end)
        os.write(other, b"".join(good(reader.kind)))
        time.sleep(0.3 * stage.slow)
        os.kill(process.pid, signal.SIGINT)
    expected = Expected(reader.interrupted, quiet=True, limit=3)
    try:
        return execute(stage, reader, ("-",), expected.limit, stdin=end, during=press), expected
    finally:
        os.close(other)


def within(bytes_of_addresses):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (bytes_of_addresses, bytes_of_addresses))


@attack
def too_little_memory_for_the_line(stage, reader):
    if stage.sanitized:
        return None
    path = stage.file("large", lambda path: (path.touch(), os.truncate(path, 64 * MB)))
    expected = Expected((2,), says="out of memory|large: cannot tell the format|large: it holds NUL bytes", remedy=True, longest_line=64 * MB)
    return execute(stage, reader, (path.name,), expected.limit, before=within(56 * MIB)), expected


@attack
def little_memory(stage, reader):
    """Wherever an allocation fails, from the first to the last, it is told or it does not matter."""
    if stage.sanitized:
        return None
    path = stage.file(f"{reader.kind}.some", write(good(reader.kind, 3 * MB)))
    expected = Expected((0, 1, 2), says=r"out of memory|no time by which", longest_line=kept(reader, path))
    for mib in range(20, 100, stage.size(20, 1)):
        outcome = execute(stage, reader, (path.name,), expected.limit, before=within(mib * MIB))
        if judge(outcome, reader, expected, stage.sanitized):
            break
    return outcome, expected


# --- the runner -------------------------------------------------------------------------------------------------------

# Each must be complained of, but for the first.
CONTROLS = (
    (False, Outcome(2, MIB, False, "lanewise t: file:1: bad\n  hint: good\n")),
    (True, Outcome(0, MIB, False, "")),
    (True, Outcome(-signal.SIGSEGV, MIB, False, "")),
    (True, Outcome(-signal.SIGKILL, MIB, True, "lanewise t: file:1: bad\n  hint: good\n")),
    (True, Outcome(2, 10_000 * MIB, False, "lanewise t: file:1: bad\n  hint: good\n")),
    (True, Outcome(2, MIB, False, "")),
    (True, Outcome(2, MIB, False, "lanewise t: bad\n  hint: good\n")),
    (True, Outcome(2, MIB, False, "lanewise t: file:1: bad\n")),
    (True, Outcome(2, MIB, False, "lanewise t: file:1: bad\n  hint: good\nERROR: AddressSanitizer: x\n")),
)


def check_controls():
    reader = Reader("control", ("t",), "keys")
    expected = Expected((2,), says="file:1", remedy=True)
    return any(bool(judge(outcome, reader, expected, False)) != bad for bad, outcome in CONTROLS)


def is_sanitized(build):
    tool = build / "libexec" / "lanewise" / READERS[0].command[0]
    return any(name in tool.read_bytes() for name in (b"__asan_init", b"__tsan_init"))


def main():
    # Started in the background we would hand on an ignored SIGINT, and the runs that send one would not end.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser(description="Hostile inputs on every tool that reads.")
    parser.add_argument("--build", type=Path, help="build tree under test, e.g. build/release")
    parser.add_argument("--full", action="store_true", help="inputs of full size")
    parser.add_argument("--slow", type=float, default=1.0, metavar="FACTOR", help="stretch the time limits")
    parser.add_argument("--list", action="store_true", help="the runs there are")
    parser.add_argument("names", nargs="*", metavar="NAME", help='only runs whose "reader: attack" contains NAME')
    options = parser.parse_args()
    runs = [(f"{reader.name}: {name}", reader, function) for name, function in ATTACKS.items() for reader in READERS]
    runs = [run for run in runs if not options.names or any(name in run[0] for name in options.names)]
    if options.list:
        print("\n".join(name for name, _, _ in runs))
        return 0
    if options.build is None or not os.access(options.build / "bin" / "lanewise", os.X_OK):
        sys.exit("run.py: --build names a tree in which lanewise is built")
    if check_controls():
        sys.exit("run.py: the runner cannot be trusted, a control went wrong")
    if not runs:
        sys.exit("run.py: no run has such a name")

    build = options.build.resolve()
    folder = Path(tempfile.mkdtemp(prefix="lanewise-hostile-"))
    stage = Stage(build / "bin" / "lanewise", folder, options.full, options.slow, is_sanitized(build))
    passed = failed = 0
    last = runs[0][2]
    try:
        for name, reader, function in runs:
            if function is not last:
                stage.drop_files()
                last = function
            result = function(stage, reader)
            if result is None:
                continue
            complaints = judge(result[0], reader, result[1], stage.sanitized)
            passed, failed = passed + (not complaints), failed + bool(complaints)
            for number, complaint in enumerate(complaints):
                print(f"FAILED  {name}: {complaint}" if number == 0 else f"        {complaint}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > BASE_MEMORY // 2:
        sys.exit("run.py: it has grown itself, so its measurements of memory cannot be trusted")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
