#include "libcore/record/kafka_client_lines.h"

#include <array>
#include <charconv>

namespace lanewise::record {

namespace {

// Takes `word` off the front of `text`.
bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// Drops everything up to and with the first `word`.
bool skip_past(std::string_view& text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return false;
  text.remove_prefix(at + word.size());
  return true;
}

template <class Integer>
bool take_number(std::string_view& text, Integer& value) {
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(stopped - text.data()));
  return true;
}

bool is_topic_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '-';
}

// "TopicPartition(topic='t', partition=0)" or faust's "TP(topic='t', partition=0)".
bool take_python_partition(std::string_view& text, ClientEvent& event) {
  std::string_view rest = text;
  if (!take(rest, "TopicPartition(topic='") && !take(rest, "TP(topic='")) return false;
  const std::size_t end = rest.find('\'');
  if (end == std::string_view::npos || end == 0) return false;
  event.topic = rest.substr(0, end);
  rest.remove_prefix(end);
  if (!take(rest, "', partition=") || !take_number(rest, event.partition) || event.partition < 0)
    return false;
  if (!take(rest, ")")) return false;
  text = rest;
  return true;
}

// "orders-eu-7", split at the last dash.
bool take_partition(std::string_view& text, ClientEvent& event) {
  if (take_python_partition(text, event)) return true;
  std::size_t end = 0;
  while (end < text.size() && is_topic_byte(text[end])) ++end;
  // A sentence's full stop is no part of a partition's number.
  std::string_view name = text.substr(0, end);
  while (name.ends_with('.')) name.remove_suffix(1);
  const std::size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || dash == 0) return false;
  std::string_view digits = name.substr(dash + 1);
  if (!take_number(digits, event.partition) || !digits.empty() || event.partition < 0) return false;
  event.topic = name.substr(0, dash);
  text.remove_prefix(name.size());
  return true;
}

// "[t-0, t-1]", ": t-0, t-1", " t-0, t-1 (some.logger)": as far as partitions go.
bool list_partitions(std::string_view text, EventKind kind, std::vector<ClientEvent>& events) {
  const std::size_t start = text.find_first_not_of(": [{");
  if (start == std::string_view::npos) return true;
  text.remove_prefix(start);
  ClientEvent event;
  event.event = kind;
  while (take_partition(text, event)) {
    events.push_back(event);
    if (!take(text, ", ")) break;
  }
  return true;
}

bool read_assign(std::string_view rest, std::vector<ClientEvent>& events) {
  return list_partitions(rest, EventKind::assign, events);
}
bool read_revoke(std::string_view rest, std::vector<ClientEvent>& events) {
  return list_partitions(rest, EventKind::revoke, events);
}
bool read_lost(std::string_view rest, std::vector<ClientEvent>& events) {
  return list_partitions(rest, EventKind::lost, events);
}

// "t-0 to the committed offset FetchPosition{offset=9, …}", "t-0 to position FetchPosition{offset=9, …}",
// "t-0 to the committed offset 9", "t-0 to offset 9."
bool read_resume(std::string_view rest, std::vector<ClientEvent>& events) {
  ClientEvent event;
  event.event = EventKind::resume;
  std::int64_t offset = 0;
  if (!take_partition(rest, event) || !take(rest, " to ")) return false;
  if (!skip_past(rest, "FetchPosition{offset=") && !skip_past(rest, "offset ")) return false;
  if (!take_number(rest, offset) || offset < 0) return false;
  event.offset = offset;
  events.push_back(event);
  return true;
}

// " with generation 7", " g with generation 7", " with generation Generation{generationId=7, memberId='m',
// …}"
bool read_join(std::string_view rest, std::vector<ClientEvent>& events) {
  ClientEvent event;
  event.event = EventKind::join;
  std::int64_t generation = 0;
  if (!skip_past(rest, "with generation ")) return false;
  const bool is_long = take(rest, "Generation{generationId=");
  if (!take_number(rest, generation)) return false;
  event.generation = generation;
  if (is_long && skip_past(rest, "memberId='")) event.member = rest.substr(0, rest.find('\''));
  events.push_back(event);
  return true;
}

// "9 for partition t-0"
bool read_commit(std::string_view rest, std::vector<ClientEvent>& events) {
  ClientEvent event;
  event.event = EventKind::commit;
  std::int64_t offset = 0;
  if (!take_number(rest, offset) || offset < 0 || !take(rest, " for partition ")) return false;
  if (!take_partition(rest, event)) return false;
  event.offset = offset;
  events.push_back(event);
  return true;
}

// "g committed offset 9 for partition t-0"
bool read_group_commit(std::string_view rest, std::vector<ClientEvent>& events) {
  return skip_past(rest, " committed offset ") && read_commit(rest, events);
}

// "t [0]: stored offset 9, committed offset 7: setting stored offset 9 for commit"
bool read_stored(std::string_view rest, std::vector<ClientEvent>& events) {
  ClientEvent event;
  event.event = EventKind::commit;
  const std::size_t end = rest.find(" [");
  if (end == std::string_view::npos || end == 0) return false;
  event.topic = rest.substr(0, end);
  rest.remove_prefix(end + 2);
  if (!take_number(rest, event.partition) || event.partition < 0) return false;
  if (!take(rest, "]: stored offset ") || !skip_past(rest, ": setting stored offset ")) return false;
  std::int64_t offset = 0;
  if (!take_number(rest, offset) || offset < 0) return false;
  event.offset = offset;
  events.push_back(event);
  return true;
}

// "TopicPartition(topic='t', partition=0) -> 9"
bool read_seek(std::string_view rest, std::vector<ClientEvent>& events) {
  ClientEvent event;
  event.event = EventKind::resume;
  std::int64_t offset = 0;
  if (!take_partition(rest, event) || !take(rest, " -> ") || !take_number(rest, offset) || offset < 0)
    return false;
  event.offset = offset;
  events.push_back(event);
  return true;
}

struct Form {
  std::string_view opening;
  bool (*read)(std::string_view rest, std::vector<ClientEvent>& events);
};

// At the beginning of a message.
constexpr std::array<Form, 11> kOpenings{{
    {"Setting newly assigned partitions", read_assign},
    {"Adding newly assigned partitions", read_assign},
    {"Revoke previously assigned partitions", read_revoke},
    {"Revoking previously assigned partitions", read_revoke},
    {"Lost previously assigned partitions", read_lost},
    {"Setting offset for partition ", read_resume},
    {"Resetting offset for partition ", read_resume},
    {"Successfully joined group", read_join},
    {"Committed offset ", read_commit},
    {"Group ", read_group_commit},
    {"Topic ", read_stored},
}};

// Anywhere in it: behind what names the group, the thread, the app.
constexpr std::array<Form, 5> kWithin{{
    {": partitions assigned: ", read_assign},
    {": partitions revoked: ", read_revoke},
    {": partitions lost: ", read_lost},
    {": Topic ", read_stored},
    {"SEEK FETCHER ", read_seek},
}};

template <class Value>
void put(Field field, const std::optional<Value>& value, BatchBuilder& rows) {
  if (value && rows.wanted().has(field)) (void)rows.set_integer({field, Use::value}, *value);
}

void put(Field field, std::string_view text, BatchBuilder& rows) {
  if (text.data() != nullptr && rows.wanted().has(field))
    (void)rows.set_text({field, Use::value}, text, Lifetime::batch);
}

}  // namespace

bool parse_client_line(std::string_view message, std::vector<ClientEvent>& events) {
  events.clear();
  if (message.starts_with("[Consumer ")) {
    std::string_view rest = message;
    if (skip_past(rest, "] ")) message = rest;
  }
  for (const Form& form : kOpenings) {
    if (message.starts_with(form.opening)) return form.read(message.substr(form.opening.size()), events);
  }
  for (const Form& form : kWithin) {
    std::string_view rest = message;
    if (skip_past(rest, form.opening)) return form.read(rest, events);
  }
  return false;
}

bool ClientLineReader::read(const Line& line, BatchBuilder& rows) {
  if (!rows.wanted().has(Field::event)) return false;
  if (!parse_client_line(line.text, events_) || events_.empty()) return false;
  for (const ClientEvent& event : events_) {
    rows.begin_row();
    rows.set_event(event.event);
    put(Field::topic, event.topic, rows);
    if (event.topic.data() != nullptr)
      put(Field::partition, std::optional<std::int64_t>(event.partition), rows);
    put(Field::offset, event.offset, rows);
    put(Field::generation, event.generation, rows);
    if (!rows.has_member()) put(Field::member, event.member, rows);
    rows.commit_row(line.whole, line.number);
  }
  return true;
}

}  // namespace lanewise::record
