// What another partition count would do to the keys.
#include "libcore/route/resize.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/report/key_text.h"
#include "tools/route/modes.h"

namespace lanewise::route_tool {

namespace {

std::string percent(double share) { return fmt::format("{:.2f} %", 100 * share); }

std::string about(const route::KeyCount& count) {
  return fmt::format("{}{}", count.exact ? "" : "about ", count.keys);
}

std::string arithmetic(const route::ExpectedMoves& expected) {
  return fmt::format("arithmetic: 1 - {}/{} = {}", expected.kept, expected.of,
                     percent(expected.moved_share()));
}

void print_text(const route::ResizeReport& report, const Options& options, cli::Session& session) {
  const auto put = [&](std::string_view label, const std::string& text) {
    session.out().write(fmt::format("{:<9} {}\n", label, text));
  };
  session.out().write(fmt::format("{} -> {} partitions by {}, {} key{}\n", report.from, report.to,
                                  options.partitioner->name, about(report.keys),
                                  report.keys.keys == 1 ? "" : "s"));
  if (report.undetermined_records > 0) {
    put("not", fmt::format("{} whose partition the client does not determine",
                           counted(report.undetermined_records, "record")));
  }
  if (report.negative_keys > 0) {
    put("fails", fmt::format("{} for which this client computes a negative partition, and fails",
                             counted(report.negative_keys, "key")));
  }
  if (report.keys.keys == 0) return;
  const std::string moved = about(report.moved);
  const std::string kept = about(report.kept);
  const std::size_t width = std::max(moved.size(), kept.size());
  put("moved", fmt::format("{:>{}}  {}{}", moved, width, percent(report.moved_share),
                           report.expected ? fmt::format("   ({})", arithmetic(*report.expected)) : ""));
  put("kept", fmt::format("{:>{}}  {}", kept, width, percent(1 - report.moved_share)));
  const std::string_view about_it = report.keys.exact ? "" : "about ";
  put("fullest",
      fmt::format(
          "partition {} with {}{}, {:.2f} x the mean of {:.{}f} (before: partition {} with {}{}, {:.2f} x)",
          report.after.partition, about_it, counted(report.after.count, "key"), report.after.times_mean,
          report.after.mean,
          report.after.mean >= 100 ? 0
          : report.after.mean >= 1 ? 1
                                   : 2,
          report.before.partition, about_it, report.before.count, report.before.times_mean));
  for (const route::ResizeAlternative& other : report.cheaper) {
    if (other.moved_share >= report.moved_share) continue;
    put("cheaper",
        fmt::format("{} -> {} moves {} keys, {}: {}", report.from, other.count, about(other.moved),
                    percent(other.moved_share),
                    other.count > report.from ? "multiples split partitions, other counts shuffle them"
                                              : "divisors join partitions, other counts shuffle them"));
  }
  if (report.moved.keys > 0) {
    put("order", report.to > report.from ? "each moved key lives in two partitions until the old one is "
                                           "drained: stop producers, drain, grow, "
                                           "or use a new topic"
                                         : "no topic shrinks: this takes a new topic, and each key's records "
                                           "in the old one drained first");
  } else {
    put("order", "no key moves");
  }
}

void print_summary(const route::ResizeReport& report, const Options& options, cli::Session& session,
                   const Fed& fed) {
  std::vector<report::JsonLine> cheaper;
  for (const route::ResizeAlternative& other : report.cheaper) {
    cheaper.emplace_back("")
        .number("to", other.count)
        .number("moved", other.moved.keys)
        .real("share", other.moved_share, 6);
  }
  report::JsonLine line("summary");
  line.number("schema", 1)
      .boolean("complete", fed.complete)
      .number("status", session.has_trouble() ? cli::kExitTrouble : cli::kExitFine)
      .texts("not_checked", {})
      .text("partitioner", options.partitioner->name)
      .number("from", report.from)
      .number("to", report.to)
      .number("keys", report.keys.keys)
      .boolean("exact", report.keys.exact)
      .number("moved", report.moved.keys)
      .real("moved_share", report.moved_share, 6);
  if (report.expected) {
    line.real("expected_share", report.expected->moved_share(), 6);
  } else {
    line.null("expected_share");
  }
  session.out().write(line.number("fullest_before", report.before.count)
                          .number("fullest_after", report.after.count)
                          .number("undetermined_records", report.undetermined_records)
                          .objects("cheaper", cheaper)
                          .line());
}

}  // namespace

Result<cli::Outcome> run_resize(const Options& options, cli::Session& session) {
  auto study = route::ResizeStudy::create(*options.partitioner, options.resize->from, options.resize->to,
                                          {.max_bytes = static_cast<std::size_t>(options.max_memory)});
  if (!study) return std::move(study).error();
  const bool json = options.output == Format::jsonl;
  const bool lists = json || session.options().verbose;
  const report::KeyText text(options.hash_keys);
  const Fed fed = feed_keys(options, session, [&](std::span<const KeyView> keys) {
    const route::ResizeStudy::Batch batch = study->add(keys);
    for (std::size_t i = 0; lists && i < keys.size(); ++i) {
      if (batch.first[i] == 0 || !batch.moves(i)) continue;
      if (json) {
        report::JsonLine line("moved");
        text.member(line, "key", keys[i]);
        session.out().write(
            line.raw("from", as_json(batch.before[i])).raw("to", as_json(batch.after[i])).line());
      } else {
        session.out().write(
            fmt::format("{}\t{}\t{}\n", text.raw(keys[i]), shown(batch.before[i]), shown(batch.after[i])));
      }
    }
  });
  const route::ResizeReport report = study->report();
  if (json) {
    print_summary(report, options, session, fed);
  } else {
    print_text(report, options, session);
  }
  return cli::Outcome::fine;
}

}  // namespace lanewise::route_tool
