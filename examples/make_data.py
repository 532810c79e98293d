#!/usr/bin/env python3
"""Makes the data files of this folder, the same bytes each time.

    examples/make_data.py [--check]

Partitions are those that real clients choose: orders and transfers by Kafka's Java client, telemetry by librdkafka.
README.md says what is in each file, and which faults were put there; --check writes nothing and ends with status 1
if a file is not what would be made.
"""

import json
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
START_MS = 1795770000000  # 2026-11-27T09:00:00Z


class Random:
    """splitmix64: the same numbers under every version of python."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)

    def below(self, n):
        return self.next() % n

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, items):
        return items[self.below(len(items))]

    def skewed(self, n):
        """An index below n; small ones come more often, index 0 about twice as often as index n/4."""
        return min(self.below(n), self.below(n))


def murmur2(data):
    """The hash of Kafka's Java client (org.apache.kafka.common.utils.Utils.murmur2), as an unsigned number."""
    m, mask = 0x5BD1E995, 0xFFFFFFFF
    h = 0x9747B28C ^ len(data)
    whole = len(data) // 4 * 4
    for at in range(0, whole, 4):
        k = int.from_bytes(data[at:at + 4], "little") * m & mask
        h = (h * m & mask) ^ ((k ^ k >> 24) * m & mask)
    if whole < len(data):
        h = (h ^ int.from_bytes(data[whole:], "little")) * m & mask
    h = (h ^ h >> 13) * m & mask
    return h ^ h >> 15


def kafka(key, partitions):
    return (murmur2(key.encode()) & 0x7FFFFFFF) % partitions


def librdkafka(key, partitions):
    return zlib.crc32(key.encode()) % partitions


class Log:
    """A topic being written: gives each record its partition, offset and sequence within the key."""

    def __init__(self, topic, partitions, partitioner, first_offset):
        self.topic, self.partitions, self.partitioner = topic, partitions, partitioner
        self.offsets = [first_offset + 37 * p for p in range(partitions)]
        self.seqs = {}

    def append(self, key):
        partition = self.partitioner(key, self.partitions)
        offset = self.offsets[partition]
        self.offsets[partition] += 1
        self.seqs[key] = self.seqs.get(key, 0) + 1
        return {"topic": self.topic, "partition": partition, "offset": offset, "key": key, "seq": self.seqs[key]}


def lines(records):
    return "".join(json.dumps(r, ensure_ascii=False, separators=(",", ":")) + "\n" for r in records)


def orders():
    """Orders from created to shipped, some refunded: what a topic holds, in the order it was written."""
    random, moments = Random(1), []
    for number in range(170):
        order, at = f"order-{4700 + number}", START_MS + number * 2100 + random.below(1500)
        total = random.between(499, 24999)
        customer = f"customer-{random.skewed(90) + 1}"
        states = ["created", "paid", "shipped"]
        if random.chance(8):
            states.pop()  # waits in the warehouse still
        elif random.chance(12):
            states.append("refunded")
        for state in states:
            moments.append((at, order, state, total, customer))
            at += random.between(20000, 95000)
    log = Log("orders", 12, kafka, 88000)
    for number, (at, order, state, total, customer) in enumerate(sorted(moments)):
        yield {"event": "append", "ts": at, **log.append(order), "id": f"e{number + 1:04}", "state": state,
               "payload": {"customer": customer, "total_cents": total, "currency": "EUR"}}


def transfers():
    """Both sides of each transfer, as two consumers of four threads handled them; one overtaken, one left out."""
    random, log, waiting = Random(2), Log("transfers", 8, kafka, 12000), []
    accounts = [f"acct-{1000 + 7 * n}" for n in range(48)]
    for number in range(210):
        at = START_MS + number * 180 + random.below(120)
        payer = accounts[random.skewed(len(accounts))]
        payee = random.pick([account for account in accounts if account != payer])
        cents = random.between(100, 90000)
        for account, change in ((payer, -cents), (payee, cents)):
            waiting.append((at, log.append(account), f"t{number + 1:04}", change))
    free, handled = {}, []
    for at, record, transfer, change in waiting:
        member = "pay-1" if record["partition"] < 4 else "pay-2"
        thread = f"w{zlib.crc32(record['key'].encode()) % 4 + 1}"
        start = max(at + random.between(2, 6), free.get((member, thread), 0))
        end = free[member, thread] = start + random.between(4, 30)
        handled.append({**record, "group": "ledger", "member": member, "thread": thread, "start_ts": start,
                        "end_ts": end, "id": transfer, "payload": {"change_cents": change}})
    late = next(r for r in handled if r["key"] == "acct-1021" and r["seq"] == 4)
    newer = next(r for r in handled if r["key"] == "acct-1021" and r["seq"] == 5)
    late["thread"] = "w1" if late["thread"] != "w1" else "w2"
    late["start_ts"], late["end_ts"] = newer["end_ts"] + 15, newer["end_ts"] + 33
    handled.remove(next(r for r in handled if r["key"] == "acct-1070" and r["seq"] == 3))
    return sorted(handled, key=lambda r: (r["end_ts"], r["partition"], r["offset"]))


def telemetry():
    """Measurements of sensors as `kcat -J` prints a topic; one sensor reports far more often than the others."""
    random, log = Random(3), Log("telemetry", 6, librdkafka, 510000)
    celsius = {}
    for number in range(480):
        at = START_MS + number * 125 + random.below(100)
        device = "sensor-007" if random.chance(34) else f"sensor-{random.between(1, 60):03}"
        celsius[device] = celsius.get(device, random.between(180, 240)) + random.between(-3, 3)
        place = log.append(device)
        payload = {"seq": place["seq"], "celsius": celsius[device] / 10, "battery": 100 - random.below(30)}
        yield {"topic": place["topic"], "partition": place["partition"], "offset": place["offset"],
               "tstype": "create", "ts": at, "broker": 1, "headers": ["firmware", random.pick(["2.4.1", "2.5.0"])],
               "key": device, "payload": json.dumps(payload, separators=(",", ":"))}


def deliveries():
    """Receipts of messages on their way to telephones, in order of arrival; some late, some twice."""
    random, arrivals = Random(4), []
    for number in range(130):
        message, at = f"msg-{7000 + number}", START_MS + number * 900 + random.below(700)
        carrier = random.pick(["north", "south", "sea"])
        states = ["queued", "sent", "delivered", "read"]
        if random.chance(20):
            states.pop()
        if random.chance(5):
            states[2:] = ["bounced"]
        for version, state in enumerate(states, 1):
            receipt = {"ts": at, "key": message, "id": f"{message}-{version}", "version": version, "state": state,
                       "producer": carrier}
            arrivals.append((at + random.between(1, 40), receipt))
            at += random.between(300, 6000)
    # A receipt that arrives late does so behind the next one of its message; one that comes twice does so 8 s later.
    for number in (33, 71, 140, 202, 305, 411):
        at, receipt = arrivals[number]
        following = arrivals[number + 1]
        if following[1]["key"] == receipt["key"]:
            arrivals[number] = (following[0] + 250, receipt)
    for number in (50, 180, 290, 400):
        arrivals.append((arrivals[number][0] + 8000, arrivals[number][1]))
    return [receipt for _, receipt in sorted(arrivals, key=lambda a: (a[0], a[1]["id"]))]


def keys():
    """Keys as they come: orders, accounts, UUIDs, people and places; some far more often than others."""
    random, listed = Random(5), []
    people = ["Zoë", "Łukasz", "Åsa", "José", "Jürgen", "Nguyễn", "Иван", "Ольга", "Ελένη", "محمد", "さくら", "伟", "지훈"]
    places = ["東京", "São Paulo", "Zürich", "Kraków", "Αθήνα", "北京", "İzmir", "Québec", "München", "台北"]
    for _ in range(640):
        kind = random.below(100)
        if kind < 45:
            listed.append(f"order-{random.between(4000, 4999)}")
        elif kind < 65:
            listed.append(f"acct-{1000 + 7 * random.skewed(48)}")
        elif kind < 80:
            digits = f"{random.next():016x}{random.next():016x}"
            listed.append("-".join((digits[:8], digits[8:12], "4" + digits[13:16], "a" + digits[17:20], digits[20:])))
        elif kind < 90:
            listed.append(f"{random.pick(people)}-{random.between(1, 30)}")
        elif kind < 97:
            listed.append(f"shop {random.pick(places)}")
        else:
            listed.append("🛒-checkout")
    return "".join(key + "\n" for key in listed)


FILES = {
    "orders.jsonl": lambda: lines(orders()),
    "transfers.jsonl": lambda: lines(transfers()),
    "telemetry.jsonl": lambda: lines(telemetry()),
    "deliveries.jsonl": lambda: lines(deliveries()),
    "keys.txt": keys,
}


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("usage: make_data.py [--check]")
    stale = 0
    for name, make in FILES.items():
        path, data = HERE / name, make().encode()
        if path.exists() and path.read_bytes() == data:
            continue
        stale += 1
        if check:
            print(f"examples/{name} is not what make_data.py makes")
        else:
            path.write_bytes(data)
            print(f"wrote examples/{name}")
    if check:
        print(f"{len(FILES) - stale} passed, {stale} failed")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
