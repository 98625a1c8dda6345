import MovieDomain

/// A list of rows from one source, which can be read in several steps.
protocol RowList: Sendable {
    associatedtype Row: Equatable

    /// What the rows contain, without those that cannot be read.
    var values: [Row] { get }
    /// The number of rows that were read for the values.
    var readCount: Int { get }
    var hasMore: Bool? { get set }

    mutating func append(_ next: Self)
}

extension MovieList: RowList {
    var values: [MovieFacts] { movies }
}

extension PeopleList: RowList {
    var values: [PersonFacts] { people }
}

/// A walk through the rows of one source for one page, in the steps that the source allows.
struct RowWalk<List: RowList> {
    private(set) var answer: ProviderAnswer<List>
    /// The rows to read; of a source that ignores a filter, its count is the number of wanted films to find.
    private let window: RowWindow
    /// Whether the source ignores a filter, so that only some of its rows are wanted.
    private let isFilteredHere: Bool
    private let stepSize: Int
    private var stepsLeft: Int
    private var lastValues: [List.Row]
    private var isLastStepFull = false

    /// Creates the walk after its first step, which gave `answer`.
    init(_ answer: ProviderAnswer<List>, window: RowWindow, isFilteredHere: Bool = false) {
        (self.answer, self.window, self.isFilteredHere) = (answer, window, isFilteredHere)
        stepSize = answer.value.readCount
        lastValues = answer.value.values
        // Most of the rows of a source that ignores a filter may be unwanted.
        stepsLeft = isFilteredHere ? 7 : 63
    }

    /// Asks for the rest of the rows, step by step, and returns all of them.
    ///
    /// Keeps the rows before a failure, and returns the failure with them.
    func rest(
        from provider: ProviderID,
        _ context: CallContext,
        _ ask: @escaping @Sendable (RowWindow, CallContext) async throws(ProviderError) -> ProviderAnswer<List>
    ) async -> ProviderAnswer<List> {
        var walk = self
        var further = context
        further.waitsForTurn = true
        while let step = walk.next() {
            let result = await Result { [further] () async throws(ProviderError) in
                try await further.withMargin(for: provider) { context throws(ProviderError) in
                    try await ask(step, context)
                }
            }
            walk.take(result, of: step)
        }
        return walk.answer
    }

    /// Returns the rows to read next; `nil` at the end.
    private mutating func next() -> RowWindow? {
        let read = answer.value.readCount
        let missing = window.count - (isFilteredHere ? answer.value.values.count : read)
        guard answer.value.hasMore ?? isLastStepFull, answer.failures.isEmpty, missing > 0 else { return nil }
        guard stepSize > 0, stepsLeft > 0 else {
            answer.value.hasMore = isFilteredHere
            let remark = "the source ignores the year; its first \(read) rows were read"
            if isFilteredHere { answer.remarks.append(remark) }
            return nil
        }
        stepsLeft -= 1
        return RowWindow(offset: window.offset + read, count: isFilteredHere ? stepSize : min(stepSize, missing))
    }

    /// Takes what a step gave.
    ///
    /// A source that announces more rows but returns none, or the same ones again, has ended.
    private mutating func take(_ result: Result<ProviderAnswer<List>, ProviderError>, of rows: RowWindow) {
        switch result {
        case .success(let next):
            let values = next.value.values
            let isRepeated = !values.isEmpty && !lastValues.isEmpty && zip(values, lastValues).allSatisfy(==)
            isLastStepFull = next.value.readCount == rows.count
            if isRepeated || next.value.readCount == 0 {
                answer.value.hasMore = false
            } else {
                lastValues = values
                answer.value.append(next.value)
            }
            answer.freshness = answer.freshness.combined(with: next.freshness)
            answer.failures = next.failures
            answer.remarks = answer.remarks.adding(next.remarks)
        case .failure(let failure):
            answer.value.hasMore = failure.kind == .notFound || failure.kind == .unsupported ? false : nil
            answer.failures = [failure]
        }
    }
}
