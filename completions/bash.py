"""The bash completion: one function, which needs nothing of the bash-completion package but to be loaded by it."""

import shlex

from described import HELP, choices, is_list, names, operand_value, operand_words, spellings, takes_value, topics

HEAD = """\
# Completion of lanewise for bash, made by completions/generate.py.

# What may follow option $2 of tool $1: sets `values`, a list of words, or `kind`, one of file, directory, profile, any;
# `list` is set where several values may stand with commas between, `open` where a value goes on behind the word. Fails
# if the option takes no value.
_lanewise_value() {
  case "$1 $2" in
"""

MIDDLE = """\
    *) return 1 ;;
  esac
}

# Sets `options` and the operands' `kind` of tool $1, and the `words` that they are instead where option `after` stands.
_lanewise_options() {
  case "$1" in
"""

TAIL = """\
  esac
}

# The full name of the tool that $1 stands for.
_lanewise_tool() {
  case "$1" in
%(tools)s
    *) return 1 ;;
  esac
}

# The names of the profiles there are.
_lanewise_profiles() {
  local file
  for file in "${XDG_CONFIG_HOME:-$HOME/.config}"/lanewise/*.conf; do
    [[ -e $file ]] || continue
    file=${file##*/}
    echo "${file%%.conf}"
  done
}

_lanewise() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} tool='' word number
  local options='' values='' kind='' list='' open='' after='' words='' prefix=''
  COMPREPLY=()

  # bash breaks --option=value into three words.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi

  for ((number = 1; number < COMP_CWORD; number++)); do
    word=${COMP_WORDS[number]}
    if [[ $word == help ]]; then
      mapfile -t COMPREPLY < <(compgen -W '%(topics)s' -- "$current")
      return 0
    elif [[ $word != -* ]]; then
      tool=$(_lanewise_tool "$word") || return 0
      break
    fi
  done

  if [[ $previous == -* ]] && _lanewise_value "$tool" "$previous"; then
    [[ -n $list && $current == *,* ]] && prefix=${current%%,*}, current=${current##*,}
  else
    _lanewise_options "$tool"
    if [[ $current == -* ]]; then
      values=$options kind=''
    elif [[ -z $tool ]]; then
      values='%(names)s'
    elif [[ -n $after && " ${COMP_WORDS[*]} " == *" $after "* ]]; then
      values=$words
    fi
  fi

  if [[ -n $values ]]; then
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$values" -- "$current")
    [[ -z $list$open ]] || compopt -o nospace 2>/dev/null
  elif [[ $kind == file ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  elif [[ $kind == directory ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$current")
  elif [[ $kind == profile && $current == */* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  elif [[ $kind == profile ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_lanewise_profiles)" -- "$current")
  fi
}

complete -F _lanewise lanewise
"""


def value_case(tool, option):
    patterns = " | ".join(f'"{tool} {name}"' for name in names(option))
    words = " ".join(name for name, _ in choices(option))
    if words:
        action = f"values={shlex.quote(words)}" + (" list=1" if is_list(option) else "")
        if "=" in words:
            action += " open=1"
    else:
        kind = option["value"] if option["value"] in ("file", "directory", "profile") else "any"
        action = f"kind='{kind}'"
    return f"    {patterns}) {action} ;;\n"


def options_case(tool, description):
    words = " ".join(name for option in description["options"] for name in names(option))
    kind = operand_value(description)
    operand = f" kind='{kind}'" if kind in ("file", "directory") else ""
    after, instead = operand_words(description)
    if after:
        operand += f" after={after} words={shlex.quote(' '.join(word for word, _ in instead))}"
    return f'    "{tool}") options={shlex.quote(words)}{operand} ;;\n'


def write(top, tools):
    every = [("", top), *tools.items()]
    typed = {}
    for name, tool in spellings(top).items():
        typed.setdefault(tool, []).append(name)
    return "".join([
        HEAD,
        *(value_case(tool, option) for tool, about in every for option in about["options"] if takes_value(option)),
        MIDDLE,
        *(options_case(tool, about) for tool, about in every),
        TAIL % {"tools": "\n".join(f"    {' | '.join(names)}) echo {tool} ;;" for tool, names in typed.items()),
                "names": " ".join([*spellings(top), HELP[0]]),
                "topics": " ".join(name for name, _ in topics(top))},
    ])
