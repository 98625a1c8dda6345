import JSON

/// A row while it is mapped, with what paths and templates may reach from it.
struct MappingRow {
    let element: JSONElement
    let root: JSONElement
    let inputs: TemplateInputs
    let missing: MissingValues

    /// What stands at a path and does not mean absent.
    func values(at path: JSONPath, expandsLists: Bool) -> [RawValue] {
        if path.isSingular {
            guard let found = path.first(in: element, root: root) else { return [] }
            return opened(found, expandsLists)
        }
        return path.select(in: element, root: root).flatMap { opened($0, expandsLists) }
    }

    /// The one thing at a singular path, where it does not mean absent.
    func value(at path: JSONPath) -> RawValue? {
        guard let found = path.first(in: element, root: root) else { return nil }
        return present(found)
    }

    private func opened(_ found: JSONElement, _ expandsLists: Bool) -> [RawValue] {
        guard expandsLists, found.kind == .array else { return present(found).map { [$0] } ?? [] }
        var values: [RawValue] = []
        values.reserveCapacity(found.count)
        for element in found.elements {
            if let value = present(element) { values.append(value) }
        }
        return values
    }

    /// The value of an element, `nil` where it means absent; a text is decoded only once.
    func present(_ element: JSONElement) -> RawValue? {
        switch element.kind {
        case .null: nil
        case .string: text(element)
        default: missing.contains(element) ? nil : .element(element)
        }
    }

    private func text(_ element: JSONElement) -> RawValue? {
        guard let text = element.string, !missing.contains(text) else { return nil }
        return .text(text)
    }
}
