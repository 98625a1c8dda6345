/// One way to ask a source for something (provider-language.md, "Operation").
package struct OperationDefinition: Sendable {
    package enum Method: String, Sendable {
        case get, post
    }

    package var name: OperationName
    /// The id name spaces that it takes; empty where the operation is not about one film.
    package var nameSpaces: [String]
    package var method: Method
    /// Begins with `/` unless it is empty; follows the path of the base URL.
    package var path: Template
    /// In the order written.
    package var query: [NamedValue<ParameterValue>]
    /// Of this operation only; the provider's own come before.
    package var headers: [NamedValue<Template>]
    /// Only of `post`.
    package var body: BodyTemplate?
    package var paging: Paging
    package var cache: CachePolicy?
    package var rows: RowSelection
    package var item: ItemMapping
    package var location: SourceLocation
}
