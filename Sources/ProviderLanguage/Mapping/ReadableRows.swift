package import JSON
package import MovieDomain

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
    /// The first value that was not what was expected, with its field and path; `nil` where none came that far.
    package var firstFailure: String? {
        failures.first.map { "\($0.field.rawValue) at '\($0.examplePath)': \($0.detail)" }
    }
}
