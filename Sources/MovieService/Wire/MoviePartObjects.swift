package import JSON
package import MovieDomain

extension MovieImage: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("kind", kind)
            writer.field("url", url)
            writer.field("width", width)
            writer.field("language", language)
            writer.field("provider", provider)
        }
    }
}

extension NamedSchema {
    static let image = NamedSchema(
        "Image",
        "Where a picture of a film lies.",
        [
            .always("kind", .text, "`poster`, `backdrop`, `logo`, or what the source calls it."),
            .always("url", .text),
            .known("width", .count, "In pixels."),
            .known("language", .text),
            .always("provider", .text),
        ]
    )
}

extension MovieVideo: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("kind", kind)
            writer.field("site", site)
            writer.field("key", key)
            writer.field("language", language)
        }
    }
}

extension NamedSchema {
    static let video = NamedSchema(
        "Video",
        "A trailer or another clip: the site that shows it and the key it has there.",
        [
            .always("kind", .text, "`trailer`, `teaser`, `clip`, or what the source calls it."),
            .always("site", .text),
            .always("key", .text),
            .known("language", .text),
        ]
    )
}

extension Person: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("name", name)
            writer.field("nameEn", nameEn)
            writer.field("character", character)
            writer.field("job", job)
        }
    }
}

extension NamedSchema {
    static let person = NamedSchema(
        "Person",
        "Somebody who made a film or plays in it.",
        [
            .always("name", .text),
            .known("nameEn", .text, "The same name in Latin letters."),
            .known("character", .text, "The part that is played."),
            .known("job", .text, "What was done, for the crew."),
        ]
    )
}

extension Rating: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("provider", provider)
            writer.field("value", value)
            writer.field("scale", scale)
            writer.fieldOrNull("votes", votes)
        }
    }
}

extension NamedSchema {
    static let rating = NamedSchema(
        "Rating",
        "What the users of one source think of a film.",
        [
            .always("provider", .text),
            .always("value", .number),
            .always("scale", .number, "The best that can be given: 10, 5, 100."),
            .always("votes", .count.orNull, "`null` where the source does not say."),
        ]
    )
}

extension FieldDifference: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("provider", provider)
            switch value {
            case .number(let number): writer.member("value", number)
            case .date(let date): writer.field("value", date)
            }
        }
    }
}

extension NamedSchema {
    static let fieldDifference = NamedSchema(
        "FieldDifference",
        "What a source says of a field, where another was believed.",
        [.always("provider", .text), .always("value", .anything, "In the form of the field.")]
    )
}

extension MatchExplanation: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("confidence", confidence)
            writer.list("reasons", reasons)
        }
    }
}

extension NamedSchema {
    static let match = NamedSchema(
        "Match",
        "How sure it is that what several sources said is about one film, and why.",
        [
            .always("confidence", .number(0...1), "1 is an equal id."),
            .always("reasons", .list(of: .text), "In words, strongest first."),
        ]
    )
}

// Names and dates are texts on the wire.

extension MovieID: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.string(description)
    }
}

extension ProviderID: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.string(rawValue)
    }
}

extension CalendarDate: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.string(description)
    }
}

extension Certification: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("region", region)
            writer.field("label", label)
        }
    }
}

extension NamedSchema {
    static let certification = NamedSchema(
        "Certification",
        "Who may see a film somewhere.",
        [.known("region", .text, "ISO 3166-1 alpha-2: `KR`."), .always("label", .text)]
    )
}

extension LocalizedText: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("text", text)
            writer.field("language", language)
        }
    }
}

extension NamedSchema {
    static let localizedText = NamedSchema(
        "LocalizedText",
        "A text and the language that it is in.",
        [.always("text", .text), .known("language", .text, "BCP 47: `ko`.")]
    )
}
