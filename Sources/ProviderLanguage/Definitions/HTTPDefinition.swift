/// A source that is asked over HTTP.
package struct HTTPDefinition: Sendable {
    /// Tried in order when one is down; never empty.
    package var baseURLs: [BaseURL]
    /// Further hosts that images may come from.
    package var imageHosts: [String]
    /// How the source knows who asks.
    package var authentication: Authentication
    /// Fixed headers, in the order written.
    package var headers: [NamedValue<Template>]
    /// The time for one attempt.
    package var timeout: Duration
    /// The time to connect.
    package var connectTimeout: Duration
    /// The largest answer that is read.
    package var maximumBodyBytes: Int
    /// How often it is tried.
    package var retry: RetryPolicy
    /// How much may be asked of it.
    package var limits: RequestLimits
    /// What `yesterday` means there, a name of the tz database such as `Asia/Seoul`; `nil` is UTC.
    package var timeZone: String?
    /// What `${locale}` becomes.
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
