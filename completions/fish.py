"""The fish completion: a `complete` line for each option, values from functions that print them with their help."""

import re

from described import about, brief, choices, is_list, names, operand_value, spellings, takes_value

HEAD = """\
# Completion of lanewise for fish, made by completions/generate.py.

# Prints the tool of the command line, as typed; fails while there is none.
function __lanewise_typed
    for word in (commandline -opc)[2..]
        if not string match -q -- '-*' $word
            echo $word
            return 0
        end
    end
    return 1
end

# Whether the tool of the command line is one of the names given.
function __lanewise_is
    set -l typed (__lanewise_typed); and contains -- $typed $argv
end

# Reads `value TAB help` lines and prints them as what may stand after the last comma of the word being typed.
function __lanewise_after_comma
    set -l before (string match -rg -- '^(?:-[^=]*=)?(.*,)?' (commandline -ct))[1]
    while read -l line
        echo $before$line
    end
end

complete -c lanewise -f
"""


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def function_name(tool, option):
    return "__lanewise_" + re.sub(r"\W", "_", f"{tool or 'lanewise'}_{names(option)[-1].lstrip('-')}")


def value_function(tool, option):
    lines = "\n".join(f"        {quoted(name)} {quoted(text)}" + " \\" for name, text in choices(option)).rstrip(" \\")
    return f"function {function_name(tool, option)}\n    printf '%s\\t%s\\n' \\\n{lines}\nend\n"


def option_line(tool, option, condition):
    words = ["complete -c lanewise", "-n", quoted(condition)]
    for name in names(option):
        words += ["-l" if name.startswith("--") else "-s", name.lstrip("-")]
    if takes_value(option):
        if choices(option):
            source = function_name(tool, option) + (" | __lanewise_after_comma" if is_list(option) else "")
            words += ["-x", "-a", quoted(f"({source})")]
        elif option["value"] == "file":
            words += ["-r", "-F"]
        elif option["value"] == "directory":
            words += ["-x", "-a", "'(__fish_complete_directories (commandline -ct))'"]
        else:
            words.append("-x")
    return " ".join([*words, "-d", quoted(brief(option["help"]))])


def write(top, tools):
    typed = {}
    for name, tool in spellings(top).items():
        typed.setdefault(tool, []).append(name)
    lines = [HEAD]
    lines += [value_function(tool, option) for tool, description in [("", top), *tools.items()]
              for option in description["options"] if choices(option)]
    for tool in top["tools"]:
        for name in typed[tool["name"]]:
            lines.append(f"complete -c lanewise -n 'not __lanewise_typed' -a {name} -d {quoted(about(tool))}")
    lines += [option_line("", option, "not __lanewise_typed") for option in top["options"]]
    for tool, description in tools.items():
        condition = f"__lanewise_is {' '.join(typed[tool])}"
        lines.append("")
        if operand_value(description) == "file":
            lines.append(f"complete -c lanewise -n {quoted(condition)} -F")
        elif operand_value(description) == "directory":
            lines.append(f"complete -c lanewise -n {quoted(condition)} -a '(__fish_complete_directories (commandline -ct))'")
        lines += [option_line(tool, option, condition) for option in description["options"]]
    return "\n".join(lines) + "\n"
