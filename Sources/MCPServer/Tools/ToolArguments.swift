import JSON
import JSONRPC
import MovieDomain
import MovieService
import Platform

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
    /// Returns the value that another one stands for, if it has one reading as what the schema describes: a text for a
    /// number, a flag, or a list, a number for a text, one value for a list, and a list of one value for the value.
    fileprivate func reading(_ value: JSONElement) -> JSONValue {
        let given = JSONValue(value)
        switch (shape, given) {
        case (.list, .array): return given
        case (.list, .string(let text)):
            if case .array(let values)? = JSONValue(written: text) { return .array(values) }
            return text.isEmpty ? given : .array(parts(of: text).map(JSONValue.string))
        case (.list, .number), (.list, .bool): return .array([given])
        case (.text, .number(let number)): return .string(number.text)
        case (_, .array(let values)) where values.count == 1 && value.elements.first?.kind != .array:
            return value.elements.first.map(reading) ?? given
        case (.boolean, .number(let number)): return ["0": false, "1": true][number.text] ?? given
        case (_, .string(let text)): return reading(text) ?? given
        default: return given
        }
    }

    private func reading(_ text: String) -> JSONValue? {
        switch shape {
        case .boolean:
            return ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false][text.lowercased()]
        case .integer, .number:
            if case .number(let number)? = JSONValue(written: text) { return .number(number) }
            return text.lowercased() == "null" ? .null : nil
        default:
            // Some hosts write a list where an id is expected.
            guard text.hasPrefix(scalars: "["), case .array(let values)? = JSONValue(written: text), values.count == 1
            else { return nil }
            return values[0]
        }
    }

    /// The values in a text for a list: `ko, en` if each is a code, an id, or a word of a choice, else the text as a whole.
    private func parts(of text: String) -> [String] {
        let parts = text.split(scalar: ",").map { String($0.trimmed) }
        let areWords = parts.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_:-]{1,24}/) != nil }
        return parts.count > 1 && areWords ? parts : [text]
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
