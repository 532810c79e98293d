#include "libcore/sim/rebalance/scenario_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "libcore/allocate/group_json.h"
#include "libcore/base/json_document.h"
#include "libcore/base/suggest.h"
#include "libcore/sim/rebalance/fields.h"

namespace lanewise::sim::rebalance {

namespace {

using json::Value;

Value object_of(std::vector<std::pair<std::string, Value>> members) {
  Value object;
  object.kind = json::Kind::object;
  object.members = std::move(members);
  return object;
}

Value array_of(std::vector<Value> elements) {
  Value array;
  array.kind = json::Kind::array;
  array.elements = std::move(elements);
  return array;
}

// The members of a document that are neither topics, members nor events.
void read_settings(Fields& fields, Scenario& scenario) {
  fields.time("until", scenario.until_us, 1);
  fields.time("rtt", scenario.rtt_us);
  fields.time("drain", scenario.drain_us);
  fields.time("fetch_first", scenario.fetch_first_us);
  fields.time("reaction", scenario.reaction_us);
  fields.time("overstay", scenario.overstay_us);
  fields.time("heartbeat", scenario.heartbeat_us, kMillisecond);
  fields.time("heartbeat_drift", scenario.heartbeat_drift_us);
  fields.time("session", scenario.session_us, kMillisecond);
  fields.time("rebalance_timeout", scenario.rebalance_timeout_us, kMillisecond);
  fields.time("initial_delay", scenario.initial_delay_us);
  const auto aligned = static_cast<std::size_t>(scenario.phases == HeartbeatPhases::aligned);
  scenario.phases = fields.word("heartbeats", {"uniform", "aligned"}, aligned) == 0
                        ? HeartbeatPhases::uniform
                        : HeartbeatPhases::aligned;
  Load& load = scenario.load;
  fields.rate("rate", load.rate);
  fields.count("keys", load.keys, 10'000'000);
  fields.real("zipf", load.zipf, 10);
  load.even_arrivals = fields.word("arrivals", {"poisson", "even"}, load.even_arrivals ? 1 : 0) == 1;
  fields.time("service", load.service_us);
  load.fixed_service =
      fields.word("service_times", {"exponential", "fixed"}, load.fixed_service ? 1 : 0) == 1;
  fields.count("workers", load.workers, 10'000);
  fields.count("prefetch", load.prefetch, 1'000'000);
  fields.time("commit_every", load.commit_every_us, kMillisecond);
  const std::size_t on_start = load.commit_on == CommitOn::start ? 1 : 0;
  load.commit_on =
      fields.word("commit_on", {"done", "start"}, on_start) == 1 ? CommitOn::start : CommitOn::done;
}

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source) {}

  Result<Scenario> read(const Value& document) {
    Fields fields(document, "", source_);
    for (const std::string_view name : {"topics", "members", "events"}) fields.know(name);
    read_settings(fields, scenario_);
    if (auto settings = fields.finish(); !settings) return std::move(settings).error();
    if (auto group = read_group(document); !group) return std::move(group).error();
    if (auto events = read_events(document); !events) return std::move(events).error();
    if (scenario_.until_us == 0) {
      scenario_.until_us = kAfterLastEvent + (scenario_.events.empty() ? 0 : scenario_.events.back().at_us);
      if (!scenario_.events.empty()) scenario_.until_us += scenario_.events.back().down_us;
    }
    if (auto valid = check(scenario_); !valid) {
      Error error = std::move(valid).error();
      error.place = {source_, 0};
      return error;
    }
    return std::move(scenario_);
  }

 private:
  // What a group document has too is read by its reader; the rest here.
  Result<void> read_group(const Value& document) {
    Value group = object_of({});
    if (const Value* topics = document.find("topics")) topics_ = *topics;
    if (topics_.kind != json::Kind::null) group.members.emplace_back("topics", topics_);
    if (const Value* members = document.find("members")) {
      Value plain = *members;
      for (std::size_t i = 0; i < plain.elements.size(); ++i) {
        auto read = read_member(members->elements[i], json::element_path("members", i));
        if (!read) return std::move(read).error();
        plain.elements[i] = *std::move(read);
      }
      group.members.emplace_back("members", std::move(plain));
    }
    auto read = allocate::read_groups(group.dump(), source_);
    if (!read) return std::move(read).error();
    const allocate::Group& first = read->groups.front();
    scenario_.topics = first.topics;
    for (std::size_t i = 0; i < first.members.size(); ++i) {
      const std::string path = json::element_path("members", i) + ".id";
      if (auto added = add_pod(first.members[i], path, times_[i]); !added) return added;
    }
    scenario_.pods_at_start = static_cast<std::int32_t>(scenario_.pods.size());
    return {};
  }

  struct Times {
    std::optional<std::int64_t> heartbeat_at_us;
    std::optional<std::int64_t> commit_at_us;
    std::optional<std::int64_t> reaction_us;
  };

  // The member as a group document would have it; its times are put aside.
  Result<Value> read_member(const Value& json, const std::string& path) {
    Fields fields(json, path, source_);
    Times times;
    fields.time("heartbeat_at", times.heartbeat_at_us);
    fields.time("commit_at", times.commit_at_us);
    fields.time("reaction", times.reaction_us);
    Value plain = object_of({});
    for (const char* name : {"id", "topics", "instance", "rack"}) {
      if (const Value* value = fields.find(name)) plain.members.emplace_back(name, *value);
    }
    if (auto known = fields.finish(); !known) return std::move(known).error();
    times_.push_back(times);
    return plain;
  }

  Result<void> add_pod(const allocate::Member& member, const std::string& path, const Times& times) {
    const auto same = [&](const Pod& pod) {
      return pod.id == member.id || (member.instance && pod.instance == member.instance);
    };
    if (std::any_of(scenario_.pods.begin(), scenario_.pods.end(), same)) {
      return bad_input(fmt::format("{}: {} is the name of another member", path, member.id), {source_, 0},
                       "ids and instances name one member each");
    }
    scenario_.pods.push_back({.id = member.id,
                              .instance = member.instance,
                              .rack = member.rack,
                              .topics = member.topics,
                              .heartbeat_at_us = times.heartbeat_at_us,
                              .commit_at_us = times.commit_at_us,
                              .reaction_us = times.reaction_us});
    return {};
  }

  Result<void> read_events(const Value& document) {
    const Value* events = document.find("events");
    if (events == nullptr) return {};
    if (!events->is_array()) {
      return bad_input(fmt::format("events: is an array, not {}", events->shown()), {source_, 0});
    }
    for (std::size_t i = 0; i < events->elements.size(); ++i) {
      if (auto read = read_event(events->elements[i], json::element_path("events", i)); !read) return read;
    }
    std::stable_sort(scenario_.events.begin(), scenario_.events.end(),
                     [](const ScenarioEvent& a, const ScenarioEvent& b) { return a.at_us < b.at_us; });
    return {};
  }

  Result<void> read_event(const Value& json, const std::string& path) {
    Fields fields(json, path, source_);
    ScenarioEvent event;
    std::optional<std::int64_t> at;
    fields.time("at", at);
    constexpr std::array<std::pair<const char*, Happening>, 4> kKinds{{{"join", Happening::join},
                                                                       {"leave", Happening::leave},
                                                                       {"crash", Happening::crash},
                                                                       {"restart", Happening::restart}}};
    const Value* who = nullptr;
    std::string_view name;
    for (const auto& [word, what] : kKinds) {
      const Value* given = fields.find(word);
      if (given == nullptr) continue;
      if (who != nullptr) fields.refuse(word, fmt::format("stands beside {}", name), "one event an object");
      who = given;
      name = word;
      event.what = what;
    }
    if (event.what == Happening::restart) fields.time("down", event.down_us);
    if (auto known = fields.finish(); !known) return known;
    if (!at) {
      fields.refuse("at", "is missing", R"(say when: {"at":"10s","leave":"a"})");
    } else if (who == nullptr) {
      fields.refuse("at", "nothing happens then", "join, leave, crash or restart, with a member's id");
    }
    if (auto known = fields.finish(); !known) return known;
    event.at_us = *at;
    auto pod = event.what == Happening::join ? joining(*who, fields.path("join"))
                                             : pod_named(*who, fields.path(name));
    if (!pod) return std::move(pod).error();
    event.pod = *pod;
    scenario_.events.push_back(event);
    return {};
  }

  [[nodiscard]] std::optional<std::int32_t> find_pod(const Value& id) const {
    for (std::size_t pod = 0; pod < scenario_.pods.size(); ++pod) {
      if (id.is_string() && scenario_.pods[pod].id == id.text) return static_cast<std::int32_t>(pod);
    }
    return std::nullopt;
  }

  Result<std::int32_t> pod_named(const Value& id, const std::string& path) const {
    if (const auto pod = find_pod(id)) return *pod;
    std::vector<std::string> ids;
    for (const Pod& pod : scenario_.pods) ids.push_back(pod.id);
    const auto near = id.is_string() ? nearest(id.text, ids) : std::nullopt;
    return bad_input(fmt::format("{}: {} is no member's id", path, id.shown()), {source_, 0},
                     near ? fmt::format("did you mean {}?", *near) : std::string());
  }

  // A member that has been there before comes back, or a new one, which a group document's reader takes.
  Result<std::int32_t> joining(const Value& who, const std::string& path) {
    if (const auto known = find_pod(who)) return *known;
    times_.clear();
    auto plain = read_member(who.is_string() ? object_of({{"id", who}}) : who, path);
    if (!plain) return std::move(plain).error();
    const Value group = object_of({{"topics", topics_}, {"members", array_of({*std::move(plain)})}});
    auto read = allocate::read_groups(group.dump(), source_);
    if (!read) {
      constexpr std::string_view kThere = "members[0]";
      Error error = std::move(read).error();
      const std::size_t at = error.what.find(kThere);
      if (at != std::string::npos) error.what.replace(at, kThere.size(), path);
      return error;
    }
    if (read->groups.front().topics.size() > scenario_.topics.size()) {
      return bad_input(fmt::format("{}.topics: names a topic that topics lacks", path), {source_, 0},
                       "describe it in topics");
    }
    auto added = add_pod(read->groups.front().members.front(), path, times_.front());
    if (!added) return std::move(added).error();
    return static_cast<std::int32_t>(scenario_.pods.size()) - 1;
  }

  std::string source_;
  Scenario scenario_;
  Value topics_;
  std::vector<Times> times_;
};

// As a document would have it: what reads as a number is one.
Value value_of(std::string_view text) {
  double number = 0;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc{} && stopped == text.data() + text.size();
  Value value;
  value.kind = is_number ? json::Kind::number : json::Kind::string;
  value.text = text;
  return value;
}

}  // namespace

Result<void> apply_setting(Scenario& scenario, std::string_view name, std::string_view value) {
  const Value object = object_of({{std::string(name), value_of(value)}});
  Fields fields(object, "", "");
  read_settings(fields, scenario);
  return fields.finish();
}

Result<Scenario> read_scenario(std::string_view json, std::string_view source) {
  const std::string name(source);
  auto document = json::parse(json, name, kScenarioPage);
  if (!document) return std::move(document).error();
  return Reader(source).read(*document);
}

}  // namespace lanewise::sim::rebalance
