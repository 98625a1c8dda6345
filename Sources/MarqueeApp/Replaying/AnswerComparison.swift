import JSON

/// The comparison of the recorded answers with the new ones.
struct AnswerComparison {
    /// Members that differ from run to run.
    private static let volatile: Set<String> = ["durationMs", "ageSeconds"]
    /// The maximum number of differences listed for one answer.
    private static let most = 5

    private let isStrict: Bool
    private var lines: [String] = []
    private var equalCount = 0
    private var differentCount = 0
    private var missingCount = 0
    private var extraCount = 0
    private var unsendableCount = 0
    private var lostCount: Int

    init(trace: Trace, answers: [String: [JSONElement]], isStrict: Bool) {
        self.isStrict = isStrict
        lostCount = trace.missing
        var rest = answers
        for (_, step) in trace.steps {
            switch step {
            case .send: break
            case .unsendable: unsendableCount += 1
            case .receive(let expected):
                for answer in expected { compare(answer, &rest, trace) }
            }
        }
        for (id, answers) in rest.sorted(by: { $0.key < $1.key }) {
            extraCount += answers.count
            for answer in answers { lines.append("id \(id): not in the trace: \(Self.short(answer))") }
        }
    }

    /// Whether all answers are equal.
    var isEqual: Bool { differentCount + missingCount + extraCount == 0 }

    /// The differences, then a summary.
    var text: String {
        let compared = equalCount + differentCount + missingCount + extraCount
        var summary =
            "\(compared) answers: \(equalCount) equal, \(differentCount) different, \(missingCount) missing, "
            + "\(extraCount) not in the trace"
        if unsendableCount > 0 { summary += "; \(unsendableCount) messages could not be sent again" }
        if lostCount > 0 { summary += "; \(lostCount) messages are missing from the trace" }
        return (lines + [summary]).joined(separator: "\n")
    }

    private mutating func compare(_ expected: TracedAnswer, _ rest: inout [String: [JSONElement]], _ trace: Trace) {
        let name = "id \(expected.id)" + (trace.methods[expected.id].map { " \($0)" } ?? "")
        guard let found = rest[expected.id]?.first else {
            // An error without an id may belong to a message that could not be sent.
            if expected.id == "null", unsendableCount > 0 { return }
            missingCount += 1
            lines.append("\(name): no answer")
            return
        }
        rest[expected.id]?.removeFirst()
        var differences: [String] = []
        compare(expected.content, found, at: "", &differences)
        guard !differences.isEmpty else { return equalCount += 1 }
        differentCount += 1
        for difference in differences.prefix(Self.most) { lines.append("\(name): \(difference)") }
        if differences.count > Self.most { lines.append("\(name): and \(differences.count - Self.most) more") }
    }

    private func compare(_ old: JSONElement, _ new: JSONElement, at path: String, _ differences: inout [String]) {
        switch (old.kind, new.kind) {
        case (.object, .object): compareMembers(old, new, at: path, &differences)
        case (.array, .array):
            for (index, (left, right)) in zip(old.elements, new.elements).enumerated() {
                compare(left, right, at: "\(path)[\(index)]", &differences)
            }
            if old.count != new.count {
                differences.append("\(path): \(old.count) elements in the trace, \(new.count) now")
            }
        default:
            if old != new { differences.append("\(path): \(Self.short(old)) in the trace, \(Self.short(new)) now") }
        }
    }

    private func compareMembers(
        _ old: JSONElement,
        _ new: JSONElement,
        at path: String,
        _ differences: inout [String]
    ) {
        let names = old.members.map(\.name) + new.members.map(\.name).filter { old[$0] == nil }
        for name in names where isStrict || !Self.volatile.contains(name) {
            let place = path.isEmpty ? name : "\(path).\(name)"
            switch (old[name], new[name]) {
            case (let left?, let right?): compare(left, right, at: place, &differences)
            case (let left?, nil): differences.append("\(place): \(Self.short(left)) in the trace, absent now")
            case (nil, let right?): differences.append("\(place): absent in the trace, \(Self.short(right)) now")
            case (nil, nil): break
            }
        }
    }

    private static func short(_ element: JSONElement) -> String {
        let text = "\(element)"
        return text.count <= 80 ? text : text.prefix(80) + "…"
    }
}
