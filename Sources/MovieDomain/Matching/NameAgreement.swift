/// What two lists of names say about each other.
enum NameAgreement: Hashable, Sendable {
    /// One side has none, or they are in different scripts.
    case unknown
    case equal
    /// Not equal, but perhaps the same name spelt differently.
    case similar
    case contradicting

    /// Compares Korean names with Korean ones and Latin with Latin; one name in common is enough.
    init(_ left: [PersonName], _ right: [PersonName]) {
        self = .unknown
        for name in left {
            for other in right where other.isHangul == name.isHangul {
                if name.isEqual(to: other) {
                    self = .equal
                    return
                }
                if self != .similar { self = name.resembles(other) ? .similar : .contradicting }
            }
        }
    }
}
