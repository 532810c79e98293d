#!/usr/bin/env python3
"""The checks are checked: each must see the fault that it is there for, and be silent where there is none.

Trees are made in a temporary folder; `lanewise` in them is a script that says what a case wants it to say.
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LINT = Path(__file__).resolve().parent
ROOT = LINT.parents[1]

TABLE = "```layers\nbase:\nhash: base\nrecord: base\ncli: base  # options\ntools: *\n```\n"
TREE = {
    "ARCHITECTURE.md": TABLE,
    "libcore/CMakeLists.txt": "lanewise_part(base)\nlanewise_part(hash USES base)\n"
                              "lanewise_part(record USES base LINKS simdjson::simdjson)\nlanewise_part(cli USES base)\n",
    "libcore/base/ids.h": "#include <cstdint>\n#include <fmt/format.h>\n#include <sys/stat.h>\n",
    "libcore/hash/murmur.h": '#include "libcore/base/ids.h"\n',
    "libcore/record/reader.cpp": '#include <simdjson.h>\n#include "libcore/base/ids.h"\n',
    "libcore/cli/app.cpp": "#include <CLI/CLI.hpp>\n",
    "tools/route/main.cpp": '#include "libcore/hash/murmur.h"\n#include "tools/route/options.h"\n',
    "tools/route/options.h": "",
    "tools/split/options.h": "",
}


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


class TreeCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lanewise-lint-")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def expect(self, command, words):
        """The command fails and says `words`, or succeeds if there are none."""
        status, said = run(*command)
        self.assertEqual(status, 1 if words else 0, said)
        self.assertIn(words or "0 failed", said)


class Layers(TreeCase):
    def check(self, files, words):
        write(self.root, {**TREE, **files})
        self.expect([LINT / "layers.py", self.root], words)

    def test_a_tree_in_order(self):
        self.check({}, "")

    def test_upwards(self):
        self.check({"libcore/base/ids.h": '\n#include "libcore/hash/murmur.h"\n'}, "libcore/base/ids.h:2: libcore/base may not")

    def test_sideways(self):
        self.check({"libcore/hash/murmur.h": '#include "libcore/record/x.h"\n', "libcore/record/x.h": ""}, "may not include")

    def test_from_tool_to_tool(self):
        self.check({"tools/route/main.cpp": '#include "tools/split/options.h"\n'}, "tools/route may not include")

    def test_a_path_that_is_not_from_the_root(self):
        self.check({"tools/route/main.cpp": '#include "options.h"\n'}, "there is no options.h")

    def test_a_foreign_header_away_from_home(self):
        self.check({"libcore/hash/x.cpp": "#include <simdjson.h>\n"}, "<simdjson.h> belongs to libcore/record")

    def test_a_foreign_header_in_a_header(self):
        self.check({"libcore/record/x.h": "#include <nlohmann/json.hpp>\n"}, "<nlohmann/json.hpp> in a header")

    def test_an_unknown_foreign_header(self):
        self.check({"libcore/hash/x.cpp": "#include <boost/any.hpp>\n"}, "is in no list")

    def test_a_link_that_the_table_lacks(self):
        self.check({"libcore/CMakeLists.txt": "lanewise_part(hash USES base record)\n"}, "hash uses record")

    def test_a_part_without_a_line(self):
        self.check({"libcore/lag/x.cpp": ""}, "no line for libcore/lag")

    def test_a_line_without_a_part(self):
        self.check({"ARCHITECTURE.md": TABLE.replace("base:\n", "base:\nlag: base\n")}, "there is no libcore/lag")

    def test_a_circle(self):
        self.check({"ARCHITECTURE.md": TABLE.replace("base:\n", "base: hash\n")}, "a circle among")

    def test_a_folder_named_after_nothing(self):
        self.check({"libcore/base/util/x.h": ""}, "a folder called util")


class Words(TreeCase):
    def check(self, line, words):
        write(self.root, {"notes.md": f"first\n{line}\n"})
        self.expect([LINT / "words.py", self.root], words)

    def test_plain_words(self):
        self.check("a work/root of /etc/hosts, $HOME/work/x, http://example.org/root/", "")

    def test_an_open_promise(self):
        self.check("TO" + "DO: later", "notes.md:2")

    def test_paths_of_a_machine(self):
        for path in ("/ro" + "ot/x", "in /wo" + "rk/main", "/ho" + "me/ann/src"):
            with self.subTest(path=path):
                self.check(path, "a path of one machine")

    def test_an_address_of_a_network(self):
        self.check("http" + "://10.1.2.3/simple", "an address of one network")

    def test_a_conflict(self):
        self.check("<" * 7 + " HEAD", "merge conflict")


def option(long, **more):
    return {"short": "", "long": long, "meta": "", "value": "none", "choices": [], "repeatable": False,
            "group": "General", "help": "Help.", **more}


class Options(TreeCase):
    """A dispatcher with one tool, its pages and completions; each case spoils one of them."""

    def setUp(self):
        super().setUp()
        examples = [{"command": "lanewise route a", "about": "a"}, {"command": "lanewise route b", "about": "b"}]
        self.top = {"tool": "lanewise", "summary": "s", "usage": ["lanewise TOOL"], "operands": [], "examples": examples,
                    "options": [option("--help", short="-h")],
                    "tools": [{"name": "route", "short_names": [], "question": "where?"}]}
        self.route = {"tool": "route", "summary": "s", "usage": ["route [FILE…]"], "examples": examples,
                      "operands": [{"name": "FILE", "value": "file"}],
                      "options": [option("--by", meta="NAME", value="choice", choices=[{"name": "kafka", "help": "k"}])]}
        self.help = "Usage\n\nExamples:\n  lanewise route a\n  lanewise route b\n"
        self.page = "lanewise-route(1)\n\n# SYNOPSIS\n\n*lanewise route* [_FILE_...]\n\n# OPTIONS\n\n*--by* _NAME_\n\tkafka.\n"
        self.stale = False

    def check(self, words):
        bin_folder = self.root / "bin"
        write(self.root, {
            "top.json": json.dumps(self.top), "route.json": json.dumps(self.route), "help": self.help,
            "man/lanewise.1.scd": "lanewise(1)\n\n# SYNOPSIS\n\n*lanewise* _TOOL_\n\n# OPTIONS\n\n*-h*, *--help*\n\tx\n",
            "man/lanewise-route.1.scd": self.page,
            "bin/lanewise": '#!/bin/sh\ncd "$(dirname "$0")/.."\ncase "$*" in\n  --describe-options) cat top.json ;;\n'
                            '  *--describe-options) cat route.json ;;\n  *--help) cat help ;;\nesac\n'})
        (bin_folder / "lanewise").chmod(0o755)
        completions = self.root / "completions"
        completions.mkdir()
        run(ROOT / "completions/generate.py", "--lanewise", bin_folder / "lanewise", "--output", completions)
        if self.stale:
            (completions / "_lanewise").write_text("older\n")
        self.expect([LINT / "options.py", "--build", self.root, "--man", self.root / "man", "--completions", completions],
                    words)

    def test_all_in_step(self):
        self.check("")

    def test_an_option_that_the_page_lacks(self):
        self.route["options"].append(option("--new"))
        self.check("OPTIONS lacks --new")

    def test_an_option_that_only_the_page_has(self):
        self.page += "\n*-z*, *--zero*\n\tx\n"
        self.check("OPTIONS lists --zero")

    def test_another_synopsis(self):
        self.page = self.page.replace("[_FILE_...]", "_FILE_")
        self.check("SYNOPSIS lacks: lanewise route [FILE...]")

    def test_a_value_that_no_page_names(self):
        self.route["options"][0]["choices"].append({"name": "rocketmq-4.7", "help": "r"})
        self.check("names --by rocketmq-4.7")

    def test_completions_out_of_date(self):
        self.stale = True
        self.check("completions/_lanewise is not what")

    def test_a_help_of_two_screens(self):
        self.help = "x\n" * 50 + self.help
        self.check("one screen has 50")

    def test_a_wide_help(self):
        self.help = "x" * 101 + self.help
        self.check("a line of 106 columns")

    def test_a_help_that_ends_otherwise(self):
        self.help += "\nReport bugs.\n"
        self.check("does not end with its two examples")


class Pages(TreeCase):
    def check(self, text, words):
        write(self.root, {"x.1.scd": text})
        self.expect([LINT / "pages.py", self.root / "x.1.scd"], words)

    def test_a_page(self):
        self.check("x(1)\n\n# NAME\n\nx - y\n", "")

    def test_what_scdoc_refuses(self):
        self.check("x(1)\n\n# NAME\n\n  blanks\n", "scdoc refuses")

    def test_a_shared_text_that_is_not_there(self):
        self.check("x(1)\n\n@include common/none.scd\n", "no such shared text")

    def test_what_mandoc_refuses(self):
        self.check("x(1)\n\n# NAME\n\nx - y\n\n\tindented to the end\n", "ERROR")


class Ledger(TreeCase):
    def git(self, *words):
        status, said = run("git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words, cwd=self.root)
        self.assertEqual(status, 0, said)
        return said.strip()

    def commit(self, name):
        write(self.root, {name: name + str(sum(1 for _ in self.root.rglob("*")))})
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", name)
        return self.git("rev-parse", "HEAD")

    def check(self, words, passed=True, commits=0, commit=None):
        self.git("init", "-q")
        first = self.commit("src/0")
        entry = {"name": "long", "commit": commit or first, "date": "2026-01-01", "seconds": 1, "passed": passed}
        write(self.root, {"tests/soak/required.json": json.dumps([{"name": "long", "about": "x", "paths": ["src"]}]),
                          "tests/soak/ledger.jsonl": json.dumps(entry) + "\n" if passed is not None else ""})
        for number in range(commits):
            self.commit(f"src/{number + 1}")
            self.commit(f"elsewhere/{number}")
        self.expect([LINT / "ledger.py", self.root], words)

    def test_fresh(self):
        self.check("", commits=30)

    def test_stale(self):
        self.check("31 commits since it passed", commits=31)

    def test_failed(self):
        self.check("long: failed at", passed=False)

    def test_never_run(self):
        self.check("has no line in the ledger", passed=None)

    def test_of_another_history(self):
        self.check("no commit of this history", commit="0" * 40)


class Documents(TreeCase):
    def check(self, text, words):
        write(self.root, {"README.md": text, "bin/lanewise": "#!/bin/sh\necho hi\n"})
        (self.root / "bin/lanewise").chmod(0o755)
        self.expect([ROOT / "tests/docs/run_examples.py", "--build", self.root, self.root / "README.md"], words)

    def test_what_is_shown(self):
        self.check("```console\n$ lanewise; exit 3\nhi\n[exit 3]\n```\n", "")

    def test_other_output(self):
        self.check("```console\n$ lanewise\nho\n```\n", "-ho\n+hi")

    def test_a_status_that_is_not_shown(self):
        self.check("```console\n$ lanewise; exit 3\nhi\n```\n", "+[exit 3]")

    def test_nothing_to_run(self):
        self.check("<!-- not run: it never ends -->\n```console\n$ lanewise\n```\n", "not one example")


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=0).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)
