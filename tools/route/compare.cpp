// The keys on which partitioners disagree: one line each, the partitions side by side; the sum of it on
// standard error, since standard output is the list.
#include "libcore/route/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/report/key_text.h"
#include "tools/route/modes.h"

namespace lanewise::route_tool {

namespace {

std::string names_of(const std::vector<const route::PartitionerInfo*>& infos) {
  std::string names;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    names += fmt::format("{}{}", i == 0 ? "" : i + 1 == infos.size() ? " and " : ", ", infos[i]->name);
  }
  return names;
}

std::string about(const route::KeyCount& count) {
  return fmt::format("{}{}", count.exact ? "" : "about ", count.keys);
}

// "1 (the empty key) goes to a random partition in librdkafka"
std::string open_keys(const route::ComparedPartitioner& compared) {
  std::vector<std::string_view> which;
  if (compared.empty_key_open) which.emplace_back("the empty key");
  if (compared.null_key_open) which.emplace_back("the null key");
  return fmt::format("{} ({}) {} to a random partition in {}", about(compared.undetermined),
                     fmt::join(which, ", "), compared.undetermined.keys == 1 ? "goes" : "go",
                     compared.info->name);
}

std::string sentence(const Options& options, const route::CompareReport& report) {
  std::string text =
      fmt::format("{} of {} {} between {}", about(report.differing_keys), about(report.keys),
                  report.keys.keys == 1 ? "key differs" : "keys differ", names_of(options.compared));
  for (const route::ComparedPartitioner& compared : report.partitioners) {
    if (compared.undetermined.keys > 0) text += "; " + open_keys(compared);
  }
  return text;
}

}  // namespace

Result<cli::Outcome> run_compare(const Options& options, cli::Session& session) {
  auto comparison = route::Comparison::create(options.compared, options.partition_count(),
                                              {.max_bytes = static_cast<std::size_t>(options.max_memory)});
  if (!comparison) return std::move(comparison).error();
  const report::KeyText text(options.hash_keys);
  const bool json = options.output == Format::jsonl;

  const auto print = [&](KeyView key, const route::Comparison::Batch& batch, std::size_t i) {
    if (json) {
      report::JsonLine line("differs");
      text.member(line, "key", key);
      report::JsonLine partitions("");
      for (std::size_t p = 0; p < options.compared.size(); ++p)
        partitions.raw(options.compared[p]->name, as_json(batch.choices[p][i]));
      session.out().write(line.object("partitions", partitions).line());
      return;
    }
    std::string line = text.raw(key);
    for (std::size_t p = 0; p < options.compared.size(); ++p) line += '\t' + shown(batch.choices[p][i]);
    session.out().write(line + '\n');
  };
  const Fed fed = feed_keys(options, session, [&](std::span<const KeyView> keys) {
    const route::Comparison::Batch batch = comparison->add(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (batch.differs[i] != 0 && batch.first[i] != 0) print(keys[i], batch, i);
    }
  });

  const route::CompareReport report = comparison->report();
  const auto outcome = report.differing_records > 0 ? cli::Outcome::wanting : cli::Outcome::fine;
  if (json) {
    const int status = session.has_trouble() ? cli::kExitTrouble : outcome == cli::Outcome::wanting ? 1 : 0;
    std::vector<std::string_view> partitioners;
    for (const auto* const info : options.compared) partitioners.push_back(info->name);
    session.out().write(report::JsonLine("summary")
                            .number("schema", 1)
                            .boolean("complete", fed.complete)
                            .number("status", status)
                            .texts("not_checked", {})
                            .texts("partitioners", partitioners)
                            .number("partitions", options.partition_count())
                            .number("keys", report.keys.keys)
                            .number("differing_keys", report.differing_keys.keys)
                            .boolean("exact", report.keys.exact)
                            .number("records", report.records)
                            .number("differing_records", report.differing_records)
                            .line());
  } else {
    session.aside(sentence(options, report));
  }
  return outcome;
}

}  // namespace lanewise::route_tool
