import JSON
import MovieDomain
import ProviderLanguage

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

/// The inputs of an operation as a child process gets them: one JSON object in the names of the language.
enum ProcessInputs {
    /// Texts, numbers, days in ISO 8601, lists; `ids` by name space where there are any.
    static func json(_ values: [Input: InputValue], ids: [String: String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            for (input, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                writer.member(input.rawValue) { value.write(to: &$0) }
            }
            guard !ids.isEmpty else { return }
            writer.member(Input.ids.rawValue) { writer in
                writer.object { writer in
                    for (namespace, id) in ids.sorted(by: { $0.key < $1.key }) { writer.member(namespace, id) }
                }
            }
        }
        return writer.bytes
    }
}

extension InputValue {
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .integer(let number): writer.int(number)
        case .decimal(let number): writer.double(number)
        case .date(let date): writer.string(date.description)
        case .texts(let texts): writer.array { for text in texts { $0.string(text) } }
        }
    }
}
