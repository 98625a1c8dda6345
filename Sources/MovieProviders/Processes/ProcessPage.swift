import MovieDomain

/// The one page that a child process is asked for, so that the wanted rows are on it.
struct ProcessPage: Hashable, Sendable {
    /// From 1.
    let number: Int
    let size: Int
    /// Rows of the page before the wanted ones.
    private let skipped: Int
    private let window: RowWindow

    /// The page of the window's own size where it is one, else everything from the beginning.
    init(_ window: RowWindow) {
        let count = max(1, window.count)
        let isPage = window.offset.isMultiple(of: count)
        self.window = window
        number = isPage ? window.offset / count + 1 : 1
        size = isPage ? count : window.offset + count
        skipped = isPage ? 0 : window.offset
    }

    /// The wanted rows of an answer, and whether more follow.
    ///
    /// An answer with more rows than were asked for is one of a program that knows no pages and gives all.
    func cut(_ answer: ProcessAnswer) -> ProcessAnswer {
        let givesAll = answer.rows.count > size
        let rows = answer.rows.dropFirst(givesAll ? window.offset : skipped).prefix(window.count)
        var cut = ProcessAnswer(rows: Array(rows), total: answer.total)
        if givesAll {
            cut.hasMore = answer.rows.count > window.offset + window.count
        } else if let hasMore = answer.hasMore {
            cut.hasMore = hasMore
        } else if let total = answer.total {
            cut.hasMore = total > window.offset + window.count
        } else {
            cut.hasMore = answer.rows.count < size ? false : nil
        }
        return cut
    }
}
