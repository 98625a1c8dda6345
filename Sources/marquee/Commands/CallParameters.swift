import ArgumentParser
import JSON

/// The parameters of `marquee call`: one JSON object, or `NAME=VALUE` pairs.
struct CallParameters {
    /// `nil` where none were given.
    let element: JSONElement?

    init(_ words: [String]) throws {
        guard let first = words.first else {
            element = nil
            return
        }
        let isObject = words.count == 1 && first.drop(while: \.isWhitespace).hasPrefix("{")
        element = try isObject ? CallParameters.object(first) : CallParameters.pairs(words)
    }

    private static func object(_ text: String) throws -> JSONElement {
        do {
            return try JSONDocument(text).root
        } catch {
            throw ValidationError("the parameters are not JSON: \(error)")
        }
    }

    /// The parameters as an object: a value that is JSON keeps its type, anything else is a text.
    ///
    /// So `limit=5` is a number, `query=Parasite` a text, `providers=["kofic"]` a list.
    private static func pairs(_ words: [String]) throws -> JSONElement {
        var members: [JSONValue.Member] = []
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
                throw ValidationError("expected NAME=VALUE or one JSON object, not '\(word)'")
            }
            let text = String(word[word.index(after: equals)...])
            members.append(JSONValue.Member(String(word[..<equals]), value(text)))
        }
        return try JSONDocument(JSONValue.object(members).jsonBytes).root
    }

    private static func value(_ text: String) -> JSONValue {
        do throws(JSONError) {
            return JSONValue(try JSONDocument(text).root)
        } catch {
            return .string(text)
        }
    }
}
