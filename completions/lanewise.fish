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
        string replace -r '^.*/(.*)\.conf$' '$1' -- $file
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

function __lanewise_route_partitioner
    printf '%s\t%s\n' \
        'kafka' 'murmur2 masked to 31 bits: Java, franz-go, kafka-python, aiokafka, kafkajs 2, rpk' \
        'librdkafka' 'CRC-32 unsigned: consistent_random, of librdkafka and everything built on it' \
        'librdkafka-random' 'keys are ignored: a random or sticky partition' \
        'librdkafka-consistent' 'CRC-32 unsigned' \
        'librdkafka-murmur2' 'as kafka, but a null key is hashed as the empty key' \
        'librdkafka-murmur2-random' 'as kafka: what to set in librdkafka to agree with Java' \
        'librdkafka-fnv1a' 'as sarama, but a null key is hashed as the empty key' \
        'librdkafka-fnv1a-random' 'as sarama: what to set in librdkafka to agree with it' \
        'sarama' 'FNV-1a, abs of the signed remainder: NewHashPartitioner, kafka-go Hash' \
        'sarama-reference' 'FNV-1a masked to 31 bits: NewReferenceHashPartitioner' \
        'sarama-crc' 'CRC-32 unsigned: NewConsistentCRCHashPartitioner' \
        'sarama-murmur2' 'as kafka: NewMurmur2Partitioner' \
        'rocketmq' 'String.hashCode, abs of the remainder: SelectMessageQueueByHash with a String' \
        'rocketmq-4.7' 'as rocketmq, but a hash of -2^31 gives a negative queue: the selector before 4.8.0' \
        'murmur3-hash64-codec' 'MurmurHash3.hash64 of commons-codec and Hive, floorMod' \
        'murmur3-128-h1' 'first half of the 128-bit hash: commons-codec hash128x64, C++, floorMod' \
        'murmur3-128-h1-signext' 'the same with a sign-extended seed: Guava murmur3_128().asLong(), floorMod' \
        'murmur3-128-h2' 'second half of the 128-bit hash, floorMod' \
        'java' 'the same as kafka' \
        'kafka-java' 'the same as kafka' \
        'kafka-java-default' 'the same as kafka' \
        'kafka-python' 'the same as kafka' \
        'aiokafka' 'the same as kafka' \
        'kafkajs' 'the same as kafka' \
        'franz-go' 'the same as kafka' \
        'rpk' 'the same as kafka' \
        'kafka-streams' 'the same as kafka' \
        'kafka-go-murmur2' 'the same as kafka' \
        'librdkafka-consistent-random' 'the same as librdkafka' \
        'consistent-random' 'the same as librdkafka' \
        'librdkafka-default' 'the same as librdkafka' \
        'kcat' 'the same as librdkafka' \
        'confluent-kafka' 'the same as librdkafka' \
        'confluent-kafka-python' 'the same as librdkafka' \
        'confluent-kafka-go' 'the same as librdkafka' \
        'confluent-kafka-dotnet' 'the same as librdkafka' \
        'node-rdkafka' 'the same as librdkafka' \
        'rust-rdkafka' 'the same as librdkafka' \
        'kafka-go-crc32' 'the same as librdkafka' \
        'random' 'the same as librdkafka-random' \
        'consistent' 'the same as librdkafka-consistent' \
        'kafka-go-crc32-consistent' 'the same as librdkafka-consistent' \
        'murmur2' 'the same as librdkafka-murmur2' \
        'kafka-go-murmur2-consistent' 'the same as librdkafka-murmur2' \
        'murmur2-random' 'the same as librdkafka-murmur2-random' \
        'confluent-kafka-javascript' 'the same as librdkafka-murmur2-random' \
        'fnv1a' 'the same as librdkafka-fnv1a' \
        'fnv1a-random' 'the same as librdkafka-fnv1a-random' \
        'sarama-hash' 'the same as sarama' \
        'sarama-default' 'the same as sarama' \
        'kafka-go-hash' 'the same as sarama' \
        'franz-go-sarama-compat' 'the same as sarama' \
        'kaf' 'the same as sarama' \
        'sarama-reference-hash' 'the same as sarama-reference' \
        'kafka-go-reference-hash' 'the same as sarama-reference' \
        'sarama-consistent-crc' 'the same as sarama-crc' \
        'franz-go-sarama-crc32' 'the same as sarama-crc' \
        'rocketmq-4.8' 'the same as rocketmq' \
        'rocketmq-selector' 'the same as rocketmq' \
        'select-message-queue-by-hash' 'the same as rocketmq' \
        'selectmessagequeuebyhash' 'the same as rocketmq' \
        'rocketmq-selector-4.7' 'the same as rocketmq-4.7' \
        'rocketmq-pre-4.8' 'the same as rocketmq-4.7' \
        'commons-codec-hash64' 'the same as murmur3-hash64-codec' \
        'hive-hash64' 'the same as murmur3-hash64-codec' \
        'commons-codec-hash128x64' 'the same as murmur3-128-h1' \
        'guava-murmur3-128' 'the same as murmur3-128-h1-signext' \
        'commons-codec-hash128' 'the same as murmur3-128-h1-signext'
end

function __lanewise_route_compare
    printf '%s\t%s\n' \
        'kafka' 'murmur2 masked to 31 bits: Java, franz-go, kafka-python, aiokafka, kafkajs 2, rpk' \
        'librdkafka' 'CRC-32 unsigned: consistent_random, of librdkafka and everything built on it' \
        'librdkafka-random' 'keys are ignored: a random or sticky partition' \
        'librdkafka-consistent' 'CRC-32 unsigned' \
        'librdkafka-murmur2' 'as kafka, but a null key is hashed as the empty key' \
        'librdkafka-murmur2-random' 'as kafka: what to set in librdkafka to agree with Java' \
        'librdkafka-fnv1a' 'as sarama, but a null key is hashed as the empty key' \
        'librdkafka-fnv1a-random' 'as sarama: what to set in librdkafka to agree with it' \
        'sarama' 'FNV-1a, abs of the signed remainder: NewHashPartitioner, kafka-go Hash' \
        'sarama-reference' 'FNV-1a masked to 31 bits: NewReferenceHashPartitioner' \
        'sarama-crc' 'CRC-32 unsigned: NewConsistentCRCHashPartitioner' \
        'sarama-murmur2' 'as kafka: NewMurmur2Partitioner' \
        'rocketmq' 'String.hashCode, abs of the remainder: SelectMessageQueueByHash with a String' \
        'rocketmq-4.7' 'as rocketmq, but a hash of -2^31 gives a negative queue: the selector before 4.8.0' \
        'murmur3-hash64-codec' 'MurmurHash3.hash64 of commons-codec and Hive, floorMod' \
        'murmur3-128-h1' 'first half of the 128-bit hash: commons-codec hash128x64, C++, floorMod' \
        'murmur3-128-h1-signext' 'the same with a sign-extended seed: Guava murmur3_128().asLong(), floorMod' \
        'murmur3-128-h2' 'second half of the 128-bit hash, floorMod' \
        'java' 'the same as kafka' \
        'kafka-java' 'the same as kafka' \
        'kafka-java-default' 'the same as kafka' \
        'kafka-python' 'the same as kafka' \
        'aiokafka' 'the same as kafka' \
        'kafkajs' 'the same as kafka' \
        'franz-go' 'the same as kafka' \
        'rpk' 'the same as kafka' \
        'kafka-streams' 'the same as kafka' \
        'kafka-go-murmur2' 'the same as kafka' \
        'librdkafka-consistent-random' 'the same as librdkafka' \
        'consistent-random' 'the same as librdkafka' \
        'librdkafka-default' 'the same as librdkafka' \
        'kcat' 'the same as librdkafka' \
        'confluent-kafka' 'the same as librdkafka' \
        'confluent-kafka-python' 'the same as librdkafka' \
        'confluent-kafka-go' 'the same as librdkafka' \
        'confluent-kafka-dotnet' 'the same as librdkafka' \
        'node-rdkafka' 'the same as librdkafka' \
        'rust-rdkafka' 'the same as librdkafka' \
        'kafka-go-crc32' 'the same as librdkafka' \
        'random' 'the same as librdkafka-random' \
        'consistent' 'the same as librdkafka-consistent' \
        'kafka-go-crc32-consistent' 'the same as librdkafka-consistent' \
        'murmur2' 'the same as librdkafka-murmur2' \
        'kafka-go-murmur2-consistent' 'the same as librdkafka-murmur2' \
        'murmur2-random' 'the same as librdkafka-murmur2-random' \
        'confluent-kafka-javascript' 'the same as librdkafka-murmur2-random' \
        'fnv1a' 'the same as librdkafka-fnv1a' \
        'fnv1a-random' 'the same as librdkafka-fnv1a-random' \
        'sarama-hash' 'the same as sarama' \
        'sarama-default' 'the same as sarama' \
        'kafka-go-hash' 'the same as sarama' \
        'franz-go-sarama-compat' 'the same as sarama' \
        'kaf' 'the same as sarama' \
        'sarama-reference-hash' 'the same as sarama-reference' \
        'kafka-go-reference-hash' 'the same as sarama-reference' \
        'sarama-consistent-crc' 'the same as sarama-crc' \
        'franz-go-sarama-crc32' 'the same as sarama-crc' \
        'rocketmq-4.8' 'the same as rocketmq' \
        'rocketmq-selector' 'the same as rocketmq' \
        'select-message-queue-by-hash' 'the same as rocketmq' \
        'selectmessagequeuebyhash' 'the same as rocketmq' \
        'rocketmq-selector-4.7' 'the same as rocketmq-4.7' \
        'rocketmq-pre-4.8' 'the same as rocketmq-4.7' \
        'commons-codec-hash64' 'the same as murmur3-hash64-codec' \
        'hive-hash64' 'the same as murmur3-hash64-codec' \
        'commons-codec-hash128x64' 'the same as murmur3-128-h1' \
        'guava-murmur3-128' 'the same as murmur3-128-h1-signext' \
        'commons-codec-hash128' 'the same as murmur3-128-h1-signext'
end

function __lanewise_route_format
    printf '%s\t%s\n' \
        'keys' 'one key a line' \
        'auto' 'decided from the first lines' \
        'jsonl' 'one JSON object a line, in the vocabulary of lanewise-events(7)' \
        'kcat' 'what kcat -J prints: the same, and a record lies in the log' \
        'logfmt' 'name=value pairs anywhere in a line' \
        'text' 'lines that --pattern matches' \
        'spring-boot' 'Spring Boot\'s log: logfmt, JSON or Kafka\'s client in it' \
        'console-consumer' 'what kafka-console-consumer prints'
end

function __lanewise_route_map
    printf '%s\t%s\n' \
        'topic=' 'the topic the record lies in' \
        'partition=' 'the partition (queue id) it lies in' \
        'offset=' 'its place in the partition\'s log' \
        'broker=' 'a broker\'s name, where queue ids repeat across brokers' \
        'position=' 'its place where a log has no single offset' \
        'key=' 'the key: the entity whose state the record changes' \
        'seq=' 'sequence within the key, given by the writer' \
        'ts=' 'event time' \
        'clock=' 'a writer\'s logical clock' \
        'payload=' 'the body' \
        'headers=' 'the headers' \
        'id=' 'the business event, the same over retries' \
        'message_id=' 'one attempt to send' \
        'tag=' 'RocketMQ\'s tag' \
        'event=' 'what happened' \
        'start_ts=' 'when a handling began' \
        'end_ts=' 'when it ended' \
        'count=' 'how many records this one stands for' \
        'group=' 'the consumer group' \
        'member=' 'the group\'s member' \
        'thread=' 'the thread that handled it' \
        'generation=' 'the assignment under which it was handled' \
        'attempt=' 'the try, from 0' \
        'original_offset=' 'of a retried record: where it lay first' \
        'depends_on=' 'what must have been handled before' \
        'producer=' 'the writer' \
        'producer_thread=' 'the writer\'s thread' \
        'producer_epoch=' 'the writer\'s epoch' \
        'producer_seq=' 'the writer\'s own sequence' \
        'state=' 'the state it puts the key into' \
        'step=' 'the step it completes' \
        'version=' 'the version it writes' \
        'expected_version=' 'the version it must find'
end

function __lanewise_route_on_bad_input
    printf '%s\t%s\n' \
        'stop' '' \
        'skip' '' \
        'side:' ''
end

function __lanewise_route_output
    printf '%s\t%s\n' \
        'text' '' \
        'jsonl' '' \
        'tsv' '' \
        'markdown' ''
end

function __lanewise_route_color
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_route_progress
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_split_method
    printf '%s\t%s\n' \
        'lpt' 'any part takes any item: longest first, near the best' \
        'contiguous' 'parts keep the order: the least possible maximum, exact'
end

function __lanewise_split_strategy
    printf '%s\t%s\n' \
        'kafka-range' 'consecutive ranges, topic by topic' \
        'kafka-roundrobin' 'all partitions dealt in a circle, topic after topic' \
        'kafka-sticky' 'totals within one of each other, keeping what members own' \
        'kafka-cooperative-sticky' 'as kafka-sticky, but what moves is revoked first and handed out by a follow-up rebalance' \
        'rocketmq-average' 'consecutive ranges of queues, topic by topic' \
        'rocketmq-circle' 'queues dealt in a circle, topic by topic'
end

function __lanewise_split_output
    printf '%s\t%s\n' \
        'text' 'for people' \
        'jsonl' 'JSON Lines, see lanewise-reports(7)' \
        'tsv' 'a table' \
        'markdown' 'a table' \
        'group' 'the group as it is afterwards, a document that split reads'
end

function __lanewise_split_color
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_split_progress
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_verify_order_format
    printf '%s\t%s\n' \
        'auto' 'decided from the first lines' \
        'jsonl' 'one JSON object a line, in the vocabulary of lanewise-events(7)' \
        'kcat' 'what kcat -J prints: the same, and a record lies in the log' \
        'logfmt' 'name=value pairs anywhere in a line' \
        'text' 'lines that --pattern matches' \
        'spring-boot' 'Spring Boot\'s log: logfmt, JSON or Kafka\'s client in it' \
        'console-consumer' 'what kafka-console-consumer prints'
end

function __lanewise_verify_order_map
    printf '%s\t%s\n' \
        'topic=' 'the topic the record lies in' \
        'partition=' 'the partition (queue id) it lies in' \
        'offset=' 'its place in the partition\'s log' \
        'broker=' 'a broker\'s name, where queue ids repeat across brokers' \
        'position=' 'its place where a log has no single offset' \
        'key=' 'the key: the entity whose state the record changes' \
        'seq=' 'sequence within the key, given by the writer' \
        'ts=' 'event time' \
        'clock=' 'a writer\'s logical clock' \
        'payload=' 'the body' \
        'headers=' 'the headers' \
        'id=' 'the business event, the same over retries' \
        'message_id=' 'one attempt to send' \
        'tag=' 'RocketMQ\'s tag' \
        'event=' 'what happened' \
        'start_ts=' 'when a handling began' \
        'end_ts=' 'when it ended' \
        'count=' 'how many records this one stands for' \
        'group=' 'the consumer group' \
        'member=' 'the group\'s member' \
        'thread=' 'the thread that handled it' \
        'generation=' 'the assignment under which it was handled' \
        'attempt=' 'the try, from 0' \
        'original_offset=' 'of a retried record: where it lay first' \
        'depends_on=' 'what must have been handled before' \
        'producer=' 'the writer' \
        'producer_thread=' 'the writer\'s thread' \
        'producer_epoch=' 'the writer\'s epoch' \
        'producer_seq=' 'the writer\'s own sequence' \
        'state=' 'the state it puts the key into' \
        'step=' 'the step it completes' \
        'version=' 'the version it writes' \
        'expected_version=' 'the version it must find'
end

function __lanewise_verify_order_as
    printf '%s\t%s\n' \
        'handled' '' \
        'stored' '' \
        'written' ''
end

function __lanewise_verify_order_wrapper
    printf '%s\t%s\n' \
        'auto' 'the first line tells' \
        'none' 'lines as they stand' \
        'kubectl' 'what kubectl logs --prefix prints' \
        'cri' 'the files that container runtimes write on a Kubernetes node'
end

function __lanewise_verify_order_require
    printf '%s\t%s\n' \
        'overlap' 'overlap' \
        'overtake' 'overtake' \
        'duplicate' 'duplicate' \
        'write-reorder' 'write order' \
        'write-duplicate' 'write duplicates' \
        'split-key' 'split key' \
        'gap' 'gap' \
        'loss' 'loss' \
        'generation' 'generation'
end

function __lanewise_verify_order_seq_kind
    printf '%s\t%s\n' \
        'dense' 'seqs of a key have no holes: one that is missing is a gap' \
        'sparse' 'seqs only rise'
end

function __lanewise_verify_order_output
    printf '%s\t%s\n' \
        'text' 'for people' \
        'jsonl' 'JSON Lines, see lanewise-reports(7)'
end

function __lanewise_verify_order_color
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_verify_order_progress
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_lag_report_fail_on
    printf '%s\t%s\n' \
        'stuck' 'records wait and nothing moves' \
        'growing' 'the lag rises' \
        'rewound' 'commits went back' \
        'recreated' 'the end of a log went back' \
        'ahead' 'committed beyond the end' \
        'unknown' 'no commit, or no end' \
        'stale' 'committed, and no member reads it' \
        'missing' 'the group does not exist'
end

function __lanewise_lag_report_format
    printf '%s\t%s\n' \
        'auto' 'decided from the first lines' \
        'jsonl' 'one JSON object a line, in the vocabulary of lanewise-events(7)' \
        'kcat' 'what kcat -J prints: the same, and a record lies in the log' \
        'logfmt' 'name=value pairs anywhere in a line' \
        'text' 'lines that --pattern matches' \
        'spring-boot' 'Spring Boot\'s log: logfmt, JSON or Kafka\'s client in it' \
        'console-consumer' 'what kafka-console-consumer prints'
end

function __lanewise_lag_report_map
    printf '%s\t%s\n' \
        'topic=' 'the topic the record lies in' \
        'partition=' 'the partition (queue id) it lies in' \
        'offset=' 'its place in the partition\'s log' \
        'broker=' 'a broker\'s name, where queue ids repeat across brokers' \
        'position=' 'its place where a log has no single offset' \
        'key=' 'the key: the entity whose state the record changes' \
        'seq=' 'sequence within the key, given by the writer' \
        'ts=' 'event time' \
        'clock=' 'a writer\'s logical clock' \
        'payload=' 'the body' \
        'headers=' 'the headers' \
        'id=' 'the business event, the same over retries' \
        'message_id=' 'one attempt to send' \
        'tag=' 'RocketMQ\'s tag' \
        'event=' 'what happened' \
        'start_ts=' 'when a handling began' \
        'end_ts=' 'when it ended' \
        'count=' 'how many records this one stands for' \
        'group=' 'the consumer group' \
        'member=' 'the group\'s member' \
        'thread=' 'the thread that handled it' \
        'generation=' 'the assignment under which it was handled' \
        'attempt=' 'the try, from 0' \
        'original_offset=' 'of a retried record: where it lay first' \
        'depends_on=' 'what must have been handled before' \
        'producer=' 'the writer' \
        'producer_thread=' 'the writer\'s thread' \
        'producer_epoch=' 'the writer\'s epoch' \
        'producer_seq=' 'the writer\'s own sequence' \
        'state=' 'the state it puts the key into' \
        'step=' 'the step it completes' \
        'version=' 'the version it writes' \
        'expected_version=' 'the version it must find'
end

function __lanewise_lag_report_as
    printf '%s\t%s\n' \
        'handled' '' \
        'stored' '' \
        'written' ''
end

function __lanewise_lag_report_wrapper
    printf '%s\t%s\n' \
        'auto' 'the first line tells' \
        'none' 'lines as they stand' \
        'kubectl' 'what kubectl logs --prefix prints' \
        'cri' 'the files that container runtimes write on a Kubernetes node'
end

function __lanewise_lag_report_output
    printf '%s\t%s\n' \
        'text' '' \
        'jsonl' '' \
        'tsv' '' \
        'markdown' ''
end

function __lanewise_lag_report_color
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_lag_report_progress
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_simulate_rebalance_protocol
    printf '%s\t%s\n' \
        'eager' 'everybody gives up everything, rejoins, and gets its share anew' \
        'cooperative' 'only what moves is given up, in two rebalances (KIP-429)'
end

function __lanewise_simulate_rebalance_strategy
    printf '%s\t%s\n' \
        'kafka-range' 'of the protocol eager' \
        'kafka-roundrobin' 'of the protocol eager' \
        'kafka-sticky' 'of the protocol eager' \
        'kafka-cooperative-sticky' 'of the protocol cooperative'
end

function __lanewise_simulate_rebalance_without
    printf '%s\t%s\n' \
        'stop-fetch' 'who loses a partition fetches it on for a while' \
        'resume-at-commit' 'who gets a partition begins where the last owner had fetched to' \
        'drain' 'who loses a partition leaves its workers to finish' \
        'fencing' 'commits of former owners count'
end

function __lanewise_simulate_rebalance_output
    printf '%s\t%s\n' \
        'text' 'for people' \
        'jsonl' 'JSON Lines, see lanewise-reports(7)' \
        'tsv' 'the table' \
        'markdown' 'the table'
end

function __lanewise_simulate_rebalance_color
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_simulate_rebalance_progress
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_generate_events_partitioner
    printf '%s\t%s\n' \
        'kafka' 'murmur2 masked to 31 bits: Java, franz-go, kafka-python, aiokafka, kafkajs 2, rpk' \
        'librdkafka' 'CRC-32 unsigned: consistent_random, of librdkafka and everything built on it' \
        'librdkafka-random' 'keys are ignored: a random or sticky partition' \
        'librdkafka-consistent' 'CRC-32 unsigned' \
        'librdkafka-murmur2' 'as kafka, but a null key is hashed as the empty key' \
        'librdkafka-murmur2-random' 'as kafka: what to set in librdkafka to agree with Java' \
        'librdkafka-fnv1a' 'as sarama, but a null key is hashed as the empty key' \
        'librdkafka-fnv1a-random' 'as sarama: what to set in librdkafka to agree with it' \
        'sarama' 'FNV-1a, abs of the signed remainder: NewHashPartitioner, kafka-go Hash' \
        'sarama-reference' 'FNV-1a masked to 31 bits: NewReferenceHashPartitioner' \
        'sarama-crc' 'CRC-32 unsigned: NewConsistentCRCHashPartitioner' \
        'sarama-murmur2' 'as kafka: NewMurmur2Partitioner' \
        'rocketmq' 'String.hashCode, abs of the remainder: SelectMessageQueueByHash with a String' \
        'rocketmq-4.7' 'as rocketmq, but a hash of -2^31 gives a negative queue: the selector before 4.8.0' \
        'murmur3-hash64-codec' 'MurmurHash3.hash64 of commons-codec and Hive, floorMod' \
        'murmur3-128-h1' 'first half of the 128-bit hash: commons-codec hash128x64, C++, floorMod' \
        'murmur3-128-h1-signext' 'the same with a sign-extended seed: Guava murmur3_128().asLong(), floorMod' \
        'murmur3-128-h2' 'second half of the 128-bit hash, floorMod'
end

function __lanewise_generate_events_handled
    printf '%s\t%s\n' \
        'record' 'one line with start_ts and end_ts' \
        'start-done' 'a start line and a done line' \
        'nothing' 'no handlings'
end

function __lanewise_generate_events_fields
    printf '%s\t%s\n' \
        'topic' '' \
        'partition' '' \
        'offset' '' \
        'key' '' \
        'seq' '' \
        'time' '' \
        'group' '' \
        'member' '' \
        'thread' '' \
        'generation' '' \
        'attempt' '' \
        'producer' '' \
        'payload' ''
end

function __lanewise_generate_events_output
    printf '%s\t%s\n' \
        'jsonl' 'JSON Lines in the vocabulary of lanewise-events(7)' \
        'kcat' 'what kcat -J prints, with --stored --handled nothing' \
        'logfmt' 'name=value pairs' \
        'spring-boot' 'Spring Boot\'s layout around logfmt' \
        'text' '--list for people' \
        'tsv' '--list as a table' \
        'markdown' '--list as a table'
end

function __lanewise_generate_events_time_unit
    printf '%s\t%s\n' \
        's' '' \
        'ms' '' \
        'us' '' \
        'ns' ''
end

function __lanewise_generate_events_fault
    printf '%s\t%s\n' \
        'overtake' 'a record is handled after its successor' \
        'early' 'a record is handled far ahead of its turn' \
        'overlap' 'two records of a key are handled at the same time' \
        'double-dispatch' 'one record is handled by two threads at once' \
        'redelivery' 'a record is delivered a second time' \
        'replay' 'a member crashes and goes on from the committed offset' \
        'zombie' 'an old owner finishes a record after the new owner has handled it' \
        'skip' 'a record at or above the last commit is never handled' \
        'loss' 'a record below the last commit is never handled' \
        'duplicate' 'a record is written at two offsets' \
        'write-reorder' 'a producer\'s record lands behind its successor' \
        'split-key' 'a key goes to two partitions in turn' \
        'composite-keys' 'one entity is written under two keys' \
        'state-rollback' 'a key\'s state goes back' \
        'step-missing' 'a key never gets one of its steps' \
        'step-twice' 'a key gets a step twice' \
        'step-late' 'a key\'s last step comes too late' \
        'pool-resize' 'all keys of a member change thread at one moment' \
        'clock-skew' 'one member\'s or producer\'s clock is seconds apart'
end

function __lanewise_generate_events_color
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_generate_events_progress
    printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
end

function __lanewise_route_words
    printf '%s\t%s\n' \
        'all' 'every partitioner' \
        'kafka' 'of Java clients and those that agree with them' \
        'librdkafka' 'of librdkafka and what is built on it' \
        'sarama' 'of Go\'s sarama' \
        'rocketmq' 'of RocketMQ' \
        'murmur3' 'of routers of one\'s own'
end

function __lanewise_split_words
    printf '%s\t%s\n' \
        'all' 'every strategy'
end

function __lanewise_topics
    printf '%s\t%s\n' \
        'route' 'which partition does a key go to, in this client, and does every client agree?' \
        'split' 'which member gets which partitions, and what moves when the group changes?' \
        'verify-order' 'was any key handled out of order, lost or doubled, and at which stage?' \
        'lag-report' 'how far behind are we, is it moving, and what is stuck?' \
        'simulate-rebalance' 'what would a rebalance do: moves, pauses, duplicates, reorders?' \
        'generate-events' 'make test data with known faults' \
        'lanewise' 'all tools: options, streams, profiles, exit status' \
        'group' 'the document that describes a group' \
        'scenario' 'the document that simulate-rebalance runs' \
        'events' 'records: fields, formats, mapping' \
        'reports' 'what reports in JSON Lines hold' \
        'partitioners' 'how clients map a key to a partition' \
        'strategies' 'how groups divide partitions among members'
end

complete -c lanewise -n 'not __lanewise_typed' -a help -d 'a tool\'s manual page, or another'
complete -c lanewise -n '__lanewise_is help' -a '(__lanewise_topics)'
complete -c lanewise -n 'not __lanewise_typed' -a route -d 'which partition does a key go to, in this client, and does every client agree?'
complete -c lanewise -n 'not __lanewise_typed' -a split -d 'which member gets which partitions, and what moves when the group changes?'
complete -c lanewise -n 'not __lanewise_typed' -a verify-order -d 'was any key handled out of order, lost or doubled, and at which stage?'
complete -c lanewise -n 'not __lanewise_typed' -a verify -d 'was any key handled out of order, lost or doubled, and at which stage?'
complete -c lanewise -n 'not __lanewise_typed' -a lag-report -d 'how far behind are we, is it moving, and what is stuck?'
complete -c lanewise -n 'not __lanewise_typed' -a lag -d 'how far behind are we, is it moving, and what is stuck?'
complete -c lanewise -n 'not __lanewise_typed' -a simulate-rebalance -d 'what would a rebalance do: moves, pauses, duplicates, reorders?'
complete -c lanewise -n 'not __lanewise_typed' -a simulate -d 'what would a rebalance do: moves, pauses, duplicates, reorders?'
complete -c lanewise -n 'not __lanewise_typed' -a generate-events -d 'make test data with known faults'
complete -c lanewise -n 'not __lanewise_typed' -l help -d 'the tools by the question they answer'
complete -c lanewise -n 'not __lanewise_typed' -l version -d 'version, commit, compiler, libraries'
complete -c lanewise -n 'not __lanewise_typed' -l exec-path -d 'the folder of the tools'

complete -c lanewise -n '__lanewise_is route; and __lanewise_has --list' -a '(__lanewise_route_words)'
complete -c lanewise -n '__lanewise_is route; and not __lanewise_has --list' -F
complete -c lanewise -n '__lanewise_is route' -s n -l partitions -x -d 'number of partitions of the topic'
complete -c lanewise -n '__lanewise_is route' -l partitioner -x -a '(__lanewise_route_partitioner)' -d 'the client\'s partitioner (default kafka)'
complete -c lanewise -n '__lanewise_is route' -s k -l literal -x -d 'ask for this key instead of reading any'
complete -c lanewise -n '__lanewise_is route' -l bare -d 'print the partition alone, without the key'
complete -c lanewise -n '__lanewise_is route' -l compare -x -a '(__lanewise_route_compare | __lanewise_after_comma)' -d 'keys on which partitioners disagree, with each one\'s partition'
complete -c lanewise -n '__lanewise_is route' -l resize -x -d 'keys that another partition count moves'
complete -c lanewise -n '__lanewise_is route' -l stats -d 'how keys and records spread over the partitions'
complete -c lanewise -n '__lanewise_is route' -l top -x -d 'busiest keys that --stats names (default 10)'
complete -c lanewise -n '__lanewise_is route' -l explain -d 'bytes, hash, reduction, partition, step by step'
complete -c lanewise -n '__lanewise_is route' -l list -d 'partitioners most people need'
complete -c lanewise -n '__lanewise_is route' -s f -l format -x -a '(__lanewise_route_format)' -d 'keys, auto, jsonl, kcat, logfmt, text, spring-boot, … (default keys)'
complete -c lanewise -n '__lanewise_is route' -l map -x -a '(__lanewise_route_map)' -d 'where a field lies in your records, e.g'
complete -c lanewise -n '__lanewise_is route' -l key -x -d 'the same as --map key=PATH'
complete -c lanewise -n '__lanewise_is route' -l pattern -x -d 'text whose named groups are fields'
complete -c lanewise -n '__lanewise_is route' -s 0 -l null -d 'keys are separated by NUL and taken verbatim'
complete -c lanewise -n '__lanewise_is route' -l null-key -x -d 'the line that means no key'
complete -c lanewise -n '__lanewise_is route' -l on-bad-input -x -a '(__lanewise_route_on_bad_input)' -d 'stop, skip or side:FILE (default stop'
complete -c lanewise -n '__lanewise_is route' -l max-unreadable -x -d 'more unreadable lines than this are trouble (default 1%)'
complete -c lanewise -n '__lanewise_is route' -l max-line -x -d 'longest line (default 256MiB)'
complete -c lanewise -n '__lanewise_is route' -l threads -x -d 'workers'
complete -c lanewise -n '__lanewise_is route' -s o -l output -x -a '(__lanewise_route_output)' -d 'text, jsonl, tsv, markdown (default: as the input)'
complete -c lanewise -n '__lanewise_is route' -l json -d 'the same as -o jsonl'
complete -c lanewise -n '__lanewise_is route' -l hash-keys -d 'show keys as hashes'
complete -c lanewise -n '__lanewise_is route' -l max-memory -x -d 'for counting distinct keys (default 256MiB)'
complete -c lanewise -n '__lanewise_is route' -l profile -x -a '(__lanewise_profiles)' -d 'read options, one a line, from ~/.config/lanewise/NAME.conf or from a path'
complete -c lanewise -n '__lanewise_is route' -l color -x -a '(__lanewise_route_color)' -d 'colour: auto, always, never'
complete -c lanewise -n '__lanewise_is route' -l progress -x -a '(__lanewise_route_progress)' -d 'progress on standard error: auto, always, never'
complete -c lanewise -n '__lanewise_is route' -s q -l quiet -d 'only the answer, and errors'
complete -c lanewise -n '__lanewise_is route' -s v -l verbose -d 'more of the answer'
complete -c lanewise -n '__lanewise_is route' -s h -l help -d 'this text'
complete -c lanewise -n '__lanewise_is route' -l version -d 'version, commit, compiler, libraries'

complete -c lanewise -n '__lanewise_is split; and __lanewise_has --list' -a '(__lanewise_split_words)'
complete -c lanewise -n '__lanewise_is split; and not __lanewise_has --list' -F
complete -c lanewise -n '__lanewise_is split' -s c -l consumers -x -d 'how many parts'
complete -c lanewise -n '__lanewise_is split' -l index -x -d 'only part I, from 0 (of ranges and of weights)'
complete -c lanewise -n '__lanewise_is split' -l bare -d 'two numbers a part, LO HI'
complete -c lanewise -n '__lanewise_is split' -l from -x -d 'split the inclusive range LO to HI'
complete -c lanewise -n '__lanewise_is split' -l to -x -d 'its end'
complete -c lanewise -n '__lanewise_is split' -l weights -x -d 'split items of these weights, e.g'
complete -c lanewise -n '__lanewise_is split' -l weights-file -r -F -d 'the same, one weight a line'
complete -c lanewise -n '__lanewise_is split' -l method -x -a '(__lanewise_split_method)' -d 'lpt or contiguous (default lpt)'
complete -c lanewise -n '__lanewise_is split' -l limit -x -d 'can contiguous parts stay within L? status 0 yes, 1 no'
complete -c lanewise -n '__lanewise_is split' -l strategy -x -a '(__lanewise_split_strategy)' -d 'the assignment the real client computes for GROUP'
complete -c lanewise -n '__lanewise_is split' -s g -l group -x -d 'only this group of a document with several'
complete -c lanewise -n '__lanewise_is split' -l add -x -d 'a member joins: what moves?'
complete -c lanewise -n '__lanewise_is split' -l remove -x -d 'a member leaves: what moves?'
complete -c lanewise -n '__lanewise_is split' -l then -r -F -d 'the group becomes this one: what moves?'
complete -c lanewise -n '__lanewise_is split' -l list -d 'strategies most people need'
complete -c lanewise -n '__lanewise_is split' -s o -l output -x -a '(__lanewise_split_output)' -d 'text, jsonl, tsv, markdown, group (default text)'
complete -c lanewise -n '__lanewise_is split' -l json -d 'the same as -o jsonl'
complete -c lanewise -n '__lanewise_is split' -l profile -x -a '(__lanewise_profiles)' -d 'read options, one a line, from ~/.config/lanewise/NAME.conf or from a path'
complete -c lanewise -n '__lanewise_is split' -l color -x -a '(__lanewise_split_color)' -d 'colour: auto, always, never'
complete -c lanewise -n '__lanewise_is split' -l progress -x -a '(__lanewise_split_progress)' -d 'progress on standard error: auto, always, never'
complete -c lanewise -n '__lanewise_is split' -s q -l quiet -d 'only the answer, and errors'
complete -c lanewise -n '__lanewise_is split' -s v -l verbose -d 'more of the answer'
complete -c lanewise -n '__lanewise_is split' -s h -l help -d 'this text'
complete -c lanewise -n '__lanewise_is split' -l version -d 'version, commit, compiler, libraries'

complete -c lanewise -n '__lanewise_is verify-order verify' -F
complete -c lanewise -n '__lanewise_is verify-order verify' -s f -l format -x -a '(__lanewise_verify_order_format)' -d 'auto, jsonl, kcat, logfmt, text, spring-boot, … (default auto)'
complete -c lanewise -n '__lanewise_is verify-order verify' -l map -x -a '(__lanewise_verify_order_map)' -d 'where a field lies in your records, e.g'
complete -c lanewise -n '__lanewise_is verify-order verify' -l key -x -d 'the same as --map key=PATH'
complete -c lanewise -n '__lanewise_is verify-order verify' -l seq -x -d 'the same as --map seq=PATH'
complete -c lanewise -n '__lanewise_is verify-order verify' -l ts -x -d 'the same as --map ts=PATH'
complete -c lanewise -n '__lanewise_is verify-order verify' -l pattern -x -d 'text whose named groups are fields'
complete -c lanewise -n '__lanewise_is verify-order verify' -s t -l topic -x -d 'the topic of records that name none'
complete -c lanewise -n '__lanewise_is verify-order verify' -l event-names -x -d 'what your names for events mean, e.g'
complete -c lanewise -n '__lanewise_is verify-order verify' -l as -x -a '(__lanewise_verify_order_as)' -d 'handled, stored or written: what records without event tell (default by format)'
complete -c lanewise -n '__lanewise_is verify-order verify' -l tz -x -d 'of times that name none: UTC, local, +08:00 (default UTC)'
complete -c lanewise -n '__lanewise_is verify-order verify' -l date -x -d 'of the first time that has none'
complete -c lanewise -n '__lanewise_is verify-order verify' -l wrapper -x -a '(__lanewise_verify_order_wrapper)' -d 'what stands around each line: auto, none, kubectl, cri (default auto)'
complete -c lanewise -n '__lanewise_is verify-order verify' -l max-unreadable -x -d 'more unreadable lines than this are trouble (default 1%)'
complete -c lanewise -n '__lanewise_is verify-order verify' -l max-line -x -d 'longest line (default 256MiB)'
complete -c lanewise -n '__lanewise_is verify-order verify' -l threads -x -d 'workers'
complete -c lanewise -n '__lanewise_is verify-order verify' -l require -x -a '(__lanewise_verify_order_require | __lanewise_after_comma)' -d 'trouble (status 2) if one of these checks cannot be made'
complete -c lanewise -n '__lanewise_is verify-order verify' -l merge -d 'put the lines of all files into the order of their times'
complete -c lanewise -n '__lanewise_is verify-order verify' -l seq-kind -x -a '(__lanewise_verify_order_seq_kind)' -d 'dense or sparse (default dense)'
complete -c lanewise -n '__lanewise_is verify-order verify' -l max-keys -x -d 'follow so many keys at most'
complete -c lanewise -n '__lanewise_is verify-order verify' -l max-memory -x -d 'for all that is remembered (default 1GiB)'
complete -c lanewise -n '__lanewise_is verify-order verify' -s o -l output -x -a '(__lanewise_verify_order_output)' -d 'text or jsonl (default text)'
complete -c lanewise -n '__lanewise_is verify-order verify' -l json -d 'the same as -o jsonl'
complete -c lanewise -n '__lanewise_is verify-order verify' -s l -l list-keys -d 'only the broken keys, one a line'
complete -c lanewise -n '__lanewise_is verify-order verify' -l trace-key -x -d 'one key\'s life over all inputs, line by line'
complete -c lanewise -n '__lanewise_is verify-order verify' -l junit -r -F -d 'the checks as a JUnit report as well'
complete -c lanewise -n '__lanewise_is verify-order verify' -l hash-keys -d 'show keys as hashes'
complete -c lanewise -n '__lanewise_is verify-order verify' -l profile -x -a '(__lanewise_profiles)' -d 'read options, one a line, from ~/.config/lanewise/NAME.conf or from a path'
complete -c lanewise -n '__lanewise_is verify-order verify' -l color -x -a '(__lanewise_verify_order_color)' -d 'colour: auto, always, never'
complete -c lanewise -n '__lanewise_is verify-order verify' -l progress -x -a '(__lanewise_verify_order_progress)' -d 'progress on standard error: auto, always, never'
complete -c lanewise -n '__lanewise_is verify-order verify' -s q -l quiet -d 'only the answer, and errors'
complete -c lanewise -n '__lanewise_is verify-order verify' -s v -l verbose -d 'more of the answer'
complete -c lanewise -n '__lanewise_is verify-order verify' -s h -l help -d 'this text'
complete -c lanewise -n '__lanewise_is verify-order verify' -l version -d 'version, commit, compiler, libraries'

complete -c lanewise -n '__lanewise_is lag-report lag' -F
complete -c lanewise -n '__lanewise_is lag-report lag' -s g -l group -x -d 'only this group'
complete -c lanewise -n '__lanewise_is lag-report lag' -s t -l topic -x -d 'only this topic'
complete -c lanewise -n '__lanewise_is lag-report lag' -l interval -x -d 'how far apart, where no text says it (default: the files\' times)'
complete -c lanewise -n '__lanewise_is lag-report lag' -l commit-interval -x -d 'how often clients commit'
complete -c lanewise -n '__lanewise_is lag-report lag' -l fail-on -x -a '(__lanewise_lag_report_fail_on | __lanewise_after_comma)' -d 'states: stuck, growing, rewound, recreated, ahead, unknown, …'
complete -c lanewise -n '__lanewise_is lag-report lag' -l max-lag -x -d 'a group whose lag is more'
complete -c lanewise -n '__lanewise_is lag-report lag' -l until -x -d 'lag<=N: when was each group so far? status 1 if one was not'
complete -c lanewise -n '__lanewise_is lag-report lag' -s f -l format -x -a '(__lanewise_lag_report_format)' -d 'auto, jsonl, kcat, logfmt, text, spring-boot, … (default auto)'
complete -c lanewise -n '__lanewise_is lag-report lag' -l map -x -a '(__lanewise_lag_report_map)' -d 'where a field lies in your records, e.g'
complete -c lanewise -n '__lanewise_is lag-report lag' -l key -x -d 'the same as --map key=PATH'
complete -c lanewise -n '__lanewise_is lag-report lag' -l seq -x -d 'the same as --map seq=PATH'
complete -c lanewise -n '__lanewise_is lag-report lag' -l ts -x -d 'the same as --map ts=PATH'
complete -c lanewise -n '__lanewise_is lag-report lag' -l pattern -x -d 'text whose named groups are fields'
complete -c lanewise -n '__lanewise_is lag-report lag' -l event-names -x -d 'what your names for events mean, e.g'
complete -c lanewise -n '__lanewise_is lag-report lag' -l as -x -a '(__lanewise_lag_report_as)' -d 'handled, stored or written: what records without event tell (default by format)'
complete -c lanewise -n '__lanewise_is lag-report lag' -l tz -x -d 'of times that name none: UTC, local, +08:00 (default UTC)'
complete -c lanewise -n '__lanewise_is lag-report lag' -l date -x -d 'of the first time that has none'
complete -c lanewise -n '__lanewise_is lag-report lag' -l wrapper -x -a '(__lanewise_lag_report_wrapper)' -d 'what stands around each line: auto, none, kubectl, cri (default auto)'
complete -c lanewise -n '__lanewise_is lag-report lag' -l max-unreadable -x -d 'more unreadable lines than this are trouble (default 1%)'
complete -c lanewise -n '__lanewise_is lag-report lag' -l max-line -x -d 'longest line (default 256MiB)'
complete -c lanewise -n '__lanewise_is lag-report lag' -l threads -x -d 'workers'
complete -c lanewise -n '__lanewise_is lag-report lag' -s o -l output -x -a '(__lanewise_lag_report_output)' -d 'text, jsonl, tsv, markdown (default text)'
complete -c lanewise -n '__lanewise_is lag-report lag' -l json -d 'the same as -o jsonl'
complete -c lanewise -n '__lanewise_is lag-report lag' -l hash-keys -d 'show keys as hashes'
complete -c lanewise -n '__lanewise_is lag-report lag' -l profile -x -a '(__lanewise_profiles)' -d 'read options, one a line, from ~/.config/lanewise/NAME.conf or from a path'
complete -c lanewise -n '__lanewise_is lag-report lag' -l color -x -a '(__lanewise_lag_report_color)' -d 'colour: auto, always, never'
complete -c lanewise -n '__lanewise_is lag-report lag' -l progress -x -a '(__lanewise_lag_report_progress)' -d 'progress on standard error: auto, always, never'
complete -c lanewise -n '__lanewise_is lag-report lag' -s q -l quiet -d 'only the answer, and errors'
complete -c lanewise -n '__lanewise_is lag-report lag' -s v -l verbose -d 'more of the answer'
complete -c lanewise -n '__lanewise_is lag-report lag' -s h -l help -d 'this text'
complete -c lanewise -n '__lanewise_is lag-report lag' -l version -d 'version, commit, compiler, libraries'

complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -F
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -s n -l partitions -x -d 'partitions (default 12)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -s c -l consumers -x -d 'members at the start (default 3)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -s t -l topic -x -d 'the topic (default orders)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l static -d 'members have instance ids (static membership)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l down -x -d 'rolling: how long a member is away (default 5s)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l every -x -d 'between two events (default rolling 30s, scale-out 1s)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l added -x -d 'scale-out: members that join (default as many as there are)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l rate -x -d 'records a second (default 200/s by a word, none in a file)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l keys -x -d 'how many keys they have'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l service -x -d 'mean time of one handling (default 10ms)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -s j -l workers -x -d 'threads of a member (default 4)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l until -x -d 'the end (default 90 s after the last event)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l set -x -d 'any setting of lanewise-scenario(5), e.g'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l seed -x -d 'where random choices start from (default 1)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l protocol -x -a '(__lanewise_simulate_rebalance_protocol)' -d 'how the group agrees (default eager)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l strategy -x -a '(__lanewise_simulate_rebalance_strategy)' -d 'how partitions are shared out (default: the protocol\'s)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l compare -x -d 'protocols and strategies side by side'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l without -x -a '(__lanewise_simulate_rebalance_without)' -d 'take stop-fetch, resume-at-commit, drain or fencing away'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l list -d 'the protocols and their strategies'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -s o -l output -x -a '(__lanewise_simulate_rebalance_output)' -d 'text, jsonl, tsv, markdown (default text)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l json -d 'the same as -o jsonl'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l timeline -d 'who has each partition when'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l events -r -F -d 'write what happens, as lanewise-events(7)'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l profile -x -a '(__lanewise_profiles)' -d 'read options, one a line, from ~/.config/lanewise/NAME.conf or from a path'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l color -x -a '(__lanewise_simulate_rebalance_color)' -d 'colour: auto, always, never'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l progress -x -a '(__lanewise_simulate_rebalance_progress)' -d 'progress on standard error: auto, always, never'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -s q -l quiet -d 'only the answer, and errors'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -s v -l verbose -d 'more of the answer'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -s h -l help -d 'this text'
complete -c lanewise -n '__lanewise_is simulate-rebalance simulate' -l version -d 'version, commit, compiler, libraries'

complete -c lanewise -n '__lanewise_is generate-events' -l events -x -d 'records (default 100000)'
complete -c lanewise -n '__lanewise_is generate-events' -l keys -x -d 'keys (default 10000)'
complete -c lanewise -n '__lanewise_is generate-events' -l active -x -d 'keys that are alive at one moment (default all)'
complete -c lanewise -n '__lanewise_is generate-events' -l active-for -x -d 'how long a key stays alive, about (default 60s)'
complete -c lanewise -n '__lanewise_is generate-events' -l zipf -x -d 'skew: the r-th most popular key weighs 1/r^S'
complete -c lanewise -n '__lanewise_is generate-events' -l rate -x -d 'records a second (default 4000/s)'
complete -c lanewise -n '__lanewise_is generate-events' -l start -x -d 'time of the first record (default 2026-01-01T00:00:00Z)'
complete -c lanewise -n '__lanewise_is generate-events' -s t -l topic -x -d 'the topic (default orders)'
complete -c lanewise -n '__lanewise_is generate-events' -l key-prefix -x -d 'keys are TEXT1, TEXT2, … (default order-)'
complete -c lanewise -n '__lanewise_is generate-events' -s n -l partitions -x -d 'partitions (default 16)'
complete -c lanewise -n '__lanewise_is generate-events' -l partitioner -x -a '(__lanewise_generate_events_partitioner)' -d 'which partition a key goes to (default kafka)'
complete -c lanewise -n '__lanewise_is generate-events' -l producers -x -d 'producers (default 2)'
complete -c lanewise -n '__lanewise_is generate-events' -l states -x -d 'each key goes through these states, then a new one comes'
complete -c lanewise -n '__lanewise_is generate-events' -l steps -x -d 'each key needs these steps, then a new one comes'
complete -c lanewise -n '__lanewise_is generate-events' -l step-within -x -d 'a key\'s steps come within this (default 10s)'
complete -c lanewise -n '__lanewise_is generate-events' -s g -l group -x -d 'a consumer group'
complete -c lanewise -n '__lanewise_is generate-events' -s c -l members -x -d 'members of each group (default 3)'
complete -c lanewise -n '__lanewise_is generate-events' -s j -l workers -x -d 'threads of each member (default 4)'
complete -c lanewise -n '__lanewise_is generate-events' -l service -x -d 'mean time of one handling (default: threads half busy)'
complete -c lanewise -n '__lanewise_is generate-events' -l fetch-delay -x -d 'from written to fetched (default 2ms)'
complete -c lanewise -n '__lanewise_is generate-events' -l commit-every -x -d 'between two commits (default 1s)'
complete -c lanewise -n '__lanewise_is generate-events' -l max-lag -x -d 'writers wait above this lag (default 100000)'
complete -c lanewise -n '__lanewise_is generate-events' -l stored -d 'a line for each record as it is stored'
complete -c lanewise -n '__lanewise_is generate-events' -l handled -x -a '(__lanewise_generate_events_handled)' -d 'each handling as record, start-done or nothing (default record)'
complete -c lanewise -n '__lanewise_is generate-events' -l no-commits -d 'without commit lines'
complete -c lanewise -n '__lanewise_is generate-events' -l no-assignments -d 'without assign, revoke, resume and crash lines'
complete -c lanewise -n '__lanewise_is generate-events' -l fields -x -a '(__lanewise_generate_events_fields | __lanewise_after_comma)' -d 'of topic partition offset key seq time group member thread generation attempt producer payload (default all but payload)'
complete -c lanewise -n '__lanewise_is generate-events' -s o -l output -x -a '(__lanewise_generate_events_output)' -d 'jsonl, kcat, logfmt, spring-boot (default jsonl)'
complete -c lanewise -n '__lanewise_is generate-events' -l json -d 'the same as -o jsonl'
complete -c lanewise -n '__lanewise_is generate-events' -l time-unit -x -a '(__lanewise_generate_events_time_unit)' -d 'of times: s, ms, us, ns (default ms)'
complete -c lanewise -n '__lanewise_is generate-events' -l fault -x -a '(__lanewise_generate_events_fault)' -d 'plant N faults of a kind (default 1)'
complete -c lanewise -n '__lanewise_is generate-events' -l truth -r -F -d 'where the faults lie, as JSON Lines'
complete -c lanewise -n '__lanewise_is generate-events' -l list -d 'the kinds of fault'
complete -c lanewise -n '__lanewise_is generate-events' -l seed -x -d 'another log of the same kind (default 1)'
complete -c lanewise -n '__lanewise_is generate-events' -l profile -x -a '(__lanewise_profiles)' -d 'read options, one a line, from ~/.config/lanewise/NAME.conf or from a path'
complete -c lanewise -n '__lanewise_is generate-events' -l color -x -a '(__lanewise_generate_events_color)' -d 'colour: auto, always, never'
complete -c lanewise -n '__lanewise_is generate-events' -l progress -x -a '(__lanewise_generate_events_progress)' -d 'progress on standard error: auto, always, never'
complete -c lanewise -n '__lanewise_is generate-events' -s q -l quiet -d 'only the answer, and errors'
complete -c lanewise -n '__lanewise_is generate-events' -s v -l verbose -d 'more of the answer'
complete -c lanewise -n '__lanewise_is generate-events' -s h -l help -d 'this text'
complete -c lanewise -n '__lanewise_is generate-events' -l version -d 'version, commit, compiler, libraries'
