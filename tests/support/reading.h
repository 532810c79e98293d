// Reads records from memory and renders them as lines of text, to compare with what is expected or with
// another way of reading the same.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/text.h"
#include "libcore/record/batch_reader.h"
#include "tests/support/fake_source.h"

namespace lanewise::test {

inline record::FieldSet all_fields() {
  record::FieldSet all;
  for (const record::FieldInfo& field : record::fields()) all.add(field.field);
  return all;
}

// A record as "key='a' seq=7 ts=null": what is absent is left out.
inline std::string render_row(const record::Batch& batch, const record::FieldSet& wanted, std::size_t row) {
  using record::FieldKind;
  using record::Known;
  std::string out;
  const auto add = [&](std::string_view name, std::string_view value) {
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", name, value);
  };
  const auto quoted = [](std::string_view text) { return fmt::format("'{}'", printable(text, 200)); };
  for (const record::FieldInfo& field : record::fields()) {
    if (!wanted.has(field.field)) continue;
    switch (field.kind) {
      case FieldKind::key: {
        const KeyView key = batch.keys()[row];
        if (key.state == KeyState::null) add(field.name, "null");
        if (key.state == KeyState::present) add(field.name, quoted(key.bytes));
        break;
      }
      case FieldKind::text:
      case FieldKind::place_text:
        if (const auto text = batch.texts(field.field)[row]; text.data() != nullptr)
          add(field.name, quoted(text));
        break;
      case FieldKind::integer:
      case FieldKind::time: {
        const auto column = batch.integers(field.field);
        if (column.known[row] == Known::null) add(field.name, "null");
        if (const auto value = column[row]) add(field.name, std::to_string(*value));
        break;
      }
      case FieldKind::event:
        if (const auto event = batch.events()[row]; event != record::EventKind::none)
          add(field.name, record::name_of(event));
        break;
      case FieldKind::integers:
        if (const auto position = batch.positions()[row]; !position.empty())
          add(field.name, fmt::format("[{}]", fmt::join(position, ",")));
        break;
      case FieldKind::dependency: {
        const record::Dependency& on = batch.dependencies()[row];
        if (on.known != Known::value) break;
        const std::string key = on.key.state == KeyState::absent ? ""
                                : on.key.state == KeyState::null ? "null:"
                                                                 : quoted(on.key.bytes) + ":";
        add(field.name, key + std::to_string(on.seq));
        break;
      }
      case FieldKind::raw: break;
    }
  }
  if (wanted.key_hash) add("hash", std::to_string(batch.key_hashes()[row]));
  return out;
}

inline std::string render_problem(const record::Batch& batch, const record::Problem& problem,
                                  std::size_t rows_before) {
  constexpr std::string_view kKinds[] = {"unreadable", "bad_field", "too_long"};
  return fmt::format("{}: {} after {} rows: {}", batch.line_number(problem),
                     kKinds[static_cast<std::size_t>(problem.kind)], rows_before + problem.before_row,
                     problem.what);
}

struct TestInput {
  std::string name;
  std::vector<std::string> pieces;
  std::optional<Error> error = {};
  bool is_missing = false;
  std::shared_ptr<const record::ReadingOptions> options = {};
};

// All that a consumer may see of the inputs, in order, independent of where blocks are cut.
struct Reading {
  std::vector<std::string> rows;      // "3: key='a'": line number and fields
  std::vector<std::string> lines;     // of each row, as it stands
  std::vector<std::string> problems;  // "4: unreadable after 3 rows: …"
  std::vector<std::string> errors;    // "app.log: cannot …, after 3 rows"
  std::vector<std::string> reports;   // "app.log: jsonl, 4 lines, 3 records, 0 other, 1 unreadable, 0 CR"

  friend bool operator==(const Reading&, const Reading&) = default;
};

inline Reading read_inputs(const std::vector<TestInput>& inputs, const record::FieldSet& wanted,
                           record::ReaderOptions reader_options = {}) {
  std::map<std::string, const TestInput*> by_name;
  std::vector<record::Input> list;
  for (const TestInput& input : inputs) {
    by_name[input.name] = &input;
    list.push_back({input.name, input.options ? input.options : std::make_shared<record::ReadingOptions>()});
  }
  reader_options.open = [&](const std::string& name,
                            io::Interrupt*) -> Result<std::unique_ptr<io::ByteSource>> {
    const TestInput& input = *by_name.at(name);
    if (input.is_missing) return system_error("cannot open", ENOENT, {name});
    return std::unique_ptr<io::ByteSource>(std::make_unique<FakeSource>(input.pieces, input.error));
  };
  record::BatchReader<> reader(std::move(list), wanted, reader_options);
  Reading reading;
  while (auto* const step = reader.next()) {
    const record::Batch& batch = step->batch;
    const std::size_t rows_before = reading.rows.size();
    for (std::size_t row = 0; row < batch.size(); ++row) {
      reading.rows.push_back(fmt::format("{}: {}", batch.line_number(row), render_row(batch, wanted, row)));
      reading.lines.emplace_back(batch.line(row));
    }
    for (const record::Problem& problem : batch.problems())
      reading.problems.push_back(render_problem(batch, problem, rows_before));
    if (batch.input_error())
      reading.errors.push_back(
          fmt::format("{}, after {} rows", describe(*batch.input_error()), reading.rows.size()));
  }
  for (const record::InputReport& report : reader.reports()) {
    const record::LineCounts& counts = report.counts;
    reading.reports.push_back(fmt::format("{}: {}, {} lines, {} records, {} other, {} unreadable, {} CR{}",
                                          report.path, fmt::join(record::shape_names(report), " "),
                                          counts.lines, counts.records, counts.other, counts.unreadable,
                                          report.carriage_returns, report.error ? ", error" : ""));
  }
  return reading;
}

// One input of one format.
inline Reading read_text(std::string_view text, const record::FieldSet& wanted,
                         record::ReadingOptions options, const record::ReaderOptions& reader_options = {}) {
  return read_inputs({{.name = "in",
                       .pieces = {std::string(text)},
                       .options = std::make_shared<record::ReadingOptions>(std::move(options))}},
                     wanted, reader_options);
}

}  // namespace lanewise::test
