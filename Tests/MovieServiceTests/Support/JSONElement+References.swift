import JSON

extension JSONElement {
    /// Every `$ref` in the value.
    var references: [String] {
        let own = self["$ref"]?.string.map { [$0] } ?? []
        return own + members.flatMap(\.value.references) + elements.flatMap(\.references)
    }
}
