#include "libcore/record/layout_reader.h"

#include <algorithm>
#include <array>

#include "libcore/record/json_reader.h"
#include "libcore/record/kafka_client_lines.h"
#include "libcore/record/lines.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

// Loggers of Kafka's client and of Spring's around it, in full and as logback shortens them. Pairs that stand
// in their lines are not the application's.
constexpr std::array<std::string_view, 4> kClientLoggers{"o.a.k.", "o.s.k.", "org.apache.kafka.",
                                                         "org.springframework.kafka."};

bool is_client_logger(std::string_view logger) {
  return std::any_of(kClientLoggers.begin(), kClientLoggers.end(),
                     [&](std::string_view opening) { return logger.starts_with(opening); });
}

// A Java map prints as {a=1}: only what goes on like an object is meant as JSON.
bool looks_like_object(std::string_view message) {
  if (!message.starts_with('{')) return false;
  const std::size_t next = message.find_first_not_of(" \t", 1);
  return next != std::string_view::npos && (message[next] == '"' || message[next] == '}');
}

class LayoutReader final : public Decoder {
 public:
  LayoutReader(ParseHead parse, const ReadingOptions& options, const Projection& projection,
               std::size_t max_line)
      : parse_(parse),
        options_(options),
        max_line_(max_line),
        json_(make_json_body_reader(options, projection, max_line)),
        logfmt_(make_logfmt_reader(options, projection, max_line)) {}

  void decode(std::string_view block, BatchBuilder& rows) override {
    for_each_line(
        block, options_.delimiter, max_line_, rows,
        [&](std::string_view line, std::uint32_t number) { read_line({line, line, number}, rows); });
  }

  void read_line(const Line& line, BatchBuilder& rows) override {
    LayoutHead head;
    if (!parse_(line.text, options_.rules.zone, head)) {
      rows.add_other(line.text);
      return;
    }
    rows.defaults().ts_ns = head.ts_ns;
    rows.defaults().thread = head.thread;
    const Line body{head.message, line.whole, line.number};
    if (looks_like_object(head.message)) {
      json_->read_line(body, rows);
    } else if (!is_client_logger(head.logger)) {
      logfmt_->read_line(body, rows);
    } else if (!client_lines_.read(body, rows)) {
      rows.add_other(line.text);
    }
  }

 private:
  ParseHead parse_;
  const ReadingOptions& options_;
  std::size_t max_line_;
  std::unique_ptr<Decoder> json_;
  std::unique_ptr<Decoder> logfmt_;
  ClientLineReader client_lines_;
};

}  // namespace

std::unique_ptr<Decoder> make_layout_reader(ParseHead parse, const ReadingOptions& options,
                                            const Projection& projection, std::size_t max_line) {
  return std::make_unique<LayoutReader>(parse, options, projection, max_line);
}

}  // namespace lanewise::record
