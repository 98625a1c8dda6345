/// Counts outcomes of the last stretch of time, in a ring of ten parts, so that its size does not grow with the traffic.
struct OutcomeWindow: Sendable {
    private struct Part {
        var number = -1
        var calls = 0
        var failures = 0
    }

    private static let count = 10

    private let partLength: Int
    private var parts = [Part](repeating: Part(), count: count)

    init(length: Duration) {
        partLength = max(1, length.wholeMilliseconds / Self.count)
    }

    mutating func add(isFailure: Bool, at now: Duration) {
        let number = number(at: now)
        let index = number % Self.count
        if parts[index].number != number { parts[index] = Part(number: number) }
        parts[index].calls += 1
        if isFailure { parts[index].failures += 1 }
    }

    /// Of the parts that are not older than the window.
    func counts(at now: Duration) -> (calls: Int, failures: Int) {
        let newest = number(at: now)
        let oldest = newest - Self.count + 1
        return parts.filter { $0.number >= max(0, oldest) && $0.number <= newest }
            .reduce((0, 0)) { ($0.0 + $1.calls, $0.1 + $1.failures) }
    }

    private func number(at now: Duration) -> Int { max(0, now.wholeMilliseconds) / partLength }
}
