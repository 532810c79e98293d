// What kafka-console-consumer prints (DefaultMessageFormatter): parts in a fixed order with a tab between,
// each only when its print.* property is on, and the value last:
//
//   CreateTime:1700000000000  Partition:0  Offset:12  Delivery:1  Epoch:3  trace:ab,h2:x  acct-1  {"seq":9}
//
// The first five name themselves; LogAppendTime and NO_TIMESTAMP stand for CreateTime, NO_HEADERS for
// headers. Of what follows, one part is the value; two are key and value, or NO_HEADERS and value; of three
// or more the first is the headers if it looks like them (a colon in each of its parts between commas), and
// what is left over belongs to the value, which may hold tabs. A value that begins like a JSON object
// decides: what stands before it are the key or the headers and the key.
//
// `null` is printed for a key that is null. The topic is not printed. A line with none of the parts that name
// themselves is a record if its value begins like an object and has a field that was asked for, or its key
// is; else it was never one ("Processed a total of 9 messages", the rest of a value with a newline in it).
#include <array>

#include "libcore/record/json_scanner.h"
#include "libcore/record/lines.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

struct Label {
  std::string_view name;   // with its colon
  std::string_view field;  // data() == nullptr: of no interest
};
constexpr std::array<Label, 6> kLabels{{{"CreateTime:", "ts"},
                                        {"LogAppendTime:", "ts"},
                                        {"Partition:", "partition"},
                                        {"Offset:", "offset"},
                                        {"Delivery:", {}},
                                        {"Epoch:", {}}}};
constexpr std::string_view kNoTime = "NO_TIMESTAMP";
constexpr std::string_view kNoHeaders = "NO_HEADERS";

// The label of a part "Offset:12", whose value must be a number, or the name of none.
const Label* label_of(std::string_view part, std::string_view& value) {
  for (const Label& label : kLabels) {
    if (!part.starts_with(label.name)) continue;
    value = part.substr(label.name.size());
    const bool is_number = !value.empty() && value.find_first_not_of("-0123456789") == std::string_view::npos;
    return is_number || value == "NOT_PRESENT" ? &label : nullptr;
  }
  return nullptr;
}

bool looks_like_headers(std::string_view part) {
  if (part == kNoHeaders) return true;
  while (true) {
    const std::size_t end = part.find(',');
    if (part.substr(0, end).find(':') == std::string_view::npos) return false;
    if (end == std::string_view::npos) return true;
    part.remove_prefix(end + 1);
  }
}

// Takes what stands before the next tab; false, and all of it left, if there is none.
bool take_part(std::string_view& text, std::string_view& part) {
  const std::size_t tab = text.find('\t');
  if (tab == std::string_view::npos) return false;
  part = text.substr(0, tab);
  text.remove_prefix(tab + 1);
  return true;
}

// The three that do not name themselves. data() == nullptr: not printed.
struct Rest {
  std::string_view headers;
  std::string_view key;
  std::string_view value;
};

Rest divide(std::string_view text) {
  Rest rest;
  std::string_view first;
  std::string_view second;
  std::string_view tail = text;
  if (text.starts_with('{') || !take_part(tail, first)) {
    rest.value = text;
  } else if (first == kNoHeaders) {
    rest.headers = first;
    if (!tail.starts_with('{') && take_part(tail, second)) rest.key = second;
    rest.value = tail;
  } else if (!tail.starts_with('{') && looks_like_headers(first) && take_part(tail, second)) {
    rest = {.headers = first, .key = second, .value = tail};
  } else {
    rest = {.headers = {}, .key = first, .value = tail};
  }
  return rest;
}

class ConsoleConsumerReader final : public Decoder {
 public:
  ConsoleConsumerReader(const ReadingOptions& options, const Projection& projection, std::size_t max_line)
      : options_(options), root_(projection.root()), max_line_(max_line) {}

  void decode(std::string_view block, BatchBuilder& rows) override {
    for_each_line(
        block, options_.delimiter, max_line_, rows,
        [&](std::string_view line, std::uint32_t number) { read_line({line, line, number}, rows); });
  }

  void read_line(const Line& line, BatchBuilder& rows) override {
    rows.begin_row();
    std::string_view text = line.text;
    bool is_good = true;
    bool is_labelled = false;
    while (is_good && take_labelled(text, is_good, rows)) is_labelled = true;
    const Rest rest = is_good && text.data() != nullptr ? divide(text) : Rest{};
    const bool may_be = is_labelled || (rest.value.starts_with('{') && rest.value.ends_with('}'));
    if (may_be && is_good && text.data() != nullptr) is_good = take_rest(rest, rows);
    if (!may_be || (!is_labelled && is_good && rows.is_row_empty())) {
      rows.add_other(line.text);
    } else if (is_good) {
      rows.commit_row(line.whole, line.number);
    } else {
      rows.add_problem(ProblemKind::bad_field, line.number, line.whole, scanner_.what());
    }
  }

 private:
  // One part that names itself, at the front of `text`, which is null once all of the line is taken.
  bool take_labelled(std::string_view& text, bool& is_good, BatchBuilder& rows) {
    if (text.data() == nullptr) return false;
    const std::size_t tab = text.find('\t');
    const std::string_view part = text.substr(0, tab);
    std::string_view value;
    const Label* const label = label_of(part, value);
    if (label == nullptr && part != kNoTime) return false;
    text = tab == std::string_view::npos ? std::string_view() : text.substr(tab + 1);
    if (label != nullptr && label->field.data() != nullptr && value != "NOT_PRESENT" && value != "-1")
      is_good = take(label->field, value, rows);
    return true;
  }

  bool take_rest(const Rest& rest, BatchBuilder& rows) {
    if (rest.headers.data() != nullptr && rest.headers != kNoHeaders && !take("headers", rest.headers, rows))
      return false;
    if (rest.key.data() != nullptr && !take_key(rest.key, rows)) return false;
    return take("payload", rest.value, rows);
  }

  bool take_key(std::string_view text, BatchBuilder& rows) {
    if (text != "null") return take("key", text, rows);
    if (const Node* const node = root_.find("key"); node != nullptr) {
      for (const Leaf leaf : node->leaves) rows.set_null(leaf);
    }
    return true;
  }

  bool take(std::string_view name, std::string_view text, BatchBuilder& rows) {
    return scanner_.take_text(root_.find(name), text, rows) == JsonScanner::Outcome::record;
  }

  const ReadingOptions& options_;
  const Node& root_;
  std::size_t max_line_;
  JsonScanner scanner_;
};

}  // namespace

bool is_console_consumer_line(std::string_view line) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) return false;
  std::string_view value;
  const std::string_view part = line.substr(0, tab);
  return part == kNoTime || label_of(part, value) != nullptr;
}

std::unique_ptr<Decoder> make_console_consumer_reader(const ReadingOptions& options,
                                                      const Projection& projection, std::size_t max_line) {
  return std::make_unique<ConsoleConsumerReader>(options, projection, max_line);
}

}  // namespace lanewise::record
