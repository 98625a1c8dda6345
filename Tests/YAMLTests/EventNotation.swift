import YAML

/// The test suite's notation of events, reduced to what a tree contains.
///
/// Aliases are replaced by their nodes. Anchors, tags, bracket styles, and the markers of streams and documents are
/// omitted; kinds, order, texts, and text styles are kept.
enum EventNotation {
    /// Returns the events of a tree.
    static func events(of node: YAMLNode) -> [String] {
        switch node.content {
        case .scalar(let scalar): ["=VAL \(mark(of: scalar.style))\(escaped(scalar.text))"]
        case .sequence(let nodes): ["+SEQ"] + nodes.flatMap(events) + ["-SEQ"]
        case .mapping(let pairs):
            ["+MAP"] + pairs.flatMap { events(of: $0.key) + events(of: $0.value) } + ["-MAP"]
        }
    }

    /// Returns an event listing of the suite in the same form.
    static func reduced(_ listing: [String]) -> [String] {
        var events: [String] = []
        var named: [String: [String]] = [:]
        var open: [(anchor: String?, start: Int)] = []
        for line in listing.map(Line.init) {
            let start = events.count
            switch line.kind {
            case "+STR", "-STR", "+DOC", "-DOC": break
            case "=ALI": events += named[String(line.rest.dropFirst())] ?? ["=ALI \(line.rest)"]
            case "+SEQ", "+MAP":
                open.append((line.anchor, start))
                events.append(line.content)
            case "-SEQ", "-MAP":
                events.append(line.kind)
                guard let opened = open.popLast(), let anchor = opened.anchor else { break }
                named[anchor] = Array(events[opened.start...])
            default:
                events.append(line.content)
                if let anchor = line.anchor { named[anchor] = [line.content] }
            }
        }
        return events
    }

    private struct Line {
        var kind: String
        var anchor: String?
        var rest: Substring

        init(_ line: String) {
            kind = String(line.prefix(4))
            rest = line.dropFirst(5)
            for brackets in ["{}", "[]"] where kind.hasPrefix("+") && rest.hasPrefix(brackets) {
                rest = rest.dropFirst(3)
            }
            if rest.hasPrefix("&") {
                anchor = String(rest.dropFirst().prefix { $0 != " " })
                rest = rest.drop { $0 != " " }.dropFirst()
            }
            if rest.hasPrefix("<") { rest = rest.drop { $0 != ">" }.dropFirst(2) }
        }

        var content: String { rest.isEmpty ? kind : "\(kind) \(rest)" }
    }

    private static func mark(of style: YAMLNode.Scalar.Style) -> Character {
        switch style {
        case .plain: ":"
        case .singleQuoted: "'"
        case .doubleQuoted: "\""
        case .literal: "|"
        case .folded: ">"
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\".unicodeScalars
            case "\0": escaped += "\\0".unicodeScalars
            case "\u{8}": escaped += "\\b".unicodeScalars
            case "\n": escaped += "\\n".unicodeScalars
            case "\r": escaped += "\\r".unicodeScalars
            case "\t": escaped += "\\t".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
