package import HTTPModel
package import MovieDomain
import Platform
package import ProviderLanguage

/// What a definition adds to requests for the images of its source: its authorities and, for its own hosts, its key.
package struct ImageAccess: Sendable {
    private let builder: RequestBuilder?
    private let authorityFile: String?

    package init(_ provider: ProviderDefinition, _ definition: HTTPDefinition, _ secrets: SecretSource) {
        authorityFile = definition.authorityFile
        let (found, missing) = secrets.secrets(of: provider)
        builder =
            definition.sendsCredentialsForImages && missing.isEmpty
            ? RequestBuilder(provider: ProviderID(provider.id), definition: definition, secrets: found) : nil
    }

    /// Changes a request to a host that the definition names; `isOwn` says that it is one of the source itself.
    package func apply(to request: inout HTTPRequest, isOwn: Bool) throws(ProviderError) {
        if isOwn { request.authorityFile = authorityFile }
        guard isOwn, let builder else { return }
        // The key may be one more parameter.
        if let url = WebURL(request.origin.description + request.path), url.query != nil {
            request.path = url.path
            request.query = url.parameters.map { HTTPRequest.Field($0.name, SecretText($0.value)) }
        }
        for header in builder.definition.headers {
            request.headers.replace(HTTPRequest.Field(header.name, try builder.credential(header.value)))
        }
        try builder.authenticate(&request)
    }
}
