// Each form of the lines that Kafka's clients log about their group, as people's logs hold them.
#include "libcore/record/kafka_client_lines.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/support/catch.h"

namespace lanewise::record {
namespace {

// "assign orders/0; assign orders/1", or "-" for a line of no form.
std::string events_of(std::string_view message) {
  std::vector<ClientEvent> events;
  if (!parse_client_line(message, events)) return "-";
  std::vector<std::string> texts;
  for (const ClientEvent& event : events) {
    std::string text(name_of(event.event));
    if (event.topic.data() != nullptr) text += fmt::format(" {}/{}", event.topic, event.partition);
    if (event.offset) text += fmt::format("@{}", *event.offset);
    if (event.generation) text += fmt::format(" generation {}", *event.generation);
    if (event.member.data() != nullptr) text += fmt::format(" member {}", event.member);
    texts.push_back(text);
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

TEST_CASE("client lines: partitions given") {
  CHECK(events_of("Setting newly assigned partitions [orders-0, orders-eu-1]") ==
        "assign orders/0; assign orders-eu/1");
  CHECK(events_of("Setting newly assigned partitions: test-1, test-0") == "assign test/1; assign test/0");
  CHECK(events_of("[Consumer clientId=consumer-1, groupId=cg1] Setting newly assigned partitions "
                  "[hermes.demo.pandc-1, hermes.demo.pandc-0] "
                  "(org.apache.kafka.clients.consumer.internals.ConsumerCoordinator)") ==
        "assign hermes.demo.pandc/1; assign hermes.demo.pandc/0");
  CHECK(events_of("[Consumer instanceId=i-0, clientId=c-41, groupId=g] Adding newly assigned partitions: "
                  "orders-7") == "assign orders/7");
  CHECK(events_of("Adding newly assigned partitions: ").empty());
  CHECK(events_of("Setting newly assigned partitions {TopicPartition(topic='orders', partition=0), "
                  "TopicPartition(topic='orders', partition=12)} for group orders-group") ==
        "assign orders/0; assign orders/12");
  CHECK(events_of("orders: partitions assigned: [orders-2, orders-0]") == "assign orders/2; assign orders/0");
}

TEST_CASE("client lines: partitions taken and lost") {
  CHECK(events_of("Revoke previously assigned partitions orders-7") == "revoke orders/7");
  CHECK(events_of("[Consumer clientId=consumer-my-group-1, groupId=my-group] Revoke previously assigned "
                  "partitions demo-topic-1-1, demo-topic-1-2") ==
        "revoke demo-topic-1/1; revoke demo-topic-1/2");
  CHECK(events_of("Revoking previously assigned partitions [test-0]") == "revoke test/0");
  CHECK(events_of("Revoke previously assigned partitions ").empty());
  CHECK(events_of("order: partitions revoked: [order-2, order-0]") == "revoke order/2; revoke order/0");
  CHECK(events_of("default-spring-consumer: partitions revoked: []").empty());
  CHECK(events_of("Lost previously assigned partitions click-events-0, gaze-events-1") ==
        "lost click-events/0; lost gaze-events/1");
  CHECK(events_of("my-group: partitions lost: [orders-3]") == "lost orders/3");
}

TEST_CASE("client lines: where a partition is resumed") {
  CHECK(events_of("Setting offset for partition orders-7 to the committed offset FetchPosition{offset=101, "
                  "offsetEpoch=Optional.empty}") == "resume orders/7@101");
  CHECK(events_of("Setting offset for partition test-1 to the committed offset FetchPosition{offset=11, "
                  "offsetEpoch=Optional[0], currentLeader=LeaderAndEpoch{leader=Optional[h:9092 (id: 1 rack: "
                  "null)], epoch=0}}") == "resume test/1@11");
  CHECK(events_of("Resetting offset for partition orders-7 to position FetchPosition{offset=0, "
                  "offsetEpoch=Optional.empty}.") == "resume orders/7@0");
  CHECK(events_of("Resetting offset for partition orders-7 to the committed offset 9") ==
        "resume orders/7@9");
  CHECK(events_of("Resetting offset for partition orders-7 to offset 12.") == "resume orders/7@12");
  CHECK(events_of("SEEK FETCHER TopicPartition(topic='presence', partition=9) -> 880112") ==
        "resume presence/9@880112");
  CHECK(events_of("[^---Fetcher]: SEEK FETCHER TP(topic='presence', partition=9) -> 1") ==
        "resume presence/9@1");
}

TEST_CASE("client lines: joins and commits") {
  CHECK(events_of("Successfully joined group with generation 14") == "join generation 14");
  CHECK(events_of("Successfully joined group with generation Generation{generationId=605, "
                  "memberId='consumer-1-aa', protocol='range'}") ==
        "join generation 605 member consumer-1-aa");
  CHECK(events_of("Successfully joined group orders-group with generation 1") == "join generation 1");
  CHECK(events_of("Group g committed offset 2080125 for partition p-1") == "commit p/1@2080125");
  CHECK(events_of("[Consumer clientId=c, groupId=g] Committed offset 5 for partition a.b-0") ==
        "commit a.b/0@5");
  CHECK(events_of(
            "[thrd:main]: Topic my-topic [29]: stored offset 29137925, committed offset 29137914: setting "
            "stored offset 29137925 for commit") == "commit my-topic/29@29137925");
  CHECK(events_of("%7|1605|OFFSET|rdkafka#consumer-1| [thrd:main]: Topic t-1 [0]: stored offset 5, committed "
                  "offset -1001: setting stored offset 5 for commit") == "commit t-1/0@5");
}

TEST_CASE("client lines: what is none of them") {
  for (const std::string_view line :
       {"", "event=done key=a", "(Re-)joining group", "Successfully joined group", "Topic t is gone",
        "Setting offset for partition orders-7", "Setting offset for partition orders to offset 7",
        "Group g is rebalancing", "Committed offset x for partition p-1",
        "Committed offset 5 for partition p", "Committed offset -1 for partition p-1",
        "Topic t [0]: stored offset 5, committed offset 5: not including", "SEEK FETCHER nothing",
        "Committed offset 99999999999999999999 for partition p-1"})
    CHECK(events_of(line) == "-");
  CHECK(events_of("Revoke previously assigned partitions orders-99999999999").empty());
  CHECK(events_of("Revoke previously assigned partitions orders-, -7, 8").empty());
  CHECK(events_of("Revoke previously assigned partitions orders-1, and more") == "revoke orders/1");
}

}  // namespace
}  // namespace lanewise::record
