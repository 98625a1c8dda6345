/// Names decoded lately, for objects of one kind have the same ones over and over.
struct NameCache {
    /// The place of a name follows from its length and its ends; who comes later takes it.
    private var places: [(word: TapeWord, name: String)] = []

    private static let placeCount = 64

    /// An empty cache.
    ///
    /// - Parameter tapeLength: words of the tape to be decoded; where they are few, the cache would cost more than it
    ///   spares and keeps nothing.
    init(tapeLength: Int) {
        guard tapeLength > 4 * Self.placeCount else { return }
        // The empty name is at home in every place.
        places = Array(repeating: (TapeWord(.string, offset: 0, length: 0), ""), count: Self.placeCount)
    }

    /// The name of a word, made anew only where it is not found.
    @inline(__always)
    mutating func string(of word: TapeWord, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        if places.isEmpty { return unsafe TapeString.decoded(word, in: bytes) }
        let place = unsafe Self.place(of: word, in: bytes)
        if unsafe TapeString.areEqual(places[place].word, word, in: bytes) { return places[place].name }
        let name = unsafe TapeString.decoded(word, in: bytes)
        places[place] = (word, name)
        return name
    }

    @inline(__always)
    private static func place(of word: TapeWord, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        // In bounds even for an empty name: there are quotes around it.
        let first = unsafe Int(bytes[word.offset])
        let last = unsafe Int(bytes[word.offset &+ word.length &- 1])
        return (first &+ last &* 7 &+ word.length &* 3) % placeCount
    }
}
