import JSON
import MovieAggregation
package import MovieDomain
import Platform

/// An answer that people and assistants read.
package protocol Outlined: WireObject {
    /// Returns what the reader is told; without sections, the reader gets the data.
    func outline(for reader: Reader) -> AnswerOutline
}

/// Who reads an answer, and what was asked for.
package struct Reader: Sendable {
    package enum Kind: Sendable {
        /// Someone at a terminal, who sees everything.
        case person
        /// A program that pays for each token, and gets the data as well.
        case assistant
    }

    package let kind: Kind
    package let words: Wording
    /// Whether lists of films have the days of release instead of the years.
    package var showsDates = false
    /// Whether the films of a list are all of it, in the user's own order.
    package var showsPositions = false
    /// Whether only the places are shown where a film can be watched.
    package var showsOffers = false
    /// Whether parameters are given as options: `--page 2`, and not `page=2`.
    package var hasOptions = true
    /// What may be done if nothing was found.
    package var emptyHint = ""
    /// Returns a time as the reader's clock shows it.
    package var time: @Sendable (Timestamp) -> String = { $0.description }
    /// Returns a message of a source with the reader's names for what can be called.
    package var named: @Sendable (String) -> String = { $0 }

    package init(_ kind: Kind, words: Wording = Wording(isKorean: false)) {
        (self.kind, self.words) = (kind, words)
    }

    var isPerson: Bool { kind == .person }
}

/// What a reader is told of an answer: what is said and how much it matters, and not how it looks.
package struct AnswerOutline: Sendable {
    package enum Emphasis: Sendable { case plain, heading, minor, good, doubtful, bad }

    package enum Block: Sendable {
        case line(String, Emphasis)
        case row(Row)
        case table(Table)
        case bars(Bars)
    }

    /// A fact with its name, or a paragraph without one.
    package struct Row: Sendable {
        package var label = ""
        /// The values, each from the beginning of a line if there are several.
        package var values: [String]
        /// The sources of the values.
        package var sources = ""
        /// What other sources say.
        package var notes: [String] = []
        package var emphasis = Emphasis.plain
    }

    package struct Table: Sendable {
        package enum Kind: Sendable {
            case text, number
            /// An id, which readers copy.
            case id
        }

        package struct Column: Sendable {
            package let title: String
            package let kind: Kind
            /// Whether the column may be left out where there is little room.
            package let isOptional: Bool
            package let isMinor: Bool
        }

        package fileprivate(set) var columns: [Column] = []
        package fileprivate(set) var rows: [[String]] = []
        /// What is said if there are no rows.
        package let none: String
    }

    /// Counts that are compared.
    package struct Bars: Sendable {
        package struct Bar: Sendable {
            package let name: String
            package let count: Int
            package let note: String
        }

        package let title: String
        package let bars: [Bar]
    }

    /// Blocks that belong together.
    package var sections: [[Block]] = []
    /// What is said below: how the query was read, what a filter left out, how to go on, and what the sources did.
    package var footers: [[Block]] = []
    /// The film of each row of the table that the answer is; `nil` is a row without one.
    package var films: [FoundFilm?] = []

    init() {}

    init(_ blocks: [Block]) { sections = [blocks] }

    /// One line.
    init(_ text: String) { self.init([.line(text, .plain)]) }

    mutating func add(_ blocks: [Block]) {
        if !blocks.isEmpty { sections.append(blocks) }
    }

    mutating func add(_ table: Table) { sections.append([.table(table)]) }

    mutating func add(footer blocks: [Block]) {
        if !blocks.isEmpty { footers.append(blocks) }
    }

    mutating func add(footer text: String?) {
        if let text { footers.append([.line(text, .plain)]) }
    }
}

extension AnswerOutline.Block {
    /// A fact; `nil` if there is no value.
    static func fact(_ label: String, _ value: String?) -> Self? {
        guard let value, !value.isEmpty else { return nil }
        return .row(AnswerOutline.Row(label: label, values: [value]))
    }

    /// A text of its own.
    static func paragraph(
        _ text: String,
        from sources: String = "",
        _ emphasis: AnswerOutline.Emphasis = .plain
    ) -> Self {
        .row(AnswerOutline.Row(values: [text], sources: sources, emphasis: emphasis))
    }
}

struct ColumnTraits: OptionSet {
    let rawValue: Int
    static let optional = ColumnTraits(rawValue: 1)
    static let minor = ColumnTraits(rawValue: 2)
}

/// Makes a table of entries, column by column; a column may be for one kind of reader.
struct TableWriter<Entry> {
    private typealias Column = (column: AnswerOutline.Table.Column, cells: [String])

    let entries: [Entry]
    let reader: Reader
    private var columns: [Column] = []

    init(_ entries: [Entry], for reader: Reader) { (self.entries, self.reader) = (entries, reader) }

    mutating func text(
        _ title: String,
        _ traits: ColumnTraits = [],
        for kind: Reader.Kind? = nil,
        _ cell: (Entry) -> String
    ) {
        add(title, .text, traits, kind, cell)
    }

    /// A column of numbers, which are never shortened.
    mutating func number(
        _ title: String,
        _ traits: ColumnTraits = [],
        for kind: Reader.Kind? = nil,
        _ cell: (Entry) -> String
    ) {
        add(title, .number, traits, kind, cell)
    }

    mutating func id(
        _ title: String? = nil,
        _ traits: ColumnTraits = [],
        for kind: Reader.Kind? = nil,
        _ cell: (Entry) -> String
    ) {
        add(title ?? reader.words(.id), .id, traits, kind, cell)
    }

    private mutating func add(
        _ title: String,
        _ shape: AnswerOutline.Table.Kind,
        _ traits: ColumnTraits,
        _ kind: Reader.Kind?,
        _ cell: (Entry) -> String
    ) {
        guard kind == nil || kind == reader.kind else { return }
        let column = AnswerOutline.Table.Column(
            title: title,
            kind: shape,
            isOptional: traits.contains(.optional),
            isMinor: traits.contains(.minor)
        )
        columns.append((column, entries.map(cell)))
    }

    /// Returns the table, in which assistants find ids last.
    func table(none: String = "") -> AnswerOutline.Table {
        let ids = reader.isPerson ? [] : columns.filter { $0.column.kind == .id }
        let shown = (reader.isPerson ? columns : columns.filter { $0.column.kind != .id }) + ids
        var table = AnswerOutline.Table(none: none)
        table.columns = shown.map(\.column)
        table.rows = entries.indices.map { row in shown.map { $0.cells[row] } }
        return table
    }
}

extension Double {
    /// The number in its shortest notation: `4.5`, `4`.
    var shortText: String { JSONNumber(self)?.text ?? "\(self)" }
}
