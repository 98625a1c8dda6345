import ArgumentParser
import JSON
import MovieService

/// The parameters of `marquee call`: one JSON object, or `NAME=VALUE` pairs.
struct CallParameters {
    /// `nil` where none were given.
    let element: JSONElement?

    init(_ words: [String], of method: String) throws {
        guard let first = words.first else {
            element = nil
            return
        }
        let isObject = words.count == 1 && first.drop(while: \.isWhitespace).hasPrefix("{")
        element = try isObject ? CallParameters.object(first) : CallParameters.pairs(words, of: method)
    }

    private static func object(_ text: String) throws -> JSONElement {
        do {
            return try JSONDocument(text).root
        } catch {
            throw ValidationError("the parameters are not JSON: \(error)")
        }
    }

    /// The parameters as an object, each value in the type that the method declares for it.
    ///
    /// So `limit=5` is a number and `query=2012` a text; a list may be written with commas, `providers=kofic,yts`.
    private static func pairs(_ words: [String], of method: String) throws -> JSONElement {
        let declared = MethodDeclaration.all.first { $0.name == method }?.parameters ?? []
        var members: [JSONValue.Member] = []
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
                throw ValidationError("expected NAME=VALUE or one JSON object, not '\(word)'")
            }
            let name = String(word[..<equals])
            guard !members.contains(where: { $0.name == name }) else {
                throw ValidationError("'\(name)' is given twice")
            }
            let text = String(word[word.index(after: equals)...])
            let shape = declared.first { $0.name == name }?.schema.shape
            members.append(JSONValue.Member(name, value(text, shape)))
        }
        return try JSONDocument(JSONValue.object(members).jsonBytes).root
    }

    private static func value(_ text: String, _ shape: Schema.Shape?) -> JSONValue {
        switch shape {
        case .text, .choice: return .string(text)
        case .list where !text.hasPrefix("["):
            return .array(text.split(separator: ",").map { .string(String($0)) })
        default: break
        }
        do throws(JSONError) {
            return JSONValue(try JSONDocument(text).root)
        } catch {
            return .string(text)
        }
    }
}
