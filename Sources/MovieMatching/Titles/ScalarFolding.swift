/// A table that folds letters for comparison, without case, diacritics, and ligatures.
///
/// The standard library has no public canonical decomposition, and Foundation's would require ICU. The letters of film
/// titles fit into a small table.
package struct ScalarFolding: Sendable {
    /// The table, created once.
    package static let shared = ScalarFolding()

    /// The index in `replacements` for each scalar below `limit`; 0 if the scalar has no replacement.
    private let indices: [UInt16]
    private let ligatures: [Unicode.Scalar: Int]
    private let replacements: [[UInt8]]

    private static let limit = 0x2500

    private init() {
        var indices = [UInt16](repeating: 0, count: ScalarFolding.limit)
        var ligatures: [Unicode.Scalar: Int] = [:]
        var replacements: [[UInt8]] = [[]]
        for line in ScalarFolding.lines.unicodeScalars.split(separator: "\n") {
            let halves = line.split(separator: "=", maxSplits: 1)
            guard halves.count == 2 else { continue }
            for scalar in halves[1] {
                if scalar.value < ScalarFolding.limit {
                    indices[Int(scalar.value)] = UInt16(replacements.count)
                } else {
                    ligatures[scalar] = replacements.count
                }
            }
            replacements.append(Array(String(halves[0]).utf8))
        }
        self.indices = indices
        self.ligatures = ligatures
        self.replacements = replacements
    }

    /// Returns the UTF-8 text that replaces `scalar` in comparisons, or `nil` if the scalar is kept; blanks in the text
    /// separate words.
    package func replacement(of scalar: Unicode.Scalar) -> [UInt8]? {
        let index =
            scalar.value < ScalarFolding.limit ? Int(indices[Int(scalar.value)]) : ligatures[scalar] ?? 0
        return index == 0 ? nil : replacements[index]
    }
}
