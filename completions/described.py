"""What the tools say of themselves: `lanewise --describe-options` and `lanewise TOOL --describe-options`.

One JSON document each, with `tool`, `summary`, `usage`, `operands`, `options` and `examples`; the dispatcher's has
`tools` too. Completions are made from it, and pages and help are held to it.
"""

import json
import re
import subprocess


def describe(lanewise, *tool):
    """The description of the dispatcher, or of a tool. Raises ValueError if there is none."""
    command = [str(lanewise), *tool, "--describe-options"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    try:
        if done.returncode == 0:
            return json.loads(done.stdout)
    except ValueError:
        pass
    raise ValueError(f"`{' '.join(command)}` gives no description (status {done.returncode})")


def describe_all(lanewise):
    """The dispatcher's description, and {tool: description} in the dispatcher's order."""
    top = describe(lanewise)
    return top, {tool["name"]: describe(lanewise, tool["name"]) for tool in top["tools"]}


def names(option):
    """The spellings of an option: its letter, its long name, or both."""
    return [name for name in (option.get("short"), option.get("long")) if name]


def choices(option):
    """[(name, help)] of the values that an option chooses among; empty if it takes others or none."""
    return [(choice["name"], brief(choice.get("help", ""))) for choice in option.get("choices", ())]


def takes_value(option):
    return option["value"] != "none"


def is_list(option):
    """Whether the value is several choices with commas between, as its placeholder shows: `A,B`."""
    return "," in (option.get("meta") or "")


def spellings(top):
    """{name as typed: tool}: the names of the tools and their short names, with each tool's summary."""
    return {typed: tool["name"] for tool in top["tools"] for typed in [tool["name"], *tool.get("short_names", ())]}


def about(tool):
    """The line that says what a tool is for."""
    return brief(tool["question"])


def operand_value(description):
    """`file`, `directory` or another kind: what the operands are. None if the tool takes none."""
    operands = description.get("operands", ())
    return operands[0]["value"] if operands else None


def operand_words(description):
    """(option, [(word, help)]): the words that operands are instead where an option stands; (None, []) if none are."""
    for operand in description.get("operands", ()):
        if "words" in operand:
            return operand["words"]["after"], [(one["name"], brief(one["help"])) for one in operand["words"]["choices"]]
    return None, []


def topics(top):
    """[(name, about)] of what `lanewise help` shows: the tools, then the pages."""
    return ([(tool["name"], about(tool)) for tool in top["tools"]]
            + [(page["name"], brief(page["about"])) for page in top.get("pages", ())])


HELP = ("help", "a tool's manual page, or another")


def brief(text):
    """The first sentence of a help text, on one line: shells show it beside the value."""
    text = " ".join(text.split())
    return re.split(r"(?<=[^.][.;]) ", text, maxsplit=1)[0].rstrip(".;")
