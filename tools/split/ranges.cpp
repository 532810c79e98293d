// Contiguous ranges, the remainder first. Streams: a million parts cost no memory.
#include <fmt/format.h>

#include "libcore/allocate/contiguous.h"
#include "libcore/report/json_line.h"
#include "tools/split/modes.h"

namespace lanewise::split_tool {

namespace {

// One part in the chosen format: bounds are text already, because they go beyond what JSON numbers hold
// exactly.
std::string part_line(const Options& options, std::uint64_t index, const std::string& from,
                      const std::string& to, std::string_view shown) {
  // An empty part of an inclusive range has no bounds: `read lo hi` gets nothing from an empty line.
  if (options.bare) return from.empty() ? "\n" : fmt::format("{} {}\n", from, to);
  switch (options.output) {
    case Format::jsonl: {
      report::JsonLine line("range");
      line.raw("index", fmt::format("{}", index));
      if (from.empty()) {
        line.null("from").null("to");
      } else {
        line.text("from", from).text("to", to);
      }
      return line.boolean("inclusive", options.from.has_value()).line();
    }
    case Format::tsv: return fmt::format("{}\t{}\t{}\n", index, from, to);
    case Format::markdown: return fmt::format("| {} | {} | {} |\n", index, from, to);
    case Format::text:
    case Format::group: break;
  }
  return fmt::format("{}\n", shown);
}

template <class PartOf>
void print_parts(const Options& options, cli::Session& session, PartOf part_of) {
  if (options.output == Format::tsv) session.out().write("PART\tFROM\tTO\n");
  if (options.output == Format::markdown) session.out().write("| PART | FROM | TO |\n|---:|---:|---:|\n");
  const std::uint64_t begin = options.index.value_or(0);
  const std::uint64_t end = options.index ? begin + 1 : options.parts;
  for (std::uint64_t i = begin; i != end && !session.out().failed(); ++i) session.out().write(part_of(i));
  if (options.output != Format::jsonl) return;
  session.out().write(report::JsonLine("summary")
                          .number("schema", 1)
                          .boolean("complete", true)
                          .number("status", cli::kExitFine)
                          .raw("not_checked", "[]")
                          .raw("parts", fmt::format("{}", options.parts))
                          .line());
}

}  // namespace

Result<cli::Outcome> run_ranges(const Options& options, cli::Session& session) {
  if (options.from) {
    auto split = allocate::InclusiveSplit::of(*options.from, *options.to, options.parts);
    if (!split) return std::move(split).error();
    print_parts(options, session, [&](std::uint64_t i) {
      const auto range = (*split)[i];
      if (!range) return part_line(options, i, "", "", "[]");
      return part_line(options, i, fmt::format("{}", range->first), fmt::format("{}", range->last),
                       fmt::format("[{},{}]", range->first, range->last));
    });
    return cli::Outcome::fine;
  }
  auto split = allocate::ContiguousSplit::of(options.items, options.parts);
  if (!split) return std::move(split).error();
  print_parts(options, session, [&](std::uint64_t i) {
    const allocate::HalfOpenRange range = (*split)[i];
    return part_line(options, i, fmt::format("{}", range.begin), fmt::format("{}", range.end),
                     fmt::format("[{},{})", range.begin, range.end));
  });
  return cli::Outcome::fine;
}

}  // namespace lanewise::split_tool
