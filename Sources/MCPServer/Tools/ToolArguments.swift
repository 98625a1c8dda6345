import JSON
import JSONRPC
import MovieService

/// The arguments of a tool as its method reads them.
extension Tool {
    /// The default width in pixels, enough for an assistant to see a poster.
    private static let usualWidth = 400

    /// Returns the given arguments by the names of the method, with the values that some hosts write as texts, and with the
    /// tool's own ones: the bytes of an image, and its width.
    ///
    /// A text for a number, a flag, or a list that has one reading is read so. An empty text and `null` stand for no value,
    /// but for a value that `null` removes, unless the host writes every parameter.
    func arguments(_ given: JSONElement?, of method: MethodDeclaration) throws(RPCError) -> JSONElement? {
        let isImage = method.parameters.contains { $0.name == "data" }
        let writesAll = self.parameters.allSatisfy { given?[$0.name] != nil }
        let names = Dictionary(uniqueKeysWithValues: self.parameters.map { ($0.name, $0.methodName) })
        let parameters = Dictionary(uniqueKeysWithValues: method.parameters.map { ($0.name, $0) })
        var members = (given.map { Array($0.members) } ?? []).compactMap { member -> JSONValue.Member? in
            if actions.count > 1, member.name == Self.actionName { return nil }
            let name = names[String(member.name)] ?? String(member.name)
            guard let parameter = parameters[name] else {
                // Hosts that write every parameter write those of other actions, too.
                let isOfOthers = names.values.contains(name) && member.value.isNothing
                return isOfOthers ? nil : .init(String(member.name), JSONValue(member.value))
            }
            let value = parameter.schema.reading(member.value)
            let isNothing = value == .null || value == .string("")
            let isOptional = !parameter.isRequired && (writesAll || !parameter.schema.isNullable)
            return isNothing && isOptional ? nil : .init(name, value)
        }
        if isImage {
            if given?["data"] == nil { members.append(.init("data", true)) }
            if given?["width"] == nil, given?["url"] == nil {
                members.append(.init("width", .number(JSONNumber(Self.usualWidth))))
            }
        }
        return try JSONElement(parsing: JSONValue.object(members).jsonBytes)
    }
}

extension JSONElement {
    fileprivate var isNothing: Bool { isNull || string == "" }
}

extension Schema {
    /// Returns the value that a text stands for, if it has one reading as what the schema describes.
    fileprivate func reading(_ value: JSONElement) -> JSONValue {
        let given = JSONValue(value)
        guard case .string(let text) = given else { return given }
        switch shape {
        case .boolean: return ["true": .bool(true), "false": .bool(false)][text] ?? given
        case .integer, .number:
            if case .number(let number)? = JSONValue(written: text) { return .number(number) }
            return given
        case .list:
            if case .array(let values)? = JSONValue(written: text) { return .array(values) }
            return text.isEmpty ? given : .array([given])
        default: return given
        }
    }
}

extension JSONValue {
    /// Creates the value that a text writes in JSON; `nil` for other texts.
    fileprivate init?(written text: String) {
        do throws(RPCError) {
            self.init(try JSONElement(parsing: Array(text.utf8)))
        } catch {
            return nil
        }
    }
}
