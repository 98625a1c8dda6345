import MovieDomain
import ProviderLanguage
import Upstream

extension RequestBuilder {
    /// Turns the request into that for a link of an answer, which stays on the host that gave it.
    ///
    /// Fields that hold a secret come from the definition: a link may repeat them, in clear, or leave them out.
    func follow(_ link: String, in request: inout HTTPRequest) throws(SourceFailure) {
        guard let url = SplitURL(link), url.origin == request.origin else {
            throw SourceFailure(
                .upstream,
                provider: provider,
                message: "the link to the next page leads away from \(request.origin)"
            )
        }
        let secretFields = request.query.filter(\.value.holdsSecret)
        let linked = url.query.filter { field in !secretFields.contains { $0.name == field.name } }
        request.path = url.path
        request.query = linked.map { HTTPRequest.Field($0.name, concealing($0.value)) } + secretFields
    }

    /// A text of an answer, as a secret where it repeats one.
    private func concealing(_ text: String) -> SecretText {
        let repeatsSecret = secrets.values.contains { secret in
            secret.reveal { !$0.isEmpty && text.contains($0) }
        }
        return repeatsSecret ? SecretText([.secret(Secret(text))]) : SecretText(text)
    }
}
