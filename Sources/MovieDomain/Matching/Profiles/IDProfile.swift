/// An id of a film as it is compared: by 64-bit digests.
struct IDProfile {
    var space: UInt64
    /// Of the name space and the value.
    var digest: UInt64

    init(namespace: String, value: String) {
        space = Digest.of(namespace, seed: 2)
        digest = Digest.of(value, seed: space)
    }

    /// A name that is no id of a name space: it can be equal, but never contradict.
    init(label: String) {
        digest = Digest.of(label, seed: 3)
        space = digest
    }

    /// Whether both are ids of one name space, and not the same.
    @inline(__always)
    func contradicts(_ other: IDProfile) -> Bool {
        space == other.space && digest != other.digest
    }
}
