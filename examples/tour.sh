#!/bin/sh
# A tour of lanewise, on the files of this folder.
#   sh examples/tour.sh                build it first, with what that needs installed (Debian 12)
#   sh examples/tour.sh --installed    with the lanewise that PATH finds
set -eu
cd "$(dirname "$0")"

if [ "${1:-}" != --installed ]; then
  sh ../tests/setup
  # The build is quiet unless it fails: a person came for the tour.
  log=$(mktemp)
  echo "Building lanewise (a few minutes the first time) ..."
  if ! (cd .. && cmake --preset release -DLANEWISE_BUILD_TESTS=OFF && cmake --build --preset release) >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    exit 1
  fi
  rm -f "$log"
  PATH="$(cd ../build/release/bin && pwd):$PATH"
fi

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$(printf '\033[1m') faint=$(printf '\033[2m') plain=$(printf '\033[0m')
else
  bold='' faint='' plain=''
fi

# headline TEXT: what the next command is for.
headline() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }

# show COMMAND: prints the command as one would type it, and runs it. Status 1 is an answer, and told as one.
show() {
  printf '%s$ %s%s\n' "$faint" "$1" "$plain"
  status=0
  sh -c "$1" || status=$?
  case $status in
    0) ;;
    1) echo '[exit 1]' ;;
    *) exit "$status" ;;
  esac
}

headline 'Where does a key go? In every client that hashes as the Java client does, to the same partition.'
show 'head -4 keys.txt | lanewise route -n 12'

headline 'How even is that? 640 records of 457 keys over 12 partitions.'
show 'lanewise route -n 12 --stats keys.txt'

headline 'A second service writes with librdkafka and its defaults. Do the two keep one key in one partition?'
show 'lanewise route -n 12 --compare kafka,librdkafka keys.txt | head -5'

headline 'Twelve partitions and a half more of them: which keys would move, and lose their order on the way?'
show 'lanewise route --resize 12:18 keys.txt'

headline 'Three members own 18 partitions. A fourth joins: what does each get, and what moves?'
show 'lanewise split --strategy kafka-cooperative-sticky --add shop-d-c07a1b88 group.json'

headline 'The same question on RocketMQ, where each client computes its own share.'
show 'lanewise split --strategy rocketmq-average rocketmq-group.json'

headline 'No logs at hand? Here are some, the same on every machine.'
show 'lanewise generate-events --events 5 --keys 3 --seed 7'

headline 'A log of consumers, with three faults planted in it. Was the order kept, and if not, where did it break?'
show 'lanewise generate-events --events 20000 --keys 500 --handled start-done \
    --fault overtake --fault zombie --fault split-key | lanewise verify-order'

headline 'Two of the transfers of this folder went wrong. One line of evidence each.'
show 'lanewise verify-order transfers.jsonl'

headline 'The groups of a cluster as kafka-consumer-groups describes them, a minute apart: who falls behind, and why?'
show 'lanewise lag-report --interval 60s lag-1.txt lag-2.txt'

headline 'Three consumers are restarted one by one. What does that cost, by protocol?'
show 'lanewise simulate-rebalance rolling --compare eager,cooperative'

headline 'Is order kept meanwhile? What is simulated goes to the same checker as any log ...'
show 'lanewise simulate-rebalance rolling --events - 2>/dev/null | lanewise verify-order'

headline '... and with a consumer that hands over its partitions before its work is done:'
show 'lanewise simulate-rebalance rolling --without drain --events - 2>/dev/null | lanewise verify-order'

headline 'Every tool by the question it answers:'
show 'lanewise'
