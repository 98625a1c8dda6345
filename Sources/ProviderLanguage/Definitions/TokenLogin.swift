package import HTTPModel
package import JSON

/// How a source gives a token, which then says who asks: what is posted, and where the answer holds the token.
package struct TokenLogin: Sendable {
    package enum Body: Sendable {
        case json(BodyTemplate)
        case form([NamedValue<Template>])
    }

    package enum Expiry: Sendable {
        case after(Duration)
        /// The place of a number of seconds in the answer.
        case path(JSONPath)
    }

    /// Where it is posted to; `nil` is `path` at the base URLs.
    package var url: WebURL?
    package var path: Template
    package var headers: [NamedValue<Template>] = []
    package var body: Body?
    /// For `Authorization: Basic …`.
    package var client: (id: Template, secret: Template)?
    package var token: JSONPath
    /// `nil` for a token that is good until it is refused.
    package var expires: Expiry?
    /// Where requests have the token, and what stands before it.
    package var place = Authentication.APIKey.Place.header
    package var name = "Authorization"
    package var prefix = "Bearer "
}
