// An event log: read, and what is open in it.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/lag/open_records.h"
#include "libcore/record/batch_reader.h"
#include "tools/lag-report/event_merge.h"
#include "tools/lag-report/events_report.h"
#include "tools/lag-report/modes.h"

namespace lanewise::lag_tool {

namespace {

using record::Field;

constexpr std::initializer_list<Field> kFields{
    Field::topic, Field::partition, Field::offset, Field::broker,   Field::key,    Field::seq,   Field::ts,
    Field::event, Field::group,     Field::member, Field::start_ts, Field::end_ts, Field::thread};

constexpr std::size_t kMostWaiting = 500'000;  // lines of several sources

bool chosen(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

// The columns of a batch, as events.
class Rows {
 public:
  explicit Rows(const record::Batch& batch)
      : events_(batch.events()),
        keys_(batch.keys()),
        topics_(batch.texts(Field::topic)),
        brokers_(batch.texts(Field::broker)),
        groups_(batch.texts(Field::group)),
        members_(batch.texts(Field::member)),
        threads_(batch.texts(Field::thread)),
        partitions_(batch.integers(Field::partition)),
        offsets_(batch.integers(Field::offset)),
        seqs_(batch.integers(Field::seq)),
        times_(batch.integers(Field::ts)),
        starts_(batch.integers(Field::start_ts)),
        ends_(batch.integers(Field::end_ts)) {}

  [[nodiscard]] lag::LogEvent operator[](std::size_t row) const {
    return {.kind = events_[row],
            .group = groups_[row],
            .topic = topics_[row],
            .broker = brokers_[row],
            .partition = partitions_[row],
            .offset = offsets_[row],
            .key = keys_[row],
            .seq = seqs_[row],
            .ts_ns = times_[row],
            .start_ns = starts_[row],
            .end_ns = ends_[row],
            .thread = threads_[row],
            .member = members_[row]};
  }

 private:
  std::span<const record::EventKind> events_;
  std::span<const KeyView> keys_;
  std::span<const std::string_view> topics_, brokers_, groups_, members_, threads_;
  record::IntegerColumn partitions_, offsets_, seqs_, times_, starts_, ends_;
};

}  // namespace

Result<cli::Outcome> run_events(const Options& options, std::vector<KnownInput> inputs,
                                cli::Session& session) {
  // Those that can be read only once are open already.
  std::size_t opened = 0;
  record::ReaderOptions reading = options.input.reader_options();
  reading.open = [&](const std::string&, io::Interrupt*) { return take_source(inputs[opened++]); };
  cli::ReadLog log(options.input, session, cli::BadInput::skip);
  lag::OpenRecords open;
  std::int64_t stored = 0;
  const auto take = [&](const lag::LogEvent& event) {
    if (chosen(options.groups, event.group) && chosen(options.topics, event.topic)) open.add(event);
  };
  EventMerge merge(kMostWaiting, take);
  record::BatchReader<> reader(options.input.inputs(), kFields, reading);
  while (auto* const step = reader.next()) {
    const record::Batch& batch = step->batch;
    const std::size_t rows = log.observe(batch, reader.bytes_consumed());
    if (rows == 0) continue;
    const Rows events(batch);
    // A dump tells what lies in the log, not what happened to it.
    const bool is_dump = batch.meaning() != record::Meaning::handled;
    for (std::size_t row = 0; row < rows; ++row) {
      const lag::LogEvent event = events[row];
      if (is_dump && event.kind == record::EventKind::none) {
        ++stored;
      } else if (batch.names_sources()) {
        merge.add(event, batch.sources()[row]);
      } else {
        merge.finish();  // of the input before, which ends here
        take(event);
      }
    }
  }
  merge.finish();
  log.finish(reader.reports());
  if (stored > 0 && open.windows().empty() && !session.has_trouble()) {
    session.trouble(
        bad_input(counted(stored, "record") + " of a dump, which tells what lies in the log and not what "
                                              "was handled",
                  {}, "give an event log: fetch, start, done and commit, see lanewise-events(7)"));
  } else if (open.windows().empty() && !session.has_trouble()) {
    session.trouble(bad_input("no record here has a partition and an offset", {},
                              "say where they are with --map partition=PATH and --map offset=PATH"));
  }
  if (open.windows().empty()) return cli::Outcome::fine;

  const EventsReport report(open, options.hash_keys, merge.misplaced());
  const bool wanted =
      std::find(options.fail_on.begin(), options.fail_on.end(), lag::State::stuck) != options.fail_on.end();
  const auto outcome = wanted && report.is_held_up() ? cli::Outcome::wanting : cli::Outcome::fine;
  const int status = status_of(outcome, session);
  switch (options.output) {
    case Format::text:
      session.out().write(report.text(
          cli::ReadLog::describe_reading(reader.reports()) +
              (merge.sources() > 1 ? fmt::format(": {} sources merged by time", merge.sources()) : ""),
          session.options().verbose));
      break;
    case Format::jsonl: session.out().write(report.jsonl(reader.reports(), log.complete(), status)); break;
    case Format::tsv: session.out().write(report.table().render(report::TableStyle::tsv)); break;
    case Format::markdown: session.out().write(report.table().render(report::TableStyle::markdown)); break;
  }
  return outcome;
}

}  // namespace lanewise::lag_tool
