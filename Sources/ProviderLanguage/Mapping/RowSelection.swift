package import JSON
package import MovieDomain
import Platform

/// The location of the rows in a response.
package struct RowSelection: Sendable {
    package enum Result: Sendable {
        case rows([ListElement])
        /// Nothing is at the path, and the definition does not take that for no rows; or what was found cannot be rows.
        case missing(path: String, found: String?)
        /// Finding the rows exceeds the limits of a response.
        case tooMuch(MappingBudget.Excess)
    }

    var path = JSONPath.itself
    package var location: SourceLocation?
    /// Whether an object is a map of rows rather than one row.
    var takesEachValue = false
    /// Whether a missing last step of the path means that there are no rows.
    package var isEmptyIfMissing = false
    var condition: RowCondition?
    /// Whether some rows are left out by a condition.
    package var isFiltered: Bool { condition != nil }
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

    /// Returns how many rows of a document the condition turns down, if this many are left.
    func countTurnedDown(in root: JSONElement, _ left: Int) -> Int {
        guard isFiltered else { return 0 }
        var all = self
        all.condition = nil
        guard case .rows(let rows) = all.rows(in: root) else { return 0 }
        return rows.count - left
    }

    /// Returns whether something is at the path of the rows, if only an empty list.
    package func hasPlace(in root: JSONElement) -> Bool {
        path.comesToEmptyList(in: root) || path.first(in: root, root: root).map { !$0.isNull } ?? false
    }

    /// Returns why a document has no rows, with what is there instead; `nil` if it has rows or may have none.
    package func problem(in root: JSONElement) -> Finding? {
        guard case .missing(let path, let found) = rows(in: root) else { return nil }
        return problem(at: path, found, in: root)
    }

    /// Returns why there are no rows at a path, with what is there instead, or the place that was probably meant.
    package func problem(at path: String, _ found: String?, in root: JSONElement) -> Finding {
        let problem = found.map { "expected rows at '\(path)', found \($0)" } ?? "the answer has no rows at '\(path)'"
        guard found == nil else { return Finding(problem) }
        if let failure = failureNote(in: root) {
            let note = String(decoding: failure.note.text.prefix(120), as: UTF8.self)
            return Finding(problem + "; its '\(failure.path)' is \(note)")
        }
        if let near = root.place(ofListNamed: self.path.names.last) {
            return Finding(problem, hint: Hint.didYouMean(near, for: path))
        }
        guard let (place, object) = self.path.lastObject(in: root), object.count > 0 else { return Finding(problem) }
        let names = object.members.prefix(8).map(\.name).joined(separator: ", ")
        return Finding(problem + (place.isEmpty ? "; it has \(names)" : "; '\(place)' has \(names)"))
    }

    /// Returns the place and the value of what reports a failure beside the rows that are missing, such as `error`.
    package func failureNote(in root: JSONElement) -> (path: String, note: JSONElement)? {
        if let (name, note) = root.failureNote { return (name, note) }
        guard let (name, note) = path.containers(in: root).lazy.compactMap(\.failureNote).first else { return nil }
        let outer = path.description.lastIndex(scalar: ".").map { path.description[...$0] } ?? ""
        return (outer + name, note)
    }

    private func found(in root: JSONElement, _ budget: MappingBudget) throws(ConversionFailure) -> Result {
        let found = try budget.values(at: path, in: root, root: root).filter {
            !$0.isNull && !(isEmptyIfMissing && $0.isNoValue)
        }
        if found.isEmpty { return isEmpty(in: root) ? .rows([]) : .missing(path: path.description, found: nil) }
        // A text in place of the list is not a row.
        guard found.allSatisfy(\.isContainer) || takesElements && path.leadsFromList(in: root) else {
            return .missing(path: path.description, found: found.first { !$0.isContainer }?.kindName)
        }
        if isOneObject, found.allSatisfy({ $0.kind == .array && $0.count == 0 }) {
            return .missing(path: path.description, found: "an empty list")
        }
        let count = found.reduce(0) { $0 + rowCount(of: $1) }
        guard count <= MappingBudget.maximumRows else { return .tooMuch(.rows) }
        let rows = found.flatMap { $0.rows(takingEachValue: takesEachValue) }
        // `{}` describes no film, and it is not an empty list either.
        if !rows.isEmpty, rows.allSatisfy(\.element.isEmptyObject) {
            return .missing(path: path.description, found: "an empty object")
        }
        return .rows(try condition?.wanted(rows, root: root, budget) ?? rows)
    }

    /// Whether the path ends with the elements of a list, which may be texts.
    private var takesElements: Bool { path.description.hasSuffix(scalars: "[*]") }

    /// Returns whether there are no rows because a list is empty, or because only the last step is missing and may be.
    ///
    /// A response that lacks more of the path is not a valid response, and one that reports a failure is not empty.
    private func isEmpty(in root: JSONElement) -> Bool {
        if path.comesToEmptyList(in: root) { return true }
        // The answer as a whole may say that there is nothing.
        if isEmptyIfMissing, root.isNull { return true }
        return isEmptyIfMissing && !root.isEmptyObject && path.leadsFromSomething(in: root)
            && failureNote(in: root) == nil
    }

    private func rowCount(of element: JSONElement) -> Int {
        element.kind == .array || element.kind == .object && takesEachValue ? element.count : 1
    }
}

extension JSONElement {
    fileprivate var isContainer: Bool { kind == .array || kind == .object }

    /// What the value is, without the value.
    fileprivate var kindName: String {
        switch kind {
        case .null: "null"
        case .bool: bool == true ? "true" : "false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// Returns the path of a list in this object or in an object one or two levels down; of all lists without a name.
    fileprivate func place(ofListNamed name: String?) -> String? {
        var level = [(path: "", element: self)]
        for _ in 0..<3 {
            let members = level.flatMap { outer in
                outer.element.members.prefix(50).map { (path: outer.path + $0.name, name: $0.name, element: $0.value) }
            }
            let found = members.first { $0.element.kind == .array && (name == nil || $0.name == name) }
            if let found, found.path != name { return found.path }
            level = members.filter { $0.element.kind == .object }.map { ($0.path + ".", $0.element) }
        }
        return nil
    }

    /// Whether it is a value that sources write for none, as in a field.
    fileprivate var isNoValue: Bool { bool == false || string?.isBlank == true }

    /// The member that reports a failure: `error` and the like, or a `message` with nothing but a status beside it.
    fileprivate var failureNote: (name: String, value: JSONElement)? {
        let words = members.map { (word: $0.name.lowercased().filter(\.isLetter), $0.name, $0.value) }
        let isMessageAlone = words.allSatisfy { Self.messages.contains($0.word) || Self.statuses.contains($0.word) }
        for (word, name, value) in words
        where Self.failures.contains(word) || isMessageAlone && Self.messages.contains(word) {
            let isEmpty = value.isNull || value.isNoValue || value.isContainer && value.count == 0
            if !isEmpty, !Self.noFailures.contains(value.scalarText?.lowercased() ?? "") { return (name, value) }
        }
        return nil
    }

    private static let failures: Set = ["error", "errors", "errormessage", "errormsg", "fault"]
    /// What sources write there if nothing failed; XML has only texts.
    private static let noFailures: Set = ["0", "false", "no", "none", "null", "ok", "success"]
    private static let messages: Set = ["message", "msg", "detail"]
    private static let statuses: Set = ["status", "statuscode", "code", "success", "ok"]

    fileprivate var isEmptyObject: Bool { kind == .object && count == 0 }

    /// Returns the elements of a list, the members of an object that is a map of rows, or the element alone; at most as
    /// many as an answer may have.
    func rows(takingEachValue: Bool) -> [ListElement] {
        let most = MappingBudget.maximumRows
        return switch kind {
        case .array: elements.prefix(most).map { ListElement($0) }
        case .object where takingEachValue: members.prefix(most).map { ListElement($0.value, key: $0.name) }
        default: [ListElement(self)]
        }
    }
}

/// An element of a list, with its key if the list is a map of rows.
package struct ListElement: Sendable {
    package let element: JSONElement
    package let key: String?

    package init(_ element: JSONElement, key: String? = nil) {
        self.element = element
        self.key = key
    }
}

/// A condition on the rows of a list (`where`), which tests a value in each row.
struct RowCondition: Sendable {
    let path: JSONPath
    let tests: [ResponseCondition.PathTest]
    let location: SourceLocation

    /// Whether a row without a value at the path does not count.
    var needsValue: Bool {
        tests.contains { test in
            do throws(ConversionFailure) { return try !test.holds(for: nil, MappingBudget()) } catch { return true }
        }
    }

    /// Returns the elements whose row meets the condition; a path that begins with `$` starts at the root.
    func wanted(
        _ elements: [ListElement],
        root: JSONElement,
        _ budget: MappingBudget
    ) throws(ConversionFailure) -> [ListElement] {
        var wanted: [ListElement] = []
        for found in elements where try holds(for: found.element, root: root, budget) { wanted.append(found) }
        return wanted
    }

    private func holds(
        for row: JSONElement,
        root: JSONElement,
        _ budget: MappingBudget
    ) throws(ConversionFailure) -> Bool {
        let found = try budget.firstValue(at: path, in: row, root: root)
        for test in tests {
            guard try test.holds(for: found, budget) else { return false }
        }
        return true
    }
}

extension OperationDefinition {
    /// What went wrong with rows of which not one has what the item requires.
    ///
    /// `nil` where one has it, and where it cannot be told: because it would take long, or depends on the call.
    package func failures(
        ofUnreadable rows: [ListElement],
        in root: JSONElement,
        of provider: ProviderID
    ) -> MappingReport? {
        guard !rows.isEmpty, !item.dependsOnCall else { return nil }
        var mapper = RowMapping(item, provider: provider).mapper(limits: .ofFewSteps)
        let isReadable = rows.contains { row in
            mapper.canonicalRow(row.element, root: root, key: row.key) != nil || mapper.excess != nil
        }
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
            case .filtered(.row, _): false
            case .input, .date, .edge, .id, .number, .secret, .locale, .language, .filtered: true
            }
        }
    }
}

extension MappingReport {
    /// Why rows were left out, and the first value that could not be converted: `no 'title'`.
    package var reasons: String {
        (leftOut.map(\.reason) + failures.prefix(1).map { "\($0.name) at '\($0.examplePath)': \($0.detail)" })
            .joined(separator: "; ")
    }
}
