// The members of a group document, and the topics that only they name. Internal to group_reader.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

#include "libcore/allocate/group_reading.h"

namespace lanewise::allocate {

class MemberReader {
 public:
  // Reads members into the group, whose topics are those that the document declares.
  MemberReader(GroupReading& reading, Group& group);

  // An array of members; nothing is no member.
  Result<void> read(const json::Value* members, const std::string& path);

 private:
  Result<void> read_member(const json::Value& json, const std::string& path);
  [[nodiscard]] Result<std::optional<std::string>> read_text(const json::Value& json, const char* name,
                                                             const std::string& path) const;
  // The topic of that name; one that the document does not describe is added as one that does not exist.
  TopicIndex topic_named(const std::string& name, const std::string& path);
  Result<void> read_topics(Member& member, const json::Value& json, const std::string& path);
  Result<void> read_owned(Member& member, const json::Value& json, const std::string& path);
  Result<void> read_numbers(Member& member, TopicIndex index, const std::string& broker,
                            const json::Value& numbers, const std::string& path) const;
  void note_shared_ids(const std::string& path);

  GroupReading& reading_;
  Group& group_;
  const std::size_t declared_topics_;
  std::unordered_map<std::string, TopicIndex> topic_by_name_;
};

}  // namespace lanewise::allocate
