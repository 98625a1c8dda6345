import Foundation
import GRDB
import HTTPModel
import Upstream

extension StoredResponse {
    /// The columns that `init(row:of:)` reads, in its order.
    static let columns = """
        status, headers, body, stored_at, fresh_for, stale_while_revalidate, stale_if_error, checksum
        """

    /// Reads a kept answer.
    ///
    /// - Throws: `StoreFault.damaged` where the row is not what was written.
    init(row: Row, of key: ResponseKey) throws {
        self.init(
            status: try row.decode(Int.self, atIndex: 0),
            headers: HTTPHeaders(stored: try row.decode(String.self, atIndex: 1)),
            body: try row.withUnsafeData(atIndex: 2) { $0.map { Array($0) } ?? [] },
            storedAt: try row.decode(Int.self, atIndex: 3),
            freshFor: try row.decode(Int.self, atIndex: 4),
            staleWhileRevalidate: try row.decode(Int.self, atIndex: 5),
            staleIfError: try row.decode(Int.self, atIndex: 6)
        )
        guard try row.decode(Int64.self, atIndex: 7) == checksum(for: key) else {
            throw StoreFault.damaged(keptAs: nil)
        }
    }

    /// A hash over all that is kept: SQLite itself does not see a byte that flipped inside a body.
    func checksum(for key: ResponseKey) -> Int64 {
        var hash = StableHash()
        hash.add(key.source)
        hash.add(key.identity)
        for number in [status, storedAt, freshFor, staleWhileRevalidate, staleIfError] { hash.add(number) }
        hash.add(headers.stored)
        hash.add(body.span)
        return hash.value
    }
}

extension HTTPHeaders {
    /// The fields as lines, `name: value`.
    var stored: String {
        fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    /// Reads what `stored` gives.
    init(stored: String) {
        self.init(
            stored.split(separator: "\n").compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (String(line[..<colon]), String(line[colon...].dropFirst(2)))
            }
        )
    }
}
