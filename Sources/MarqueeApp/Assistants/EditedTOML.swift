import JSON
import Platform

/// A TOML file of another program, of which an edit changes nothing but some values of one table.
///
/// It reads lines, and not TOML: what it does not understand, it refuses.
struct EditedTOML {
    /// The reason why the user has to make the edit.
    struct Failure: Error, Hashable {
        let problem: String
    }

    private(set) var lines: [String]

    init(_ bytes: [UInt8]) {
        lines = String(decoding: bytes, as: UTF8.self).split(scalar: "\n", omittingEmptySubsequences: false)
            .map { String($0.utf8.last == 0x0D ? $0.dropLast() : $0) }
        while lines.last == "" { lines.removeLast() }
    }

    var bytes: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

    /// The lines of a table without those of tables below it; `nil` if there is no such table.
    func table(_ name: String) -> [String]? { range(of: name).map { Array(lines[$0]) } }

    /// Sets values of a table, each on a line of its own after the table's name.
    mutating func set(_ values: [(key: String, line: String)], inTable name: String) throws(Failure) {
        guard let range = range(of: name) else {
            // The same table may be written in other ways, and must not be there twice.
            let parts = name.split(scalar: ".").map(String.init)
            let (parent, last) = (parts.dropLast().joined(separator: "."), parts.last ?? name)
            let mentions = lines.contains { line in
                let key = Self.key(of: line) ?? ""
                return ["\(parent).\"\(last)\"", "\(parent).'\(last)'"].contains(Self.header(of: line) ?? "")
                    || key == last || key == parent || key.hasPrefix(scalars: parent + ".")
            }
            guard !mentions else { throw Failure(problem: "it has \(name) in a form that marquee does not edit") }
            if !lines.isEmpty { lines.append("") }
            lines += ["[\(name)]"] + values.map(\.line)
            return
        }
        var kept: [String] = []
        var open = 0
        for line in lines[range].dropFirst() {
            let isReplaced = open > 0 || values.contains { $0.key == Self.key(of: line) }
            // A list may go on for several lines.
            if isReplaced { open += Self.brackets(in: line) } else { kept.append(line) }
        }
        lines.replaceSubrange(range, with: [lines[range.lowerBound]] + values.map(\.line) + kept)
    }

    private func range(of table: String) -> Range<Int>? {
        guard let start = lines.firstIndex(where: { Self.header(of: $0) == table }) else { return nil }
        let end = lines[(start + 1)...].firstIndex { Self.header(of: $0) != nil } ?? lines.count
        return start..<end
    }

    /// The name of the table that begins with a line.
    private static func header(of line: String) -> String? {
        let code = withoutBlanks(line)
        guard code.hasPrefix(scalars: "["), let close = code.firstIndex(scalar: "]") else { return nil }
        // In a list of lists, a line can begin with a bracket, too; a table's name has no comma and no bracket.
        let name = code[..<close].dropFirst()
        return name.unicodeScalars.contains { $0 == "," || $0 == "[" } ? nil : String(name)
    }

    private static func key(of line: String) -> String? {
        guard let equals = line.firstIndex(scalar: "=") else { return nil }
        return withoutBlanks(line[..<equals])
    }

    private static func withoutBlanks(_ text: some StringProtocol) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != " " && $0 != "\t" }))
    }

    /// How many more square brackets a line opens than it closes, outside of texts.
    private static func brackets(in line: String) -> Int {
        var count = 0
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if let open = quote {
                if !isEscaped, scalar == open { quote = nil }
                isEscaped = open == "\"" && scalar == "\\" && !isEscaped
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == "#" {
                break
            } else {
                count += scalar == "[" ? 1 : scalar == "]" ? -1 : 0
            }
        }
        return count
    }
}
