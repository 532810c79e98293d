#include <algorithm>

#include <fmt/format.h>

#include "tools/route/modes.h"

namespace lanewise::route_tool {

std::vector<KeyView> literal_keys(const Options& options) {
  std::vector<KeyView> keys;
  for (const std::string& key : options.literal_keys) keys.push_back(KeyView::of(key));
  return keys;
}

record::FieldSet wanted_fields(const Options& options) {
  record::FieldSet wanted{record::Field::key};
  const auto& inputs = options.input.inputs();
  const bool are_keys = std::all_of(inputs.begin(), inputs.end(), [](const record::Input& input) {
    return input.options->format == record::Format::keys;
  });
  if (!are_keys) wanted.add_forgivingly(record::Field::event);
  return wanted;
}

bool is_group_event(const record::Batch& batch, std::size_t row) {
  return batch.keys()[row].state != KeyState::present && batch.has(record::Field::event) &&
         record::concerns_group(batch.events()[row]);
}

Fed feed_keys(const Options& options, cli::Session& session,
              const std::function<void(std::span<const KeyView>)>& take) {
  Fed fed;
  if (!options.literal_keys.empty()) {
    take(literal_keys(options));
    return fed;
  }
  cli::ReadLog log(options.input, session, cli::BadInput::skip);
  record::BatchReader<> reader(options.input.inputs(), wanted_fields(options),
                               options.input.reader_options());
  std::vector<KeyView> messages;  // the keys of a batch without its group events
  while (const auto* step = reader.next()) {
    auto keys = step->batch.keys().first(log.observe(step->batch, reader.bytes_consumed()));
    if (log.stopped() && keys.empty()) break;
    if (step->batch.has(record::Field::event)) {
      messages.clear();
      for (std::size_t row = 0; row < keys.size(); ++row) {
        if (!is_group_event(step->batch, row)) messages.push_back(keys[row]);
      }
      fed.group_events += static_cast<std::int64_t>(keys.size() - messages.size());
      keys = messages;
    }
    fed.unknown +=
        std::count_if(keys.begin(), keys.end(), [](KeyView key) { return key.state == KeyState::absent; });
    take(keys);
    if (log.stopped()) break;
  }
  log.finish(reader.reports());
  fed.complete = log.complete();
  fed.read = cli::ReadLog::describe_reading(reader.reports());
  if (fed.unknown > 0) {
    session.trouble(
        bad_input(fmt::format("{} records have no key", fed.unknown), {}, "say where it is with --key PATH"));
    fed.complete = false;
  }
  return fed;
}

std::string shown(route::Choice choice) {
  const auto partition = choice.partition();
  return partition ? fmt::format("{}", *partition) : "-";
}

std::string as_json(route::Choice choice) {
  const auto partition = choice.partition();
  return partition ? fmt::format("{}", *partition) : "null";
}

}  // namespace lanewise::route_tool
