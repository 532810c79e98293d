// What Kafka's clients log about their group, as events of the member whose line it is: partitions given and
// taken, where a partition is resumed, joins, commits.
//
// Forms, each with the name of who writes it; "…" is free:
//   Java client     Setting|Adding newly assigned partitions…: t-0, t-1         assign
//                   Revok(e|ing) previously assigned partitions t-0             revoke
//                   Lost previously assigned partitions t-0                     lost
//                   Setting offset for partition t-0 to the committed offset FetchPosition{offset=9…   resume
//                   Resetting offset for partition t-0 to (position FetchPosition{offset=9…|offset 9)  resume
//                   Successfully joined group with generation (7|Generation{generationId=7, memberId='m'…)
//                   join (Group g committed|Committed) offset 9 for partition t-0    commit
//   spring-kafka    g: partitions assigned|revoked|lost: [t-0]
//   kafka-python    Setting newly assigned partitions {TopicPartition(topic='t', partition=0)} for group g
//                   Successfully joined group g with generation 7
//   librdkafka      Topic t [0]: stored offset 9, committed offset 7: setting stored offset 9 for commit
//   commit faust           SEEK FETCHER TopicPartition(topic='t', partition=0) -> 9    resume
// Before them may stand what the Java client calls itself, "[Consumer clientId=c, groupId=g] ". It is passed
// over: the records around such a line name neither, and would then be of another member and group.
//
// "t-0" is split at its last dash. A commit of librdkafka is of the stored offset, which is sent at once and
// acknowledged without a word; the committed one of that line is the acknowledgement of the one before.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "libcore/record/field.h"
#include "libcore/record/format.h"

namespace lanewise::record {

// The views lie in the line.
struct ClientEvent {
  EventKind event = EventKind::none;
  std::string_view topic;  // data() == nullptr: none, as for a join
  std::int32_t partition = 0;
  std::optional<std::int64_t> offset;
  std::optional<std::int64_t> generation;
  std::string_view member;  // the id that the group's coordinator gave it; data() == nullptr: not told
};

// Whether a message is of one of the forms; `events` is then what it tells, one a partition, which may be
// none (a member that is given nothing). O(message), and little where its first letter is of no form.
bool parse_client_line(std::string_view message, std::vector<ClientEvent>& events);

// The same into rows. One a decoder.
class ClientLineReader {
 public:
  // False, and no row, for a line of no form or with nothing to tell, and where nobody wants `event`.
  bool read(const Line& line, BatchBuilder& rows);

 private:
  std::vector<ClientEvent> events_;
};

}  // namespace lanewise::record
