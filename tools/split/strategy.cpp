// The assignment that a real client computes, and what moves when the group changes.
//
// A run is a sequence of steps. The first is the group as it is; or, where members own something already and
// a change is asked for, the change to that. Each step starts from what the one before left: members own it,
// one generation on.
#include <algorithm>

#include <fmt/format.h>

#include "libcore/allocate/group_changes.h"
#include "libcore/allocate/group_json.h"
#include "libcore/allocate/moves.h"
#include "libcore/io/read_all.h"
#include "tools/split/assignment_text.h"
#include "tools/split/modes.h"

namespace lanewise::split_tool {

namespace {

using allocate::Assignment;
using allocate::Group;

constexpr std::size_t kMostDocumentBytes = std::size_t{256} << 20;

bool owns_anything(const Group& group) {
  return std::any_of(group.members.begin(), group.members.end(),
                     [](const allocate::Member& m) { return !m.owned.empty(); });
}

std::string change_name(const Options& options) {
  std::string name;
  for (const std::string& member : options.added)
    name += fmt::format("{}+ {}", name.empty() ? "" : ", ", member);
  for (const std::string& member : options.removed)
    name += fmt::format("{}- {}", name.empty() ? "" : ", ", member);
  return name;
}

Result<allocate::GroupDocument> read_document(const std::string& path, cli::Session& session) {
  auto text = io::read_all(path, kMostDocumentBytes);
  if (!text) return std::move(text).error();
  const std::string source = path == "-" ? "standard input" : path;
  auto document = allocate::read_groups(*text, source);
  if (!document) return document;
  for (const auto& [path_of_field, meant] : document->unknown_fields) {
    session.note(fmt::format("{}: {} is not a field, and ignored{}", source, path_of_field,
                             meant.empty() ? "" : fmt::format("; did you mean {}?", meant)));
  }
  for (const std::string& remark : document->remarks) session.note(fmt::format("{}: {}", source, remark));
  return document;
}

class Steps {
 public:
  Steps(const Options& options, cli::Session& session, std::string group_name)
      : options_(options), session_(session), group_name_(std::move(group_name)) {}

  // The group turns into `after`, which owns what `before` owned, and is assigned anew.
  Result<Group> take(const Group& before, const Group& after, std::string change) {
    auto outcome = options_.strategy->strategy->assign(after);
    if (!outcome) return std::move(outcome).error();
    Step step{.number = next_number_++,
              .change = std::move(change),
              .before = before,
              .after = after,
              .outcome = *std::move(outcome),
              .moves = {},
              .spread = {}};
    step.moves =
        allocate::moves_between(before, allocate::owned_by_member(before), after, step.outcome.settled());
    step.spread = allocate::spread_of(after, step.outcome.settled());
    for (const std::string& remark : step.outcome.remarks) session_.note(remark);
    if (options_.output == Format::jsonl) {
      session_.out().write(jsonl_of(step, group_name_));
    } else if (options_.output == Format::text) {
      session_.out().write(text_of(step, group_name_, session_.options().verbose));
    }
    return allocate::settled(after, step.outcome.settled());
  }

 private:
  const Options& options_;
  cli::Session& session_;
  std::string group_name_;
  std::int64_t next_number_ = 1;
};

Result<Group> with_changes(const Group& group, const Options& options) {
  Group changed = group;
  for (const std::string& member : options.added) {
    auto next = allocate::with_member(changed, member);
    if (!next) return next;
    changed = *std::move(next);
  }
  for (const std::string& member : options.removed) {
    auto next = allocate::without_member(changed, member);
    if (!next) return next;
    changed = *std::move(next);
  }
  return changed;
}

// All steps of one group; the group as it is after the last.
Result<Group> run_group(const Group& start, const std::vector<Group>& later, const Options& options,
                        cli::Session& session) {
  Steps steps(options, session, start.name);
  const std::string change = change_name(options);
  const bool changes = !change.empty() || !later.empty();
  Group now = start;
  if (!changes || !owns_anything(start)) {
    auto settled = steps.take(now, now, changes ? "start" : "");
    if (!settled) return settled;
    now = *std::move(settled);
  }
  if (!change.empty()) {
    auto changed = with_changes(now, options);
    if (!changed) return changed;
    auto settled = steps.take(now, *changed, change);
    if (!settled) return settled;
    now = *std::move(settled);
  }
  for (std::size_t i = 0; i < later.size(); ++i) {
    const Group next = allocate::carried_over(now, allocate::owned_by_member(now), later[i]);
    auto settled = steps.take(now, next, fmt::format("then {}", options.then[i]));
    if (!settled) return settled;
    now = *std::move(settled);
  }
  return now;
}

}  // namespace

Result<cli::Outcome> run_strategy(const Options& options, cli::Session& session) {
  auto document = read_document(options.operands.empty() ? "-" : options.operands.front(), session);
  if (!document) return std::move(document).error();
  std::vector<Group> later;
  for (const std::string& path : options.then) {
    auto next = read_document(path, session);
    if (!next) return std::move(next).error();
    if (next->groups.size() != 1)
      return usage_error(fmt::format("--then {}: a document with one group is meant", path));
    later.push_back(next->groups.front());
  }
  const bool changes = !options.added.empty() || !options.removed.empty() || !later.empty();
  if (changes && document->groups.size() > 1) {
    return usage_error("the document has several groups: which one changes?",
                       "give a document with one group");
  }
  std::vector<Group> settled;
  for (const Group& group : document->groups) {
    auto after = run_group(group, later, options, session);
    if (!after) return std::move(after).error();
    settled.push_back(*std::move(after));
  }
  switch (options.output) {
    case Format::group: session.out().write(allocate::write_groups(settled)); break;
    case Format::jsonl: session.out().write(summary_of(settled, *options.strategy)); break;
    case Format::tsv:
    case Format::markdown: session.out().write(table_of(settled).render(table_style(options.output))); break;
    case Format::text: break;
  }
  return cli::Outcome::fine;
}

}  // namespace lanewise::split_tool
