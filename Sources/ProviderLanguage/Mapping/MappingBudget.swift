import JSON
package import MovieDomain

/// The budget for mapping one response, so that no response and no definition fills the memory or outlasts its call.
///
/// Work is counted in steps: one for each value that a path passes, and further ones for the bytes of text. Values
/// beyond the limits of a row are not converted. A response that exceeds its own limits is not mapped further, and
/// ``excess`` gives the reason.
package final class MappingBudget {
    package struct Limits: Sendable {
        /// A second of work, or a few at the worst.
        package var steps: Int
        package var answerBytes = 32 << 20
        package var answerValues = 1_000_000
        package var rowBytes = 1 << 20
        package var rowValues = 10_000

        package init(steps: Int = 100_000_000) { self.steps = steps }

        /// The limits of some milliseconds of work; usual responses take a tenth of it.
        package static let ofFewSteps = Limits(steps: 500_000)

        /// The limits for reading a response without mapping it.
        static let ofReading = Limits(steps: 10_000_000)
    }

    /// The most rows of a response, and the most elements of a list in a row.
    static let maximumRows = 100_000

    /// The limit that a response exceeds.
    package enum Excess: Sendable {
        case steps, text, values, rows, time
    }

    /// The steps between two checks of the deadline; they take well under a millisecond.
    private static let stride = 4_096

    /// The limit that the response has exceeded; `nil` if there is none.
    package private(set) var excess: Excess?
    private let limits: Limits
    private let deadline: Deadline?
    private let isCancelled: (() -> Bool)?
    private var steps: Int
    /// The number of steps left below which the deadline is checked again.
    private var nextLook: Int
    private var answer: (bytes: Int, values: Int)
    private var row: (bytes: Int, values: Int)

    /// Creates a budget; `deadline` is that of the call that waits for the response, or `nil` if no call waits.
    package init(deadline: Deadline? = nil, limits: Limits = Limits(), isCancelled: (() -> Bool)? = nil) {
        self.limits = limits
        self.isCancelled = isCancelled
        self.deadline = deadline
        steps = limits.steps
        nextLook = limits.steps
        answer = (limits.answerBytes, limits.answerValues)
        row = (limits.rowBytes, limits.rowValues)
    }

    package var stepsTaken: Int { limits.steps - steps }

    func beginRow() { row = (limits.rowBytes, limits.rowValues) }

    func spend(steps count: Int) throws(ConversionFailure) {
        steps -= count
        if steps < nextLook { look() }
        if excess != nil { throw ConversionFailure() }
    }

    /// Counts a value of a row, with the bytes of its text.
    func spendValue(bytes: Int = 0) throws(ConversionFailure) {
        row.bytes -= bytes
        row.values -= 1
        guard row.bytes >= 0, row.values >= 0 else { throw ConversionFailure() }
        answer.bytes -= bytes
        answer.values -= 1
        if answer.bytes < 0 { excess = .text }
        if answer.values < 0 { excess = .values }
        try spend(steps: 1 + bytes / 16)
    }

    func values(at path: JSONPath, in row: JSONElement, root: JSONElement) throws(ConversionFailure) -> [JSONElement] {
        var left = steps
        let values = path.select(in: row, root: root, steps: &left)
        try spend(steps: steps - left)
        return values
    }

    func firstValue(at path: JSONPath, in row: JSONElement, root: JSONElement) throws(ConversionFailure) -> JSONElement?
    {
        var left = steps
        let value = path.first(in: row, root: root, steps: &left)
        try spend(steps: steps - left)
        return value
    }

    private func look() {
        nextLook = steps - Self.stride
        if steps < 0 {
            excess = excess ?? .steps
        } else if deadline?.hasPassed == true || isCancelled?() == true {
            excess = excess ?? .time
        }
    }
}

extension MappingBudget.Excess {
    /// Returns the error of a call whose response exceeds this limit.
    package func failure(of operation: Capability, at provider: ProviderID) -> ProviderError {
        ProviderError(
            self == .time ? .timeout : .malformed,
            provider: provider,
            message: "\(operation.rawValue): \(message)",
            hint: self == .time
                ? "raise settings.deadline, or ask for fewer rows"
                : "ask for smaller pages, or make the item's paths select less"
        )
    }

    package var message: String {
        let most = MappingBudget.Limits()
        return switch self {
        case .steps: "expected at most \(most.steps / 1_000_000) million steps of mapping for one answer, found more"
        case .text: "expected at most \(most.answerBytes >> 20) MiB of text from one answer, found more"
        case .values: "expected at most \(most.answerValues) values from one answer, found more"
        case .rows: "expected at most \(MappingBudget.maximumRows) rows in one answer, found more"
        case .time: "the time of the call was over before the answer was mapped"
        }
    }
}

/// The values of one field: at most 10,000, and at most 1 MiB of text.
struct FieldValues {
    static let maximumCount = 10_000
    static let maximumBytes = 1 << 20

    private(set) var all: [RawValue] = []
    private var bytes = 0

    mutating func append(_ value: RawValue) throws(ConversionFailure) {
        if case .text(let text) = value { bytes += text.utf8.count }
        guard all.count < Self.maximumCount, bytes <= Self.maximumBytes else { throw ConversionFailure() }
        all.append(value)
    }
}
