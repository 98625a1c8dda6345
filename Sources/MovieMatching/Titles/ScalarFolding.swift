/// Letters as they are compared: without case, marks, ligatures and widths.
///
/// The standard library has no public canonical decomposition, and Foundation's would bring ICU; the letters of film
/// titles fit a small table.
package struct ScalarFolding: Sendable {
    /// The table, made once.
    package static let shared = ScalarFolding()

    /// What stands for each scalar below `limit`, as an index of `replacements`; 0 is none.
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

    /// The UTF-8 of what `scalar` is compared as, where that is not the scalar itself; a blank in it parts words.
    package func replacement(of scalar: Unicode.Scalar) -> [UInt8]? {
        let index =
            scalar.value < ScalarFolding.limit ? Int(indices[Int(scalar.value)]) : ligatures[scalar] ?? 0
        return index == 0 ? nil : replacements[index]
    }
}
