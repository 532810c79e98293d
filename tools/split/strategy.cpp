// The assignment that a real client computes, and what moves when the group changes.
//
// A run is a sequence of steps. The first is the group as it is; or, where members own something already and
// a change is asked for, the change to that. Each step starts from what the one before left: members own it,
// one generation on.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "libcore/allocate/group_changes.h"
#include "libcore/allocate/group_json.h"
#include "libcore/allocate/moves.h"
#include "libcore/base/suggest.h"
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

// A group, and the document that it was read from.
struct Sourced {
  Group group;
  std::string source;
};

Error in_document(Error error, const std::string& source) {
  if (error.place.source.empty()) error.place.source = source;
  return error;
}

Result<std::vector<Sourced>> read_document(const std::string& path, cli::Session& session) {
  auto text = io::read_all(path, kMostDocumentBytes);
  if (!text) return std::move(text).error();
  const std::string source = path == "-" ? "standard input" : path;
  auto document = allocate::read_groups(*text, source);
  if (!document) return std::move(document).error();
  for (const auto& [path_of_field, meant] : document->unknown_fields) {
    session.note(fmt::format("{}: {} is not a field, and ignored{}", source, path_of_field,
                             meant.empty() ? "" : fmt::format("; did you mean {}?", meant)));
  }
  for (const std::string& remark : document->remarks) session.note(fmt::format("{}: {}", source, remark));
  std::vector<Sourced> groups;
  groups.reserve(document->groups.size());
  for (Group& group : document->groups) groups.push_back({std::move(group), source});
  return groups;
}

// "points, audit"
std::string names_of(const std::vector<Sourced>& groups) {
  constexpr std::size_t kShown = 10;
  std::string names;
  for (std::size_t i = 0; i < std::min(groups.size(), kShown); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : ", ", groups[i].group.name);
  return groups.size() > kShown ? names + ", …" : names;
}

// The group of that name.
Result<Sourced> group_named(const std::vector<Sourced>& groups, const std::string& name) {
  for (const Sourced& one : groups) {
    if (one.group.name == name) return one;
  }
  const Place place{groups.front().source};
  if (groups.size() == 1 && groups.front().group.name.empty()) {
    return Error{.code = ErrorCode::not_found,
                 .what = fmt::format("there is no group '{}', but one without a name", name),
                 .place = place,
                 .hint = "leave out -g"};
  }
  std::vector<std::string> names;
  names.reserve(groups.size());
  for (const Sourced& one : groups) names.push_back(one.group.name);
  const auto meant = nearest(name, names);
  return Error{.code = ErrorCode::not_found,
               .what = fmt::format("there is no group '{}'", name),
               .place = place,
               .hint = meant ? fmt::format("did you mean {}?", *meant)
                             : fmt::format("its groups are {}", names_of(groups))};
}

// The group that is to follow: the one of that name where one is asked for, else the only one there is. A
// document that describes a single group need not name it.
Result<Sourced> following_group(const std::vector<Sourced>& groups, const std::optional<std::string>& name) {
  if (groups.size() == 1 && (!name || groups.front().group.name.empty())) return groups.front();
  if (name) return group_named(groups, *name);
  return Error{
      .code = ErrorCode::usage,
      .what = "the document has several groups: which one is it then?",
      .place = {groups.front().source},
      .hint = fmt::format("-g NAME chooses one of {}, or --then a document with one", names_of(groups))};
}

class Steps {
 public:
  Steps(const Options& options, cli::Session& session, std::string group_name, std::size_t count)
      : options_(options), session_(session), group_name_(std::move(group_name)), count_(count) {}

  // The group turns into `after`, which owns what `before` owned, and is assigned anew. `source` is the
  // document that describes it.
  Result<Group> take(const Group& before, const Group& after, std::string change, const std::string& source) {
    auto outcome = options_.strategy->strategy->assign(after);
    if (!outcome) return in_document(std::move(outcome).error(), source);
    Step step{.number = next_number_++,
              .change = std::move(change),
              .headed = count_ > 1,
              .before = before,
              .after = after,
              .outcome = *std::move(outcome),
              .moves = {},
              .spread = {}};
    step.moves =
        allocate::moves_between(before, allocate::owned_by_member(before), after, step.outcome.settled());
    step.spread = allocate::spread_of(after, step.outcome.settled());
    for (const std::string& remark : step.outcome.remarks)
      session_.note(fmt::format("{}: {}", source, remark));
    if (options_.output == Format::jsonl) {
      session_.out().write(jsonl_of(step, group_name_));
    } else if (options_.output == Format::text) {
      session_.out().write(text_of(step, group_name_, session_.options().verbose));
    } else {
      // These say what members own, and nothing of what nobody does.
      for (const std::string& places : unserved_of(step))
        session_.note(fmt::format("{}: unserved: {}", source, places));
    }
    return allocate::settled(after, step.outcome.settled());
  }

 private:
  const Options& options_;
  cli::Session& session_;
  std::string group_name_;
  std::size_t count_;
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
Result<Group> run_group(const Sourced& start, const std::vector<Sourced>& later, const Options& options,
                        cli::Session& session) {
  const std::string change = change_name(options);
  const bool changes = !change.empty() || !later.empty();
  const bool begins = !changes || !owns_anything(start.group);
  Steps steps(options, session, start.group.name, later.size() + (begins ? 1 : 0) + (change.empty() ? 0 : 1));
  Group now = start.group;
  if (begins) {
    auto settled = steps.take(now, now, changes ? "start" : "", start.source);
    if (!settled) return settled;
    now = *std::move(settled);
  }
  if (!change.empty()) {
    auto changed = with_changes(now, options);
    if (!changed) return in_document(std::move(changed).error(), start.source);
    auto settled = steps.take(now, *changed, change, start.source);
    if (!settled) return settled;
    now = *std::move(settled);
  }
  for (std::size_t i = 0; i < later.size(); ++i) {
    const Group next = allocate::carried_over(now, allocate::owned_by_member(now), later[i].group);
    auto settled = steps.take(now, next, fmt::format("then {}", options.then[i]), later[i].source);
    if (!settled) return settled;
    now = *std::move(settled);
  }
  return now;
}

// A list where one name is meant looks like one name.
void note_commas(const std::vector<std::string>& members, std::string_view option, cli::Session& session) {
  for (const std::string& member : members) {
    if (member.find(',') == std::string::npos) continue;
    session.note(
        fmt::format("{0} {1}: one member of that name; several are given as {0} A {0} B", option, member));
  }
}

}  // namespace

Result<cli::Outcome> run_strategy(const Options& options, cli::Session& session) {
  auto groups = read_document(options.operands.empty() ? "-" : options.operands.front(), session);
  if (!groups) return std::move(groups).error();
  if (options.group) {
    auto chosen = group_named(*groups, *options.group);
    if (!chosen) return std::move(chosen).error();
    *groups = {*std::move(chosen)};
  }
  std::vector<Sourced> later;
  for (const std::string& path : options.then) {
    auto next = read_document(path, session);
    if (!next) return std::move(next).error();
    auto following = following_group(*next, options.group);
    if (!following) return std::move(following).error();
    later.push_back(*std::move(following));
  }
  const bool changes = !options.added.empty() || !options.removed.empty() || !later.empty();
  if (changes && groups->size() > 1) {
    return usage_error("the document has several groups: which one changes?",
                       fmt::format("-g NAME chooses one of {}", names_of(*groups)));
  }
  note_commas(options.added, "--add", session);
  std::vector<Group> settled;
  for (const Sourced& group : *groups) {
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
