import JSON
import MovieDomain
import Platform

/// A web page as a sample: the data in its scripts, in one of which the films are.
struct SamplePage {
    /// The data of one script.
    struct Script {
        /// Its path in the document of the page, which may be one of several of the same type.
        var path: String
        /// The id of the script, or the variable that gets the data.
        var name: String?
        /// Its number in the page.
        var index: Int
        var value: JSONValue

        /// Returns the path of what has another path in the script.
        func path(of inner: String) -> String {
            inner == "." ? path : inner.hasPrefix(scalars: "[") ? path + inner : "\(path).\(inner)"
        }
    }

    let scripts: [Script]

    /// Takes the document of a page apart: `json` has the data of all scripts, and `scripts` some of it by name.
    init(_ root: JSONValue) {
        let all = Self.elements(of: root["json"])
        var named = Self.members(of: root["scripts"])
        let types = all.map { $0["@type"]?.sampleText }
        scripts = all.enumerated().map { index, value in
            let known = named.firstIndex { $0.value == value }
            let name = known.map { named.remove(at: $0).name }
            let type = types[index].flatMap { type in
                types.count { $0 == type } == 1 && !type.contains(scalars: "'") ? type : nil
            }
            let path =
                name.map { SampleField.step($0, after: "scripts") } ?? type.map { "json[?@['@type']=='\($0)']" }
                ?? "json[\(index)]"
            return Script(path: path, name: name, index: index, value: value)
        }
    }

    /// Returns the document of a page that has nothing but one script, with this value, at the same path.
    static func document(with script: Script, _ value: JSONValue) -> JSONValue {
        let before = [JSONValue](repeating: .object([]), count: script.index)
        let named = script.name.map { [JSONValue.Member($0, value)] } ?? []
        return ["title": .null, "meta": .object([]), "json": .array(before + [value]), "scripts": .object(named)]
    }

    /// Returns a page that is read as a document.
    static func text(of root: JSONValue) -> String {
        var lines = ["<!DOCTYPE html>", "<html><head>"]
        if let title = root["title"]?.sampleText { lines.append("<title>\(title.escapedForXML)</title>") }
        for member in members(of: root["meta"]) {
            let content = (member.value.sampleText ?? "").escapedForXML
            lines.append("<meta name=\"\(member.name.escapedForXML)\" content=\"\(content)\">")
        }
        for script in SamplePage(root).scripts {
            let id = script.name.map { " id=\"\($0.escapedForXML)\"" } ?? ""
            // A closing tag in a text would end the script.
            let json = script.value.jsonText.replacing(scalars: "</", with: "<\\/")
            lines.append("<script type=\"application/json\"\(id)>\(json)</script>")
        }
        return lines.joined(separator: "\n") + "\n</head></html>\n"
    }

    private static func elements(of value: JSONValue?) -> [JSONValue] {
        if case .array(let elements)? = value { elements } else { [] }
    }

    private static func members(of value: JSONValue?) -> [JSONValue.Member] {
        if case .object(let members)? = value { members } else { [] }
    }
}
