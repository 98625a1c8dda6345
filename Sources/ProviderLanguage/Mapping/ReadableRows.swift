package import JSON
package import MovieDomain

extension OperationDefinition {
    /// The step limit, worth a few milliseconds; the first row of a usual response takes a thousandth of it.
    private static let fewSteps = 500_000

    /// Returns what went wrong if no row has what the item requires.
    ///
    /// Returns `nil` if one has it, and if this cannot be determined because it would take too long or depends on the
    /// call.
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
    /// Whether any value depends on the inputs of the call.
    var dependsOnCall: Bool {
        parts.contains { part in
            switch part {
            case .field(let field): field.source.dependsOnCall
            case .nested(let nested): nested.item.dependsOnCall
            }
        }
    }
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
    /// The first value that could not be converted, with its field and path; `nil` if there is none.
    package var firstFailure: String? {
        failures.first.map { "\($0.field.rawValue) at '\($0.examplePath)': \($0.detail)" }
    }
}
