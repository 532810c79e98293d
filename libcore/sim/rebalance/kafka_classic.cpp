#include "libcore/sim/rebalance/kafka_classic.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "libcore/sim/rebalance/kafka_coordinator.h"
#include "libcore/sim/rebalance/phases.h"
#include "libcore/sim/rebalance/shares.h"

namespace lanewise::sim::rebalance {

namespace {

using record::EventKind;
using Partitions = std::vector<std::int32_t>;

enum class Phase : std::uint8_t {
  joining,  // waits at the barrier
  syncing,  // waits for its share
  stable,
  giving_up,  // eager: revokes everything before it joins
  returning,  // cooperative: revokes what it was not given again
  leaving,
  gone,
};

struct Client {
  Phase phase = Phase::joining;
  bool has_id = false;  // the coordinator has taken it in, as far as it knows
  bool reacting = false;
  std::int32_t generation = 0;
  Partitions owned;
  Partitions
      claim;  // what it reports when it joins: its latest share, of which eager members own nothing then
  Partitions added;         // returning: what it gets once it has revoked
  std::uint64_t beats = 0;  // the series of heartbeats that counts
};

class KafkaClassic final : public Protocol {
 public:
  KafkaClassic(ProtocolParts parts, bool cooperative)
      : stage_(parts.stage),
        consumption_(parts.consumption),
        strategy_(parts.strategy),
        left_(std::move(parts.left)),
        cooperative_(cooperative),
        one_way_us_(stage_.scenario.rtt_us / 2),
        heartbeats_(stage_.scenario, 3 * kSecond),
        coordinator_(stage_, [this](Post post, std::int32_t member, std::int32_t generation) {
          send(post, member, one_way_us_, static_cast<std::uint64_t>(generation));
        }) {}

  void begin() override {
    Partitions everybody;
    for (std::size_t m = 0; m < stage_.members.size(); ++m) everybody.push_back(static_cast<std::int32_t>(m));
    clients_.resize(everybody.size());
    auto shares = shares_at_rest(stage_, strategy_, everybody);
    if (!shares) return fail(std::move(shares).error());
    coordinator_.begin(everybody, *shares);
    for (const std::int32_t member : everybody) {
      Client& client = this->client(member);
      client.phase = Phase::stable;
      client.has_id = true;
      client.generation = coordinator_.generation();
      client.owned = client.claim = (*shares)[static_cast<std::size_t>(member)];
      stage_.history.member(EventKind::join, stage_.name_of(member), stage_.now_us);
      consumption_.assign(member, client.owned, client.generation, true);
      send(Post::beat, member, heartbeats_.first_us(stage_.members[static_cast<std::size_t>(member)].pod),
           client.beats);
    }
  }

  void join(std::int32_t member) override {
    clients_.emplace_back();
    stage_.history.member(EventKind::join, stage_.name_of(member), stage_.now_us);
    send_join(member);
  }

  void leave(std::int32_t member) override {
    Client& client = this->client(member);
    client.phase = Phase::leaving;
    consumption_.revoke(member, client.owned);
  }

  void crash(std::int32_t member) override {
    client(member).phase = Phase::gone;
    stage_.history.member(EventKind::crash, stage_.name_of(member), stage_.now_us);
    consumption_.crash(member);
  }

  void released(std::int32_t member) override {
    Client& client = this->client(member);
    switch (client.phase) {
      case Phase::giving_up:
        client.owned.clear();
        send_join(member);
        break;
      case Phase::returning:
        consumption_.assign(member, client.added, client.generation);
        send_join(member);
        break;
      case Phase::leaving:
        client.owned.clear();
        client.phase = Phase::gone;
        stage_.history.member(EventKind::leave, stage_.name_of(member), stage_.now_us);
        if (!stage_.pod_of(member).instance) send(Post::leave, member, one_way_us_);
        left_(member);
        break;
      default: break;
    }
  }

  void happen(const Appointment& appointment) override {
    if (stage_.rebalances.size() > kMostRebalances) {
      return fail(
          {.code = ErrorCode::limit,
           .what = fmt::format("more than {} rebalances: the group never comes to rest", kMostRebalances),
           .place = {},
           .hint =
               "members that need longer than rebalance_timeout to drain are thrown out again and again"});
    }
    if (appointment.part() == Class::deadline) return coordinator_.happen(appointment);
    const std::int32_t member = appointment.subject;
    const Client& client = this->client(member);
    const auto generation = static_cast<std::int32_t>(appointment.token);
    switch (static_cast<Post>(appointment.kind)) {
      case Post::heartbeat: coordinator_.heartbeat(member); break;
      case Post::join:
        if (client.phase == Phase::joining) coordinator_.join(member, client.has_id);
        break;
      case Post::sync:
        if (client.phase != Phase::gone) coordinator_.sync(member, generation, shares_);
        break;
      case Post::leave: coordinator_.leave(member); break;
      case Post::rebalancing:
        if (client.phase == Phase::stable && !client.reacting) notice(member);
        break;
      case Post::unknown: thrown_out(member); break;
      case Post::joined:
        if (client.phase == Phase::joining) joined(member, generation);
        break;
      case Post::synced:
        if (client.phase == Phase::syncing && client.generation == generation) synced(member);
        break;
      case Post::rejoin:
        if (client.phase == Phase::syncing) rejoin(member);
        break;
      case Post::beat:
        if (client.beats == appointment.token) beat(member);
        break;
      case Post::react:
        this->client(member).reacting = false;
        if (client.phase == Phase::stable) rejoin(member);
        break;
      default: break;
    }
  }

  [[nodiscard]] bool at_rest() const override {
    std::size_t there = 0;
    for (const Client& client : clients_) {
      if (client.phase == Phase::gone) continue;
      ++there;
      if (client.phase != Phase::stable) return false;
    }
    return there == coordinator_.size() && (there == 0 || coordinator_.is_stable());
  }

 private:
  Client& client(std::int32_t member) { return clients_[static_cast<std::size_t>(member)]; }

  void send(Post post, std::int32_t member, std::int64_t after_us, std::uint64_t token = 0) {
    stage_.agenda.add(stage_.now_us + after_us, Class::message, static_cast<std::int32_t>(post), member,
                      token);
  }

  void send_join(std::int32_t member) {
    Client& client = this->client(member);
    client.phase = Phase::joining;
    ++client.beats;
    const bool asks_for_id = !client.has_id && !stage_.pod_of(member).instance;
    send(Post::join, member, one_way_us_ + (asks_for_id ? stage_.scenario.rtt_us : 0));
  }

  void beat(std::int32_t member) {
    const Phase phase = client(member).phase;
    if (phase == Phase::joining || phase == Phase::gone) return;
    send(Post::heartbeat, member, one_way_us_);
    send(Post::beat, member, heartbeats_.next_after_us(), client(member).beats);
  }

  void notice(std::int32_t member) {
    client(member).reacting = true;
    send(Post::react, member, stage_.pod_of(member).reaction_us.value_or(stage_.scenario.reaction_us));
  }

  void rejoin(std::int32_t member) {
    Client& client = this->client(member);
    if (cooperative_) return send_join(member);
    client.phase = Phase::giving_up;
    consumption_.revoke(member, client.owned);
  }

  void joined(std::int32_t member, std::int32_t generation) {
    Client& client = this->client(member);
    client.phase = Phase::syncing;
    client.has_id = true;
    client.generation = generation;
    ++client.beats;
    send(Post::beat, member, heartbeats_.next_after_us(), client.beats);
    // A static member that takes over in a stable group gets what is there already.
    if (coordinator_.leader() == member && !coordinator_.is_stable()) compute();
    send(Post::sync, member, one_way_us_, static_cast<std::uint64_t>(generation));
  }

  // What the leader does with the roster it was sent.
  void compute() {
    std::vector<Claim> claims;
    for (const std::int32_t member : coordinator_.roster()) {
      const Client& client = this->client(member);
      claims.push_back({member, client.claim, client.has_id ? client.generation : 0});
    }
    auto shares = shares_of(stage_, strategy_, claims);
    if (!shares) return fail(std::move(shares).error());
    shares_ = *std::move(shares);
  }

  void synced(std::int32_t member) {
    Client& client = this->client(member);
    const Partitions share = coordinator_.share_of(member);
    if (!cooperative_) {
      client.phase = Phase::stable;
      client.owned = client.claim = share;
      return consumption_.assign(member, share, client.generation);
    }
    Partitions revoked;
    client.added.clear();
    std::set_difference(client.owned.begin(), client.owned.end(), share.begin(), share.end(),
                        std::back_inserter(revoked));
    std::set_difference(share.begin(), share.end(), client.owned.begin(), client.owned.end(),
                        std::back_inserter(client.added));
    client.owned = client.claim = share;
    if (revoked.empty()) {
      client.phase = Phase::stable;
      return consumption_.assign(member, client.added, client.generation);
    }
    client.phase = Phase::returning;
    consumption_.revoke(member, revoked);
  }

  // The coordinator does not know it (any more): it has lost what it had, and joins as somebody new.
  void thrown_out(std::int32_t member) {
    Client& client = this->client(member);
    client.has_id = false;
    // A callback that is under way is not interrupted; the member joins when it is through.
    if (client.phase != Phase::stable && client.phase != Phase::joining && client.phase != Phase::syncing)
      return;
    consumption_.lose(member, client.owned);
    client.owned.clear();
    client.claim.clear();
    send_join(member);
  }

  Stage& stage_;
  Consumption& consumption_;
  const allocate::Strategy& strategy_;
  std::function<void(std::int32_t)> left_;
  const bool cooperative_;
  const std::int64_t one_way_us_;
  Heartbeats heartbeats_;
  KafkaCoordinator coordinator_;
  std::vector<Client> clients_;
  std::vector<Partitions> shares_;  // by the roster, as the leader has computed them
};

}  // namespace

std::unique_ptr<Protocol> make_kafka_eager(ProtocolParts parts) {
  return std::make_unique<KafkaClassic>(std::move(parts), false);
}

std::unique_ptr<Protocol> make_kafka_cooperative(ProtocolParts parts) {
  return std::make_unique<KafkaClassic>(std::move(parts), true);
}

}  // namespace lanewise::sim::rebalance
