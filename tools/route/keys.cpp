#include <algorithm>

#include <fmt/format.h>

#include "tools/route/modes.h"

namespace lanewise::route_tool {

std::vector<KeyView> literal_keys(const Options& options) {
  std::vector<KeyView> keys;
  for (const std::string& key : options.literal_keys) keys.push_back(KeyView::of(key));
  return keys;
}

Fed feed_keys(const Options& options, cli::Session& session,
              const std::function<void(std::span<const KeyView>)>& take) {
  Fed fed;
  if (!options.literal_keys.empty()) {
    take(literal_keys(options));
    return fed;
  }
  cli::ReadLog log(options.input, session, cli::BadInput::skip);
  record::BatchReader<> reader(options.input.inputs(), {record::Field::key}, options.input.reader_options());
  while (const auto* step = reader.next()) {
    const auto keys = step->batch.keys().first(log.observe(step->batch, reader.bytes_consumed()));
    if (log.stopped() && keys.empty()) break;
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
