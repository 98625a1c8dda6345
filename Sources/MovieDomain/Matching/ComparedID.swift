/// An id of a film as it is compared: by 64-bit digests, for every record is compared by its ids many times.
struct ComparedID {
    let namespace: String
    private let space: UInt64
    /// Of the name space and the value.
    let digest: UInt64

    init(namespace: String, value: String) {
        self.namespace = namespace
        space = Digest.of(namespace, seed: 2)
        digest = Digest.of(value, seed: space)
    }

    func isEqual(to other: ComparedID) -> Bool {
        digest == other.digest && space == other.space
    }

    /// Whether both are ids of one name space, and not the same.
    func contradicts(_ other: ComparedID) -> Bool {
        space == other.space && digest != other.digest
    }
}
