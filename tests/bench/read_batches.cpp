// The batch reader alone: reads a file of records with key, seq, partition and offset taken, and sums them up
// as limits/dom.cpp does, so that the two can be compared. Usage: read_batches FILE THREADS [PATTERN]
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "libcore/record/batch_reader.h"

int main(int argc, char** argv) {
  using namespace lanewise;
  if (argc < 3) return 2;
  auto options = std::make_shared<record::ReadingOptions>();
  if (argc > 3) {
    auto pattern = record::parse_pattern(argv[3]);
    if (!pattern) return 2;
    options->patterns.push_back(*std::move(pattern));
  }
  record::BatchReader<> reader(
      {{argv[1], options}},
      {record::Field::key, record::Field::seq, record::Field::partition, record::Field::offset},
      {.threads = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10))});
  std::uint64_t records = 0;
  std::uint64_t sum = 0;
  while (const auto* step = reader.next()) {
    const record::Batch& batch = step->batch;
    records += batch.size();
    for (const KeyView key : batch.keys()) sum += key.bytes.size();
    for (const auto field : {record::Field::seq, record::Field::partition, record::Field::offset}) {
      const auto column = batch.integers(field);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (column.known[i] == record::Known::value) sum += static_cast<std::uint64_t>(column.values[i]);
      }
    }
  }
  std::printf("%llu records, sum %llu\n", static_cast<unsigned long long>(records),
              static_cast<unsigned long long>(sum));
  return 0;
}
