// The table. A new partitioner is one row here and nothing anywhere else: help, completions, pages and
// lookups follow, and what becomes of null and empty keys is read off the row's type.
//
// Sources are the clients' own code; the tests hold the rows to values which that code printed
// (tests/vectors).
#include <utility>

#include "libcore/route/hashes.h"
#include "libcore/route/reductions.h"
#include "libcore/route/registry.h"

namespace lanewise::route {

namespace {

// What is written by hand in a row; the rest follows from the partitioner's type.
struct Described {
  std::string_view name;
  std::vector<std::string_view> aliases;
  std::string_view summary;
  std::string_view default_of = {};
  std::string_view since = {};
  bool common = false;
};

template <class P>
PartitionerInfo row(Family family, Described d) {  // NOLINT(performance-unnecessary-value-param): moved from
  static const P kPartitioner;
  return {.name = d.name,
          .aliases = std::move(d.aliases),
          .summary = d.summary,
          .default_of = d.default_of,
          .since = d.since,
          .family = family,
          .common = d.common,
          .null_key = P::kNull,
          .empty_key = P::kEmpty,
          .resize_law = P::kResizeLaw,
          .partitioner = &kPartitioner};
}

using enum KeyRule;
using Unsigned32 = Unsigned<std::uint32_t>;
using FloorMod64 = FloorMod<std::uint64_t>;

std::vector<PartitionerInfo> make_table() {
  return {
      // Kafka. A record's own partition wins, and partitioner.ignore.keys=true turns hashing off.
      row<Composed<KafkaMurmur2, Mask, open>>(
          Family::kafka,
          {.name = "kafka",
           .aliases = {"java", "kafka-java", "kafka-java-default", "kafka-python", "aiokafka", "kafkajs",
                       "franz-go", "rpk", "kafka-streams", "kafka-go-murmur2"},
           .summary = "murmur2 masked to 31 bits: Java, franz-go, kafka-python, aiokafka, kafkajs 2, rpk",
           .default_of = "the Java client",
           .since = "0.8.2",
           .common = true}),

      // librdkafka: values of its topic property `partitioner`. An empty key is no key to consistent_random.
      row<Composed<Crc32, Unsigned32, open, open>>(
          Family::librdkafka,
          {.name = "librdkafka",
           .aliases = {"librdkafka-consistent-random", "consistent-random", "librdkafka-default", "kcat",
                       "confluent-kafka", "confluent-kafka-python", "confluent-kafka-go",
                       "confluent-kafka-dotnet", "node-rdkafka", "rust-rdkafka", "kafka-go-crc32"},
           .summary = "CRC-32 unsigned: consistent_random, of librdkafka and everything built on it",
           .default_of = "librdkafka",
           .since = "2016-02",
           .common = true}),
      row<KeyBlind>(Family::librdkafka, {.name = "librdkafka-random",
                                         .aliases = {"random"},
                                         .summary = "keys are ignored: a random or sticky partition",
                                         .default_of = "librdkafka until 2016-02"}),
      row<Composed<Crc32, Unsigned32, as_empty>>(
          Family::librdkafka,
          {.name = "librdkafka-consistent",
           .aliases = {"consistent", "kafka-go-crc32-consistent"},
           .summary = "CRC-32 unsigned; keys that are null or empty all go to partition 0"}),
      row<Composed<KafkaMurmur2, Mask, as_empty>>(
          Family::librdkafka, {.name = "librdkafka-murmur2",
                               .aliases = {"murmur2", "kafka-go-murmur2-consistent"},
                               .summary = "as kafka, but a null key is hashed as the empty key",
                               .since = "2018-05, before without the mask"}),
      row<Composed<KafkaMurmur2, Mask, open>>(
          Family::librdkafka, {.name = "librdkafka-murmur2-random",
                               .aliases = {"murmur2-random", "confluent-kafka-javascript"},
                               .summary = "as kafka: what to set in librdkafka to agree with Java",
                               .since = "2018-05, before without the mask",
                               .common = true}),
      row<Composed<Fnv1a32, MagnitudeFirst, as_empty>>(
          Family::librdkafka, {.name = "librdkafka-fnv1a",
                               .aliases = {"fnv1a"},
                               .summary = "as sarama, but a null key is hashed as the empty key",
                               .since = "2020-03"}),
      row<Composed<Fnv1a32, MagnitudeFirst, open>>(
          Family::librdkafka, {.name = "librdkafka-fnv1a-random",
                               .aliases = {"fnv1a-random"},
                               .summary = "as sarama: what to set in librdkafka to agree with it",
                               .since = "2020-03"}),

      // sarama, and kafka-go and franz-go where they offer the same.
      row<Composed<Fnv1a32, AbsOfRemainder, open>>(
          Family::sarama,
          {.name = "sarama",
           .aliases = {"sarama-hash", "sarama-default", "kafka-go-hash", "franz-go-sarama-compat", "kaf"},
           .summary = "FNV-1a, abs of the signed remainder: NewHashPartitioner, kafka-go Hash",
           .default_of = "sarama",
           .since = "2016, before a hash of -2^31 gave a negative partition",
           .common = true}),
      row<Composed<Fnv1a32, Mask, open>>(
          Family::sarama,
          {.name = "sarama-reference",
           .aliases = {"sarama-reference-hash", "kafka-go-reference-hash"},
           .summary = "FNV-1a masked to 31 bits: NewReferenceHashPartitioner; not what Java does",
           .common = true}),
      row<Composed<Crc32, Unsigned32, open>>(
          Family::sarama,
          {.name = "sarama-crc",
           .aliases = {"sarama-consistent-crc", "franz-go-sarama-crc32"},
           .summary =
               "CRC-32 unsigned: NewConsistentCRCHashPartitioner; as librdkafka, but for the empty key"}),
      row<Composed<KafkaMurmur2, Mask, open>>(Family::sarama, {.name = "sarama-murmur2",
                                                               .aliases = {},
                                                               .summary = "as kafka: NewMurmur2Partitioner",
                                                               .since = "2026-05"}),

      // RocketMQ: the count is that of all writable queues over all brokers, in the order of broker name and
      // queue id.
      row<Composed<JavaHashCode, AbsOfRemainder, refused>>(
          Family::rocketmq,
          {.name = "rocketmq",
           .aliases = {"rocketmq-4.8", "rocketmq-selector", "select-message-queue-by-hash",
                       "selectmessagequeuebyhash"},
           .summary = "String.hashCode, abs of the remainder: SelectMessageQueueByHash with a String",
           .since = "4.8.0",
           .common = true}),
      row<Composed<JavaHashCode, RemainderOfAbs, refused>>(
          Family::rocketmq,
          {.name = "rocketmq-4.7",
           .aliases = {"rocketmq-selector-4.7", "rocketmq-pre-4.8"},
           .summary = "as rocketmq, but a hash of -2^31 gives a negative queue: the selector before 4.8.0"}),

      // Routers in people's own code: "murmur3, 64 bits, seed 0x9747b28c, floorMod", in the ways libraries
      // read it.
      row<Composed<Murmur3Hash64Codec, FloorMod64, refused>>(
          Family::murmur3, {.name = "murmur3-hash64-codec",
                            .aliases = {"commons-codec-hash64", "hive-hash64"},
                            .summary = "MurmurHash3.hash64 of commons-codec and Hive, floorMod"}),
      row<Composed<Murmur3H1, FloorMod64, refused>>(
          Family::murmur3,
          {.name = "murmur3-128-h1",
           .aliases = {"commons-codec-hash128x64"},
           .summary = "first half of the 128-bit hash: commons-codec hash128x64, C++, floorMod"}),
      row<Composed<Murmur3H1SignExtended, FloorMod64, refused>>(
          Family::murmur3,
          {.name = "murmur3-128-h1-signext",
           .aliases = {"guava-murmur3-128", "commons-codec-hash128"},
           .summary = "the same with a sign-extended seed: Guava murmur3_128().asLong(), floorMod"}),
      row<Composed<Murmur3H2, FloorMod64, refused>>(
          Family::murmur3,
          {.name = "murmur3-128-h2", .aliases = {}, .summary = "second half of the 128-bit hash, floorMod"}),
  };
}

}  // namespace

std::span<const PartitionerInfo> all_partitioners() {
  static const std::vector<PartitionerInfo> kTable = make_table();
  return kTable;
}

}  // namespace lanewise::route
