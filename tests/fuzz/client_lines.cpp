// Any text as a line of a Kafka client: what it tells lies in the line and is a place that can be.
#include "libcore/record/kafka_client_lines.h"
#include "tests/fuzz/entry.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanewise;
  const std::string_view line = fuzz::as_text(data, size);
  const auto lies_in_line = [&](std::string_view text) {
    return text.data() == nullptr ||
           (text.data() >= line.data() && text.data() + text.size() <= line.data() + line.size());
  };
  std::vector<record::ClientEvent> events;
  if (!record::parse_client_line(line, events)) return 0;
  for (const record::ClientEvent& event : events) {
    fuzz::require(lies_in_line(event.topic) && lies_in_line(event.member), "text that is not of the line");
    fuzz::require(event.topic.data() == nullptr || !event.topic.empty(), "a topic without a name");
    fuzz::require(event.partition >= 0 && event.offset.value_or(0) >= 0, "a place below 0");
    fuzz::require((event.topic.data() == nullptr) == (event.event == record::EventKind::join),
                  "a join with a place, or another event without");
  }
  return 0;
}
