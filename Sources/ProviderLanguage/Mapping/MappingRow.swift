import JSON
import MovieDomain

/// A row during mapping, with everything that paths and templates can reach from it.
struct MappingRow {
    var element: JSONElement
    /// The key of the row in a map of rows.
    var key: String?
    /// The number of the row in its list, from 1.
    var position = 1
    let root: JSONElement
    let inputs: TemplateInputs
    var missing: MissingValues
    let provider: ProviderID
    let budget: MappingBudget

    /// Returns the complete address of an image; `nil` if the image must not be shown.
    func imageAddress(_ text: String) -> String? { inputs.images.map { $0.address(of: text) } ?? text }

    /// Returns the image with its complete address and its sizes; `nil` if the image must not be shown.
    func located(_ image: MovieImage) -> MovieImage? {
        guard let address = imageAddress(image.url) else { return nil }
        var image = image
        image.url = address
        return sized(image)
    }

    /// Returns the image with an address for each of its sizes; `nil` if the sizes are unknown.
    func sized(_ image: MovieImage) -> MovieImage? { inputs.images.map { $0.sized(image) } ?? image }

    /// Returns the values of a field at a path, without those that mean absent.
    func values(at path: JSONPath, for field: FieldMapping) throws(ConversionFailure) -> [RawValue] {
        var values = FieldValues()
        for found in try budget.values(at: path, in: element, root: root) {
            if field.type.isList, found.kind == .array {
                try budget.spend(steps: found.count)
                for element in found.elements {
                    if let value = try present(element, for: field) { try values.append(value) }
                }
            } else if let value = try present(found, for: field) {
                try values.append(value)
            }
        }
        return values.all
    }

    /// Returns the value of a field at a singular path; `nil` if it means absent.
    func value(at path: JSONPath, for field: FieldMapping) throws(ConversionFailure) -> RawValue? {
        guard let found = try budget.firstValue(at: path, in: element, root: root) else { return nil }
        return try present(found, for: field)
    }

    /// Returns the value of an element; `nil` if it means absent.
    ///
    /// A text is decoded only once.
    private func present(_ element: JSONElement, for field: FieldMapping) throws(ConversionFailure) -> RawValue? {
        switch element.kind {
        case .null: return nil
        case .bool:
            let isTrue = element.bool == true
            if field.takes(isTrue) { return .element(element) }
            // PHP's word for none.
            guard isTrue else { return nil }
            throw ConversionFailure()
        case .string:
            guard let text = element.string else { return nil }
            try budget.spend(steps: text.utf8.count / 16)
            let isAbsent = missing.contains(text) || text.isBlank && !field.takes(blank: text)
            return isAbsent ? nil : .text(text)
        case .object:
            if let text = element["#text"] { return try present(text, for: field) }
            return .element(element)
        default: return missing.contains(element) ? nil : .element(element)
        }
    }
}

extension RowSelection {
    /// Returns the elements of a list inside a row, such as people or regions, or an object as the only element; empty
    /// if there is nothing at the path.
    ///
    /// Elements beyond the limit are left out.
    func elements(_ row: MappingRow) throws(ConversionFailure) -> [ListElement] {
        var elements: [ListElement] = []
        for found in try row.budget.values(at: path, in: row.element, root: row.root) where !found.isNull {
            try row.budget.spend(steps: found.count)
            elements += found.rows(takingEachValue: takesEachValue)
            if elements.count >= MappingBudget.maximumRows { break }
        }
        return try condition?.wanted(elements, root: row.root, row.budget) ?? elements
    }
}
