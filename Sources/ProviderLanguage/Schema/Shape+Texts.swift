import JSON

extension Shape where Value == JSONPath {
    /// A path of the JSONPath subset.
    static var path: Shape {
        let expectation = "a path such as data.movies"
        return Shape(expectation, form: .text(expectation)) { node, decoding in
            guard let text = node.text, !node.isNothing else {
                decoding.mismatch(expectation, node)
                return nil
            }
            do throws(JSONPathError) {
                return try decoding.path(text)
            } catch {
                decoding.valueError(error.message, at: node.location(ofCharacter: error.column - 1))
                return nil
            }
        }
    }
}

extension Shape where Value == Template {
    /// A text with places to fill in; its secrets are noted down.
    static var template: Shape {
        let expectation = "a text, perhaps with places such as ${input.query}"
        return Shape(expectation, form: .text(expectation)) { node, decoding in
            guard let text = node.text, !node.isNothing else {
                decoding.mismatch(expectation, node)
                return nil
            }
            do throws(LanguageError) {
                let template = try TemplateParser(scope: decoding.scope).parse(text)
                decoding.note(template.secrets, at: node.location)
                if let found = PlaceGuess(in: template) {
                    decoding.valueWarning(
                        "'\(found.text)' is sent as it stands; a place is written \(found.place)",
                        at: node.location(ofCharacter: found.offset)
                    )
                }
                return template
            } catch {
                decoding.valueError(error.message, at: node.location(ofCharacter: error.offset))
                return nil
            }
        }
    }
}

extension Shape where Value == TextPattern {
    static var pattern: Shape {
        let expectation = "a regular expression"
        return Shape(expectation, form: .text(expectation)) { node, decoding in
            guard let text = node.text, !node.isNothing else {
                decoding.mismatch(expectation, node)
                return nil
            }
            do throws(LanguageError) {
                return try decoding.pattern(text)
            } catch {
                decoding.valueError(error.message, at: node.location(ofCharacter: error.offset))
                return nil
            }
        }
    }
}

extension Shape where Value == DateFormat {
    static var dateFormat: Shape {
        let expectation = "a date format such as yyyy-MM-dd"
        return parsed(expectation, form: .text(expectation)) { (text) throws(LanguageError) in
            try DateFormat(parsing: text)
        }
    }
}

extension Decoding {
    /// Notes secrets down, each at the first place that names it.
    mutating func note(_ found: [SecretReference], at location: SourceLocation) {
        note(found.map { SecretUse(secret: $0, location: location) })
    }

    /// Notes secrets down with their places.
    mutating func note(_ found: [SecretUse]) {
        for use in found where !secrets.contains(where: { $0.secret == use.secret }) { secrets.append(use) }
    }
}
