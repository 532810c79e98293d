#include "libcore/sim/rebalance/scenario_json.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "libcore/allocate/group_json.h"
#include "libcore/allocate/json_document.h"
#include "libcore/base/suggest.h"
#include "libcore/base/units.h"

namespace lanewise::sim::rebalance {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPage = "lanewise-scenario(5)";
constexpr std::int64_t kLongest = 365 * 24 * 3600 * kSecond;

// Cut to what fits a line.
std::string shown(const Json& value) {
  constexpr std::size_t kMost = 40;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

// An object whose members are asked for one by one. The first thing that is wrong is kept, and whatever is asked
// for afterwards changes nothing, so that callers look once, at the end.
class Fields {
 public:
  Fields(const Json& object, std::string path, std::string_view source)
      : object_(object), path_(std::move(path)), source_(source) {
    if (!object.is_object()) {
      trouble_ = bad_input(fmt::format("{}{}is an object, not {}", path_, path_.empty() ? "a scenario " : ": ",
                                       shown(object)),
                           place(), fmt::format("see {}", kPage));
    }
  }

  [[nodiscard]] std::string path(std::string_view name) const {
    return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  }
  void refuse(std::string_view name, std::string_view what, std::string hint = {}) {
    if (!trouble_) trouble_ = bad_input(fmt::format("{}: {}", path(name), what), place(), std::move(hint));
  }

  // Absent and null are the same.
  const Json* find(std::string_view name) {
    known_.emplace_back(name);
    if (trouble_) return nullptr;
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }
  // A name that is read elsewhere.
  void know(std::string_view name) { known_.emplace_back(name); }

  void time(std::string_view name, std::int64_t& target, std::int64_t least = 0) {
    const Json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_string()) {
      return refuse(name, fmt::format("is a time with a unit, not {}", shown(*value)),
                    value->is_number() ? fmt::format("did you mean \"{}ms\"?", value->dump()) : "as in \"10.5s\"");
    }
    auto ns = parse_duration(value->get_ref<const std::string&>());
    if (!ns) return refuse(name, ns.error().what, ns.error().hint);
    if (*ns % 1000 != 0) return refuse(name, "is finer than a microsecond", "times are whole microseconds");
    if (*ns / 1000 > kLongest) return refuse(name, "is longer than a year");
    if (*ns / 1000 < least) return refuse(name, fmt::format("is below {} ms", least / kMillisecond));
    target = *ns / 1000;
  }
  void time(std::string_view name, std::optional<std::int64_t>& target, std::int64_t least = 0) {
    std::int64_t given = -1;
    time(name, given, least);
    if (given >= 0) target = given;
  }
  void text(std::string_view name, std::string& target) {
    const Json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_string() || value->get_ref<const std::string&>().empty()) {
      return refuse(name, fmt::format("is a name, not {}", shown(*value)));
    }
    target = value->get<std::string>();
  }
  void count(std::string_view name, std::uint32_t& target, std::uint32_t most) {
    const Json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_number_unsigned() || value->get<std::uint64_t>() < 1 || value->get<std::uint64_t>() > most) {
      return refuse(name, fmt::format("is a whole number from 1 to {}, not {}", most, shown(*value)));
    }
    target = value->get<std::uint32_t>();
  }
  void real(std::string_view name, double& target, double most) {
    const Json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_number() || !(value->get<double>() >= 0 && value->get<double>() <= most)) {
      return refuse(name, fmt::format("is a number from 0 to {}, not {}", most, shown(*value)));
    }
    target = value->get<double>();
  }
  void rate(std::string_view name, double& target) {
    const Json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_string()) {
      return refuse(name, fmt::format("is a rate with a unit, not {}", shown(*value)),
                    value->is_number() ? fmt::format("did you mean \"{}/s\"?", value->dump()) : "as in \"4000/s\"");
    }
    auto rate = parse_rate(value->get_ref<const std::string&>());
    if (!rate) return refuse(name, rate.error().what, rate.error().hint);
    if (*rate != 0 && (*rate < 1e-6 || *rate > 1e9)) {
      return refuse(name, "is not within one record in eleven days and 10^9 a second");
    }
    target = *rate;
  }
  // The index of the word that was chosen, or `otherwise`.
  std::size_t word(std::string_view name, std::initializer_list<std::string_view> words, std::size_t otherwise) {
    const Json* value = find(name);
    if (value == nullptr) return otherwise;
    if (value->is_string()) {
      const auto found = std::find(words.begin(), words.end(), value->get_ref<const std::string&>());
      if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    }
    refuse(name, fmt::format("is {}, not {}", fmt::join(words, " or "), shown(*value)));
    return otherwise;
  }

  // The first thing that was wrong, a member that nobody asked for last.
  [[nodiscard]] Result<void> finish() const {
    if (trouble_) return *trouble_;
    for (const auto& [name, value] : object_.items()) {
      if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
      const auto near = nearest(name, known_);
      return bad_input(fmt::format("{}: there is no such member", path(name)), place(),
                       near ? fmt::format("did you mean {}?", *near)
                            : fmt::format("members are {}; see {}", fmt::join(known_, " "), kPage));
    }
    return {};
  }

 private:
  [[nodiscard]] Place place() const { return {std::string(source_), 0}; }

  const Json& object_;
  std::string path_;
  std::string_view source_;
  std::vector<std::string> known_;
  std::optional<Error> trouble_;
};

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
  scenario.phases = fields.word("heartbeats", {"uniform", "aligned"}, aligned) == 0 ? HeartbeatPhases::uniform
                                                                                    : HeartbeatPhases::aligned;
  Load& load = scenario.load;
  fields.rate("rate", load.rate);
  fields.count("keys", load.keys, 10'000'000);
  fields.real("zipf", load.zipf, 10);
  load.even_arrivals = fields.word("arrivals", {"poisson", "even"}, load.even_arrivals ? 1 : 0) == 1;
  fields.time("service", load.service_us);
  load.fixed_service = fields.word("service_times", {"exponential", "fixed"}, load.fixed_service ? 1 : 0) == 1;
  fields.count("workers", load.workers, 10'000);
  fields.count("prefetch", load.prefetch, 1'000'000);
  fields.time("commit_every", load.commit_every_us, kMillisecond);
  const std::size_t on_start = load.commit_on == CommitOn::start ? 1 : 0;
  load.commit_on = fields.word("commit_on", {"done", "start"}, on_start) == 1 ? CommitOn::start : CommitOn::done;
}

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source) {}

  Result<Scenario> read(const Json& document) {
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
      error.place = {std::string(source_), 0};
      return error;
    }
    return std::move(scenario_);
  }

 private:
  // What a group document has too is read by its reader; the rest here.
  Result<void> read_group(const Json& document) {
    Json group = Json::object();
    if (document.contains("topics")) group["topics"] = document["topics"];
    const Json members = document.value("members", Json::array());
    if (members.is_array()) {
      group["members"] = Json::array();
      for (std::size_t i = 0; i < members.size(); ++i) {
        auto plain = read_member(members[i], fmt::format("members[{}]", i));
        if (!plain) return std::move(plain).error();
        group["members"].push_back(*std::move(plain));
      }
    } else {
      group["members"] = members;
    }
    auto read = allocate::read_groups(group.dump(), source_);
    if (!read) return std::move(read).error();
    allocate::Group& first = read->groups.front();
    scenario_.topics = first.topics;
    for (std::size_t i = 0; i < first.members.size(); ++i) {
      if (auto added = add_pod(first.members[i], fmt::format("members[{}].id", i), times_[i]); !added) return added;
    }
    scenario_.pods_at_start = static_cast<std::int32_t>(scenario_.pods.size());
    topics_ = group["topics"];
    return {};
  }

  struct Times {
    std::optional<std::int64_t> heartbeat_at_us;
    std::optional<std::int64_t> commit_at_us;
    std::optional<std::int64_t> reaction_us;
  };

  // The member as a group document would have it; its times are put aside.
  Result<Json> read_member(const Json& json, const std::string& path) {
    Fields fields(json, path, source_);
    Times times;
    fields.time("heartbeat_at", times.heartbeat_at_us);
    fields.time("commit_at", times.commit_at_us);
    fields.time("reaction", times.reaction_us);
    Json plain = Json::object();
    for (const char* name : {"id", "topics", "instance", "rack"}) {
      if (const Json* value = fields.find(name)) plain[name] = *value;
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
      return bad_input(fmt::format("{}: {} is the name of another member", path, member.id),
                       {std::string(source_), 0}, "ids and instances name one member each");
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

  Result<void> read_events(const Json& document) {
    const Json events = document.value("events", Json::array());
    if (events.is_null()) return {};
    if (!events.is_array()) {
      return bad_input(fmt::format("events: is an array, not {}", shown(events)), {std::string(source_), 0});
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (auto read = read_event(events[i], fmt::format("events[{}]", i)); !read) return read;
    }
    std::stable_sort(scenario_.events.begin(), scenario_.events.end(),
                     [](const ScenarioEvent& a, const ScenarioEvent& b) { return a.at_us < b.at_us; });
    return {};
  }

  Result<void> read_event(const Json& json, const std::string& path) {
    Fields fields(json, path, source_);
    ScenarioEvent event;
    std::optional<std::int64_t> at;
    fields.time("at", at);
    constexpr std::array<std::pair<const char*, Happening>, 4> kKinds{{{"join", Happening::join},
                                                                       {"leave", Happening::leave},
                                                                       {"crash", Happening::crash},
                                                                       {"restart", Happening::restart}}};
    const Json* who = nullptr;
    std::string_view name;
    for (const auto& [word, what] : kKinds) {
      const Json* given = fields.find(word);
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

  Result<std::int32_t> pod_named(const Json& id, const std::string& path) {
    std::vector<std::string> ids;
    for (std::size_t pod = 0; pod < scenario_.pods.size(); ++pod) {
      if (id.is_string() && scenario_.pods[pod].id == id.get_ref<const std::string&>()) {
        return static_cast<std::int32_t>(pod);
      }
      ids.push_back(scenario_.pods[pod].id);
    }
    const auto near = id.is_string() ? nearest(id.get<std::string>(), ids) : std::nullopt;
    return bad_input(fmt::format("{}: {} is no member's id", path, shown(id)), {std::string(source_), 0},
                     near ? fmt::format("did you mean {}?", *near) : std::string());
  }

  // A member that has been there before comes back, or a new one, which a group document's reader takes.
  Result<std::int32_t> joining(const Json& who, const std::string& path) {
    if (who.is_string() && pod_named(who, path)) return pod_named(who, path);
    Json group = Json::object();
    group["topics"] = topics_;
    times_.clear();
    auto plain = read_member(who.is_string() ? Json{{"id", who}} : who, path);
    if (!plain) return std::move(plain).error();
    group["members"] = Json::array({*std::move(plain)});
    auto read = allocate::read_groups(group.dump(), source_);
    if (!read) {
      Error error = std::move(read).error();
      const std::size_t at = error.what.find("members[0]");
      if (at != std::string::npos) error.what.replace(at, std::string_view("members[0]").size(), path);
      return error;
    }
    const allocate::Group& group_read = read->groups.front();
    if (group_read.topics.size() > scenario_.topics.size()) {
      return bad_input(fmt::format("{}.topics: names a topic that topics lacks", path), {std::string(source_), 0},
                       "describe it in topics");
    }
    if (auto added = add_pod(group_read.members.front(), path, times_.front()); !added)
      return std::move(added).error();
    return static_cast<std::int32_t>(scenario_.pods.size()) - 1;
  }

  std::string_view source_;
  Scenario scenario_;
  Json topics_;
  std::vector<Times> times_;
};

// As a document would have it: what reads as a number is one.
Json value_of(std::string_view text) {
  Json value = Json::parse(text, nullptr, false);
  return value.is_number() ? value : Json(std::string(text));
}

}  // namespace

Result<void> apply_setting(Scenario& scenario, std::string_view name, std::string_view value) {
  Json object = Json::object();
  object[std::string(name)] = value_of(value);
  Fields fields(object, "", "");
  read_settings(fields, scenario);
  return fields.finish();
}

Result<Scenario> read_scenario(std::string_view json, std::string_view source) {
  auto checked = allocate::check_json_document(
      json, source, {.name = "a scenario", .page = kPage, .levels = "six"});
  if (!checked) return std::move(checked).error();
  return Reader(source).read(Json::parse(json));
}

}  // namespace lanewise::sim::rebalance
