/// Records that wait to be written, and those that found no room.
struct TrafficQueue {
    /// The most memory that waiting records may hold.
    let limit: Int
    private var records: [TrafficRecord] = []
    private var byteCount = 0
    private var missing = 0
    /// Whether no more will come.
    var isClosed = false
    /// Whether writing has failed, so that nothing is taken any more.
    var isBroken = false

    init(limit: Int) { self.limit = limit }

    /// Takes a record, or counts it where there is no room.
    ///
    /// - Returns: false where it is the first one that is left out.
    mutating func append(_ record: TrafficRecord) -> Bool {
        guard !isClosed, !isBroken else { return true }
        guard byteCount + record.byteCount <= limit else {
            missing += 1
            return missing > 1
        }
        if missing > 0 {
            records.append(TrafficRecord(record, missing: missing))
            missing = 0
        }
        records.append(record)
        byteCount += record.byteCount
        return true
    }

    /// All that waits; empty at the end, and nil where there is nothing yet.
    mutating func takeAll() -> [TrafficRecord]? {
        guard !records.isEmpty || isClosed || isBroken else { return nil }
        byteCount = 0
        defer { records = [] }
        return isBroken ? [] : records
    }
}

extension TrafficRecord {
    /// What stands before a record where so many are missing.
    fileprivate init(_ next: TrafficRecord, missing: Int) {
        self.init(time: next.time, direction: next.direction, framing: next.framing, content: .missing(missing))
    }
}
