#include "libcore/cli/input_options.h"

#include <algorithm>
#include <charconv>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "libcore/cli/units.h"

namespace lanewise::cli {

namespace {

constexpr std::int64_t kMaxThreads = 256;

std::int64_t default_threads() {
  return std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, kMaxThreads);
}

std::vector<Choice> format_choices(bool with_keys) {
  std::vector<Choice> choices;
  if (with_keys) {
    const record::FormatInfo& keys = record::info(record::Format::keys);
    choices.push_back({std::string(keys.name), std::string(keys.summary)});
  }
  for (const record::FormatInfo& format : record::formats()) {
    choices.push_back({std::string(format.name), std::string(format.summary)});
  }
  return choices;
}

constexpr std::string_view kAutomatic = "auto";

std::vector<Choice> wrapper_choices() {
  std::vector<Choice> choices{{std::string(kAutomatic), "the first line tells"}};
  for (const record::WrapperInfo& wrapper : record::wrappers())
    choices.push_back({std::string(wrapper.name), std::string(wrapper.summary)});
  return choices;
}

// The beginnings of what --map takes.
std::vector<Choice> field_choices() {
  std::vector<Choice> choices;
  for (const record::FieldInfo& field : record::fields())
    choices.push_back({fmt::format("{}=", field.name), std::string(field.meaning)});
  return choices;
}

Result<double> parse_share(const std::string& text) {
  const bool has_unit = text.ends_with('%');
  const std::string_view digits = std::string_view(text).substr(0, text.size() - (has_unit ? 1 : 0));
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc{} || stopped != end || !(value >= 0 && value <= 100)) {
    return usage_error(fmt::format("'{}' is not a share", text), "write a percentage from 0% to 100%");
  }
  if (!has_unit) {
    return usage_error(fmt::format("'{}' is a share without a unit", text),
                       fmt::format("did you mean {}%?", text));
  }
  return value / 100;
}

}  // namespace

InputOptions::InputOptions(InputFeatures features) : features_(features), threads_(default_threads()) {
  current_.format = features.default_format;
}

// An option that holds for the files after it.
Parser& InputOptions::reading(Parser& parser, Option option) {
  option.apply = [this, shown = option.long_name(),
                  apply = std::move(option.apply)](const std::string& value) -> Result<void> {
    dangling_ = shown;
    return apply(value);
  };
  parser.add(std::move(option));
  return parser;
}

void InputOptions::declare(Parser& parser) {
  parser.operand(
      {.name = "FILE", .kind = ValueKind::file, .apply = [this](const std::string& path) -> Result<void> {
         add_input(path);
         return {};
       }});
  parser.group("Input (holds for the files after it)");

  const auto choices = format_choices(features_.offers_keys);
  reading(parser, {.names = "-f,--format",
                   .meta = "FORMAT",
                   .kind = ValueKind::choice,
                   .help = fmt::format("{}auto, jsonl, kcat, logfmt, text, spring-boot, … (default {})",
                                       features_.offers_keys ? "keys, " : "",
                                       record::info(features_.default_format).name),
                   .apply = [this, choices](const std::string& value) -> Result<void> {
                     if (features_.offers_keys && value == record::info(record::Format::keys).name) {
                       current_.format = record::Format::keys;
                       return {};
                     }
                     auto format = record::find_format(value);
                     if (!format) {
                       std::vector<std::string> names;
                       for (const Choice& choice : choices) names.push_back(choice.name);
                       return none_of(value, names);
                     }
                     current_.format = *format;
                     return {};
                   },
                   .choices = choices});
  reading(parser, {.names = "--map",
                   .meta = "FIELD=PATH",
                   .kind = ValueKind::text,
                   .help = "where a field lies in your records, e.g. key=/order/id",
                   .apply = [this](const std::string& value) -> Result<void> {
                     auto mapping = record::parse_mapping(value);
                     if (!mapping) return std::move(mapping).error();
                     current_.mappings.push_back(*std::move(mapping));
                     return {};
                   },
                   .choices = field_choices(),
                   .repeatable = true});
  declare_paths(parser);
  reading(parser, {.names = "--pattern",
                   .meta = "RE2",
                   .kind = ValueKind::text,
                   .help = "text whose named groups are fields; EVENT=RE2 for lines of one event",
                   .apply = [this](const std::string& value) -> Result<void> {
                     auto pattern = record::parse_pattern(value);
                     if (!pattern) return std::move(pattern).error();
                     current_.patterns.push_back(*std::move(pattern));
                     return {};
                   },
                   .repeatable = true});
  if (features_.reads_events) declare_events(parser);
  if (features_.offers_keys) {
    reading(parser, {.names = "-0,--null",
                     .meta = {},
                     .kind = ValueKind::none,
                     .help = "keys are separated by NUL and taken verbatim",
                     .apply = [this](const std::string&) -> Result<void> {
                       nul_separated_ = true;
                       current_.delimiter = '\0';
                       return {};
                     }});
    reading(parser, {.names = "--null-key",
                     .meta = "TEXT",
                     .kind = ValueKind::text,
                     .help = "the line that means no key",
                     .apply = [this](const std::string& value) -> Result<void> {
                       current_.null_key = value;
                       return {};
                     }});
  }
  parser.group("Reading");
  if (features_.offers_bad_input) {
    parser.add({.names = "--on-bad-input",
                .meta = "HOW",
                .kind = ValueKind::choice,
                .help = "stop, skip or side:FILE (default stop; a report skips and counts)",
                .apply = [this](const std::string& value) -> Result<void> {
                  if (value == "stop") {
                    bad_input_ = BadInput::stop;
                  } else if (value == "skip") {
                    bad_input_ = BadInput::skip;
                  } else if (value.starts_with("side:") && value.size() > 5) {
                    bad_input_ = BadInput::aside;
                    aside_path_ = value.substr(5);
                  } else {
                    return none_of(value, {"stop", "skip", "side:FILE"});
                  }
                  return {};
                },
                .choices = choices_of({"stop", "skip", "side:"})});
  }
  parser.add({.names = "--max-unreadable",
              .meta = "SHARE",
              .kind = ValueKind::text,
              .help = "more unreadable lines than this are trouble (default 1%)",
              .apply = [this](const std::string& value) -> Result<void> {
                auto share = parse_share(value);
                if (!share) return std::move(share).error();
                max_unreadable_ = *share;
                return {};
              }});
  parser.size("--max-line", max_line_, "longest line (default 256MiB)");
  parser.number("--threads", "N", threads_, 1, kMaxThreads, "workers; the output is the same for any number");
}

// Short forms of --map.
void InputOptions::declare_paths(Parser& parser) {
  const auto add = [&](const char* name, record::Field field, const char* help) {
    reading(parser, {.names = name,
                     .meta = "PATH",
                     .kind = ValueKind::text,
                     .help = help,
                     .apply = [this, field](const std::string& value) -> Result<void> {
                       auto path = record::parse_path(value);
                       if (!path) return std::move(path).error();
                       current_.mappings.push_back({field, *std::move(path)});
                       return {};
                     }});
  };
  add("--key", record::Field::key, "the same as --map key=PATH");
  if (!features_.reads_events) return;
  add("--seq", record::Field::seq, "the same as --map seq=PATH");
  add("--ts", record::Field::ts, "the same as --map ts=PATH");
}

void InputOptions::declare_events(Parser& parser) {
  if (features_.tells_topic) {
    reading(parser, {.names = "-t,--topic",
                     .meta = "TOPIC",
                     .kind = ValueKind::text,
                     .help = "the topic of records that name none",
                     .apply = [this](const std::string& value) -> Result<void> {
                       current_.topic = value;
                       return {};
                     }});
  }
  reading(parser, {.names = "--event-names",
                   .meta = "NAME=EVENT,…",
                   .kind = ValueKind::text,
                   .help = "what your names for events mean, e.g. end=done,begin=start",
                   .apply = [this](const std::string& value) -> Result<void> {
                     auto names = record::parse_event_names(value);
                     if (!names) return std::move(names).error();
                     auto& all = current_.rules.event_names;
                     all.insert(all.end(), names->begin(), names->end());
                     return {};
                   },
                   .repeatable = true});
  reading(parser, {.names = "--as",
                   .meta = "WHAT",
                   .kind = ValueKind::choice,
                   .help = "handled, stored or written: what records without event tell (default by format)",
                   .apply = [this](const std::string& value) -> Result<void> {
                     auto meaning = record::find_meaning(value);
                     if (!meaning) return none_of(value, {"handled", "stored", "written"});
                     current_.as = *meaning;
                     return {};
                   },
                   .choices = choices_of({"handled", "stored", "written"})});
  reading(parser, {.names = "--tz",
                   .meta = "ZONE",
                   .kind = ValueKind::text,
                   .help = "of times that name none: UTC, local, +08:00 (default UTC)",
                   .apply = [this](const std::string& value) -> Result<void> {
                     auto zone = record::TimeZone::parse(value);
                     if (!zone) return std::move(zone).error();
                     current_.rules.zone = *std::move(zone);
                     return {};
                   }});
  reading(parser, {.names = "--date",
                   .meta = "YYYY-MM-DD",
                   .kind = ValueKind::text,
                   .help = "of the first time that has none; behind midnight it is the next day",
                   .apply = [this](const std::string& value) -> Result<void> {
                     auto date = record::parse_date(value);
                     if (!date) return std::move(date).error();
                     current_.rules.date = *date;
                     return {};
                   }});
  parser.mark_rare();
  reading(parser, {.names = "--wrapper",
                   .meta = "WRAPPER",
                   .kind = ValueKind::choice,
                   .help = "what stands around each line: auto, none, kubectl, cri (default auto)",
                   .apply = [this](const std::string& value) -> Result<void> {
                     const auto wrapper = record::find_wrapper_named(value);
                     if (!wrapper && value != kAutomatic) {
                       std::vector<std::string> names;
                       for (const Choice& choice : wrapper_choices()) names.push_back(choice.name);
                       return none_of(value, names);
                     }
                     current_.wrapper = wrapper;
                     return {};
                   },
                   .choices = wrapper_choices()});
  parser.mark_rare();
}

void InputOptions::add_input(const std::string& path) {
  inputs_.push_back({path, std::make_shared<const record::ReadingOptions>(current_)});
  dangling_.reset();
}

Result<void> InputOptions::check_patterns(const record::ReadingOptions& options) const {
  const auto is_text = [](const record::ReadingOptions& input) {
    return !input.patterns.empty() &&
           (input.format == record::Format::text || input.format == record::Format::automatic);
  };
  if (!is_text(options)) return {};
  // Paths may have been given for an input before this one.
  const bool are_for_others = std::any_of(inputs_.begin(), inputs_.end(), [&](const record::Input& input) {
    return !input.options->mappings.empty() && !is_text(*input.options);
  });
  if (!options.mappings.empty() && !are_for_others) {
    return usage_error("--key and --map say where a field lies in JSON or logfmt, and --pattern reads text",
                       "name the group after the field: (?P<key>…)");
  }
  const bool gives_key =
      std::any_of(options.patterns.begin(), options.patterns.end(),
                  [](const record::Pattern& pattern) { return pattern.fields.has(record::Field::key); });
  if (features_.needs_key && !gives_key) {
    return usage_error("no --pattern has a group for the key", R"(name one: (?P<key>\S+))");
  }
  return {};
}

Result<void> InputOptions::check() {
  if (dangling_ && !inputs_.empty()) {
    return usage_error(fmt::format("{} stands after the last file and holds for none", *dangling_),
                       "put it before the FILE it is meant for");
  }
  if (inputs_.empty()) {
    if (is_terminal(STDIN_FILENO)) {
      return usage_error("no input: standard input is a terminal",
                         "name a FILE, pipe into it, or say - to type");
    }
    add_input("-");
  }
  for (const record::Input& input : inputs_) {
    const record::ReadingOptions& options = *input.options;
    if (options.format == record::Format::text && options.patterns.empty()) {
      return usage_error("-f text needs --pattern", R"(e.g. --pattern 'key=(?P<key>\S+) seq=(?P<seq>\d+)')");
    }
    auto sensible = check_patterns(options);
    if (!sensible) return sensible;
    if (options.format == record::Format::keys && (!options.mappings.empty() || !options.patterns.empty())) {
      return usage_error(
          "--key, --map and --pattern are for records, and a line of keys is a key as it stands",
          "say what the records are: -f jsonl, -f logfmt, -f text, or -f auto");
    }
    if (options.delimiter == '\0' && options.format != record::Format::keys) {
      return usage_error("-0 is for keys, not for records", "leave out -0 or -f");
    }
  }
  if (std::count_if(inputs_.begin(), inputs_.end(),
                    [](const record::Input& input) { return input.path == "-"; }) > 1) {
    return usage_error("standard input is named twice");
  }
  return {};
}

record::ReaderOptions InputOptions::reader_options() const {
  return {.threads = static_cast<unsigned>(threads_), .max_line = static_cast<std::size_t>(max_line_)};
}

std::optional<std::uint64_t> InputOptions::total_bytes() const {
  std::uint64_t total = 0;
  for (const record::Input& input : inputs_) {
    struct stat status{};
    const bool found =
        input.path == "-" ? ::fstat(STDIN_FILENO, &status) == 0 : ::stat(input.path.c_str(), &status) == 0;
    if (!found || !S_ISREG(status.st_mode)) return std::nullopt;
    total += static_cast<std::uint64_t>(status.st_size);
  }
  return total;
}

}  // namespace lanewise::cli
