import JSON
import MovieDomain
import ProviderLanguage
import Upstream

struct MappedRows<Value: Sendable>: Sendable {
    /// `nil` for a row that cannot be read, or is missing on a short page.
    var rows: [Value?] = []
    var report = MappingReport()
    /// What the answer has too much of: the rows are not all of it then.
    var excess: MappingBudget.Excess?

    mutating func add(_ other: MappedRows) {
        rows += other.rows
        report.add(other.report)
        excess = excess ?? other.excess
    }

    /// Keeps the places of rows that are missing on a short page.
    mutating func skip(_ count: Int) { rows += Array(repeating: nil, count: max(0, count)) }
}

extension HTTPAnswer {
    /// Maps rows of the document where it is read: directly if it is small and that takes few steps, otherwise on a
    /// worker thread, where it holds up nothing.
    ///
    /// `choose` returns the rows to map, and what else is needed of the document.
    func mapped<Value: Sendable, Facts: Sendable>(
        by mapping: RowMapping,
        as make: @escaping RowReading<Value>,
        choosing choose: @escaping @Sendable (Document) -> (rows: [DocumentRow], facts: Facts)
    ) async throws(ProviderError) -> (rows: MappedRows<Value>, facts: Facts) {
        let direct = try useIfSmall { document in
            let chosen = choose(document)
            return (rows: mapping.map(chosen.rows, with: mapping.mapper(limits: .ofFewSteps), as: make), chosen.facts)
        }
        if let direct, direct.rows.excess != .steps { return direct }
        return try await use { document, isCancelled in
            let chosen = choose(document)
            let mapper = mapping.mapper(isCancelled: isCancelled)
            return (rows: mapping.map(chosen.rows, with: mapper, as: make), chosen.facts)
        }
    }
}

extension RowMapping {
    fileprivate func map<Value: Sendable>(
        _ rows: [DocumentRow],
        with mapper: RowMapper,
        as make: RowReading<Value>
    ) -> MappedRows<Value> {
        var mapper = mapper
        var values: [Value?] = []
        for row in rows where mapper.excess == nil { values.append(make(&mapper, row)) }
        return MappedRows(rows: values, report: mapper.report, excess: mapper.excess)
    }
}

/// One row of an answer, and the answer that it stands in (paths may begin at its root).
struct DocumentRow: Sendable {
    let element: JSONElement
    let root: JSONElement
    /// The key of the row in a map of rows.
    var key: String?
}

extension DocumentRow {
    init(_ index: Int, of document: HTTPAnswer.Document) {
        let key = document.keys.isEmpty ? nil : document.keys[index]
        self.init(element: document.rows[index], root: document.rowRoot, key: key)
    }
}
