# Completion of lanewise for bash, made by completions/generate.py.

# What may follow option $2 of tool $1: sets `values`, a list of words, or `kind`, one of file, directory, profile, any;
# `list` is set where several values may stand with commas between, `open` where a value goes on behind the word. Fails
# if the option takes no value.
_lanewise_value() {
  case "$1 $2" in
    "route -n" | "route --partitions") kind='any' ;;
    "route --partitioner") values='kafka librdkafka librdkafka-random librdkafka-consistent librdkafka-murmur2 librdkafka-murmur2-random librdkafka-fnv1a librdkafka-fnv1a-random sarama sarama-reference sarama-crc sarama-murmur2 rocketmq rocketmq-4.7 murmur3-hash64-codec murmur3-128-h1 murmur3-128-h1-signext murmur3-128-h2 java kafka-java kafka-java-default kafka-python aiokafka kafkajs franz-go rpk kafka-streams kafka-go-murmur2 librdkafka-consistent-random consistent-random librdkafka-default kcat confluent-kafka confluent-kafka-python confluent-kafka-go confluent-kafka-dotnet node-rdkafka rust-rdkafka kafka-go-crc32 random consistent kafka-go-crc32-consistent murmur2 kafka-go-murmur2-consistent murmur2-random confluent-kafka-javascript fnv1a fnv1a-random sarama-hash sarama-default kafka-go-hash franz-go-sarama-compat kaf sarama-reference-hash kafka-go-reference-hash sarama-consistent-crc franz-go-sarama-crc32 rocketmq-4.8 rocketmq-selector select-message-queue-by-hash selectmessagequeuebyhash rocketmq-selector-4.7 rocketmq-pre-4.8 commons-codec-hash64 hive-hash64 commons-codec-hash128x64 guava-murmur3-128 commons-codec-hash128' ;;
    "route -k" | "route --literal") kind='any' ;;
    "route --compare") values='kafka librdkafka librdkafka-random librdkafka-consistent librdkafka-murmur2 librdkafka-murmur2-random librdkafka-fnv1a librdkafka-fnv1a-random sarama sarama-reference sarama-crc sarama-murmur2 rocketmq rocketmq-4.7 murmur3-hash64-codec murmur3-128-h1 murmur3-128-h1-signext murmur3-128-h2 java kafka-java kafka-java-default kafka-python aiokafka kafkajs franz-go rpk kafka-streams kafka-go-murmur2 librdkafka-consistent-random consistent-random librdkafka-default kcat confluent-kafka confluent-kafka-python confluent-kafka-go confluent-kafka-dotnet node-rdkafka rust-rdkafka kafka-go-crc32 random consistent kafka-go-crc32-consistent murmur2 kafka-go-murmur2-consistent murmur2-random confluent-kafka-javascript fnv1a fnv1a-random sarama-hash sarama-default kafka-go-hash franz-go-sarama-compat kaf sarama-reference-hash kafka-go-reference-hash sarama-consistent-crc franz-go-sarama-crc32 rocketmq-4.8 rocketmq-selector select-message-queue-by-hash selectmessagequeuebyhash rocketmq-selector-4.7 rocketmq-pre-4.8 commons-codec-hash64 hive-hash64 commons-codec-hash128x64 guava-murmur3-128 commons-codec-hash128' list=1 ;;
    "route --resize") kind='any' ;;
    "route --top") kind='any' ;;
    "route -f" | "route --format") values='keys auto jsonl kcat logfmt text spring-boot console-consumer' ;;
    "route --map") values='topic= partition= offset= broker= position= key= seq= ts= clock= payload= headers= id= message_id= tag= event= start_ts= end_ts= count= group= member= thread= generation= attempt= original_offset= depends_on= producer= producer_thread= producer_epoch= producer_seq= state= step= version= expected_version=' open=1 ;;
    "route --key") kind='any' ;;
    "route --pattern") kind='any' ;;
    "route --null-key") kind='any' ;;
    "route --on-bad-input") values='stop skip side:' ;;
    "route --max-unreadable") kind='any' ;;
    "route --max-line") kind='any' ;;
    "route --threads") kind='any' ;;
    "route -o" | "route --output") values='text jsonl tsv markdown' ;;
    "route --max-memory") kind='any' ;;
    "route --profile") kind='profile' ;;
    "route --color") values='auto always never' ;;
    "route --progress") values='auto always never' ;;
    "split -c" | "split --consumers") kind='any' ;;
    "split --index") kind='any' ;;
    "split --from") kind='any' ;;
    "split --to") kind='any' ;;
    "split --weights") kind='any' ;;
    "split --weights-file") kind='file' ;;
    "split --method") values='lpt contiguous' ;;
    "split --limit") kind='any' ;;
    "split --strategy") values='kafka-range kafka-roundrobin kafka-sticky kafka-cooperative-sticky rocketmq-average rocketmq-circle' ;;
    "split -g" | "split --group") kind='any' ;;
    "split --add") kind='any' ;;
    "split --remove") kind='any' ;;
    "split --then") kind='file' ;;
    "split -o" | "split --output") values='text jsonl tsv markdown group' ;;
    "split --profile") kind='profile' ;;
    "split --color") values='auto always never' ;;
    "split --progress") values='auto always never' ;;
    "verify-order -f" | "verify-order --format") values='auto jsonl kcat logfmt text spring-boot console-consumer' ;;
    "verify-order --map") values='topic= partition= offset= broker= position= key= seq= ts= clock= payload= headers= id= message_id= tag= event= start_ts= end_ts= count= group= member= thread= generation= attempt= original_offset= depends_on= producer= producer_thread= producer_epoch= producer_seq= state= step= version= expected_version=' open=1 ;;
    "verify-order --key") kind='any' ;;
    "verify-order --seq") kind='any' ;;
    "verify-order --ts") kind='any' ;;
    "verify-order --pattern") kind='any' ;;
    "verify-order -t" | "verify-order --topic") kind='any' ;;
    "verify-order --event-names") kind='any' ;;
    "verify-order --as") values='handled stored written' ;;
    "verify-order --tz") kind='any' ;;
    "verify-order --date") kind='any' ;;
    "verify-order --wrapper") values='auto none kubectl cri' ;;
    "verify-order --max-unreadable") kind='any' ;;
    "verify-order --max-line") kind='any' ;;
    "verify-order --threads") kind='any' ;;
    "verify-order --require") values='overlap overtake duplicate write-reorder write-duplicate split-key gap loss generation' list=1 ;;
    "verify-order --seq-kind") values='dense sparse' ;;
    "verify-order --max-keys") kind='any' ;;
    "verify-order --max-memory") kind='any' ;;
    "verify-order -o" | "verify-order --output") values='text jsonl' ;;
    "verify-order --trace-key") kind='any' ;;
    "verify-order --junit") kind='file' ;;
    "verify-order --profile") kind='profile' ;;
    "verify-order --color") values='auto always never' ;;
    "verify-order --progress") values='auto always never' ;;
    "lag-report -g" | "lag-report --group") kind='any' ;;
    "lag-report -t" | "lag-report --topic") kind='any' ;;
    "lag-report --interval") kind='any' ;;
    "lag-report --commit-interval") kind='any' ;;
    "lag-report --fail-on") values='stuck growing rewound recreated ahead unknown stale missing' list=1 ;;
    "lag-report --max-lag") kind='any' ;;
    "lag-report --until") kind='any' ;;
    "lag-report -f" | "lag-report --format") values='auto jsonl kcat logfmt text spring-boot console-consumer' ;;
    "lag-report --map") values='topic= partition= offset= broker= position= key= seq= ts= clock= payload= headers= id= message_id= tag= event= start_ts= end_ts= count= group= member= thread= generation= attempt= original_offset= depends_on= producer= producer_thread= producer_epoch= producer_seq= state= step= version= expected_version=' open=1 ;;
    "lag-report --key") kind='any' ;;
    "lag-report --seq") kind='any' ;;
    "lag-report --ts") kind='any' ;;
    "lag-report --pattern") kind='any' ;;
    "lag-report --event-names") kind='any' ;;
    "lag-report --as") values='handled stored written' ;;
    "lag-report --tz") kind='any' ;;
    "lag-report --date") kind='any' ;;
    "lag-report --wrapper") values='auto none kubectl cri' ;;
    "lag-report --max-unreadable") kind='any' ;;
    "lag-report --max-line") kind='any' ;;
    "lag-report --threads") kind='any' ;;
    "lag-report -o" | "lag-report --output") values='text jsonl tsv markdown' ;;
    "lag-report --profile") kind='profile' ;;
    "lag-report --color") values='auto always never' ;;
    "lag-report --progress") values='auto always never' ;;
    "simulate-rebalance -n" | "simulate-rebalance --partitions") kind='any' ;;
    "simulate-rebalance -c" | "simulate-rebalance --consumers") kind='any' ;;
    "simulate-rebalance -t" | "simulate-rebalance --topic") kind='any' ;;
    "simulate-rebalance --down") kind='any' ;;
    "simulate-rebalance --every") kind='any' ;;
    "simulate-rebalance --added") kind='any' ;;
    "simulate-rebalance --rate") kind='any' ;;
    "simulate-rebalance --keys") kind='any' ;;
    "simulate-rebalance --service") kind='any' ;;
    "simulate-rebalance -j" | "simulate-rebalance --workers") kind='any' ;;
    "simulate-rebalance --until") kind='any' ;;
    "simulate-rebalance --set") kind='any' ;;
    "simulate-rebalance --seed") kind='any' ;;
    "simulate-rebalance --protocol") values='eager cooperative' ;;
    "simulate-rebalance --strategy") values='kafka-range kafka-roundrobin kafka-sticky kafka-cooperative-sticky' ;;
    "simulate-rebalance --compare") kind='any' ;;
    "simulate-rebalance --without") values='stop-fetch resume-at-commit drain fencing' ;;
    "simulate-rebalance -o" | "simulate-rebalance --output") values='text jsonl tsv markdown' ;;
    "simulate-rebalance --events") kind='file' ;;
    "simulate-rebalance --profile") kind='profile' ;;
    "simulate-rebalance --color") values='auto always never' ;;
    "simulate-rebalance --progress") values='auto always never' ;;
    "generate-events --events") kind='any' ;;
    "generate-events --keys") kind='any' ;;
    "generate-events --active") kind='any' ;;
    "generate-events --active-for") kind='any' ;;
    "generate-events --zipf") kind='any' ;;
    "generate-events --rate") kind='any' ;;
    "generate-events --start") kind='any' ;;
    "generate-events -t" | "generate-events --topic") kind='any' ;;
    "generate-events --key-prefix") kind='any' ;;
    "generate-events -n" | "generate-events --partitions") kind='any' ;;
    "generate-events --partitioner") values='kafka librdkafka librdkafka-random librdkafka-consistent librdkafka-murmur2 librdkafka-murmur2-random librdkafka-fnv1a librdkafka-fnv1a-random sarama sarama-reference sarama-crc sarama-murmur2 rocketmq rocketmq-4.7 murmur3-hash64-codec murmur3-128-h1 murmur3-128-h1-signext murmur3-128-h2' ;;
    "generate-events --producers") kind='any' ;;
    "generate-events --states") kind='any' ;;
    "generate-events --steps") kind='any' ;;
    "generate-events --step-within") kind='any' ;;
    "generate-events -g" | "generate-events --group") kind='any' ;;
    "generate-events -c" | "generate-events --members") kind='any' ;;
    "generate-events -j" | "generate-events --workers") kind='any' ;;
    "generate-events --service") kind='any' ;;
    "generate-events --fetch-delay") kind='any' ;;
    "generate-events --commit-every") kind='any' ;;
    "generate-events --max-lag") kind='any' ;;
    "generate-events --handled") values='record start-done nothing' ;;
    "generate-events --fields") values='topic partition offset key seq time group member thread generation attempt producer payload' list=1 ;;
    "generate-events -o" | "generate-events --output") values='jsonl kcat logfmt spring-boot text tsv markdown' ;;
    "generate-events --time-unit") values='s ms us ns' ;;
    "generate-events --fault") values='overtake early overlap double-dispatch redelivery replay zombie skip loss duplicate write-reorder split-key composite-keys state-rollback step-missing step-twice step-late pool-resize clock-skew' ;;
    "generate-events --truth") kind='file' ;;
    "generate-events --seed") kind='any' ;;
    "generate-events --profile") kind='profile' ;;
    "generate-events --color") values='auto always never' ;;
    "generate-events --progress") values='auto always never' ;;
    *) return 1 ;;
  esac
}

# Sets `options` and the operands' `kind` of tool $1, and the `words` that they are instead where option `after` stands.
_lanewise_options() {
  case "$1" in
    "") options='--help --version --exec-path' ;;
    "route") options='-n --partitions --partitioner -k --literal --bare --compare --resize --stats --top --explain --list -f --format --map --key --pattern -0 --null --null-key --on-bad-input --max-unreadable --max-line --threads -o --output --json --hash-keys --max-memory --profile --color --progress -q --quiet -v --verbose -h --help --version' kind='file' after=--list words='all kafka librdkafka sarama rocketmq murmur3' ;;
    "split") options='-c --consumers --index --bare --from --to --weights --weights-file --method --limit --strategy -g --group --add --remove --then --list -o --output --json --profile --color --progress -q --quiet -v --verbose -h --help --version' kind='file' after=--list words=all ;;
    "verify-order") options='-f --format --map --key --seq --ts --pattern -t --topic --event-names --as --tz --date --wrapper --max-unreadable --max-line --threads --require --merge --seq-kind --max-keys --max-memory -o --output --json -l --list-keys --trace-key --junit --hash-keys --profile --color --progress -q --quiet -v --verbose -h --help --version' kind='file' ;;
    "lag-report") options='-g --group -t --topic --interval --commit-interval --fail-on --max-lag --until -f --format --map --key --seq --ts --pattern --event-names --as --tz --date --wrapper --max-unreadable --max-line --threads -o --output --json --hash-keys --profile --color --progress -q --quiet -v --verbose -h --help --version' kind='file' ;;
    "simulate-rebalance") options='-n --partitions -c --consumers -t --topic --static --down --every --added --rate --keys --service -j --workers --until --set --seed --protocol --strategy --compare --without --list -o --output --json --timeline --events --profile --color --progress -q --quiet -v --verbose -h --help --version' kind='file' ;;
    "generate-events") options='--events --keys --active --active-for --zipf --rate --start -t --topic --key-prefix -n --partitions --partitioner --producers --states --steps --step-within -g --group -c --members -j --workers --service --fetch-delay --commit-every --max-lag --stored --handled --no-commits --no-assignments --fields -o --output --json --time-unit --fault --truth --list --seed --profile --color --progress -q --quiet -v --verbose -h --help --version' ;;
  esac
}

# The full name of the tool that $1 stands for.
_lanewise_tool() {
  case "$1" in
    route) echo route ;;
    split) echo split ;;
    verify-order | verify) echo verify-order ;;
    lag-report | lag) echo lag-report ;;
    simulate-rebalance | simulate) echo simulate-rebalance ;;
    generate-events) echo generate-events ;;
    *) return 1 ;;
  esac
}

# The names of the profiles there are.
_lanewise_profiles() {
  local file
  for file in "${XDG_CONFIG_HOME:-$HOME/.config}"/lanewise/*.conf; do
    [[ -e $file ]] || continue
    file=${file##*/}
    echo "${file%.conf}"
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
      mapfile -t COMPREPLY < <(compgen -W 'route split verify-order lag-report simulate-rebalance generate-events lanewise group scenario events reports partitioners strategies' -- "$current")
      return 0
    elif [[ $word != -* ]]; then
      tool=$(_lanewise_tool "$word") || return 0
      break
    fi
  done

  if [[ $previous == -* ]] && _lanewise_value "$tool" "$previous"; then
    [[ -n $list && $current == *,* ]] && prefix=${current%,*}, current=${current##*,}
  else
    _lanewise_options "$tool"
    if [[ $current == -* ]]; then
      values=$options kind=''
    elif [[ -z $tool ]]; then
      values='route split verify-order verify lag-report lag simulate-rebalance simulate generate-events help'
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
