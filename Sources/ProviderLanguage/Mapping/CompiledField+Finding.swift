import JSON

extension CompiledField {
    /// What stands at the places of a field.
    enum Found {
        case nothing
        case text(String)
        case list(JSONElement)
    }

    /// The first thing at one of the places that does not mean absent.
    ///
    /// - Throws: `ConversionFailure` for an object.
    func found(_ row: MappingRow, _ members: MemberTable) throws(ConversionFailure) -> Found {
        for place in places {
            guard let member = place.member else {
                guard let element = place.path.first(in: row.element, root: row.root) else { continue }
                guard let value = row.present(element) else { continue }
                if let text = value.text { return .text(text) }
                return .list(try list(element))
            }
            switch members.value(at: member) {
            case .nothing: continue
            case .string(let text): if !row.missing.contains(text) { return .text(text) }
            case .literal(let text): if !row.missing.contains(literal: text) { return .text(text) }
            case .container(let element): return .list(try list(element))
            }
        }
        return .nothing
    }

    private func list(_ element: JSONElement) throws(ConversionFailure) -> JSONElement {
        if element.kind == .array { element } else { throw ConversionFailure() }
    }
}
