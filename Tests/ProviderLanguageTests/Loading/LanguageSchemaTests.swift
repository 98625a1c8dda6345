import JSON
import MovieDomain
import ProviderLanguage
import Testing

@Suite("The JSON Schema of the language")
struct LanguageSchemaTests {
    private static let document = LanguageSchema.document
    private let schema = document

    /// Every value of `$ref` below a value.
    private func references(in value: JSONValue) -> [String] {
        switch value {
        case .array(let values): values.flatMap(references)
        case .object(let members):
            members.flatMap { member -> [String] in
                if member.name == "$ref", case .string(let text) = member.value { return [text] }
                return references(in: member.value)
            }
        default: []
        }
    }

    @Test("Every reference leads to a definition, and every definition is referred to")
    func references() throws {
        guard case .object(let members)? = schema["$defs"] else {
            Issue.record("no definitions")
            return
        }
        let names = members.map { "#/$defs/\($0.name)" }
        #expect(Set(names).count == names.count)
        #expect(Set(references(in: schema)) == Set(names))
    }

    @Test("The file, with what it needs")
    func file() {
        #expect(schema["required"] == ["version", "providers"])
        #expect(schema["additionalProperties"] == false)
        #expect(
            schema["properties"]?["version"]
                == ["description": "The version of the language: 1.", "type": "integer", "minimum": 1, "maximum": 1]
        )
    }

    @Test("A key has its sentence, its pattern and its default")
    func key() {
        let provider = schema["$defs"]?["a-provider"]?["properties"]
        #expect(
            provider?["timeout"] == [
                "description": "The time for one attempt.", "type": "string",
                "pattern": #"^(?![0.]+[a-z])[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)$"#, "default": "3s",
            ]
        )
        #expect(provider?["operations"]?["$ref"] == "#/$defs/the-operations")
    }

    @Test("Each operation has exactly the keys that it may have")
    func operations() {
        let definitions = schema["$defs"]
        #expect(definitions?["the-operation-lookup"]?["properties"]?["by"] != nil)
        #expect(definitions?["the-operation-lookup"]?["properties"]?["paging"] == nil)
        #expect(definitions?["the-operation-search"]?["properties"]?["paging"] != nil)
    }
}
