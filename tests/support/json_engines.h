// Decodes a block of JSON lines by one of the two engines, and renders all that came of it as text, so that
// the engines can be held to each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "libcore/record/json_reader.h"
#include "tests/support/reading.h"

namespace lanewise::test {

inline std::string render_decoded(std::string_view block, const record::FieldSet& wanted,
                                  const record::ReadingOptions& options, record::JsonEngine engine) {
  const record::Projection projection(wanted, options.mappings);
  thread_local record::Batch batch;  // kept, for the memory of its columns
  thread_local record::BatchBuilder builder;
  const std::string padded = std::string(block) + std::string(io::Buffer::kSlack, 'x');
  builder.start(batch, projection, options.rules);
  record::make_json_reader(options, projection, 1 << 20, engine)
      ->decode(std::string_view(padded).substr(0, block.size()), builder);
  builder.finish();
  std::string out;
  for (std::size_t row = 0; row < batch.size(); ++row)
    out += fmt::format("{}: {}\n", batch.line_number(row), render_row(batch, wanted, row));
  for (const record::Problem& problem : batch.problems()) out += render_problem(batch, problem, 0) + "\n";
  const record::LineCounts& counts = batch.counts();
  return out + fmt::format("{} lines, {} records, {} other, {} unreadable\n", counts.lines, counts.records,
                           counts.other, counts.unreadable);
}

// Ways to ask: the plain vocabulary, and paths of every kind.
inline const std::vector<record::ReadingOptions>& kinds_of_options() {
  static const std::vector<record::ReadingOptions> kKinds = [] {
    std::vector<record::ReadingOptions> made(5);
    const auto map = [](record::ReadingOptions& options, std::string_view text) {
      options.mappings.push_back(*record::parse_mapping(text));
    };
    for (const auto* const text : {"key=order.id", "seq=order.n.1", "ts=order"}) map(made[1], text);
    for (const auto* const text :
         {"key=payload.key", "seq=payload.seq", "offset=payload.0.seq", "id=payload"})
      map(made[2], text);
    for (const auto* const text : {"key=headers.key", "seq=headers.seq", "id=headers.order.id"})
      map(made[3], text);
    for (const auto* const text :
         {"key=payload.payload.payload.key", "seq=seq", "seq=payload.seq", "seq=a.b"})
      map(made[4], text);
    return made;
  }();
  return kKinds;
}

}  // namespace lanewise::test
