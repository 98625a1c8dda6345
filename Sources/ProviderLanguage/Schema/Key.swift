/// The one declaration of a key: its name, meaning, shape, default and example.
struct Key<Value: Sendable>: Sendable {
    let name: String
    /// A sentence for the reference and for completion in editors.
    let summary: String
    let shape: Shape<Value>
    var isRequired = false
    /// The default as it would be written.
    var defaultText: String?
    /// The default, read once.
    let defaultValue: Value?
    /// How it may be written.
    var example: String?

    init(
        _ name: String,
        _ summary: String,
        _ shape: Shape<Value>,
        required: Bool = false,
        default defaultText: String? = nil,
        example: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.shape = shape
        isRequired = required
        self.defaultText = defaultText
        defaultValue = defaultText.flatMap { shape.value(of: $0) }
        self.example = example
    }

    /// The declaration without the type of its value.
    var entry: Construct.Entry {
        Construct.Entry(
            name: name,
            summary: summary,
            form: shape.form,
            isRequired: isRequired,
            defaultText: defaultText,
            example: example
        )
    }
}
