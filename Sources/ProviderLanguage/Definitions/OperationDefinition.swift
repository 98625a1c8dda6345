/// One way to ask a source for something (provider-language.md, "Operation").
package struct OperationDefinition: Sendable {
    /// The HTTP method.
    package enum Method: String, Sendable {
        case get, post
    }

    /// What is asked for.
    package var name: OperationName
    /// The id name spaces that it takes; empty where the operation is not about one film.
    package var nameSpaces: [String]
    /// The id name space under which the whole record is looked up; `nil` where the answer is the whole record.
    package var leadsTo: String?
    /// Mostly GET.
    package var method: Method
    /// Begins with `/` unless it is empty; follows the path of the base URL.
    package var path: Template
    /// In the order written.
    package var query: [NamedValue<ParameterValue>]
    /// Of this operation only; the provider's own come before.
    package var headers: [NamedValue<Template>]
    /// Only of `post`.
    package var body: BodyTemplate?
    /// How the pages of its list follow each other.
    package var paging: Paging
    /// How long its answers may be used again; `nil` is not at all.
    package var cache: CachePolicy?
    /// Where the rows of an answer are.
    package var rows: RowSelection
    /// What becomes of a row.
    package var item: ItemMapping
    /// Where the operation stands.
    package var location: SourceLocation
}
