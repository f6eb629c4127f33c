// The schema of reports, and a check of documents against it.
//
// The schema comes from the compile definition CLEW_REPORT_SCHEMA; an environment variable of the same name
// overrides it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "command_line.h"

namespace clew::test {

using nlohmann::json;

/// Checks a document against the part of JSON Schema (draft 7) that docs/report.schema.json uses: type,
/// enum, required, properties, additionalProperties, items and references into the schema itself.
class Schema {
 public:
  explicit Schema(json root) : root_(std::move(root)) {}

  std::vector<std::string> complaintsAbout(const json& document) {
    complaints_.clear();
    validate(document, root_, "report");
    return complaints_;
  }

 private:
  void validate(const json& value, const json& schema, const std::string& where) {
    if (schema.contains("$ref")) {
      return validate(value, root_.at(json::json_pointer(schema["$ref"].get<std::string>().substr(1))), where);
    }
    for (const auto& [key, unused] : schema.items()) {
      if (!kKeywords.contains(key))
        throw std::logic_error("the schema uses " + key + ", which this validator does not know");
    }
    if (schema.contains("type") && !hasType(value, schema["type"])) {
      complaints_.push_back(where + " is not of type " + schema["type"].get<std::string>() + ": " + value.dump());
      return;
    }
    if (schema.contains("enum") &&
        std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end()) {
      complaints_.push_back(where + " is none of " + schema["enum"].dump() + ": " + value.dump());
    }
    if (value.is_object()) validateObject(value, schema, where);
    if (value.is_array() && schema.contains("items")) {
      for (size_t i = 0; i < value.size(); ++i)
        validate(value[i], schema["items"], where + "[" + std::to_string(i) + "]");
    }
  }

  void validateObject(const json& value, const json& schema, const std::string& where) {
    for (const auto& name : schema.value("required", json::array())) {
      if (!value.contains(name)) complaints_.push_back(where + " has no " + name.get<std::string>());
    }
    const json properties = schema.value("properties", json::object());
    const json others = schema.value("additionalProperties", json(true));
    for (const auto& [name, each] : value.items()) {
      const std::string place = where + "." + name;
      if (properties.contains(name)) {
        validate(each, properties[name], place);
      } else if (others.is_object()) {
        validate(each, others, place);
      } else if (others == false) {
        complaints_.push_back(place + " is not in the schema");
      }
    }
  }

  static bool hasType(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "boolean") return value.is_boolean();
    throw std::logic_error("the schema uses the type " + type + ", which this validator does not know");
  }

  inline static const std::set<std::string> kKeywords = {"$schema", "title",      "description", "type",
                                                         "enum",    "required",   "properties",  "additionalProperties",
                                                         "items",   "definitions"};
  json root_;
  std::vector<std::string> complaints_;
};

inline Schema reportSchema() {
  return Schema(json::parse(std::ifstream(setting("CLEW_REPORT_SCHEMA", CLEW_REPORT_SCHEMA))));
}

}  // namespace clew::test
