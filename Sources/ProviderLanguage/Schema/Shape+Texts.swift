import JSON

extension Shape where Value == JSONPath {
    static var path: Shape {
        reading("a path such as data.movies") { (text, _, decoding) throws(LanguageError) in
            do throws(JSONPathError) {
                return try decoding.path(text)
            } catch {
                throw LanguageError(error.message, at: error.column - 1)
            }
        }
    }
}

extension Shape where Value == DurationSource {
    static var durationOrPath: Shape {
        let (duration, path) = (Shape<Duration>.duration, Shape<JSONPath>.path)
        return Shape("a duration, or a path", form: .either([duration.form, path.form])) { node, decoding in
            if let duration = node.text.flatMap(UnitText.duration) { return .fixed(duration) }
            return path.decode(node, decoding).map(DurationSource.path)
        }
    }
}

extension Shape where Value == Template {
    static var template: Shape {
        reading("a text, perhaps with places such as ${input.query}") { (text, node, decoding) throws(LanguageError) in
            let template = try TemplateParser(scope: decoding.scope).parse(text)
            decoding.note(template.secrets, at: node.location)
            if let found = PlaceGuess(in: template) {
                let problem = "'\(found.text)' is sent as it stands; a place is written \(found.place)"
                decoding.valueWarning(problem, at: node.location(ofCharacter: found.offset))
            }
            return template
        }
    }
}

extension Shape where Value == TextPattern {
    static var pattern: Shape {
        reading("a regular expression") { (text, _, decoding) throws(LanguageError) in try decoding.pattern(text) }
    }
}

extension Shape where Value == DateFormat {
    static var dateFormat: Shape {
        parsed("a date format such as yyyy-MM-dd") { (text) throws(LanguageError) in try DateFormat(parsing: text) }
    }
}

extension Decoding {
    /// Records secrets, each with the first position that names it.
    func note(_ found: [SecretReference], at location: SourceLocation) {
        note(found.map { SecretUse(secret: $0, location: location) })
    }

    func note(_ found: [SecretUse]) {
        for use in found {
            if let index = secrets.firstIndex(where: { $0.secret == use.secret }) {
                // A secret that is used as a key anywhere is a secret everywhere.
                secrets[index].isAddress = secrets[index].isAddress && use.isAddress
            } else {
                secrets.append(use)
            }
        }
    }
}
