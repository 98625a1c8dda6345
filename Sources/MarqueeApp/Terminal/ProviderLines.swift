import JSON
import MovieDomain
import MovieService

/// The status of each source that could answer, one line each.
struct ProviderLines {
    let sources: JSONElement
    /// What a person should know of the sources, which their lines do not repeat.
    var problems: [String] = []
    let style: TerminalStyle

    /// `nil` if no source was asked.
    var text: String? {
        let shown = sources.elements.filter { $0["status"]?.string != "unsupported" }
        guard !shown.isEmpty else { return nil }
        let lines = shown.map {
            (text: Self.line($0, withFailure: problems.isEmpty), role: role(of: $0["status"]?.string))
        }
        return (lines + problems.map { (text: $0.printable, role: .doubtful) }).flatMap { line in
            line.text.wrappedLine(toColumns: style.columns).map { style($0, line.role) }
        }
        .joined(separator: "\n")
    }

    static func line(_ source: JSONElement, withFailure: Bool = true) -> String {
        let items = source["items"]?.int.map { " (\($0))" } ?? ""
        let age =
            source["status"]?.string == "stale"
            ? source["ageSeconds"]?.int.map { ", \(ProviderReport.age($0)) old" } : nil
        let place = source["error"]["page"]?.int.map { "page \($0): " } ?? ""
        let failure = withFailure ? source["error"]["message"]?.string.map { place + $0 } : nil
        let reason = source["reason"]?.string ?? failure
        let text = "\(source["provider"].words): \(source["status"].words)\(items)\(age ?? "")"
        let remarks = source["remarks"].list.compactMap(\.string)
        let notes = [reason].compactMap(\.self) + remarks + [source["attribution"]?.string].compactMap(\.self)
        return (notes.isEmpty ? text : text + ": " + notes.joined(separator: "; ")).printable
    }

    private func role(of status: String?) -> TerminalStyle.Role {
        switch status {
        case "ok": .good
        case "stale": .doubtful
        case "empty", "disabled": .minor
        default: .bad
        }
    }
}
