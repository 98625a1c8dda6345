/// A stretch of one of the flat arrays of a ``FilmTable``.
struct Run {
    var start: UInt32 = 0
    var count: UInt32 = 0

    init() {}

    init(from start: Int, to end: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        count = UInt32(truncatingIfNeeded: end - start)
    }

    @inline(__always)
    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }

    @inline(__always)
    var isEmpty: Bool { count == 0 }
}
