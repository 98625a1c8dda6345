/// A title as it is compared with others.
struct NormalizedTitle: Hashable, Sendable {
    enum Script: UInt8, Hashable, Sendable, CaseIterable {
        case latin, hangul, other
    }

    /// Letters and digits without blanks; never empty.
    let key: String
    /// Which part of a series it says that it is.
    let sequel: Int?
    let script: Script
}
