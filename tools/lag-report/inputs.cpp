#include "tools/lag-report/inputs.h"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/io/block_reader.h"
#include "libcore/lag/document_reader.h"
#include "libcore/lag/text_line.h"
#include "libcore/record/format.h"

namespace lanewise::lag_tool {

namespace {

constexpr std::size_t kLookBytes = std::size_t{64} << 10;  // of an input, to tell what it is
constexpr std::size_t kLongestRow = std::size_t{1} << 20;  // bytes; a row has some hundred
constexpr std::size_t kShownProblems = 3;
constexpr std::int64_t kNanoseconds = 1'000'000'000;

// Calls each(line) for the whole lines of `text`, and for what follows the last of them if `is_all`. Ends
// when it returns true.
template <class Each>
bool any_line(std::string_view text, bool is_all, Each each) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos && !is_all) return false;
    if (each(text.substr(0, end))) return true;
    text.remove_prefix(std::min(end == std::string_view::npos ? text.size() : end + 1, text.size()));
  }
  return false;
}

std::optional<Error> no_text(std::string_view seen, const std::string& name) {
  if (seen.starts_with("\xff\xfe") || seen.starts_with("\xfe\xff")) {
    return bad_input("the text is UTF-16, as PowerShell writes it", {name},
                     "convert it: iconv -f UTF-16 -t UTF-8");
  }
  if (seen.find('\0') != std::string_view::npos) {
    return bad_input("it holds NUL bytes, so it is no text", {name},
                     "give what kafka-consumer-groups or mqadmin printed, or an event log");
  }
  return std::nullopt;
}

}  // namespace

std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::optional<std::int64_t> file_time_ns(const std::string& path) {
  struct stat status{};
  if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::int64_t>(status.st_mtim.tv_sec) * kNanoseconds + status.st_mtim.tv_nsec;
}

KnownInput know_input(const record::Input& input) {
  KnownInput known{.path = input.path, .name = display_name(input.path), .source = {}, .error = {}};
  const auto failed = [&](Error error) {
    error.place.source = known.name;
    known.error = std::move(error);
    return std::move(known);
  };
  auto opened = io::open_source(input.path);
  if (!opened) return failed(std::move(opened).error());
  auto source = std::make_unique<io::PeekedSource>(*std::move(opened));
  const record::ReadingOptions& reading = *input.options;
  if (reading.format != record::Format::automatic || !reading.patterns.empty() || !reading.mappings.empty()) {
    known.kind = InputKind::events;
  } else {
    bool is_all = false;
    while (!is_all && source->seen().size() < kLookBytes) {
      auto more = source->look_further(kLookBytes - source->seen().size());
      if (!more) return failed(std::move(more).error());
      is_all = !*more;
    }
    const std::string_view seen = source->seen();
    if (auto error = no_text(seen, known.name)) return failed(*std::move(error));
    // A table decides, whatever logs stand around it.
    const bool has_table = any_line(seen, is_all, lag::tells_of_lag);
    const bool is_blank = seen.find_first_not_of(" \t\r\n") == std::string_view::npos;
    if (!has_table && !is_blank && record::recognise(seen, reading)) known.kind = InputKind::events;
  }
  if (!file_time_ns(input.path)) known.source = std::move(source);
  return known;
}

Result<std::unique_ptr<io::ByteSource>> take_source(KnownInput& input) {
  if (input.error) return *input.error;
  if (input.source) return std::unique_ptr<io::ByteSource>(std::move(input.source));
  return io::open_source(input.path);
}

lag::Document read_document(KnownInput input, const Options& options, std::size_t number, lag::Names& names,
                            cli::Session& session, bool& is_complete) {
  const std::size_t longest = std::min(options.input.reader_options().max_line, kLongestRow);
  auto source = take_source(input);
  if (!source) {
    Error error = std::move(source).error();
    error.place.source = input.name;
    session.trouble(error);
    is_complete = false;
    return {};
  }
  io::BlockReader blocks(*std::move(source), {.max_line = longest});
  lag::DocumentReader reader(names, options.input.inputs()[number].options->rules.zone, number);
  io::Block block;
  for (;;) {
    auto more = blocks.next(block);
    if (!more) {
      Error error = std::move(more).error();
      error.place.source = input.name;
      session.trouble(error);
      is_complete = false;
      break;
    }
    if (!*more) break;
    session.progress().update(blocks.source().consumed());
    any_line(block.data, true, [&](std::string_view line) {
      reader.add(line);
      return false;
    });
    if (block.dropped_bytes > 0) {
      reader.add_too_long(
          fmt::format("the line has {} bytes, more than --max-line {}", block.dropped_bytes, longest));
    }
  }
  lag::Document document = std::move(reader).finish();

  for (std::size_t i = 0; i < std::min(document.unreadable_lines.size(), kShownProblems); ++i) {
    const lag::TextLine& line = document.unreadable_lines[i];
    session.note(describe(bad_input(line.what, {input.name, line.line})));
  }
  if (document.unreadable > 0) is_complete = false;
  const auto meant = static_cast<double>(document.meant_as_rows());
  if (static_cast<double>(document.unreadable) > options.input.max_unreadable() * meant) {
    session.trouble(bad_input(
        fmt::format("{} of {} rows could not be read", document.unreadable, document.meant_as_rows()),
        {input.name}, "paste the table whole and unwrapped, or allow more with --max-unreadable"));
  }
  for (const lag::TextLine& failure : document.failures) {
    is_complete = false;
    session.trouble(bad_input("the output is not whole, it says so itself: " + failure.text,
                              {input.name, failure.line}, "run the command again"));
  }
  for (const lag::DocumentTable& table : document.tables) {
    if (!table.footer_disagrees()) continue;
    is_complete = false;
    session.trouble(bad_input(fmt::format("the footer counts a lag of {} and the rows above it {}",
                                          table.footer_lag.value_or(0), table.rows_lag),
                              {input.name, table.line}, "rows are missing: paste the table whole"));
  }
  return document;
}

}  // namespace lanewise::lag_tool
