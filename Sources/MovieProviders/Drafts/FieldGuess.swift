import JSON

/// What a field of a sample seems to be: a field of the language, and how it is written there.
struct FieldGuess {
    /// The field as items name it: `release_date`.
    var field: String
    /// Its definition, in YAML's flow style.
    var definition: String
    /// The path that it takes its values from.
    var path: String
    /// How much it says for the rows being films.
    var weight: Int

    init(_ field: String, _ definition: String, path: String, weight: Int = 1) {
        self.field = field
        self.definition = definition
        self.path = path
        self.weight = weight
    }

    /// A path alone, or with keys after it: `{ path: runtime, unit: min }`.
    init(_ field: String, _ sample: SampleField, _ keys: String? = nil, weight: Int = 1) {
        let path = YAMLText.scalar(sample.path)
        self.init(field, keys.map { "{ path: \(path), \($0) }" } ?? path, path: sample.path, weight: weight)
    }
}
