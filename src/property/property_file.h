// Property files as SV-COMP has them (.prp): one CHECK line for each thing that must always hold, such as
//
//     CHECK( init(main()), LTL(G ! call(reach_error())) )
//     CHECK( init(main()), LTL(G valid-deref) )
//
// Each line is a clause with a name of its own (`unreach-call`, `valid-deref`) and stands for some of the
// properties that Clew knows. Clew's own properties can be asked for by name: LTL(G ! clew(deadlock)).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "property/property.h"

namespace clew::property {

/// One line of a property file.
struct Clause {
  std::string name;  // as SV-COMP calls it
  PropertySet properties = PropertySet::none();
};

struct PropertyFile {
  std::string name;  // of the file
  std::vector<Clause> clauses;
  std::vector<std::string> errorFunctions;  // that must not be called
  std::string refused;                      // what cannot be decided, if there is something: it may only be violated

  /// Everything that the clauses stand for.
  PropertySet properties() const;
  /// Whether an assertion that fails is a violation, and not only the end of the process.
  bool watchesAssertions() const;
  /// The clause that a violation of this property is a violation of.
  std::string_view clauseOf(Property property) const;
};

/// Reads the text of a property file; the error names the file, the line and what is wrong there.
support::Result<PropertyFile> parsePropertyFile(const std::string& name, std::string_view text);

/// Reads a property file.
support::Result<PropertyFile> readPropertyFile(const std::string& name);

}  // namespace clew::property
