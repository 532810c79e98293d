"""The zsh completion: _arguments for each tool, with every option's and every value's help."""

import re

from described import (HELP, about, brief, choices, is_list, names, operand_value, operand_words, spellings, takes_value,
                       topics)

FILES = {"file": "_files", "directory": "_files -/", "profile": "_lanewise_profiles"}


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def in_spec(text):
    """Text that stands in brackets of an _arguments specification."""
    return re.sub(r"([\[\]\\:])", r"\\\1", text)


def in_list(name, text):
    """An entry of _describe: the value, a colon, its help."""
    return quoted(name.replace(":", "\\:") + ":" + text)


def function_name(tool, option):
    return "_lanewise_" + re.sub(r"\W", "_", f"{tool or 'lanewise'}_{names(option)[-1].lstrip('-')}")


def action(tool, option):
    if choices(option):
        return function_name(tool, option)
    return FILES.get(option["value"], "")


def option_spec(tool, option):
    """One line of _arguments. The spellings exclude each other unless the option may be repeated."""
    spelled = names(option)
    value = f":{in_spec(option.get('meta') or 'value')}:{action(tool, option)}" if takes_value(option) else ""
    help_text = f"[{in_spec(brief(option['help']))}]"
    lines = []
    for name in spelled:
        glue = ("=" if name.startswith("--") else "+") if takes_value(option) else ""
        head = "*" if option.get("repeatable") else f"({' '.join(spelled)})"
        lines.append("    " + quoted(f"{head}{name}{glue}{help_text}{value}"))
    return lines


def value_function(tool, option):
    entries = "\n".join(f"    {in_list(name, text)}" for name, text in choices(option))
    several = "  compset -P '*,'\n" if is_list(option) else ""
    goes_on = is_list(option) or any(name.endswith("=") for name, _ in choices(option))
    suffix = " -q -S ''" if goes_on else ""
    return (f"{function_name(tool, option)}() {{\n  local -a values=(\n{entries}\n  )\n{several}"
            f"  _describe -t values {quoted(option.get('meta') or 'value')} values{suffix}\n}}\n")


def operand_function(tool):
    return "_lanewise_" + re.sub(r"\W", "_", tool) + "_operand"


def words_function(tool, description):
    """What operands are where an option makes words of them."""
    after, words = operand_words(description)
    entries = "\n".join(f"      {in_list(name, text)}" for name, text in words)
    return (f"{operand_function(tool)}() {{\n  if (( ${{words[(I){after}]}} )); then\n    local -a values=(\n{entries}\n    )\n"
            f"    _describe -t values WORD values\n  else\n    {FILES.get(operand_value(description), ':')}\n  fi\n}}\n")


def operand_spec(tool, description):
    kind = operand_value(description)
    if kind is None:
        return []
    name = in_spec(description["operands"][0]["name"])
    action_name = operand_function(tool) if operand_words(description)[0] else FILES.get(kind, "")
    return ["    " + quoted(f"*:{name}:{action_name}")]


def tool_case(typed, tool, description):
    specs = [line for option in description["options"] for line in option_spec(tool, option)]
    body = " \\\n".join(["_arguments -s -S", *("    " + s for s in specs + operand_spec(tool, description))])
    return f"      {'|'.join(typed)})\n        {body}\n        ;;\n"


def write(top, tools):
    typed = {}
    for name, tool in spellings(top).items():
        typed.setdefault(tool, []).append(name)
    listed = [in_list(name, about(tool)) for tool in top["tools"] for name in typed[tool["name"]]] + [in_list(*HELP)]
    own = [line for option in top["options"] for line in option_spec("", option)]
    functions = [value_function(tool, option) for tool, description in [("", top), *tools.items()]
                 for option in description["options"] if choices(option)]
    functions += [words_function(tool, description) for tool, description in tools.items()
                  if operand_words(description)[0]]
    return "\n".join([
        "#compdef lanewise",
        "# Completion of lanewise for zsh, made by completions/generate.py.",
        "",
        *functions,
        "_lanewise_tools() {",
        "  local -a tools=(",
        *(f"    {entry}" for entry in listed),
        "  )",
        "  _describe -t tools tool tools",
        "}",
        "",
        "_lanewise_topics() {",
        "  local -a topics=(",
        *(f"    {in_list(*topic)}" for topic in topics(top)),
        "  )",
        "  _describe -t topics topic topics",
        "}",
        "",
        "_lanewise_profiles() {",
        "  if [[ $PREFIX == */* ]]; then",
        "    _files",
        "  else",
        "    local -a profiles=(${XDG_CONFIG_HOME:-$HOME/.config}/lanewise/*.conf(N:t:r))",
        "    compadd -a profiles",
        "  fi",
        "}",
        "",
        "_lanewise() {",
        "  local state line context",
        "  typeset -A opt_args",
        " \\\n".join(["  _arguments -s -S", *own, "    '1:tool:_lanewise_tools'", "    '*::argument:->argument'"]),
        "  if [[ $state == argument ]]; then",
        "    curcontext=\"${curcontext%:*}-$words[1]:\"",
        "    case $words[1] in",
        "      help) _arguments '1:topic:_lanewise_topics' ;;",
        *("\n".join(tool_case(typed[tool], tool, d).rstrip("\n").splitlines()) for tool, d in tools.items()),
        "    esac",
        "  fi",
        "}",
        "",
        "if [[ $funcstack[1] == _lanewise ]]; then",
        "  _lanewise \"$@\"",
        "else",
        "  compdef _lanewise lanewise",
        "fi",
    ]) + "\n"
