#include "libcore/lag/layout.h"

#include <algorithm>
#include <array>

#include "libcore/lag/kafka_groups.h"
#include "libcore/lag/rocketmq_progress.h"
#include "libcore/lag/text_line.h"

namespace lanewise::lag {

namespace {

constexpr std::array kKafka09{Column{"GROUP", Role::group},         Column{"TOPIC", Role::topic},
                              Column{"PARTITION", Role::partition}, Column{"CURRENT OFFSET", Role::committed},
                              Column{"LOG END OFFSET", Role::end},  Column{"LAG", Role::lag},
                              Column{"OWNER", Role::owner}};
constexpr std::array kKafka010{
    Column{"GROUP", Role::group},         Column{"TOPIC", Role::topic},
    Column{"PARTITION", Role::partition}, Column{"CURRENT-OFFSET", Role::committed},
    Column{"LOG-END-OFFSET", Role::end},  Column{"LAG", Role::lag},
    Column{"OWNER", Role::owner}};
constexpr std::array kKafka0102{Column{"TOPIC", Role::topic},
                                Column{"PARTITION", Role::partition},
                                Column{"CURRENT-OFFSET", Role::committed},
                                Column{"LOG-END-OFFSET", Role::end},
                                Column{"LAG", Role::lag},
                                Column{"CONSUMER-ID", Role::member},
                                Column{"HOST", Role::host, true},
                                Column{"CLIENT-ID", Role::client, true}};
constexpr std::array kKafka23{Column{"GROUP", Role::group},
                              Column{"TOPIC", Role::topic},
                              Column{"PARTITION", Role::partition},
                              Column{"LEADER-EPOCH", Role::ignored, true},
                              Column{"CURRENT-OFFSET", Role::committed},
                              Column{"LOG-END-OFFSET", Role::end},
                              Column{"LAG", Role::lag},
                              Column{"CONSUMER-ID", Role::member},
                              Column{"HOST", Role::host},
                              Column{"CLIENT-ID", Role::client}};
constexpr std::array kProgress{Column{"Topic", Role::topic},
                               Column{"Broker Name", Role::broker},
                               Column{"QID", Role::partition},
                               Column{"Broker Offset", Role::end},
                               Column{"Consumer Offset", Role::committed},
                               Column{"Client IP", Role::host, true},
                               Column{"Diff", Role::lag},
                               Column{"LastTime", Role::last_time}};
constexpr std::array kProgress51{Column{"Topic", Role::topic},
                                 Column{"Broker Name", Role::broker},
                                 Column{"QID", Role::partition},
                                 Column{"Broker Offset", Role::end},
                                 Column{"Consumer Offset", Role::committed},
                                 Column{"Client IP", Role::host, true},
                                 Column{"Diff", Role::lag},
                                 Column{"Inflight", Role::window},
                                 Column{"LastTime", Role::last_time}};
constexpr std::array kProgressGroups{Column{"Group", Role::group},     Column{"Count", Role::members},
                                     Column{"Version", Role::version}, Column{"Type", Role::type},
                                     Column{"Model", Role::model},     Column{"TPS", Role::per_s},
                                     Column{"Diff Total", Role::lag}};

// Tables of the same commands that hold no lag. Only their first titles are needed to know them.
constexpr std::array kResetPlan{Column{"GROUP"}, Column{"TOPIC"}, Column{"PARTITION"}, Column{"NEW-OFFSET"}};
constexpr std::array kMembers{Column{"GROUP"}, Column{"CONSUMER-ID"}};
constexpr std::array kState{Column{"GROUP"}, Column{"COORDINATOR"}};
constexpr std::array kList{Column{"GROUP"}, Column{"TYPE"}};
constexpr std::array kListState{Column{"GROUP"}, Column{"STATE"}};
constexpr std::array kShare{Column{"GROUP"}, Column{"TOPIC"}, Column{"PARTITION"}, Column{"START-OFFSET"}};
constexpr std::array kTopicStatus{Column{"Broker Name"}, Column{"QID"}, Column{"Min Offset"}};
constexpr std::array kConsumerStatus{Column{"Index"}, Column{"ClientId"}};

constexpr std::array kLayouts{
    Layout{.name = "kafka-consumer-groups 2.3+",
           .versions = "kafka-consumer-groups --describe of Kafka 2.3 to 4.x, with --verbose too",
           .columns = kKafka23,
           .read_row = read_kafka_row},
    Layout{.name = "kafka-consumer-groups 0.10.2 to 2.2",
           .versions = "the same of 0.10.2 to 2.2, which do not name the group",
           .columns = kKafka0102,
           .read_row = read_kafka_row},
    Layout{.name = "kafka-consumer-groups 0.10",
           .versions = "the same of 0.10.0 and 0.10.1",
           .columns = kKafka010,
           .read_row = read_kafka_row},
    Layout{.name = "kafka-consumer-groups 0.9",
           .versions = "the same of 0.9",
           .cells = Cells::commas,
           .columns = kKafka09,
           .read_row = read_kafka_row},
    Layout{.name = "mqadmin consumerProgress 5.1+",
           .versions = "mqadmin consumerProgress -g of RocketMQ 5.1 and later, with -s true too",
           .system = System::rocketmq,
           .cells = Cells::hashes,
           .columns = kProgress51,
           .read_row = read_rocketmq_queue},
    Layout{.name = "mqadmin consumerProgress 4.0 to 5.0",
           .versions = "the same of 4.0 to 5.0, with and without #Client IP",
           .system = System::rocketmq,
           .cells = Cells::hashes,
           .columns = kProgress,
           .read_row = read_rocketmq_queue},
    Layout{.name = "mqadmin consumerProgress of all groups",
           .versions = "mqadmin consumerProgress without -g, a line a group",
           .system = System::rocketmq,
           .cells = Cells::hashes,
           .columns = kProgressGroups,
           .read_row = read_rocketmq_group},
    Layout{.name = "reset plan", .columns = kResetPlan, .refused = "a reset plan, not lag"},
    Layout{.name = "members view", .columns = kMembers, .refused = "a members view, without offsets"},
    Layout{.name = "state view", .columns = kState, .refused = "a state view, without offsets"},
    Layout{.name = "list", .columns = kList, .refused = "a list of groups, without offsets"},
    Layout{.name = "list", .columns = kListState, .refused = "a list of groups, without offsets"},
    Layout{
        .name = "share group", .columns = kShare, .refused = "a share group, which has no committed offset"},
    Layout{.name = "mqadmin topicStatus",
           .system = System::rocketmq,
           .cells = Cells::hashes,
           .columns = kTopicStatus,
           .refused = "a topic's status, without a group's offsets"},
    Layout{.name = "mqadmin consumerStatus",
           .system = System::rocketmq,
           .cells = Cells::hashes,
           .columns = kConsumerStatus,
           .refused = "a list of clients, without offsets"},
};

// The titles of a header line, and where each begins.
struct Titles {
  std::vector<std::string_view> texts;
  std::vector<std::size_t> starts;
};

Titles titles_of(std::string_view line, Cells cells) {
  Titles titles;
  switch (cells) {
    case Cells::blanks: split_blanks(line, titles.texts); break;
    case Cells::commas: split_at(line, ',', titles.texts); break;
    case Cells::hashes:
      split_at(line, '#', titles.texts);
      titles.texts.erase(titles.texts.begin());  // what stands before the first '#'
      break;
  }
  for (const std::string_view text : titles.texts) {
    titles.starts.push_back(static_cast<std::size_t>(text.data() - line.data()));
  }
  return titles;
}

// The roles of the titles, if they are the layout's columns (or, for one that is refused, begin with them).
bool match(const Layout& layout, const Titles& titles, std::vector<Role>& roles) {
  roles.clear();
  std::size_t at = 0;
  for (const Column& column : layout.columns) {
    if (at < titles.texts.size() && titles.texts[at] == column.title) {
      roles.push_back(column.role);
      ++at;
    } else if (!column.optional) {
      return false;
    }
  }
  return at == titles.texts.size() || !layout.tells_lag();
}

}  // namespace

std::span<const Layout> layouts() { return kLayouts; }

bool recognise_header(std::string_view line, Header& header) {
  const std::string_view text = trimmed(line);
  const bool hashes = text.starts_with("#");
  // Most lines are rows: two looks settle those.
  if (!hashes && !text.starts_with("GROUP") && !text.starts_with("TOPIC")) return false;
  for (const Layout& layout : kLayouts) {
    if ((layout.cells == Cells::hashes) != hashes) continue;
    const Titles titles = titles_of(line, layout.cells);
    if (!match(layout, titles, header.roles)) continue;
    header.layout = &layout;
    header.starts = titles.starts;
    return true;
  }
  return false;
}

}  // namespace lanewise::lag
