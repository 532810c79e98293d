// A history from memory, read and judged as the tool does it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "libcore/order/history.h"
#include "libcore/order/judge.h"
#include "libcore/record/batch_reader.h"
#include "tests/support/fake_source.h"

namespace lanewise::test {

struct JudgedOptions {
  order::JudgeOptions judge = {};
  order::HistoryOptions history = {};
  record::ReadingOptions reading = {};
  unsigned threads = 1;
  std::size_t block_bytes = std::size_t{256} << 10;
};

struct Judged {
  std::shared_ptr<order::Vocabulary> names = std::make_shared<order::Vocabulary>();
  std::shared_ptr<order::Judge> judge;
  order::Conclusion conclusion;

  [[nodiscard]] std::vector<const order::Finding*> with(order::Code code) const {
    std::vector<const order::Finding*> found;
    for (const order::Finding& finding : conclusion.findings) {
      if (finding.code == code) found.push_back(&finding);
    }
    return found;
  }
  [[nodiscard]] std::string key(const order::Finding& finding) const {
    return finding.key ? std::string(judge->keys()[*finding.key].name()) : "";
  }
};

// Each text is an input.
inline Judged judge_texts(const std::vector<std::string>& texts, const JudgedOptions& options = {}) {
  Judged judged;
  judged.judge = std::make_shared<order::Judge>(options.judge, *judged.names);
  order::History history(options.history, *judged.judge, *judged.names);
  const auto reading = std::make_shared<const record::ReadingOptions>(options.reading);
  std::vector<record::Input> inputs;
  for (std::size_t i = 0; i < texts.size(); ++i) inputs.push_back({std::to_string(i), reading});
  record::ReaderOptions reader_options{.threads = options.threads, .block_bytes = options.block_bytes};
  reader_options.open = [&](const std::string& path,
                            io::Interrupt*) -> Result<std::unique_ptr<io::ByteSource>> {
    return std::unique_ptr<io::ByteSource>(
        std::make_unique<FakeSource>(std::vector<std::string>{texts[std::stoul(path)]}));
  };
  record::BatchReader<order::Rows> reader(
      std::move(inputs), order::wanted_fields(), reader_options,
      [](const record::Batch& batch, order::Rows& rows) { rows.fill(batch); });
  while (auto* const step = reader.next()) history.add(step->extra, step->batch, step->batch.size());
  history.finish();
  judged.conclusion = judged.judge->conclude();
  return judged;
}

inline Judged judge_text(const std::string& text, const JudgedOptions& options = {}) {
  return judge_texts({text}, options);
}

}  // namespace lanewise::test
