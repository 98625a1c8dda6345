package import JSON

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
    let condition: RowCondition?
    /// Whether the whole response is the only row, so that an empty list is not a valid response.
    var isOneObject = false

    init(path: JSONPath, takesEachValue: Bool, isEmptyIfMissing: Bool, condition: RowCondition? = nil) {
        self.path = path
        self.takesEachValue = takesEachValue
        self.isEmptyIfMissing = isEmptyIfMissing
        self.condition = condition
    }

    /// Returns the rows of a document: the elements of a list, the values of a map, or one object.
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
        let rows = found.flatMap(expanded)
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

    private func expanded(_ element: JSONElement) -> [JSONElement] {
        switch element.kind {
        case .array: Array(element.elements)
        case .object where takesEachValue: element.members.map(\.value)
        default: [element]
        }
    }
}

extension JSONElement {
    fileprivate var isContainer: Bool { kind == .array || kind == .object }

    fileprivate var isEmptyObject: Bool { kind == .object && count == 0 }
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

    /// Returns whether a row meets the condition.
    func holds(for row: JSONElement, root: JSONElement, _ budget: MappingBudget) throws(ConversionFailure) -> Bool {
        let found = try budget.firstValue(at: path, in: row, root: root)
        for test in tests {
            guard try test.holds(for: found, budget) else { return false }
        }
        return true
    }
}
