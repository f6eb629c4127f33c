// Nogoods as bytes, for another process. Their terms are a table: each is made of earlier ones, in the order in which
// they were built, because the order of operands follows it. So whoever reads the table before building anything else
// gets the same terms as the one who wrote it, although numbers differ. docs/certificate-format.md has every byte.
//
// What is read may come from anybody. Terms are taken as they are written, not simplified, and each is well typed: a
// nogood that does not occur in a program is one that its paths never contain.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/result.h"
#include "symbolic/input_symbols.h"
#include "symbolic/nogoods.h"

namespace clew::symbolic {

/// Writes nogoods; the error if there are too many terms in them.
support::Result<std::vector<uint8_t>> writeNogoods(std::span<const Nogood> nogoods, const InputSymbols& symbols);

/// Reads nogoods and makes their terms; the error if the bytes are none. The literals of each by rising number.
support::Result<std::vector<Nogood>> readNogoods(std::span<const uint8_t> bytes, InputSymbols& symbols);

}  // namespace clew::symbolic
