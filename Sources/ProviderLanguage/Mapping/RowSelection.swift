package import JSON
package import MovieDomain

/// The location of the rows in a response.
package struct RowSelection: Sendable {
    package enum Result: Sendable {
        case rows([JSONElement])
        /// There is nothing at the path, and the definition does not say that this means no rows; or the value there
        /// cannot be rows.
        case missing(path: String)
        /// Finding the rows exceeds the limits of a response.
        case tooMuch(MappingBudget.Excess)
    }

    let path: JSONPath
    /// Whether an object is a map of rows rather than one row.
    let takesEachValue: Bool
    /// Whether a missing last step of the path means that there are no rows.
    let isEmptyIfMissing: Bool
    var condition: RowCondition?
    /// Whether the whole answer is the one row, so that an empty list is not what was asked for.
    var isOneObject = false

    /// The rows of a document: the elements of a list, the values of a map, or one object.
    package func rows(in root: JSONElement, budget: MappingBudget = MappingBudget(limits: .ofReading)) -> Result {
        do throws(ConversionFailure) {
            return try found(in: root, budget)
        } catch {
            return .tooMuch(budget.excess ?? .steps)
        }
    }

    private func found(in root: JSONElement, _ budget: MappingBudget) throws(ConversionFailure) -> Result {
        let found = try budget.values(at: path, in: root, root: root).filter { !$0.isNull }
        if found.isEmpty { return isEmpty(in: root) ? .rows([]) : .missing(path: path.description) }
        guard takesElements || found.allSatisfy(\.isContainer) else { return .missing(path: path.description) }
        if isOneObject, found.allSatisfy({ $0.kind == .array && $0.count == 0 }) {
            return .missing(path: path.description)
        }
        let count = found.reduce(0) { $0 + rowCount(of: $1) }
        guard count <= MappingBudget.maximumRows else { return .tooMuch(.rows) }
        let rows = found.flatMap { $0.rows(takingEachValue: takesEachValue) }
        // `{}` describes no film, and it is not an empty list either.
        if !rows.isEmpty, rows.allSatisfy(\.isEmptyObject) { return .missing(path: path.description) }
        return .rows(try condition?.rows(among: rows, root: root, budget) ?? rows)
    }

    /// Whether the path ends with the elements of a list, which may be texts.
    private var takesElements: Bool { path.description.hasSuffix("[*]") }

    /// Returns whether there are no rows because a list is empty, or because only the last step is missing and may be;
    /// a response that lacks more of the path is not a valid response.
    private func isEmpty(in root: JSONElement) -> Bool {
        if path.comesToEmptyList(in: root) { return true }
        return isEmptyIfMissing && !root.isEmptyObject && path.leadsFromSomething(in: root)
    }

    private func rowCount(of element: JSONElement) -> Int {
        element.kind == .array || element.kind == .object && takesEachValue ? element.count : 1
    }
}

extension JSONElement {
    fileprivate var isContainer: Bool { kind == .array || kind == .object }

    fileprivate var isEmptyObject: Bool { kind == .object && count == 0 }

    /// Returns the elements of a list, the values of an object that is a map of rows, or the element alone.
    func rows(takingEachValue: Bool) -> [JSONElement] {
        switch kind {
        case .array: Array(elements)
        case .object where takingEachValue: members.map(\.value)
        default: [self]
        }
    }
}

/// A condition on the rows of a list (`where`), which tests a value in each row.
struct RowCondition: Sendable {
    let path: JSONPath
    let tests: [ResponseCondition.PathTest]

    /// Returns the rows that meet the condition; a path that begins with `$` starts at the root of the response.
    func rows(
        among rows: [JSONElement],
        root: JSONElement,
        _ budget: MappingBudget
    ) throws(ConversionFailure) -> [JSONElement] {
        var wanted: [JSONElement] = []
        for row in rows where try holds(for: row, root: root, budget) { wanted.append(row) }
        return wanted
    }

    func holds(for row: JSONElement, root: JSONElement, _ budget: MappingBudget) throws(ConversionFailure) -> Bool {
        let found = try budget.firstValue(at: path, in: row, root: root)
        for test in tests {
            guard try test.holds(for: found, budget) else { return false }
        }
        return true
    }
}

extension OperationDefinition {
    /// Milliseconds of work; the first row of usual answers takes a thousandth of it.
    private static let fewSteps = 500_000

    /// What went wrong with rows of which not one has what the item requires.
    ///
    /// `nil` where one has it, and where it cannot be told: because it would take long, or depends on the call.
    package func failures(
        ofUnreadable rows: [JSONElement],
        in root: JSONElement,
        of provider: ProviderID
    ) -> MappingReport? {
        guard !rows.isEmpty, !item.dependsOnCall else { return nil }
        var mapper = RowMapping(item, provider: provider).mapper(limits: MappingBudget.Limits(steps: Self.fewSteps))
        let isReadable = rows.contains { mapper.canonicalRow($0, root: root) != nil || mapper.excess != nil }
        return isReadable ? nil : mapper.report
    }
}

extension ItemMapping {
    /// Whether a value is made of what the caller asked for.
    var dependsOnCall: Bool { fields.contains(where: \.source.dependsOnCall) }
}

extension FieldSource {
    fileprivate var dependsOnCall: Bool {
        guard case .template(let template) = self else { return false }
        return template.parts.contains { part in
            switch part {
            case .literal, .row: false
            case .input, .date, .id, .idNumber, .secret, .locale: true
            }
        }
    }
}

extension MappingReport {
    /// The first value that could not be converted, with its field and path; `nil` if all could be.
    package var firstFailure: String? {
        failures.first.map { "\($0.name) at '\($0.examplePath)': \($0.detail)" }
    }
}
