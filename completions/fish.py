"""The fish completion: a `complete` line for each option, values from functions that print them with their help."""

import re

from described import (HELP, about, brief, choices, is_list, names, operand_value, operand_words, spellings, takes_value,
                       topics)

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

# Whether a word stands on the command line before the cursor.
function __lanewise_has
    contains -- $argv[1] (commandline -opc)
end

# Prints the names of the profiles there are, or the files that a path may go on to.
function __lanewise_profiles
    if string match -q -- '*/*' (commandline -ct)
        __fish_complete_path (commandline -ct)
        return
    end
    set -l folder $HOME/.config
    set -q XDG_CONFIG_HOME; and set folder $XDG_CONFIG_HOME
    for file in $folder/lanewise/*.conf
        string replace -r '^.*/(.*)\\.conf$' '$1' -- $file
    end
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


def printing_function(name, entries):
    lines = "\n".join(f"        {quoted(word)} {quoted(text)}" + " \\" for word, text in entries).rstrip(" \\")
    return f"function {name}\n    printf '%s\\t%s\\n' \\\n{lines}\nend\n"


def value_function(tool, option):
    return printing_function(function_name(tool, option), choices(option))


def words_name(tool):
    return "__lanewise_" + re.sub(r"\W", "_", tool) + "_words"


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
        elif option["value"] == "profile":
            words += ["-x", "-a", "'(__lanewise_profiles)'"]
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
    lines += [printing_function(words_name(tool), operand_words(description)[1]) for tool, description in tools.items()
              if operand_words(description)[0]]
    lines.append(printing_function("__lanewise_topics", topics(top)))
    lines.append(f"complete -c lanewise -n 'not __lanewise_typed' -a {HELP[0]} -d {quoted(HELP[1])}")
    lines.append("complete -c lanewise -n '__lanewise_is help' -a '(__lanewise_topics)'")
    for tool in top["tools"]:
        for name in typed[tool["name"]]:
            lines.append(f"complete -c lanewise -n 'not __lanewise_typed' -a {name} -d {quoted(about(tool))}")
    lines += [option_line("", option, "not __lanewise_typed") for option in top["options"]]
    for tool, description in tools.items():
        condition = f"__lanewise_is {' '.join(typed[tool])}"
        lines.append("")
        whole = condition
        after, words = operand_words(description)
        if after:
            lines.append(f"complete -c lanewise -n {quoted(f'{whole}; and __lanewise_has {after}')} -a '({words_name(tool)})'")
            condition = f"{whole}; and not __lanewise_has {after}"
        if operand_value(description) == "file":
            lines.append(f"complete -c lanewise -n {quoted(condition)} -F")
        elif operand_value(description) == "directory":
            lines.append(f"complete -c lanewise -n {quoted(condition)} -a '(__fish_complete_directories (commandline -ct))'")
        lines += [option_line(tool, option, whole) for option in description["options"]]
    return "\n".join(lines) + "\n"
