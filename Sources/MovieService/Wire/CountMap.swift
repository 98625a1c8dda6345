import JSON

/// Counts by name, without those that are 0.
struct CountMap: WireValue, Collection {
    private let counts: [(name: String, count: Int)]

    init(_ counts: [(name: String, count: Int)]) { self.counts = counts.filter { $0.count > 0 } }

    static var wireSchema: Schema { Schema(.map(of: .count)) }

    var startIndex: Int { counts.startIndex }
    var endIndex: Int { counts.endIndex }

    func index(after place: Int) -> Int { place + 1 }

    subscript(place: Int) -> (name: String, count: Int) { counts[place] }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for (name, count) in counts { writer.member(name, count) }
        }
    }
}
