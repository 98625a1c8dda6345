package import JSON

extension Diagnostic {
    /// The problem for programs: `file`, `line`, `column`, `severity`, `message`, and `hint` where there is one.
    ///
    /// The message is without the hint that ``description`` has at its end.
    package var json: JSONValue {
        let end = Wording.advice(in: message)?.lowerBound ?? message.endIndex
        var members: [JSONValue.Member] = [
            .init("file", .string(location.file)), .init("line", .number(JSONNumber(location.line))),
            .init("column", .number(JSONNumber(location.column))), .init("severity", .string(severity.rawValue)),
            .init("message", .string(String(message[..<end]))),
        ]
        if let hint { members.append(.init("hint", .string(hint))) }
        return .object(members)
    }
}
