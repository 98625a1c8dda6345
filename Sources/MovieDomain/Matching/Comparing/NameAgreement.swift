/// What two lists of names say about each other.
enum NameAgreement: UInt8, Hashable, Sendable {
    /// One side has none, or nothing can be said.
    case unknown
    case equal
    /// Not equal, but perhaps the same name spelt differently.
    case similar
    /// In two scripts, and sounding alike.
    case soundingAlike
    case contradicting
    /// In two scripts, and not sounding alike.
    case soundingApart
}
