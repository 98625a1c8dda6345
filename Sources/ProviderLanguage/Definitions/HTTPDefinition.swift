/// A source that is asked over HTTP.
package struct HTTPDefinition: Sendable {
    /// Tried in order when one is down; never empty.
    package var baseURLs: [BaseURL]
    /// Further hosts that images may come from.
    package var imageHosts: [String]
    package var authentication: Authentication
    /// Fixed headers, in the order written.
    package var headers: [NamedValue<Template>]
    /// The time for one attempt.
    package var timeout: Duration
    package var connectTimeout: Duration
    package var maximumBodyBytes: Int
    package var retry: RetryPolicy
    package var limits: RequestLimits
    /// A name of the tz database (`Asia/Seoul`): what `yesterday` means there. `nil` is UTC.
    package var timeZone: String?
    package var locales: Locales
    /// In order; the first that matches wins.
    package var errorRules: [ErrorRule]
    /// The alternatives of each operation, in order; never empty lists.
    package var operations: [OperationName: [OperationDefinition]]

    /// What a response is a fault of by the rules, `nil` where none matches.
    package func fault(in response: ResponseFacts) -> Fault? {
        for rule in errorRules {
            if let fault = rule.fault(in: response) { return fault }
        }
        return nil
    }
}
