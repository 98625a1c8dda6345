/// Some of the fields of a film.
struct FieldSet: Hashable, Sendable {
    /// A bit for each field, by its place.
    private var bits: UInt32 = 0

    /// Whether a field is one of them.
    @inline(__always)
    func contains(_ field: MovieField) -> Bool { bits >> UInt32(field.place) & 1 == 1 }

    /// Adds a field where it is so.
    @inline(__always)
    mutating func insert(_ field: MovieField, where isSo: Bool) {
        if isSo { bits |= 1 << UInt32(field.place) }
    }

    /// Adds those of another set.
    mutating func formUnion(_ other: FieldSet) { bits |= other.bits }
}
