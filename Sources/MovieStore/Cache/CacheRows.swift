import HTTPModel
import Platform
import SQLite
import Upstream

/// A cached answer and the time of its last use.
struct CacheRow: Sendable {
    var response: CachedResponse
    var lastUsed: Int

    /// Whether the time of use is due to be written again: often enough to order rows by use, but so rarely that
    /// reading causes hardly any writes.
    func isUseDue(at now: Int) -> Bool {
        let (lag, isTooLarge) = now.subtractingReportingOverflow(lastUsed)
        return isTooLarge || lag.magnitude > 600_000
    }
}

/// Statements on cached answers.
extension SQLiteConnection {
    func answer(for key: ResponseKey) throws(SQLiteError) -> CacheRow? {
        try first(
            """
            SELECT \(CachedResponse.columns), last_used FROM responses
            WHERE hash = ? AND source = ? AND identity = ?
            """,
            [.integer(key.hash), .text(key.source), .text(key.identity)]
        ) { row throws(SQLiteError) in
            CacheRow(response: try CachedResponse(row: row, of: key), lastUsed: try row.integer(8))
        }
    }

    /// Whether an answer is stored that is newer than `moment`, or any answer if that is `nil`.
    func hasAnswer(for key: ResponseKey, after moment: Int?) throws(SQLiteError) -> Bool {
        try integer(
            "SELECT 1 FROM responses WHERE hash = ? AND source = ? AND identity = ? AND stored_at > ?",
            [.integer(key.hash), .text(key.source), .text(key.identity), .integer(moment ?? .min)]
        ) != nil
    }

    /// Writes an answer, replacing the row with the same hash.
    func store(_ response: CachedResponse, for key: ResponseKey, at now: Int) throws(SQLiteError) {
        try run(
            "INSERT OR REPLACE INTO responses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(key.hash), .text(key.source), .text(key.identity), .integer(response.status),
                .text(response.headers.stored), .integer(response.storedAt), .integer(response.freshFor),
                .integer(response.staleWhileRevalidate), .integer(response.staleIfError), .integer(now),
                .integer(response.checksum(for: key)), .integer(response.body.count), .blob(response.body),
            ]
        )
    }

    func noteUse(of hash: Int, at now: Int) throws(SQLiteError) {
        try run("UPDATE responses SET last_used = ? WHERE hash = ?", [.integer(now), .integer(hash)])
    }

    /// Returns the number and bytes of answers by source, using an index alone.
    func answerSizes() throws(SQLiteError) -> [String: StoredSize] {
        let sizes = try all("SELECT source, count(*), sum(size) FROM responses GROUP BY source") {
            row throws(SQLiteError) in
            // The file may hold any number, and these are added up: no file holds more than this.
            let bytes = min(max(try row.integer(2), 0), 1 << 53)
            return (try row.text(0), StoredSize(answers: try row.integer(1), bytes: bytes))
        }
        return Dictionary(sizes) { first, _ in first }
    }
}

/// Removing what is past its use or too much, in steps that are small enough for other processes to get their turn.
extension SQLiteConnection {
    /// Removes some answers of a source, or of all; gives their number, 0 when none are left.
    func removeAnswers(atMost count: Int, of source: String?, sizeLimit: Int) throws(SQLiteError) -> Int {
        let removed = try change { () throws(SQLiteError) in
            try run(
                """
                DELETE FROM responses WHERE hash IN
                    (SELECT hash FROM responses WHERE ?1 IS NULL OR source = ?1 LIMIT ?2)
                """,
                [source.map { .text($0) } ?? .null, .integer(count)]
            )
        }
        try giveBackPages(sizeLimit: sizeLimit)
        return removed
    }

    /// Writes the whole file anew, and then lets go of the log, in which it was written.
    func writeAnew() throws(SQLiteError) {
        try execute("VACUUM")
        try emptyLog()
    }

    /// Removes answers, counts, and claims that have expired for good or were stored by a clock that was ahead.
    func removePast(_ now: Int) throws(SQLiteError) {
        let day = 86_400_000
        try change { () throws(SQLiteError) in
            // For a week, an answer that may not be given any more is still worth asking about (`ETag`).
            try run(
                """
                DELETE FROM responses WHERE hash IN (
                    SELECT hash FROM responses
                    WHERE stored_at + fresh_for + max(stale_while_revalidate, stale_if_error) < ?1 LIMIT 500)
                """,
                [.integer(now - 7 * day)]
            )
            // A day ahead of the clock a time counts as wrong.
            try run("UPDATE responses SET last_used = ?1 WHERE last_used > ?2", [.integer(now), .integer(now + day)])
            try run("DELETE FROM quota WHERE changed_at < ?1", [.integer(now - 400 * day)])
            // Those of processes that ended without ending them, or whose clock ran ahead.
            try run(
                "DELETE FROM leases WHERE ends_at <= ?1 OR ends_at > ?2",
                [.integer(now), .integer(now + Self.longestLease)]
            )
        }
    }

    /// Removes the answers that were not used for longest until nine tenths of the limit are left, if it is passed.
    func shrink(to sizeLimit: Int) throws(SQLiteError) {
        if try usedBytes() > sizeLimit {
            while try usedBytes() > sizeLimit / 10 * 9, try removeOldest(64) > 0 {}
        }
        try giveBackPages(sizeLimit: sizeLimit)
    }

    /// Bytes of the file that hold something.
    private func usedBytes() throws(SQLiteError) -> Int {
        try (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
    }

    private func removeOldest(_ count: Int) throws(SQLiteError) -> Int {
        try change { () throws(SQLiteError) in
            try run(
                "DELETE FROM responses WHERE hash IN (SELECT hash FROM responses ORDER BY last_used LIMIT ?)",
                [.integer(count)]
            )
        }
    }

    /// Gives free pages back to the system, but keeps a tenth of the limit for what is written next.
    private func giveBackPages(sizeLimit: Int) throws(SQLiteError) {
        let kept = try max(64, sizeLimit / 10 / max(512, pragma("page_size")))
        let free = try pragma("freelist_count")
        guard free > kept else { return }
        try execute("PRAGMA incremental_vacuum(\(min(free - kept, 4_096)))")
    }

    /// A number of the file's head; all of them have 32 bits.
    private func pragma(_ name: String) throws(SQLiteError) -> Int { try integer("PRAGMA \(name)") ?? 0 }
}

// MARK: - Reading an answer

extension CachedResponse {
    /// The columns that `init(row:of:)` reads, in its order.
    static let columns = """
        status, headers, body, stored_at, fresh_for, stale_while_revalidate, stale_if_error, checksum
        """

    /// Reads a cached answer; throws an error for damage if the row is not what was written.
    init(row: SQLiteRow, of key: ResponseKey) throws(SQLiteError) {
        self.init(
            status: try row.integer(0),
            headers: HTTPHeaders(stored: try row.text(1)),
            body: try row.blob(2),
            storedAt: try row.integer(3),
            freshFor: try row.integer(4),
            staleWhileRevalidate: try row.integer(5),
            staleIfError: try row.integer(6)
        )
        guard try row.integer(7) == checksum(for: key) else { throw .damaged("the checksum of an answer is wrong") }
        // Calculations with these times must not overflow, and no clock shows them.
        guard numbers.allSatisfy(CachedResponse.possible.contains) else {
            throw .damaged("an answer has an impossible time")
        }
    }

    /// The possible times: 285,000 years in milliseconds.
    private static let possible = -(1 << 53)...(1 << 53)

    private var numbers: [Int] { [status, storedAt, freshFor, staleWhileRevalidate, staleIfError] }

    /// Returns a hash of the whole entry, because SQLite doesn't notice a flipped byte inside a body.
    func checksum(for key: ResponseKey) -> Int {
        var hash = StableHash()
        hash.add(key.source)
        hash.add(key.identity)
        for number in numbers { hash.add(number) }
        hash.add(headers.stored)
        hash.add(body.span)
        return hash.value
    }
}

extension HTTPHeaders {
    /// The fields as lines of the form `name: value`.
    fileprivate var stored: String { fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n") }

    fileprivate init(stored: String) {
        self.init(
            stored.split(scalar: "\n").compactMap { line in
                guard let colon = line.firstIndex(scalar: ":") else { return nil }
                return (String(line[..<colon]), String(line[colon...].dropFirst(2)))
            }
        )
    }
}

// MARK: - Hashes

extension ResponseKey {
    /// The number of the answer's row; keys with the same hash overwrite each other's answer, but never read it.
    var hash: Int {
        var hash = StableHash()
        hash.add(source)
        hash.add(identity)
        return hash.value
    }
}

/// A 64-bit hash that is the same in every process and every release, for keys and for detecting damage.
///
/// It is not a defense against an attacker who chooses the bytes: keys are compared whole, and damage is accidental.
struct StableHash {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func add(_ word: UInt64) {
        state = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
        state ^= state >> 32
    }

    mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

    /// Adds bytes and their number, so that adjacent parts cannot be confused.
    mutating func add(_ bytes: Span<UInt8>) {
        var index = 0
        while index + 8 <= bytes.count {
            var word: UInt64 = 0
            for offset in 0..<8 { word |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
            add(word)
            index += 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        add(rest)
        add(bytes.count)
    }

    mutating func add(_ text: String) { add(text.utf8.span) }

    /// The hash as a signed integer, as SQLite stores numbers.
    var value: Int { Int(truncatingIfNeeded: state ^ state >> 29) }
}
