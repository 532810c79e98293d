// Keys or records in, keys or records with their partition out.
//
// The workers do it all: a batch's partitions are computed and its output is laid out in memory beside it, so
// that the consumer has nothing left but to write, in order. A key line costs its hash, a copy of its bytes
// and a few digits.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "libcore/record/splice.h"
#include "libcore/report/key_text.h"
#include "tools/route/modes.h"

namespace lanewise::route_tool {

namespace {

// Memory for a batch's lines that is not zeroed before it is filled.
class Text {
 public:
  // Room for `bytes`; what was there is gone.
  char* make_room(std::size_t bytes) {
    memory_.grow(bytes, 0);
    return memory_.data();
  }
  void end_at(const char* end) { size_ = static_cast<std::size_t>(end - memory_.data()); }
  void clear() { size_ = 0; }
  [[nodiscard]] std::string_view view() const { return {memory_.data(), size_}; }

 private:
  io::Buffer memory_;
  std::size_t size_ = 0;
};

// A batch's output, and what it takes to make it; reused from batch to batch. Lines of keys go to `lines`,
// all else, which is made of smaller pieces, to `pieces`.
struct Routed {
  std::vector<route::Choice> choices;
  Text lines;
  std::string pieces;
  std::vector<std::size_t> row_ends;      // of each row in `pieces`: for a run that stops within a batch
  std::vector<record::Splicer> splicers;  // of each input, made when it is needed
};

enum class Shape : std::uint8_t { lines, spliced, objects };

// Where a record carries its partition: under its own name, or where --map says.
record::Path partition_path(const record::ReadingOptions& options) {
  for (const record::Mapping& mapping : options.mappings) {
    if (mapping.field == record::Field::partition) return mapping.path;
  }
  return {"partition"};
}

class Router {
 public:
  explicit Router(const Options& options)
      : partitioner_(*options.partitioner->partitioner),
        count_(options.partition_count()),
        bare_(options.bare),
        stops_(options.input.on_bad_input(cli::BadInput::stop) == cli::BadInput::stop),
        keys_(options.hash_keys) {
    json_for_json_ = !bare_ && (options.output == Format::jsonl || options.output == Format::automatic);
    json_for_others_ = !bare_ && options.output == Format::jsonl;
    line_end_ = options.input.inputs().front().options->delimiter;
    for (const record::Input& input : options.input.inputs())
      partition_names_.push_back(partition_path(*input.options).front());
    for (std::uint32_t p = 0; p < std::min<std::uint32_t>(count_, kSmallPartitions); ++p) {
      Small small;
      char* const end = std::to_chars(small.text.data(), small.text.data() + small.text.size(), p).ptr;
      *end = line_end_;
      small.length = static_cast<std::uint8_t>(end + 1 - small.text.data());
      small_.push_back(small);
    }
  }

  void operator()(const record::Batch& batch, Routed& out) const {
    const auto keys = batch.keys();
    const Shape shape = shape_of(batch);
    out.choices.resize(keys.size());
    partitioner_.assign(keys, count_, out.choices);
    out.lines.clear();
    out.pieces.clear();
    out.row_ends.clear();
    // Only a batch with a bad line may be cut short.
    const bool marks_rows = stops_ && !batch.problems().empty();
    if (shape == Shape::lines && !keys_.hidden() && !marks_rows && !has_group_event(batch)) {
      append_lines(keys, out);
      return;
    }
    for (std::size_t row = 0; row < keys.size(); ++row) {
      append_row(batch, row, shape, out);
      if (marks_rows) out.row_ends.push_back(out.pieces.size());
    }
  }

  // How much of a batch's output belongs to its first `rows` rows.
  static std::string_view first_rows(const Routed& out, std::size_t rows) {
    if (rows == out.choices.size())
      return out.pieces.empty() ? out.lines.view() : std::string_view(out.pieces);
    return std::string_view(out.pieces).substr(0, rows == 0 ? 0 : out.row_ends[rows - 1]);
  }

 private:
  static constexpr std::size_t kDigits = 11;  // "-2147483648"
  static constexpr std::size_t kShortKey = 16;
  static constexpr std::uint32_t kSmallPartitions = 1000;
  static_assert(io::Buffer::kSlack >= kShortKey);

  struct Small {
    std::array<char, 4> text{};  // "63" and the line end
    std::uint8_t length = 0;
  };

  // The hot path: room for every line is made at once, then filled by pointer. A short key is copied as one
  // vector, whatever its length, and a small partition is looked up with its line end.
  void append_lines(std::span<const KeyView> keys, Routed& out) const {
    std::size_t bytes = kShortKey;
    for (const KeyView key : keys) bytes += std::max(key.bytes.size(), kLongestStandIn) + kDigits + 2;
    char* at = out.lines.make_room(bytes);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (!bare_) {
        const KeyView key = keys[i];
        if (key.state == KeyState::present && key.bytes.size() <= kShortKey) {
          std::memcpy(at, key.bytes.data(), kShortKey);  // Batch::keys() has readable bytes behind each key
          at += key.bytes.size();
        } else {
          const std::string_view text = in_text(key);
          std::memcpy(at, text.data(), text.size());
          at += text.size();
        }
        *at++ = '\t';
      }
      const auto partition = out.choices[i].partition();
      if (partition && static_cast<std::uint32_t>(partition->value) < small_.size()) {
        const Small& small = small_[static_cast<std::size_t>(partition->value)];
        std::memcpy(at, small.text.data(), small.text.size());
        at += small.length;
      } else {
        at = append_choice(at, out.choices[i]);
        *at++ = line_end_;
      }
    }
    out.lines.end_at(at);
  }

  static constexpr std::string_view kNull = "(null)";
  static constexpr std::string_view kUnknown = "(unknown)";
  static constexpr std::size_t kLongestStandIn = 16;

  static std::string_view in_text(KeyView key) {
    if (key.state == KeyState::present) return key.bytes;
    return key.state == KeyState::null ? kNull : kUnknown;
  }

  static char* append_choice(char* at, route::Choice choice) {
    const auto partition = choice.partition();
    if (!partition) {
      *at = '-';
      return at + 1;
    }
    return std::to_chars(at, at + kDigits, partition->value).ptr;
  }

  static bool has_group_event(const record::Batch& batch) {
    if (!batch.has(record::Field::event)) return false;
    for (std::size_t row = 0; row < batch.size(); ++row) {
      if (is_group_event(batch, row)) return true;
    }
    return false;
  }

  // Records of an input carry their partition under the name that --map gave it.
  record::Splicer& splicer_of(std::size_t input, Routed& out) const {
    for (std::size_t i = out.splicers.size(); i <= input; ++i) out.splicers.emplace_back(partition_names_[i]);
    return out.splicers[input];
  }

  [[nodiscard]] Shape shape_of(const record::Batch& batch) const {
    if (batch.is_json()) return json_for_json_ ? Shape::spliced : Shape::lines;
    return json_for_others_ ? Shape::objects : Shape::lines;
  }

  void append_row(const record::Batch& batch, std::size_t row, Shape shape, Routed& out) const {
    const KeyView key = batch.keys()[row];
    if (is_group_event(batch, row)) {  // passed on as it is, where records are
      if (shape == Shape::spliced) out.pieces.append(batch.line(row)).push_back('\n');
      return;
    }
    std::array<char, kDigits + 1> digits;  // NOLINT(*-member-init): written below
    const route::Choice choice = out.choices[row];
    const std::string_view number(
        digits.data(), static_cast<std::size_t>(append_choice(digits.data(), choice) - digits.data()));
    const std::string_view json = choice.determined() ? number : std::string_view("null");
    switch (shape) {
      case Shape::lines:
        if (!bare_) out.pieces.append(keys_.raw(key)).push_back('\t');
        out.pieces.append(number);
        break;
      case Shape::spliced:
        splicer_of(batch.input(), out)
            .append(out.pieces, batch.line(row), json, record::Member::may_be_there);
        break;
      case Shape::objects: {
        report::JsonLine line("");
        keys_.member(line, "key", key);
        line.raw("partition", json);
        out.pieces.append(line.line());
        return;
      }
    }
    out.pieces.push_back(shape == Shape::lines ? line_end_ : '\n');
  }

  const route::Partitioner& partitioner_;
  std::uint32_t count_;
  bool bare_;
  bool stops_;
  report::KeyText keys_;
  bool json_for_json_ = false;
  bool json_for_others_ = false;
  char line_end_ = '\n';
  std::vector<std::string> partition_names_;  // of each input
  std::vector<Small> small_;                  // partitions of up to three digits
};

}  // namespace

Result<cli::Outcome> run_stream(const Options& options, cli::Session& session) {
  const auto& inputs = options.input.inputs();
  const bool is_json = std::all_of(inputs.begin(), inputs.end(), [](const record::Input& input) {
    return record::info(input.options->format).is_json;
  });
  const bool mixed = !is_json && std::any_of(inputs.begin(), inputs.end(), [](const record::Input& input) {
    return record::info(input.options->format).is_json;
  });
  if (mixed && options.output == Format::automatic) {
    return usage_error("JSON records and other inputs together: what should come out?",
                       "say -o text or -o jsonl");
  }
  const bool may_pass_on = std::any_of(inputs.begin(), inputs.end(), [](const record::Input& input) {
    return input.options->format == record::Format::automatic || record::info(input.options->format).is_json;
  });
  if (may_pass_on && options.hash_keys && options.output != Format::text && options.output != Format::tsv &&
      !options.bare) {
    return usage_error("--hash-keys cannot hide what stands in a record that is passed on", "use -o text");
  }

  const bool is_nested = std::any_of(inputs.begin(), inputs.end(), [](const record::Input& input) {
    return partition_path(*input.options).size() > 1;
  });
  if (is_nested) {
    return usage_error(
        "--map partition: the partition is put in as a member of the record itself, not deeper",
        "map it to a name without steps, or leave --map partition out");
  }

  cli::ReadLog log(options.input, session, cli::BadInput::stop);
  const Router router(options);
  record::BatchReader<Routed> reader(inputs, wanted_fields(options), options.input.reader_options(), router);
  std::int64_t unknown = 0;
  std::int64_t records = 0;
  while (!log.stopped() && !session.out().failed()) {
    if (!reader.ready()) session.out().flush();
    const auto* const step = reader.next();
    if (step == nullptr) break;
    const std::size_t rows = log.observe(step->batch, reader.bytes_consumed());
    session.out().write(Router::first_rows(step->extra, rows));
    const auto keys = step->batch.keys().first(rows);
    records += static_cast<std::int64_t>(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      if (keys[row].state == KeyState::present) continue;
      const bool is_of_group = is_group_event(step->batch, row);
      records -= is_of_group ? 1 : 0;
      unknown += !is_of_group && keys[row].state == KeyState::absent ? 1 : 0;
    }
  }
  if (session.out().failed()) {
    log.close_aside();
  } else {
    log.finish(reader.reports(), cli::Empty::fine);
  }
  for (const record::InputReport& report : reader.reports()) {
    if (report.format == record::Format::keys && report.carriage_returns > 0) {
      session.note(fmt::format("{}: a final CR was dropped from {} keys (-0 keeps every byte)",
                               report.path == "-" ? "standard input" : report.path, report.carriage_returns));
    }
  }
  if (unknown > 0) {
    const Error error =
        bad_input(fmt::format("{} of {} records have no key, so no partition", unknown, records), {},
                  "say where the key is with --key PATH");
    session.trouble(error);
  }
  return cli::Outcome::fine;
}

}  // namespace lanewise::route_tool
