"""What the tools say of themselves: `lanewise --describe-options` and `lanewise TOOL --describe-options`.

One JSON document each, with `tool`, `summary`, `usage`, `operands`, `options` and `examples`; the dispatcher's has
`tools` too. Completions are made from it, and pages and help are held to it.
"""

import json
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
