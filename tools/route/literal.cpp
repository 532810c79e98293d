// Keys given on the command line, and the explanation of any.
#include <vector>

#include <fmt/format.h>

#include "libcore/report/key_text.h"
#include "tools/route/modes.h"

namespace lanewise::route_tool {

Result<cli::Outcome> run_literal(const Options& options, cli::Session& session) {
  const std::vector<KeyView> keys = literal_keys(options);
  std::vector<route::Choice> choices(keys.size());
  options.partitioner->partitioner->assign(keys, options.partition_count(), choices);
  const report::KeyText text(options.hash_keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (options.bare) {
      session.out().write(shown(choices[i]) + "\n");
    } else if (options.output == Format::jsonl) {
      report::JsonLine line("");
      text.member(line, "key", keys[i]);
      session.out().write(line.raw("partition", as_json(choices[i])).line());
    } else {
      session.out().write(fmt::format("{}\t{}\n", text.raw(keys[i]), shown(choices[i])));
    }
  }
  return cli::Outcome::fine;
}

namespace {

void explain(const Options& options, cli::Session& session, KeyView key, bool is_first) {
  const route::Explanation explanation =
      options.partitioner->partitioner->explain(key, options.partition_count());
  if (options.output == Format::jsonl) {
    report::JsonLine line("explanation");
    const report::KeyText text(options.hash_keys);
    text.member(line, "key", key);
    line.text("partitioner", options.partitioner->name).text("method", explanation.method);
    std::vector<report::JsonLine> steps;
    for (const route::Step& step : explanation.steps) {
      steps.emplace_back("").text("name", step.name).text("value", step.value).text("note", step.note);
    }
    line.objects("steps", steps).raw("partition", as_json(explanation.choice));
    session.out().write(line.line());
    return;
  }
  std::string out = is_first ? "" : "\n";
  out += fmt::format("{}: {}\n", route::title(*options.partitioner), explanation.method);
  for (const route::Step& step : explanation.steps) {
    // A note that is pushed aside by a long value keeps its distance: "10 bytes" is not an eleventh byte.
    const bool is_long = step.value.size() >= 27;
    std::string line =
        fmt::format("{:<10} {:<27} {}{}", step.name, step.value, is_long ? "  " : "", step.note);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  session.out().write(out);
}

}  // namespace

Result<cli::Outcome> run_explain(const Options& options, cli::Session& session) {
  if (options.hash_keys)
    return usage_error("--explain shows a key's bytes, which --hash-keys hides", "leave out one");
  bool is_first = true;
  std::int64_t explained = 0;
  const Fed fed = feed_keys(options, session, [&](std::span<const KeyView> keys) {
    for (const KeyView key : keys) {
      explain(options, session, key, is_first);
      is_first = false;
      ++explained;
    }
  });
  if (options.output == Format::jsonl) {
    session.out().write(report::JsonLine("summary")
                            .number("schema", 1)
                            .boolean("complete", fed.complete)
                            .number("status", session.has_trouble() ? cli::kExitTrouble : cli::kExitFine)
                            .texts("not_checked", {})
                            .number("explained", explained)
                            .line());
  }
  return cli::Outcome::fine;
}

}  // namespace lanewise::route_tool
