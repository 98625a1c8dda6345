import DefinitionTools
import JSON
import ProviderLanguage

/// The recorded answers in the tests of a definition: what paths lead to, and what becomes of it.
struct RecordedSamples {
    typealias Sample = (root: JSONElement, rows: [JSONElement])

    let providers: [ProviderDefinition]
    let tests: DefinitionTestRun
    /// Whether the providers are those of the text as it is now, and not of one that could be read before.
    var areCurrent = true

    // MARK: What a path leads to

    /// What a path leads to in the samples of an operation.
    struct Findings {
        /// The number of values from which the path begins, such as rows, and of those in which it leads to something.
        var starts = 0
        var hits = 0
        /// Every value, in the order of the answers.
        var values: [JSONElement] = []
    }

    /// Returns what a path leads to from its place in an operation; `nil` without a sample, or if it is not a path.
    func findings(_ path: String, at steps: [LanguagePlace.Step]) -> Findings? {
        var findings = Findings()
        for sample in samples(at: steps) {
            let starts = starts(of: steps, in: sample)
            findings.starts += starts.count
            for start in starts {
                guard let found = Self.values(at: path, from: start, sample.root) else { return nil }
                let values = found.filter { !$0.isNull }
                findings.hits += values.isEmpty ? 0 : 1
                findings.values += values
            }
        }
        return findings.starts == 0 ? nil : findings
    }

    /// Returns the names below a path at a place of an operation, in the order of the answers, each with the first
    /// value there; empty without a sample.
    func names(after path: String, at steps: [LanguagePlace.Step]) -> [(name: String, example: String)] {
        var examples: [(name: String, example: String)] = []
        for element in findings(path, at: steps)?.values.prefix(200) ?? [] {
            for (name, value) in element.members where !examples.contains(where: { $0.name == name }) {
                examples.append((name, String(value.textString.prefix(60))))
            }
        }
        return examples
    }

    /// Returns the different texts and numbers at a path, in the order of the answers.
    func texts(at path: String, at steps: [LanguagePlace.Step]) -> [String] {
        var texts: [String] = []
        for value in findings(path, at: steps)?.values.prefix(1_000) ?? [] {
            for single in value.kind == .array ? Array(value.elements) : [value] {
                if let text = single.scalarText, !texts.contains(text) { texts.append(text) }
            }
        }
        return Array(texts.prefix(50))
    }

    /// Returns the values from which paths begin at a place: rows, elements of a list in them, or whole answers.
    private func starts(of steps: [LanguagePlace.Step], in sample: Sample) -> [JSONElement] {
        let start = steps.firstIndex { $0.key == "item" }
        var reached = start == nil ? [sample.root] : sample.rows
        for step in steps[(start.map { $0 + 1 } ?? 0)...] {
            let list: String? =
                switch step.key {
                case "item": step.texts["rows"]
                // Conditions and side-loaded lists are about the elements of the list beside them.
                case "where": step.texts["rows"] ?? step.texts["path"] ?? step.texts["in"]
                case "key", "value": step.texts["in"]
                default: nil
                }
            guard let list else { continue }
            reached = reached.flatMap { Self.values(at: list, from: $0, sample.root) ?? [] }.flatMap { element in
                if element.kind == .array { return Array(element.elements) }
                return step.texts["each_value"] == "true" ? element.members.map(\.value) : [element]
            }
        }
        return reached
    }

    /// Returns the values at a path, `nil` for a text that is not a path yet; an empty one leads to its start.
    private static func values(at path: String, from start: JSONElement, _ root: JSONElement) -> [JSONElement]? {
        guard !path.isEmpty else { return [start] }
        do throws(JSONPathError) {
            return try JSONPath(parsing: path).select(in: start, root: root)
        } catch {
            return nil
        }
    }

    // MARK: What becomes of it

    /// Returns what becomes of the field at a place, by the tests; `nil` for any other place.
    func results(at steps: [LanguagePlace.Step]) -> [JSONValue]? {
        guard areCurrent, let operation = LanguagePlace(steps).operation, let provider = provider(at: steps),
            let item = steps.firstIndex(where: { $0.key == "item" }),
            !steps[item...].contains(where: { Self.conditions.contains($0.key) })
        else { return nil }
        var reached = tests.items(of: operation, provider).map(\.json)
        for step in steps[(item + 1)...] where !Self.sources.contains(step.key) {
            reached = reached.flatMap { value -> [JSONValue] in
                if case .array(let elements) = value { return elements.compactMap { $0[step.key] } }
                return [value[step.key]].compactMap(\.self)
            }
        }
        return reached
    }

    /// The keys below a field that change nothing about whose value is meant.
    private static let sources: Set = ["path", "first_of", "each", "template", "rows", "item"]

    /// The keys below a field whose paths lead to something beside its value.
    private static let conditions: Set = ["votes", "where", "look_up", "then", "map", "extends"]

    // MARK: Samples

    private func provider(at steps: [LanguagePlace.Step]) -> ProviderDefinition? {
        let id = steps.dropFirst().first?.texts["id"]
        return providers.first { $0.id == id }
    }

    private func samples(at steps: [LanguagePlace.Step]) -> [Sample] {
        guard let operation = LanguagePlace(steps).operation, let provider = provider(at: steps) else { return [] }
        return tests.samples(of: operation, provider)
    }
}

extension [ProviderDefinition] {
    /// Returns these providers with what only those of an older text have, because the newer one cannot be read there.
    func completed(by older: [ProviderDefinition]) -> [ProviderDefinition] {
        var completed = self
        for provider in older {
            guard let index = firstIndex(where: { $0.id == provider.id }) else {
                completed.append(provider)
                continue
            }
            if completed[index].tests.isEmpty { completed[index].tests = provider.tests }
            guard case .http(var definition) = completed[index].kind, let known = provider.http else { continue }
            definition.operations.merge(known.operations) { newer, _ in newer }
            completed[index].kind = .http(definition)
        }
        return completed
    }
}
