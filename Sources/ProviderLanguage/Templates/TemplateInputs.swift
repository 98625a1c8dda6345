/// What templates are rendered against: the inputs of one call.
package struct TemplateInputs: Sendable {
    /// The inputs that have a value; never ``Input/ids``.
    package var values: [Input: InputValue]
    /// The film's ids by name space.
    package var ids: [String: String]
    /// What `${locale}` becomes (``HTTPDefinition/locale(for:)``).
    package var locale: String?

    /// The inputs of one call.
    package init(values: [Input: InputValue] = [:], ids: [String: String] = [:], locale: String? = nil) {
        self.values = values
        self.ids = ids
        self.locale = locale
    }
}
