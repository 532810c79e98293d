#include "libcore/record/projection.h"

#include <utility>

namespace lanewise::record {

namespace {

void index_by_length(Node& node) {
  std::sort(node.children.begin(), node.children.end(), [](const Node& a, const Node& b) {
    return std::pair(a.name.size(), std::string_view(a.name)) <
           std::pair(b.name.size(), std::string_view(b.name));
  });
  for (std::size_t length = 0; length < node.first_of_length.size(); ++length) {
    const auto first = std::find_if(node.children.begin(), node.children.end(), [&](const Node& child) {
      return std::min(child.name.size(), Node::kLongest) >= length;
    });
    node.first_of_length[length] = static_cast<std::uint16_t>(first - node.children.begin());
  }
  node.tags.clear();
  for (Node& child : node.children) {
    node.tags.push_back(Node::tag_of(child.name));
    index_by_length(child);
  }
}

}  // namespace

Projection::Projection(const FieldSet& wanted, const std::vector<Mapping>& mappings)
    : wanted_(wanted), mappings_(mappings) {
  if (wanted_.key_hash) wanted_.add(Field::key);
  for (const FieldInfo& field : fields()) {
    // Raw fields are found on demand: there is no column to fill.
    if (!wanted_.has(field.field) || field.kind == FieldKind::raw) continue;
    for (const Mapping& mapping : mappings_) {
      if (mapping.field == field.field)
        add(mapping.path, {field.field, mapping.is_base64 ? Use::base64 : Use::value});
    }
    const bool is_mapped = std::any_of(mappings_.begin(), mappings_.end(),
                                       [&](const Mapping& mapping) { return mapping.field == field.field; });
    if (is_mapped) continue;
    add({std::string(field.name)}, {field.field, Use::value});
    if (field.field == Field::key) add({"key_b64"}, {Field::key, Use::base64});
    if (field.field == Field::ts) add({"tstype"}, {Field::ts, Use::time_type});
  }
  index_by_length(root_);
}

std::vector<Path> Projection::paths_of(Field field) const {
  std::vector<Path> paths;
  for (const Mapping& mapping : mappings_) {
    if (mapping.field == field) paths.push_back(mapping.path);
  }
  if (paths.empty()) paths.push_back({std::string(info(field).name)});
  return paths;
}

void Projection::add(const Path& path, Leaf leaf) {
  Node* node = &root_;
  for (const std::string& step : path) {
    auto child = std::find_if(node->children.begin(), node->children.end(),
                              [&](const Node& candidate) { return candidate.name == step; });
    if (child == node->children.end()) {
      Node made;
      made.name = step;
      made.is_headers = step == "headers";
      made.is_header = node->is_headers;
      node->children.push_back(std::move(made));
      child = node->children.end() - 1;
    }
    node = &*child;
  }
  node->leaves.push_back(leaf);
}

}  // namespace lanewise::record
