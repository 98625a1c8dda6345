package import JSON
package import MovieDomain

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
